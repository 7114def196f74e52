package exercise_test

import (
	"fmt"
	"testing"

	exercise "example.com/eightqueens/docs/exercises/02_first"
	"example.com/eightqueens/docs/exercises/02_first/solution"
	"example.com/eightqueens/docs/exercises/internal/check"
	"example.com/eightqueens/internal/oracle"
)

func TestExercise(t *testing.T) { test(t, exercise.First) }
func TestSolution(t *testing.T) { test(t, solution.First) }

func test(t *testing.T, first func(n int) []int) {
	// The small boards show what is wrong at a glance, so they come before those without a
	// solution, 2 and 3. A search that does not stop would take days for the large ones.
	for _, n := range []int{4, 1, 5, 6, 2, 3, 7, 8, 9, 20, 24, 26} {
		call := fmt.Sprintf("First(%d)", n)
		pos := check.Call(t, call, func() []int { return first(n) })
		check.Placement(t, call, n, pos)
		if n < 10 && pos != nil {
			check.Equal(t, call, pos, oracle.Full(n, n, oracle.All)[0])
		}
	}
}
