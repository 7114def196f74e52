// Package solution solves exercise 09.
package solution

import (
	"math/bits"
	"slices"
)

// CountMirror returns the number of solutions for n queens. It searches for those alone whose
// mirror image, which turns row j into row n-1-j, has a later row in the first column.
func CountMirror(n int) int {
	if n == 1 {
		return 1 // its own mirror image
	}
	count := 0
	for j := range n / 2 {
		count += empty(n).with(1 << j).count()
	}
	if n%2 == 1 { // with the first queen in the middle row, the second column decides
		b := empty(n).with(1 << (n / 2))
		for j := range n / 2 {
			if b.free()>>j&1 == 1 {
				count += b.with(1 << j).count()
			}
		}
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

const maxN = 32 // the arrays are made for the largest n

// CountEight returns the number of solutions for n queens. Of the up to eight that become each
// other by turning and mirroring the board, it searches for one.
//
// On each edge of the board stands a queen, so far from the nearer corner. Turn and mirror the board
// until the nearest of the four is that of column 0, and its row is how far it is from the corner.
func CountEight(n int) int {
	if n == 1 {
		return 1 // all eight in one
	}
	count := 0
	for second := 2; second < n; second++ {
		count += cornerSearch(n, second).count
	}
	for first := 1; first < n/2; first++ {
		count += edgeSearch(n, first).count
	}
	return count
}

// cornerSearch looks for solutions with a queen in row 0 of column 0 and one in row second of
// column 1. The mirror that keeps the corner makes columns of rows: of the two images, take that in
// which the queen of column 1 is nearer to the corner than the queen of row 1.
func cornerSearch(n, second int) *search {
	s := &search{n: n}
	for i := range second {
		s.closed[i] = 1 << 1
	}
	s.pos[0], s.pos[1] = 1, 1<<second
	s.set(2, empty(n).with(1).with(1<<second))
	return s
}

// edgeSearch looks for solutions with a queen in row first of column 0, and none on an edge that is
// nearer to a corner.
func edgeSearch(n, first int) *search {
	s := &search{n: n, first: first, last: n - 1 - first}
	s.outer = 1 | 1<<(n-1)
	for i := range first {
		s.closed[i] = s.outer
	}
	s.closed[n-1] = 1<<first - 1 | ^uint(0)<<(s.last+1)
	s.pos[0] = 1 << first
	s.set(1, empty(n).with(1<<first))
	return s
}

// A search is one for the solutions that keep some rules.
type search struct {
	n, first int
	closed   [maxN]uint // closed[i]: rows that column i must not use
	outer    uint       // rows that the columns up to last must use
	last     int
	pos      placement
	count    int
}

// A placement is one of n queens: pos[i] is 1<<j where the queen of column i stands in row j.
type placement [maxN]uint

// set puts queens in column i and all that follow, and counts the solutions.
func (s *search) set(i int, b board) {
	for ; i < s.n; i++ {
		free := b.free() &^ s.closed[i]
		if i == s.last {
			switch missing := s.outer &^ b.rows; missing {
			case 0:
			case s.outer:
				return // two rows, and one column
			default:
				free &= missing
			}
		}
		if free == 0 {
			return
		}
		for free&(free-1) != 0 { // more than one is left
			queen := free & -free
			free ^= queen
			s.pos[i] = queen
			s.set(i+1, b.with(queen))
		}
		s.pos[i] = free
		b = b.with(free)
	}
	s.count += s.classSize()
}

// classSize returns how many different images the solution has, or 0 if the search finds one of
// them that comes before it.
func (s *search) classSize() int {
	last := s.n - 1 - s.first // s.last is not set with a queen in the corner
	if s.pos[last] != 1 && s.pos[s.n-1] != 1<<last && s.pos[s.first] != 1<<(s.n-1) {
		return 8 // no other queen of an edge is as near to a corner
	}
	quarter := s.pos.turned(s.n)
	half := quarter.turned(s.n)
	threeQuarters := half.turned(s.n)
	for _, image := range []placement{quarter, half, threeQuarters} {
		if slices.Compare(image[:s.n], s.pos[:s.n]) < 0 {
			return 0
		}
	}
	switch s.pos {
	case quarter:
		return 2
	case half:
		return 4
	}
	return 8
}

// turned returns the placement after a quarter turn of the board.
func (p placement) turned(n int) (image placement) {
	for i, queen := range p[:n] {
		image[n-1-bits.TrailingZeros(queen)] = 1 << i
	}
	return image
}
