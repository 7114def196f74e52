// Package solution solves exercise 12.
//
// A placement is a left half of n/2 columns, a right half of as many and, where n is odd, the queen
// of the column between. Halves are filled each on its own. A left and a right one make a placement
// if they use all rows together and have no diagonal in common.
package solution

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
	return new(Counter).Part(n, 0, 1)
}

// A Counter counts parts, one after the other. It keeps its memory from each to the next.
type Counter struct {
	left, right halves
	tables      tables
}

// Part returns one of the parts, numbered from 0, that add up to Count(n).
func (c *Counter) Part(n, part, parts int) int {
	if n < 1 || n > MaxN {
		panic(fmt.Sprintf("n must be from 1 to %d, not %d", MaxN, n))
	}
	if n == 1 {
		return max(0, 1-part) // the middle column is all there is
	}
	count, number := 0, 0
	for s := range splits(n) {
		if number%parts == part {
			c.left.fill(n, s.middle, s.left, s.right)
			c.right.fill(n, s.middle, s.right, s.left)
			for rows, words := range c.left.lists {
				others := c.right.lists[c.left.inner&^uint64(rows)]
				mirror(n, s.middle, others)
				count += s.images * c.tables.fits(n, 0, words, others)
			}
		}
		number++
	}
	return count
}

// A split says who gets which rows, bit j for row j: one the queen of the middle column, if there is
// one, and of the rows at the edges some the left half and the others the right half. This is to
// save memory: only the halves of one split are kept at a time.
type split struct {
	middle, left, right uint64
	images              int // this one and its mirror images, which have as many placements
}

// edge returns how many rows at either edge of the board a split gives away. The more, the
// less memory, but the more splits to fill: with 13, n = 16 and 17 took the least time.
func edge(n int) int {
	return max(1, n/2*2-13)
}

// splits yields the splits, but of those that are mirror images of each other only one.
func splits(n int) iter.Seq[split] {
	edge, board := edge(n), uint64(1)<<n-1
	edges := board &^ (board >> (2 * edge) << edge)
	flip := func(rows uint64) uint64 { return bits.Reverse64(rows) >> (64 - n) } // upside down
	return func(yield func(split) bool) {
		for j := range 1 + n%2*(n-1) {
			middle := uint64(n%2) << j // where n is even, there is no middle column: 0
			for choice := range uint64(1) << (2 * edge) {
				left := choice>>edge<<(n-edge) | choice&(1<<edge-1)
				right := edges &^ middle &^ left
				if left&middle != 0 || max(bits.OnesCount64(left), bits.OnesCount64(right)) > n/2 {
					continue
				}
				this := middle<<n | left
				images := []uint64{this, middle<<n | right, flip(middle)<<n | flip(left), flip(middle)<<n | flip(right)}
				slices.Sort(images)
				if images[0] == this && !yield(split{middle, left, right, len(slices.Compact(images))}) {
					return
				}
			}
		}
	}
}

// halves are all ways to fill the columns on one side of the middle, seen as the left side. Each way
// is a word of the diagonals on which its queens stand: bit j for the / diagonal, and bit n-1+j for
// the \ diagonal, that goes through the middle at row j. Those that miss the middle do not matter.
type halves struct {
	lists   [][]uint64 // lists[rows]: the ways that use these of the inner rows and no other
	inner   uint64     // the rows that the split does not give away, the first of them at bit 0
	mine    uint64     // the rows that the split gives to these halves, row j at bit j+shift
	below   uint64     // n-1 ones
	n, skip uint
}

// fill makes the halves that use all rows of mine and none of theirs.
func (h *halves) fill(n int, middle, mine, theirs uint64) {
	board := uint64(1)<<n - 1
	inner := n - 2*edge(n)
	shift := (n + 1) / 2 // with row j at bit j+shift, diagonals that leave the board are not lost
	h.lists = slices.Grow(h.lists, 1<<inner)[:1<<inner]
	for rows := range h.lists {
		h.lists[rows] = h.lists[rows][:0]
	}
	h.inner = board &^ middle >> edge(n) & (1<<inner - 1)
	h.mine, h.below = mine<<shift, board>>1
	h.n, h.skip = uint(n), uint(shift+edge(n))
	h.place(n/2, ^((board &^ middle &^ theirs) << shift), middle<<shift<<1, middle<<shift>>1)
}

