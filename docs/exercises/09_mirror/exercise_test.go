package exercise_test

import (
	_ "embed"
	"fmt"
	"testing"

	exercise "example.com/eightqueens/docs/exercises/09_mirror"
	"example.com/eightqueens/docs/exercises/09_mirror/solution"
	"example.com/eightqueens/docs/exercises/internal/check"
)

//go:embed exercise.go
var source string

func TestExercise(t *testing.T) {
	test(t, exercise.CountMirror, exercise.CountEight)
	check.NoTable(t, source)
}

func TestSolution(t *testing.T) { test(t, solution.CountMirror, solution.CountEight) }

func test(t *testing.T, mirror, eight func(n int) int) {
	for _, f := range []struct {
		name  string
		count func(n int) int
	}{
		{"CountMirror", mirror},
		{"CountEight", eight},
	} {
		for _, n := range []int{4, 5, 1, 2, 3, 6, 7, 8, 9, 10, 11, 12, 13} {
			call := fmt.Sprintf("%s(%d)", f.name, n)
			check.Equal(t, call, check.Call(t, call, func() int { return f.count(n) }), check.Counts[n])
		}
	}
}
