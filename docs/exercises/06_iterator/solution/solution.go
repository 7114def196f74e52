// Package solution solves exercise 06.
package solution

import (
	"iter"
	"slices"
)

// Placements returns the solutions of n queens, in the order of the stages. The search goes on
// only while the loop asks for more. Each slice belongs to the loop, which may keep or change it.
func Placements(n int) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		b := &chessboard{
			n:             n,
			pos:           make([]int, n),
			rowUsed:       make([]bool, n),
			slashUsed:     make([]bool, 2*n-1),
			backslashUsed: make([]bool, 2*n-1),
		}
		b.set(0, yield)
	}
}

// A chessboard is the state of one search, as in stage 5.
type chessboard struct {
	n             int
	pos           []int
	rowUsed       []bool
	slashUsed     []bool
	backslashUsed []bool
}

// set puts a queen in column i, in every free row in turn, and goes on to the next column. It
// yields a copy of each solution, and reports whether more are asked for.
func (b *chessboard) set(i int, yield func([]int) bool) bool {
	for j := range b.n {
		if b.rowUsed[j] || b.slashUsed[i+j] || b.backslashUsed[i-j+b.n-1] {
			continue
		}
		b.pos[i] = j
		if i == b.n-1 {
			if !yield(slices.Clone(b.pos)) {
				return false
			}
		} else {
			b.rowUsed[j] = true
			b.slashUsed[i+j] = true
			b.backslashUsed[i-j+b.n-1] = true
			if !b.set(i+1, yield) {
				return false
			}
			b.rowUsed[j] = false
			b.slashUsed[i+j] = false
			b.backslashUsed[i-j+b.n-1] = false
		}
	}
	return true
}
