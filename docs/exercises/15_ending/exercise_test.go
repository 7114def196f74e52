package exercise_test

import (
	"fmt"
	"testing"

	exercise "example.com/eightqueens/docs/exercises/15_ending"
	"example.com/eightqueens/docs/exercises/15_ending/solution"
	"example.com/eightqueens/docs/exercises/internal/check"
	"example.com/eightqueens/docs/internal/language"
	"example.com/eightqueens/internal/oracle"
)

func TestExercise(t *testing.T) {
	test(t, exercise.Search)
	check.NoTable(t)
}

func TestSolution(t *testing.T) { test(t, solution.Search) }

func test(t *testing.T, search func(n int) (found, called int)) {
	for _, n := range []int{4, 1, 2, 3, 5, 6, 7, 8} {
		call := fmt.Sprintf("Search(%d)", n)
		got := check.Call(t, call, func() (w work) {
			w.found, w.called = search(n)
			return w
		})
		measured := oracle.Measure(n, oracle.All)
		var notes []string
		if got == (work{measured.Found, measured.Calls}) {
			notes = []string{language.Say("i == n-1에서 끝내면 이렇게 됩니다. 마지막 열에서도 set(i + 1)을 호출합니다.",
				"this is what i == n-1 comes to: call set(i + 1) in the last column, too.")}
		}
		check.Equal(t, call, got, work{measured.Found, 1 + measured.Placed}, notes...) // each queen put leads to a call
	}
}

// work is what a search comes to.
type work struct{ found, called int }

func (w work) String() string {
	return language.Say("해 %d개, 호출 %d번", "%d solutions, %d calls", w.found, w.called)
}
