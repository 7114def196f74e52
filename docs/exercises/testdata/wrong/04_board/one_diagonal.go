// want wrong: call: Free(board, 1, 1)
// want wrong: got:  true
// want wrong: want: false
// want wrong: column  0: ■ □
// want wrong: column  1: □ ?

// The \ diagonals are not checked.
package exercise

// Free reports whether no queen in the columns left of column i attacks the square in row j of
// column i. board[i][j] tells whether a queen stands there.
func Free(board [][]bool, i, j int) bool {
	n := len(board)
	for k := 1; k <= i; k++ { // k columns to the left
		switch {
		case board[i-k][j]: // the row
			return false
		case j+k < n && board[i-k][j+k]: // the / diagonal
			return false
		}
	}
	return true
}

// Count returns the number of placements of n queens. It keeps a board and asks Free.
func Count(n int) int {
	board := make([][]bool, n)
	for i := range board {
		board[i] = make([]bool, n)
	}
	return set(board, 0)
}

// set puts a queen in column i, in every free row in turn, and goes on to the next column. It
// returns how many placements this led to.
func set(board [][]bool, i int) int {
	if i == len(board) {
		return 1
	}
	count := 0
	for j := range board {
		if Free(board, i, j) {
			board[i][j] = true
			count += set(board, i+1)
			board[i][j] = false
		}
	}
	return count
}
