// Package solution solves exercise 12.
//
// A placement is a left half of n/2 columns, a right half of as many and, where n is odd, the queen
// of the column between. For each choice of rows for the left half, both halves are filled in all
// ways, and the pairs counted that share no diagonal. The ways to fill a half are found likewise, as
// pairs of quarters. Only quarters are filled queen by queen, and only they are kept.
package solution

import (
	"fmt"
	"iter"
	"math/bits"
	"slices"
	"sync"
)

// MaxN is the largest n: fit has room for 24 diagonals of either kind, and up to n-1 of a kind go
// from one half to the other.
const MaxN = 25

// Count returns the number of placements of n queens, for n from 1 to MaxN. Where an int has 32 bits,
// it has room for the count up to n = 18.
func Count(n int) int {
	count := 0
	var counter Counter
	for piece := range Pieces(n) {
		count += counter.Count(piece)
	}
	return count
}

// A Piece of the work is to count the placements that share out the rows in one way. Row j is bit j.
type Piece struct {
	n                   int
	middle, left, right uint64                          // who gets which rows; middle is 0 if n is even
	quarters            func() (outer, central quarter) // of a left half; a right half is a mirror image of one
}

// Pieces yields the pieces of the work for n from 1 to MaxN. Of those that are mirror images of each
// other it yields one.
func Pieces(n int) iter.Seq[Piece] {
	if n < 1 || n > MaxN {
		panic(fmt.Sprintf("n must be from 1 to %d, not %d", MaxN, n))
	}
	return func(yield func(Piece) bool) {
		for j := range 1 + n%2*(n/2) { // a queen farther down is the image of one here
			middle := uint64(n%2) << j
			rows := ones(n) &^ middle
			quarters := sync.OnceValues(func() (outer, central quarter) {
				return fill(n, 0, n/4, middle), fill(n, n/4, n/2, middle)
			})
			for left := range subsets(rows, n/2) {
				piece := Piece{n, middle, left, rows &^ left, quarters}
				if piece.images() > 0 && !yield(piece) {
					return
				}
			}
		}
	}
}

// images returns the number of mirror images, the piece itself included, or 0 if one of them comes
// before it. All of them have as many placements.
func (p Piece) images() int {
	flip := func(rows uint64) uint64 { return bits.Reverse64(rows) >> (64 - p.n) } // upside down
	this, below := p.middle<<p.n, flip(p.middle)<<p.n
	images := []uint64{this | p.left, this | p.right, below | flip(p.left), below | flip(p.right)}
	if slices.Min(images) < images[0] {
		return 0
	}
	slices.Sort(images)
	return len(slices.Compact(images))
}

// ones returns a word with the lowest k bits 1.
func ones(k int) uint64 {
	return 1<<k - 1
}

// subsets yields all choices of size bits of a word.
func subsets(word uint64, size int) iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		for some := word; ; some = (some - 1) & word {
			if bits.OnesCount64(some) == size && !yield(some) || some == 0 {
				return
			}
		}
	}
}

// A quarter is all ways to fill its columns, by the rows that they use.
type quarter map[uint64][]way

// A way to fill a quarter is known by its diagonals: those that go from one quarter of the half to
// the other, and those that go from one half of the board to the other. In both words the / diagonals
// are the lowest n-1 bits, and the \ diagonals the same 32 places higher.
type way struct{ between, across uint64 }

// fill returns the quarter of the columns from begin to end, with flags as in stage 3, but as bits.
// No queen of it stands where the one in the middle attacks.
func fill(n, begin, end int, middle uint64) quarter {
	q := quarter{}
	attacked := middle << (n / 2) // her diagonals, the same bits for either kind
	var place func(column int, rows, slash, backslash uint64)
	place = func(column int, rows, slash, backslash uint64) {
		if column == end {
			word := func(lowestSlash, lowestBackslash int) uint64 {
				return slash>>lowestSlash&ones(n-1) | backslash>>lowestBackslash&ones(n-1)<<32
			}
			q[rows] = append(q[rows], way{word(n/4, n-n/4), word(n/2, n/2)})
			return
		}
		for j := range n {
			row, up, down := uint64(1)<<j, uint64(1)<<(j+column), uint64(1)<<(j-column+n-1)
			if (rows|middle)&row|(slash|attacked)&up|(backslash|attacked)&down == 0 {
				place(column+1, rows|row, slash|up, backslash|down)
			}
		}
	}
	place(begin, 0, 0, 0)
	return q
}