// place puts queens in that many columns, from the middle outwards. The three words are those of
// exercise 08, but from column to column the / diagonals go up to higher rows, since we go left.
func (h *halves) place(columns int, used, slash, backslash uint64) {
	free := ^(used | slash | backslash)
	if missing := h.mine &^ used; bits.OnesCount64(missing) == columns {
		free &= missing // no column is left for another row
	}
	for ; free != 0; free &= free - 1 {
		queen := free & -free
		if columns > 1 {
			h.place(columns-1, used|queen, (slash|queen)<<1, (backslash|queen)>>1)
		} else {
			rows := (used | queen) >> h.skip & h.inner
			word := (slash|queen)>>h.n | (backslash|queen)>>1&h.below<<(h.n-1)
			h.lists[rows] = append(h.lists[rows], word)
		}
	}
}

// mirror makes left halves of right ones: / diagonals become \ diagonals. It also leaves out those of
// the queen in the middle, which halves of both sides begin with.
func mirror(n int, middle uint64, words []uint64) {
	for k, word := range words {
		words[k] = (word>>(n-1) | word<<(n-1)&(1<<(2*n-2)-1)) &^ (middle<<(n-1) | middle)
	}
}

// tables tell which of up to 64 halves use a diagonal, bit k for half k. There is a table for each
// byte of a word; its entry x is for all diagonals that are 1 in x together.
type tables [6][256]uint64

// fits returns how many pairs of a half of one list and a half of the other share no diagonal.
func (t *tables) fits(n, depth int, many, few []uint64) int {
	if len(many) < len(few) {
		many, few = few, many
	}
	if len(few) > 512 && depth < n {
		// Where both use a diagonal, they do not fit: a quarter of the pairs or so is out at once.
		// Most is won with the diagonals around the middle.
		d := n/3 + depth/2 + depth%2*(n-1)
		m, f := divide(many, d), divide(few, d)
		return t.fits(n, depth+1, many[m:], few[:f]) + t.fits(n, depth+1, many[:m], few)
	}
	count := 0
	for block := range slices.Chunk(few, 64) {
		t.fill(n, block)
		for _, word := range many {
			share := t[0][byte(word)] | t[1][byte(word>>8)] | t[2][byte(word>>16)] |
				t[3][byte(word>>24)] | t[4][byte(word>>32)] | t[5][byte(word>>40)]
			count += bits.OnesCount64(^share)
		}
	}
	return count
}

// divide moves the halves that do not use diagonal d to the front, and returns how many they are.
func divide(words []uint64, d int) int {
	front := 0
	for k, word := range words {
		words[k], words[front] = words[front], word
		front += int(^word >> d & 1)
	}
	return front
}

// fill makes the tables for the halves of one block.
func (t *tables) fill(n int, block []uint64) {
	var users [64]uint64
	for k := copy(users[:], block); k < 64; k++ {
		users[k] = ^uint64(0) // what is no half uses every diagonal, so that nothing fits it
	}
	transpose(&users)
	for d, users := range users[:2*(n-1)] {
		size := 1 << (d % 8)
		without, with := t[d/8][:size], t[d/8][size:2*size]
		for x := range without {
			with[x] = without[x] | users
		}
	}
}

// transpose exchanges rows and columns of a square of 64 × 64 bits: first the two quarters that are
// off its diagonal, then the same in each quarter, and so on down to single bits.
func transpose(square *[64]uint64) {
	mask := uint64(1<<32 - 1)
	for size := 32; size > 0; size /= 2 {
		for i := 0; i < 64; i = (i + size + 1) &^ size { // every i without the bit of size
			change := (square[i]>>size ^ square[i+size]) & mask
			square[i] ^= change << size
			square[i+size] ^= change
		}
		mask ^= mask << (size / 2)
	}
}
