// want wrong: call: Count(ctx, 17, progress)
// want wrong: too few goroutines count: there are 0 more than before

// All pieces are counted one after the other.
package exercise

import "context"

// Count returns the number of placements of n queens, counted on all cores. The work is done in
// pieces. After each piece it calls progress, which never runs twice at the same time, with the
// number of pieces that are done and of all pieces. When ctx is done it stops soon and returns the
// error of ctx.
func Count(ctx context.Context, n int, progress func(done, total int)) (int, error) {
	own := starts(board{rows: ^uint(0) << n}, min(n, 4))

	sum := 0
	for k, piece := range own {
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
		sum += piece.count()
		progress(k+1, len(own))
	}
	return sum, nil
}

// starts returns all ways to put queens in so many more columns of b. Each is a piece of the work.
func starts(b board, columns int) []board {
	if columns == 0 {
		return []board{b}
	}
	var list []board
	for free := b.free(); free != 0; free &= free - 1 {
		list = append(list, starts(b.with(free&-free), columns-1)...)
	}
	return list
}

// A board is that of exercise 08: bit j is 1 where row j of the next column is not free.
type board struct {
	rows, slash, backslash uint
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
