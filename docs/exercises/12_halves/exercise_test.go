package exercise_test

import (
	_ "embed"
	"fmt"
	"testing"

	exercise "example.com/eightqueens/docs/exercises/12_halves"
	"example.com/eightqueens/docs/exercises/12_halves/solution"
	"example.com/eightqueens/docs/exercises/internal/check"
)

//go:embed exercise.go
var source string

func TestExercise(t *testing.T) {
	test(t, exercise.Count)
	check.NoTable(t, source)
}

func TestSolution(t *testing.T) { test(t, solution.Count) }

func test(t *testing.T, count func(n int) int) {
	for _, n := range []int{4, 5, 1, 2, 3, 6, 7, 8, 9, 10, 11, 12, 13, 14} {
		call := fmt.Sprintf("Count(%d)", n)
		check.Equal(t, call, check.Call(t, call, func() int { return count(n) }), check.Counts[n])
	}
}

// TestParts adds the parts of a count up.
func TestParts(t *testing.T) {
	var counter solution.Counter
	for n := 1; n <= 13; n++ {
		for _, parts := range []int{1, 2, 3, 64} {
			sum := 0
			for part := range parts {
				sum += counter.Part(n, part, parts)
			}
			if sum != check.Counts[n] {
				t.Errorf("n = %d: %d parts add up to %d, want %d", n, parts, sum, check.Counts[n])
			}
		}
	}
	if part := counter.Part(13, 0, 2); part <= 0 || part >= check.Counts[13] {
		t.Errorf("n = 13: one part of two is %d", part)
	}
}

// TestLarge counts a board of which a split gives more than two rows away.
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
