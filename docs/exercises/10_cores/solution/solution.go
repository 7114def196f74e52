// Package solution solves exercise 10.
package solution

import (
	"context"
	"runtime"
	"sync"
)

// Count returns the number of solutions for n queens, counted on all cores. The work is done in
// pieces. After each piece it calls progress, which never runs twice at the same time, with the
// number of pieces that are done and of all pieces. When ctx is done it stops after the pieces that
// are under way and returns the error of ctx.
func Count(ctx context.Context, n int, progress func(done, total int)) (int, error) {
	return CountPart(ctx, n, 0, 1, progress)
}

// CountPart does the same for one of the parts, numbered from 0, that add up to Count.
func CountPart(ctx context.Context, n, part, parts int, progress func(done, total int)) (int, error) {
	var own []board
	for k, start := range starts(board{rows: ^uint(0) << n}, min(n, 4)) {
		if k%parts == part {
			own = append(own, start)
		}
	}
	pieces := make(chan board, len(own))
	for _, piece := range own {
		pieces <- piece
	}
	close(pieces)

	counts := make(chan int, len(own)) // with room for all, so that nobody waits
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for piece := range pieces {
				if ctx.Err() != nil {
					return
				}
				counts <- piece.count()
			}
		})
	}
	go func() {
		workers.Wait()
		close(counts)
	}()

	sum, done := 0, 0
	for count := range counts {
		sum += count
		done++
		progress(done, len(own))
	}
	if done < len(own) {
		return 0, ctx.Err()
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
