// Package solution solves exercise 04.
package solution

// Free reports whether no queen in the columns left of column i attacks the square in row j of
// column i. board[i][j] is true where a queen stands.
func Free(board [][]bool, i, j int) bool {
	n := len(board)
	for k := 1; k <= i; k++ { // k columns to the left
		switch {
		case board[i-k][j]: // the row
			return false
		case j-k >= 0 && board[i-k][j-k]: // the \ diagonal
			return false
		case j+k < n && board[i-k][j+k]: // the / diagonal
			return false
		}
	}
	return true
}

// Count returns the number of solutions for n queens. It keeps a board and asks Free.
func Count(n int) int {
	board := make([][]bool, n)
	for i := range board {
		board[i] = make([]bool, n)
	}
	return set(board, 0)
}

// set puts a queen in column i, in every free row in turn, and goes on to the next column. It
// returns how many solutions this led to.
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
