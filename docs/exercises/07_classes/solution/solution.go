// Package solution solves exercise 07.
package solution

import "slices"

// Classes sorts the solutions of n queens into classes: those that are turned or mirrored images
// of one another. first[k] is the first solution of class k in the order of the stages, size[k]
// how many solutions belong to it; the classes come in the order of their first solutions.
func Classes(n int) (first [][]int, size []int) {
	b := &chessboard{
		n:             n,
		pos:           make([]int, n),
		rowUsed:       make([]bool, n),
		slashUsed:     make([]bool, 2*n-1),
		backslashUsed: make([]bool, 2*n-1),
	}
	b.report = func() {
		class := images(b.pos)
		if slices.Equal(b.pos, class[0]) {
			first = append(first, class[0])
			size = append(size, len(class))
		}
	}
	b.set(0)
	return first, size
}

// images returns the different images of pos, itself among them, in order.
func images(pos []int) [][]int {
	var all [][]int
	for range 4 {
		pos = turned(pos)
		all = append(all, pos, mirrored(pos))
	}
	slices.SortFunc(all, slices.Compare)
	return slices.CompactFunc(all, slices.Equal)
}

// turned returns the solution turned by a quarter: column i becomes row i.
func turned(pos []int) []int {
	image := make([]int, len(pos))
	for i, j := range pos {
		image[len(pos)-1-j] = i
	}
	return image
}

// mirrored returns the solution with its columns in reverse.
func mirrored(pos []int) []int {
	image := slices.Clone(pos)
	slices.Reverse(image)
	return image
}

// A chessboard is the state of one search, as in stage 5.
type chessboard struct {
	n             int
	pos           []int
	rowUsed       []bool
	slashUsed     []bool
	backslashUsed []bool
	report        func() // called at each solution
}

// set puts a queen in column i, in every free row in turn, and goes on to the next column.
func (b *chessboard) set(i int) {
	for j := range b.n {
		if b.rowUsed[j] || b.slashUsed[i+j] || b.backslashUsed[i-j+b.n-1] {
			continue
		}
		b.pos[i] = j
		if i == b.n-1 {
			b.report()
		} else {
			b.rowUsed[j] = true
			b.slashUsed[i+j] = true
			b.backslashUsed[i-j+b.n-1] = true
			b.set(i + 1)
			b.rowUsed[j] = false
			b.slashUsed[i+j] = false
			b.backslashUsed[i-j+b.n-1] = false
		}
	}
}
