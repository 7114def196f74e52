// Package solution solves exercise 08.
package solution

// Count returns the number of solutions for n queens.
func Count(n int) int {
	return board{rows: ^uint(0) << n}.count() // no row from n on is ever free
}

// A board holds which rows of the next column are not free: bit j of one of these is 1 if a queen
// on the same row, / diagonal or \ diagonal keeps row j from being used.
type board struct {
	rows, slash, backslash uint
}

// with returns the board with one more queen, in the row that is the only 1 of queen. In the column
// after it, a / diagonal has come to the row before and a \ diagonal to the row behind.
func (b board) with(queen uint) board {
	return board{b.rows | queen, (b.slash | queen) >> 1, (b.backslash | queen) << 1}
}

// free returns the rows where the next queen can stand.
func (b board) free() uint {
	return ^(b.rows | b.slash | b.backslash)
}

// count returns in how many ways queens can be put in the columns that are left.
func (b board) count() int {
	count := 0
	for free := b.free(); free != 0; free = b.free() {
		for free&(free-1) != 0 { // more than one is left
			queen := free & -free
			free ^= queen
			count += b.with(queen).count()
		}
		b = b.with(free) // nothing is left to do here after the last one: go on without a call
	}
	if ^b.rows == 0 { // every row has its queen
		count++
	}
	return count
}
