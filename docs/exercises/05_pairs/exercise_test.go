package exercise_test

import (
	"fmt"
	"slices"
	"testing"

	exercise "example.com/eightqueens/docs/exercises/05_pairs"
	"example.com/eightqueens/docs/exercises/05_pairs/solution"
	"example.com/eightqueens/docs/exercises/internal/check"
	"example.com/eightqueens/docs/internal/language"
	"example.com/eightqueens/internal/oracle"
)

func TestExercise(t *testing.T) {
	test(t, exercise.Promising, exercise.Count)
	check.NoTable(t)
}

func TestSolution(t *testing.T) { test(t, solution.Promising, solution.Count) }

func test(t *testing.T, promising func(pos []int, i int) bool, count func(n int) int) {
	for n := 1; n <= 6; n++ {
		for i := range n {
			for _, left := range oracle.Full(n, i, oracle.All) {
				for j := range n {
					testPromising(t, promising, n, append(left[:i:i], j))
				}
			}
		}
	}
	check.Count(t, "Count", count, 10)
}

// testPromising asks for the last of the given queens, with rows left over from earlier tries in
// the columns after it.
func testPromising(t *testing.T, promising func(pos []int, i int) bool, n int, queens []int) {
	i := len(queens) - 1
	pos := slices.Clone(queens)
	for len(pos) < n {
		pos = append(pos, queens[i])
	}
	call := fmt.Sprintf("Promising(%v, %d)", pos, i)
	before := slices.Clone(pos)
	got := check.Call(t, call, func() bool { return promising(pos, i) })
	check.Equal(t, call, got, oracle.Keeps(queens, oracle.All), language.Say(
		"0열부터 %d열까지만 퀸이 있습니다.\n%s", "only columns 0 to %d hold queens:\n%s", i, check.Board(n, queens)))
	check.Equal(t, call, pos, before,
		language.Say("Promising은 pos를 바꾸지 않아야 합니다.", "Promising must leave pos as it is."))
}
