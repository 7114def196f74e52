package exercise_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	exercise "example.com/eightqueens/docs/exercises/14_draw"
	"example.com/eightqueens/docs/exercises/14_draw/solution"
	"example.com/eightqueens/docs/exercises/internal/check"
)

func TestExercise(t *testing.T) { test(t, exercise.Draw) }
func TestSolution(t *testing.T) { test(t, solution.Draw) }

func test(t *testing.T, draw func(pos []int) string) {
	for _, pos := range [][]int{{1, 3, 0, 2}, {0}, {0, 1, 2}, {2, 2, 2}, {0, 4, 7, 5, 2, 6, 1, 3}} {
		call := fmt.Sprintf("Draw(%s)", strings.ReplaceAll(fmt.Sprint(pos), " ", ", "))
		board := make([][]string, len(pos)) // of each row its squares
		for j := range board {
			board[j] = slices.Repeat([]string{"□ "}, len(pos))
		}
		for i, j := range pos {
			board[j][i] = "■ "
		}
		want := ""
		for _, row := range board {
			want += strings.Join(row, "") + "\n"
		}
		got := check.Call(t, call, func() string { return draw(slices.Clone(pos)) })
		if strings.TrimSpace(got) == strings.TrimSpace(want) { // then only the blanks differ
			check.Equal(t, call, fmt.Sprintf("%q", got), fmt.Sprintf("%q", want))
		}
		check.Equal(t, call, "\n"+got, "\n"+want)
	}
}
