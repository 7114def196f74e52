package exercise_test

import (
	"fmt"
	"testing"

	exercise "example.com/eightqueens/docs/exercises/04_board"
	"example.com/eightqueens/docs/exercises/04_board/solution"
	"example.com/eightqueens/docs/exercises/internal/check"
	"example.com/eightqueens/docs/internal/language"
	"example.com/eightqueens/internal/oracle"
)

func TestExercise(t *testing.T) {
	test(t, exercise.Free, exercise.Count)
	check.NoTable(t)
}

func TestSolution(t *testing.T) { test(t, solution.Free, solution.Count) }

func test(t *testing.T, free func(board [][]bool, i, j int) bool, count func(n int) int) {
	for n := 1; n <= 6; n++ {
		for i := range n {
			for _, left := range oracle.Full(n, i, oracle.All) {
				for j := range n {
					testFree(t, free, n, left, j)
				}
			}
		}
	}
	check.Count(t, "Count", count, 10)
}

// testFree asks for row j of the column after those of left.
func testFree(t *testing.T, free func(board [][]bool, i, j int) bool, n int, left []int, j int) {
	i := len(left)
	call := fmt.Sprintf("Free(board, %d, %d)", i, j)
	board := newBoard(n, left)
	got := check.Call(t, call, func() bool { return free(board, i, j) })
	want := oracle.Keeps(append(left[:i:i], j), oracle.All)
	check.Equal(t, call, got, want, "board:\n"+check.Board(n, left)+check.Line(n, i, j, "?"))
	check.Equal(t, call, fmt.Sprint(board), fmt.Sprint(newBoard(n, left)),
		language.Say("Free는 board를 바꾸지 않아야 합니다.", "Free must leave the board as it is."))
}

// newBoard is a board of n columns with queens in the first of them.
func newBoard(n int, pos []int) [][]bool {
	board := make([][]bool, n)
	for i := range board {
		board[i] = make([]bool, n)
		if i < len(pos) {
			board[i][pos[i]] = true
		}
	}
	return board
}
