// want wrong: call: Count(5)
// want wrong: got:  0
// want wrong: want: 10

// Where n is odd, the middle column stays empty.
package exercise

import (
	"fmt"
	"iter"
	"math/bits"
	"slices"
)

// MaxN is the largest n: tables is for 8 × 6 diagonals, and n-1 of either kind go through the middle.
const MaxN = 25

// Count returns the number of placements of n queens, for n from 1 to MaxN.
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
	middle, left, right uint64 // middle is 0 if n is even
}

// Pieces yields the pieces of the work for n from 1 to MaxN. Of those that are mirror images of each
// other it yields one.
func Pieces(n int) iter.Seq[Piece] {
	if n < 1 || n > MaxN {
		panic(fmt.Sprintf("n must be from 1 to %d, not %d", MaxN, n))
	}
	return func(yield func(Piece) bool) {
		for j := range 1 + n%2*(n/2) { // a queen farther down is the image of one here
			middle := uint64(0) << j
			rows := ones(n) &^ middle
			for left := range subsets(rows, n/2) {
				piece := Piece{n, middle, left, rows &^ left}
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
	above, below := p.middle<<p.n, flip(p.middle)<<p.n
	this, same := above|p.left, 0
	for _, image := range [...]uint64{this, above | p.right, below | flip(p.left), below | flip(p.right)} {
		if image < this {
			return 0
		}
		if image == this {
			same++
		}
	}
	return 4 / same
}

// ones returns a word with the lowest k bits 1.
func ones(k int) uint64 {
	return 1<<k - 1
}

// subsets yields all choices of so many bits of a word.
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
// the other, and those that go through the middle of the board. In both words the / diagonals are
// the lowest n-1 bits, the \ diagonals the next n-1.
type way struct{ between, middle uint64 }

// A Counter counts pieces, one after the other. It is quickest if those with the same n and middle
// queen follow each other.
type Counter struct {
	n              int
	middle         uint64
	outer, central quarter // of the left half; those of the right half are their mirror images
	left, right    []uint64
	tables         tables
}

// Count returns the number of placements of this piece and its mirror images.
func (c *Counter) Count(p Piece) int {
	if c.n != p.n || c.middle != p.middle {
		c.n, c.middle = p.n, p.middle
		c.outer, c.central = quarter{}, quarter{}
		rows, slash, backslash := c.flags(c.n/2, c.middle)
		c.place(c.outer, 0, c.n/4, rows, slash, backslash)
		c.place(c.central, c.n/4, c.n/2, rows, slash, backslash)
	}
	c.left = c.join(c.left[:0], p.left)
	c.right = mirror(c.n, c.join(c.right[:0], p.right))
	return p.images() * c.tables.pairs(c.n, 0, c.left, c.right)
}

// flags returns the flags that a queen sets in stage 3, as bits. Her row is a bit, too.
func (c *Counter) flags(column int, row uint64) (rows, slash, backslash uint64) {
	return row, row << column, row << (c.n - 1 - column)
}

// place fills the columns from column to end and keeps the way in the quarter.
func (c *Counter) place(q quarter, column, end int, rows, slash, backslash uint64) {
	n := c.n
	if column < end {
		for j := range n {
			row, up, down := c.flags(column, 1<<j)
			if rows&row|slash&up|backslash&down == 0 {
				c.place(q, column+1, end, rows|row, slash|up, backslash|down)
			}
		}
		return
	}
	row, up, down := c.flags(n/2, c.middle) // that queen belongs to no quarter
	rows, slash, backslash = rows&^row, slash&^up, backslash&^down
	through := func(up, down int) uint64 {
		return slash>>up&ones(n-1) | backslash>>down&ones(n-1)<<(n-1)
	}
	q[rows] = append(q[rows], way{through(n/4, n-n/4), through(n/2, n/2)})
}

// join appends the left halves that use these rows, as words of the diagonals that go through the
// middle of the board.
func (c *Counter) join(halves []uint64, rows uint64) []uint64 {
	for some := range subsets(rows, c.n/4) {
		outer, central := c.outer[some], c.central[rows&^some]
		k, most := len(halves), len(outer)*len(central)
		halves = slices.Grow(halves, most)[:k+most]
		for _, o := range outer {
			for _, i := range central {
				// An if would be slow here, since the processor could not guess how it goes.
				halves[k] = o.middle | i.middle
				k += int((o.between&i.between - 1) >> 63) // 1 if they share no diagonal
			}
		}
		halves = halves[:k]
	}
	return halves
}

// mirror makes right halves of left ones: their / diagonals become \ diagonals.
func mirror(n int, halves []uint64) []uint64 {
	for k, half := range halves {
		halves[k] = half>>(n-1) | half<<(n-1)&ones(2*(n-1))
	}
	return halves
}

// tables tell which of up to 64 halves use a diagonal, bit k for half k. There is a table for each
// byte of a word; its entry x is for all diagonals that are 1 in x together.
type tables struct {
	bytes [6][256]uint64
	wide  bool // whether words have more than four bytes
}

// fit returns which halves share no diagonal with this one.
func (t *tables) fit(half uint64) uint64 {
	users := t.bytes[0][byte(half)] | t.bytes[1][byte(half>>8)] |
		t.bytes[2][byte(half>>16)] | t.bytes[3][byte(half>>24)]
	if t.wide {
		users |= t.bytes[4][byte(half>>32)] | t.bytes[5][byte(half>>40)]
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
		d := (n-2)/2 + depth/2 + depth%2*(n-1)
		m, f := divide(many, d), divide(few, d)
		return t.pairs(n, depth+1, many[m:], few[:f]) + t.pairs(n, depth+1, many[:m], few)
	}
	count := 0
	for block := range slices.Chunk(few, 64) {
		t.fill(n, block)
		for _, half := range many {
			count += bits.OnesCount64(t.fit(half))
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
	t.wide = 2*(n-1) > 32
	t.bytes[0][0] = ^uint64(0) << len(block) // what is no half shall fit nothing
	for d, users := range users[:2*(n-1)] {
		size := 1 << (d % 8)
		without, with := t.bytes[d/8][:size], t.bytes[d/8][size:2*size]
		for x := range without {
			with[x] = without[x] | users
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
