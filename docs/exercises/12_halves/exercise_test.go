package exercise_test

import (
	"fmt"
	"iter"
	"testing"

	exercise "example.com/eightqueens/docs/exercises/12_halves"
	"example.com/eightqueens/docs/exercises/12_halves/solution"
	"example.com/eightqueens/docs/exercises/internal/check"
)

func TestExercise(t *testing.T) {
	test(t, exercise.Count)
	check.NoTable(t)
}

func TestSolution(t *testing.T) { test(t, solution.Count) }

func test(t *testing.T, count func(n int) int) {
	check.Count(t, "Count", count, 14)
}

// TestPieces counts with one counter the pieces of two boards in turn.
func TestPieces(t *testing.T) {
	var counter solution.Counter
	for even := 2; even <= 12; even += 2 {
		next, stop := iter.Pull(solution.Pieces(even))
		defer stop()
		evens, odds := 0, 0
		for piece := range solution.Pieces(even + 1) {
			odds += counter.Count(piece)
			if piece, ok := next(); ok {
				evens += counter.Count(piece)
			}
		}
		if evens != check.Counts[even] || odds != check.Counts[even+1] {
			t.Errorf("n = %d and %d: the pieces add up to %d and %d, want %d and %d",
				even, even+1, evens, odds, check.Counts[even], check.Counts[even+1])
		}
	}
}

// TestLarge counts a board with lists of halves long enough to be divided.
func TestLarge(t *testing.T) {
	if got := solution.Count(16); got != check.Counts[16] {
		t.Errorf("Count(16) = %d, want %d", got, check.Counts[16])
	}
}

func TestRefused(t *testing.T) {
	for _, n := range []int{-1, 0, solution.MaxN + 1} {
		func() {
			defer func() {
				want := fmt.Sprintf("n must be from 1 to %d, not %d", solution.MaxN, n)
				if got := recover(); got != want {
					t.Errorf("n = %d: %v, want %q", n, got, want)
				}
			}()
			solution.Count(n)
		}()
	}
}
