package exercise_test

import (
	_ "embed"
	"fmt"
	"testing"

	exercise "example.com/eightqueens/docs/exercises/08_bits"
	"example.com/eightqueens/docs/exercises/08_bits/solution"
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
	for _, n := range []int{4, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12} {
		call := fmt.Sprintf("Count(%d)", n)
		check.Equal(t, call, check.Call(t, call, func() int { return count(n) }), check.Counts[n])
	}
}
