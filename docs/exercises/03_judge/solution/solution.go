// Package solution solves exercise 03.
package solution

import (
	"fmt"
	"io"
)

// Judge reads n from in and writes the number of solutions for n queens and a newline to out,
// nothing else. It returns the error of a read or a write that fails.
func Judge(in io.Reader, out io.Writer) error {
	var n int
	if _, err := fmt.Fscan(in, &n); err != nil {
		return fmt.Errorf("cannot read n: %w", err)
	}
	b := &chessboard{
		n:             n,
		rowUsed:       make([]bool, n),
		slashUsed:     make([]bool, 2*n-1),
		backslashUsed: make([]bool, 2*n-1),
	}
	b.set(0)
	_, err := fmt.Fprintln(out, b.count)
	return err
}

// A chessboard is the state of one search, as in stage 5, without the positions: only the count
// is wanted.
type chessboard struct {
	n             int
	rowUsed       []bool
	slashUsed     []bool
	backslashUsed []bool
	count         int
}

// set puts a queen in column i, in every free row in turn, and goes on to the next column.
func (b *chessboard) set(i int) {
	for j := range b.n {
		if b.rowUsed[j] || b.slashUsed[i+j] || b.backslashUsed[i-j+b.n-1] {
			continue
		}
		if i == b.n-1 {
			b.count++
		} else {
			b.rowUsed[j] = true
			b.slashUsed[i+j] = true
			b.backslashUsed[i-j+b.n-1] = true
			b.set(i + 1)
			b.rowUsed[j] = false
			b.slashUsed[i+j] = false
			b.backslashUsed[i-j+b.n-1] = false
		}
	}
}
