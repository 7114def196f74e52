package exercise_test

import (
	"testing"

	exercise "example.com/eightqueens/docs/exercises/08_bits"
	"example.com/eightqueens/docs/exercises/08_bits/solution"
	"example.com/eightqueens/docs/exercises/internal/check"
)

func TestExercise(t *testing.T) {
	test(t, exercise.Count)
	check.NoTable(t)
}

func TestSolution(t *testing.T) { test(t, solution.Count) }

func test(t *testing.T, count func(n int) int) {
	check.Count(t, "Count", count, 12)
}
