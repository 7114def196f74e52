// want wrong: call: CountMirror(5)
// want wrong: got:  8
// want wrong: want: 10

// Where n is odd, the middle row is forgotten.
package exercise

// CountMirror returns the number of placements of n queens. It searches for those alone whose
// mirror image, which turns row j into row n-1-j, has a later row in the first column.
func CountMirror(n int) int {
	if n == 1 {
		return 1 // its own mirror image
	}
	count := 0
	for j := range n / 2 {
		count += empty(n).with(1 << j).count()
	}
	return 2 * count
}

// A board is that of exercise 08: bit j is 1 where row j of the next column is not free.
type board struct {
	rows, slash, backslash uint
}

// empty returns the board of n rows without queens.
func empty(n int) board {
	return board{rows: ^uint(0) << n}
}

// with returns the board with one more queen, in the row that is the only 1 of queen.
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

// CountEight returns the number of placements of n queens.
func CountEight(n int) int {
	return CountMirror(n)
}
