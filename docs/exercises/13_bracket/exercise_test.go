package exercise_test

import (
	"fmt"
	"testing"

	exercise "example.com/eightqueens/docs/exercises/13_bracket"
	"example.com/eightqueens/docs/exercises/13_bracket/solution"
	"example.com/eightqueens/docs/exercises/internal/check"
	"example.com/eightqueens/docs/internal/language"
	"example.com/eightqueens/internal/oracle"
)

func TestExercise(t *testing.T) { test(t, exercise.Lines) }
func TestSolution(t *testing.T) { test(t, solution.Lines) }

func test(t *testing.T, lines func(n int) []string) {
	for _, n := range []int{2, 3, 4, 1, 5, 8} {
		call := fmt.Sprintf("Lines(%d)", n)
		got := check.Call(t, call, func() []string { return lines(n) })
		var want []string
		for _, pos := range oracle.Full(n, n, oracle.Row) {
			want = append(want, " "+oracle.String(pos))
		}
		if n < 4 { // few enough to show them all
			check.Equal(t, call, fmt.Sprintf("%q", got), fmt.Sprintf("%q", want))
			continue
		}
		count := func(lines []string) string { return language.Say("%d줄", "%d lines", len(lines)) }
		check.Equal(t, call, count(got), count(want))
		for k := range want {
			check.Equal(t, call, got[k], want[k], language.Say("%d번째 줄입니다.", "(line %d)", k+1))
		}
	}
}
