// Package solution solves exercise 02.
package solution

// A chessboard is the state of one search, as in stage 5.
type chessboard struct {
	n             int
	pos           []int
	rowUsed       []bool
	slashUsed     []bool
	backslashUsed []bool
}

// First returns the first solution of n queens that the search of the stages finds, the row of
// each column's queen, or nil where there is none.
func First(n int) []int {
	b := &chessboard{
		n:             n,
		pos:           make([]int, n),
		rowUsed:       make([]bool, n),
		slashUsed:     make([]bool, 2*n-1),
		backslashUsed: make([]bool, 2*n-1),
	}
	if !b.set(0) {
		return nil
	}
	return b.pos
}

// set puts a queen in column i, in every free row in turn, and goes on to the next column. It
// stops at the first solution, and reports whether it found one.
func (b *chessboard) set(i int) bool {
	for j := range b.n {
		if b.rowUsed[j] || b.slashUsed[i+j] || b.backslashUsed[i-j+b.n-1] {
			continue
		}
		b.pos[i] = j
		if i == b.n-1 {
			return true
		}
		b.rowUsed[j] = true
		b.slashUsed[i+j] = true
		b.backslashUsed[i-j+b.n-1] = true
		if b.set(i + 1) {
			return true
		}
		b.rowUsed[j] = false
		b.slashUsed[i+j] = false
		b.backslashUsed[i-j+b.n-1] = false
	}
	return false
}
