package exercise_test

import (
	"testing"

	exercise "example.com/eightqueens/docs/exercises/09_mirror"
	"example.com/eightqueens/docs/exercises/09_mirror/solution"
	"example.com/eightqueens/docs/exercises/internal/check"
)

func TestExercise(t *testing.T) {
	test(t, exercise.CountMirror, exercise.CountEight)
	check.NoTable(t)
}

func TestSolution(t *testing.T) { test(t, solution.CountMirror, solution.CountEight) }

func test(t *testing.T, mirror, eight func(n int) int) {
	check.Count(t, "CountMirror", mirror, 13)
	check.Count(t, "CountEight", eight, 13)
}
