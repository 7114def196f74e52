// want wrong: call: Count(4)
// want wrong: got:  4
// want wrong: want: 2

// Splits that are their own mirror images are counted four times, too.
package exercise

import (
	"fmt"
	"math/bits"
	"slices"
)

// MaxN is the largest n: tables is for 8 × 5 diagonals, and n-1 of either kind go through the middle.
const MaxN = 21

// Count returns the number of placements of n queens, for n from 1 to MaxN.
func Count(n int) int {
	return CountPart(n, 0, 1)
}

// CountPart returns one of the parts, numbered from 0, that add up to Count(n).
func CountPart(n, part, parts int) int {
	if n < 1 || n > MaxN {
		panic(fmt.Sprintf("n must be from 1 to %d, not %d", MaxN, n))
	}
	if n == 1 {
		return max(0, 1-part) // the middle column is all there is
	}
	count := 0
	var left, right halves
	var fits tables
	for k, s := range splits(n) {
		if k%parts == part {
			left.fill(n, s.middle, s.left, s.right)
			right.fill(n, s.middle, s.right, s.left)
			for rows, words := range left.lists {
				others := right.lists[left.inner&^uint64(rows)]
				count += s.images * fits.count(n, s.middle, words, others)
			}
		}
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

// edge returns how many rows at either edge of the board a split gives away.
func edge(n int) int {
	return max(1, n/2*2-13)
}

// splits returns the splits, but of those that are mirror images of each other only one.
func splits(n int) (list []split) {
	edge, board := edge(n), uint64(1)<<n-1
	edges := board &^ (board >> (2 * edge) << edge)
	flip := func(rows uint64) uint64 { return bits.Reverse64(rows) >> (64 - n) } // upside down
	for j := range 1 + n%2*(n-1) {
		middle := uint64(n%2) << j // where n is even, there is no middle column: 0
		for choice := range uint64(1) << (2 * edge) {
			left := choice>>edge<<(n-edge) | choice&(1<<edge-1)
			right := edges &^ middle &^ left
			this := middle<<n | left
			images := []uint64{this, middle<<n | right, flip(middle)<<n | flip(left), flip(middle)<<n | flip(right)}
			slices.Sort(images)
			possible := left&middle == 0 && max(bits.OnesCount64(left), bits.OnesCount64(right)) <= n/2
			if possible && images[0] == this {
				list = append(list, split{middle, left, right, len(images)})
			}
		}
	}
	return list
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

// tables tell which of up to 64 halves use a diagonal, bit k for half k. There is a table for each
// byte of a word; its entry x is for all diagonals that are 1 in x together.
type tables [5][256]uint64

// count returns how many pairs of a half of one list and a half of the other share no diagonal.
func (t *tables) count(n int, middle uint64, many, few []uint64) int {
	if len(many) < len(few) {
		many, few = few, many
	}
	count := 0
	for block := range slices.Chunk(few, 64) {
		t.fill(n, middle, block)
		for _, word := range many {
			share := t[0][byte(word)] | t[1][byte(word>>8)] | t[2][byte(word>>16)] |
				t[3][byte(word>>24)] | t[4][byte(word>>32)]
			count += bits.OnesCount64(^share)
		}
	}
	return count
}

// fill makes the tables for the halves of one block.
func (t *tables) fill(n int, middle uint64, block []uint64) {
	var users [64]uint64
	for k := range users {
		users[k] = ^uint64(0) // what is no half uses every diagonal, so that nothing fits it
	}
	for k, word := range block {
		// On the other side of the middle, a / diagonal is a \ diagonal.
		users[k] = (word>>(n-1) | word<<(n-1)) &^ (middle<<(n-1) | middle)
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