// A Counter counts pieces, one after the other.
type Counter struct {
	left, right []uint64
	tables      tables
}

// Count returns the number of placements of this piece and its mirror images.
func (c *Counter) Count(p Piece) int {
	c.left = p.join(c.left[:0], p.left)
	c.right = p.join(c.right[:0], p.right)
	for k, half := range c.right {
		c.right[k] = bits.RotateLeft64(half, 32) // in the mirror, / diagonals are \ diagonals
	}
	return p.images() * c.tables.pairs(p.n, 0, c.left, c.right)
}

// join appends the left halves that use these rows, as words of the diagonals that go from one half
// of the board to the other.
func (p Piece) join(halves []uint64, rows uint64) []uint64 {
	outers, centrals := p.quarters()
	for some := range subsets(rows, p.n/4) {
		outer, central := outers[some], centrals[rows&^some]
		k, most := len(halves), len(outer)*len(central)
		halves = slices.Grow(halves, most)[:k+most]
		for _, o := range outer {
			for _, c := range central {
				// With an if it would be slower: the processor could not guess how that goes.
				halves[k] = o.across | c.across
				k += int((o.between&c.between - 1) >> 63) // 1 if they share no diagonal
			}
		}
		halves = halves[:k]
	}
	return halves
}

// tables tell which of up to 64 halves use a diagonal, bit k for half k. There is a table for each
// byte of a word; its entry x is for all diagonals that are 1 in x together.
type tables [8][256]uint64

// fit returns which halves share no diagonal with this one.
func (t *tables) fit(n int, half uint64) uint64 {
	users := t[0][byte(half)] | t[1][byte(half>>8)] | // the / diagonals
		t[4][byte(half>>32)] | t[5][byte(half>>40)] // the \ diagonals
	if n > 17 { // then there are more than 16 of either kind
		users |= t[2][byte(half>>16)] | t[6][byte(half>>48)]
	}
	return ^users
}

// pairs returns how many pairs of a half of one list and a half of the other share no diagonal.
func (t *tables) pairs(n, depth int, many, few []uint64) int {
	if len(many) < len(few) {
		many, few = few, many
	}
	if len(few) > 512 && depth < n-1 {
		// Where both use a diagonal, they do not fit: a quarter of the pairs or so is out at once.
		// Most is won with the diagonals in the middle.
		d := (n-2)/2 + depth/2 + depth%2*32
		m, f := divide(many, d), divide(few, d)
		return t.pairs(n, depth+1, many[m:], few[:f]) + t.pairs(n, depth+1, many[:m], few)
	}
	count := 0
	for block := range slices.Chunk(few, 64) {
		t.fill(n, block)
		for _, half := range many {
			count += bits.OnesCount64(t.fit(n, half))
		}
	}
	return count
}

// divide moves the halves that do not use diagonal d to the front, and returns how many they are.
func divide(halves []uint64, d int) int {
	front := 0
	for k, half := range halves {
		halves[k], halves[front] = halves[front], half
		front += int(^half >> d & 1)
	}
	return front
}

// fill makes the tables for the halves of one block.
func (t *tables) fill(n int, block []uint64) {
	var users [64]uint64
	copy(users[:], block)
	transpose(&users)
	t[0][0] = ^uint64(0) << len(block) // what is no half shall fit nothing
	for d, users := range users {
		if d%32 < n-1 {
			size := 1 << (d % 8)
			without, with := t[d/8][:size], t[d/8][size:2*size]
			for x := range without {
				with[x] = without[x] | users
			}
		}
	}
}

// transpose exchanges rows and columns of a square of 64 × 64 bits: first the two quarters that are
// off its diagonal, then the same in each quarter, and so on down to single bits.
func transpose(square *[64]uint64) {
	mask := ones(32)
	for size := 32; size > 0; size /= 2 {
		for i := 0; i < 64; i = (i + size + 1) &^ size { // every i without the bit of size
			change := (square[i]>>size ^ square[i+size]) & mask
			square[i] ^= change << size
			square[i+size] ^= change
		}
		mask ^= mask << (size / 2)
	}
}
