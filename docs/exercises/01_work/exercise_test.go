package exercise_test

import (
	"fmt"
	"testing"

	exercise "example.com/eightqueens/docs/exercises/01_work"
	"example.com/eightqueens/docs/exercises/01_work/solution"
	"example.com/eightqueens/docs/exercises/internal/check"
	"example.com/eightqueens/internal/oracle"
)

func TestExercise(t *testing.T) { test(t, exercise.Work) }
func TestSolution(t *testing.T) { test(t, solution.Work) }

func test(t *testing.T, count func(stage, n int) (calls, looked int)) {
	largest := map[int]int{1: 7, 2: 8, 3: 9} // n for each stage
	for stage := 1; stage <= 3; stage++ {
		for n := 1; n <= largest[stage]; n++ {
			call := fmt.Sprintf("Work(%d, %d)", stage, n)
			got := check.Call(t, call, func() (w work) {
				w.calls, w.looked = count(stage, n)
				return w
			})
			check.Equal(t, call, got, expected(stage, n))
		}
	}
}

// work is what a search did.
type work struct{ calls, looked int }

func (w work) String() string {
	return fmt.Sprintf("calls %d, looked %d", w.calls, w.looked)
}

// expected works out what a search does without searching: set is called once for every way to
// fill the columns before column i, and looks at n squares each time.
func expected(stage, n int) work {
	calls, ways := 0, 1
	for i := range n {
		calls += ways
		switch stage {
		case 1:
			ways *= n
		case 2:
			ways *= n - i
		case 3:
			ways = len(oracle.Full(n, i+1, oracle.All))
		}
	}
	return work{calls, calls * n}
}
