// Package solution solves exercise 12.
//
// A solution is a left half of n/2 columns, a right half of as many and, where n is odd, the queen
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

// MaxN is the largest n: of each kind n-1 diagonals go from half to half, and three bytes hold 24.
const MaxN = 25

// Count returns the number of solutions for n queens, for n from 1 to MaxN. Where an int has 32 bits,
// it has room for the count up to n = 18.
func Count(n int) int {
	count := 0
	var counter Counter
	for piece := range Pieces(n) {
		count += counter.Count(piece)
	}
	return count
}

// A Piece of the work is to count the solutions that share out the rows in one way. Row j is bit j.
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
// before it. All of them have as many solutions.
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

// A way to fill a quarter or a half is a word of the diagonals that it uses, the / diagonals in the
// lower 32 bits, the \ diagonals in the upper. Of each kind, n-1 go from one half of the board to the
// other. They take three bytes: the second is for those in the middle of the board, the first and the
// third for those on either side. In the fourth are those that end before they reach the other half.
//
// sizes returns how many of the diagonals from half to half are in each byte of a kind.
func sizes(n int) [4]int {
	middle := max(n/6, n-17) // the bytes beside it have room for 16
	return [4]int{(n - 1 - middle) / 2, middle, (n - middle) / 2}
}

// A quarter returns all ways to fill its columns that use these rows.
type quarter func(rows uint64) []uint64

// fill returns the quarter of the columns from begin to end, with flags as in stage 3, but as bits.
// No queen of it stands where the one in the middle attacks.
func fill(n, begin, end int, middle uint64) quarter {
	size := sizes(n)
	word := func(diagonals uint64) uint64 { // of one kind; the lowest n-1 go from half to half
		return diagonals&ones(size[0]) | diagonals>>size[0]&ones(size[1])<<8 |
			diagonals>>(size[0]+size[1])&ones(size[2])<<16 | diagonals>>(n-1)<<24
	}
	var ways []uint64
	attacked := middle << (n / 2) // her diagonals, the same bits for either kind
	var place func(column int, free, slash, backslash uint64)
	place = func(column int, free, slash, backslash uint64) {
		if free == 0 {
			slash = slash>>(n/2) | slash&ones(n/2)>>(n/4)<<(n-1)
			ways = append(ways, word(slash)|word(backslash>>(n/2))<<32)
		}
		for rest := free; rest != 0; rest &= rest - 1 {
			row := rest & -rest // the lowest bit
			up, down := row<<column, row<<(n-1-column)
			if (slash|attacked)&up|(backslash|attacked)&down == 0 {
				place(column+1, free&^row, slash|up, backslash|down)
			}
		}
	}
	begins := make([]uint32, 1<<n+1) // for each choice of rows, where its ways begin
	for rows := range uint64(1) << n {
		if rows&middle == 0 && bits.OnesCount64(rows) == end-begin {
			place(begin, rows, 0, 0)
		}
		begins[rows+1] = uint32(len(ways))
	}
	return func(rows uint64) []uint64 { return ways[begins[rows]:begins[rows+1]] }
}

// A Counter counts pieces, one after the other.
type Counter struct {
	left, right []uint64
	groups      [][]uint64
	// The tables tell which of up to 64 halves use a diagonal, bit k for half k. There is a table for
	// each byte of a word; its entry x is for all diagonals that are 1 in x together.
	tables [8][256]uint64
}

// Count returns the number of solutions of this piece and its mirror images.
func (c *Counter) Count(p Piece) int {
	c.left = p.join(c.left[:0], p.left)
	c.right = p.join(c.right[:0], p.right)
	return p.images() * c.pairs(p.n, c.left, c.right)
}

// join appends the left halves that use these rows.
func (p Piece) join(halves []uint64, rows uint64) []uint64 {
	outers, centrals := p.quarters()
	for some := range subsets(rows, p.n/4) {
		outer, central := outers(some), centrals(rows&^some)
		k, most := len(halves), len(outer)*len(central)
		halves = slices.Grow(halves, most)[:k+most]
		for _, o := range outer {
			for _, c := range central {
				// With an if it would be slower: the processor could not guess how that goes.
				halves[k] = o | c
				k += int((o&c - 1) >> 63) // 1 if they share no diagonal
			}
		}
		halves = halves[:k]
	}
	return halves
}

// pairs returns how many pairs of a left half and the mirror image of a right half share no diagonal.
func (c *Counter) pairs(n int, left, right []uint64) int {
	// The halves of one block use much the same diagonals in the middle of the board. Where all of
	// them use one, the right halves that use it, too, are passed over, group by group.
	left = slices.Concat(c.group(n, left, 0)...)
	groups := c.group(n, right, 32) // in the mirror, / diagonals are \ diagonals
	middle, count := sizes(n)[1], 0
	for block := range slices.Chunk(left, 64) {
		c.fill(n, block)
		t := &c.tables
		for g, group := range groups {
			if users := t[1][uint64(g)&ones(middle)] | t[5][g>>middle]; users != ^uint64(0) {
				for _, half := range group {
					count += bits.OnesCount64(^(users |
						t[0][byte(half)] | t[2][byte(half>>16)] | // the other / diagonals
						t[4][byte(half>>32)] | t[6][byte(half>>48)])) // the other \ diagonals
				}
			}
		}
	}
	return count
}

// group returns the halves in groups of those that use the same diagonals in the middle of the board.
// All words are turned by as many bits. The groups are good until the next call.
func (c *Counter) group(n int, halves []uint64, turn int) [][]uint64 {
	middle := sizes(n)[1]
	groups, mask := slices.Grow(c.groups[:0], 1<<(2*middle))[:1<<(2*middle)], ones(middle)
	for g := range groups {
		groups[g] = groups[g][:0]
	}
	for _, half := range halves {
		half = bits.RotateLeft64(half, turn)
		g := half>>8&mask | half>>40&mask<<middle
		groups[g] = append(groups[g], half)
	}
	c.groups = groups
	return groups
}

// fill makes the tables for the halves of one block.
func (c *Counter) fill(n int, block []uint64) {
	c.tables[0][0] = ^uint64(0) << len(block) // what is no half shall fit nothing
	sizes := sizes(n)
	for d, users := range transpose(block) {
		if size, table := 1<<(d%8), &c.tables[d/8]; d%8 < sizes[d/8%4] {
			for x, without := range table[:size] {
				table[size+x] = without | users
			}
		}
	}
}

// transpose returns the columns of a square of 64 × 64 bits with these rows. It exchanges first the
// two quarters that are off the diagonal, then the same in each quarter, and so on down to single bits.
func transpose(rows []uint64) (square [64]uint64) {
	copy(square[:], rows)
	mask := ones(32)
	for size := 32; size > 0; size /= 2 {
		for i := 0; i < 64; i = (i + size + 1) &^ size { // every i without the bit of size
			change := (square[i]>>size ^ square[i+size]) & mask
			square[i] ^= change << size
			square[i+size] ^= change
		}
		mask ^= mask << (size / 2)
	}
	return square
}
