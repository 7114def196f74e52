package exercise_test

import (
	"testing"

	exercise "example.com/eightqueens/docs/exercises/00_start"
	"example.com/eightqueens/docs/exercises/00_start/solution"
	"example.com/eightqueens/docs/exercises/internal/check"
)

func TestExercise(t *testing.T) { test(t, exercise.Placement) }
func TestSolution(t *testing.T) { test(t, solution.Placement) }

func test(t *testing.T, placement func() []int) {
	const call = "Placement()"
	pos := check.Call(t, call, placement)
	check.Placement(t, call, 8, pos)
}
