// want wrong: call: CountEight(4)
// want wrong: got:  8
// want wrong: want: 2

// Every class is taken to have eight members.
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

// CountEight returns the number of placements of n queens. Of the up to eight that become each
// other by turning and mirroring the board, it searches for one.
//
// On each edge of the board stands a queen, at some distance from the nearer corner. Turn and mirror
// the board until the queen of column 0 is the nearest of the four, and its row that distance.
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

// cornerSearch looks for placements with a queen in the corner, which is where column 0 meets row
// 0, and the next one in row second of column 1. The mirror that keeps the corner makes rows of
// columns: so let the queen of row 1 stand farther out than that of column 1.
func cornerSearch(n, second int) *search {
	s := &search{n: n}
	for i := range second {
		s.closed[i] = 1 << 1
	}
	s.pos[0], s.pos[1] = 1, 1<<second
	s.set(2, empty(n).with(1).with(1<<second))
	return s
}

// edgeSearch looks for placements whose queens on the edges are at least first away from the
// corners, and whose queen of column 0 stands in row first.
func edgeSearch(n, first int) *search {
	s := &search{n: n, first: first}
	outer := uint(1 | 1<<(n-1)) // rows 0 and n-1
	inner := uint(1<<(n-first) - 1<<first)
	for i := range first {
		s.closed[i] = outer
	}
	s.needed[n-first] = outer
	s.closed[n-1] = ^inner
	s.pos[0] = 1 << first
	s.set(1, empty(n).with(1<<first))
	return s
}

// A search is one for placements that keep to certain rows.
type search struct {
	n, first int
	closed   [maxN + 1]uint // closed[i]: rows that column i must not use
	needed   [maxN + 1]uint // needed[i]: rows that the columns before i must have used
	pos      placement
	count    int
}

// A placement is one of n queens: pos[i] = 1 << j where the queen of column i stands in row j.
type placement [maxN]uint

// set puts queens in column i and all that follow.
func (s *search) set(i int, b board) {
	for ; s.needed[i]&^b.rows == 0; i++ {
		free := b.free() &^ s.closed[i]
		if free == 0 {
			break
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
	if ^b.rows == 0 {
		s.count += s.classSize()
	}
}

// classSize returns how many different images pos has, or 0 if the search finds an image of it that
// comes before it.
func (s *search) classSize() int {
	return 8
}
