// Package oracle searches for placements of queens and judges them by means of its own, to say
// whether the stages, the chapters, the figures and the exercises are right. It compares queens
// pair by pair, on the lines that they share, and has nothing in common with the flags of the
// stages.
//
// A placement is a slice pos of which pos[i] is the row of the queen of column i. Columns and rows
// are counted from 0, and placements come in the order of the stages, the smallest row first.
package oracle

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
)

// Published[n] is the number of placements of n queens of which no two attack each other.
// See https://oeis.org/A000170.
var Published = []int{1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2_680, 14_200, 73_712, 365_596,
	2_279_184, 14_772_512, 95_815_104, 666_090_624}

// PublishedClasses[n] is the number of these placements when turned and mirrored boards count as
// one. See https://oeis.org/A002562.
var PublishedClasses = []int{1, 1, 0, 0, 1, 2, 1, 6, 12, 46, 92, 341, 1_787}

// Lines is a set of kinds of lines in which queens attack each other. Two queens of a placement
// never share a column.
type Lines int

const (
	Row       Lines = 1 << iota
	Slash           // the / diagonal: row + column is the same
	Backslash       // the \ diagonal: row - column is the same

	None Lines = 0
	All        = Row | Slash | Backslash
)

// Shared returns the lines on which both a queen in row j of column i and a queen in row l of
// another column k stand.
func Shared(i, j, k, l int) Lines {
	switch columns, rows := i-k, j-l; rows {
	case 0:
		return Row
	case -columns:
		return Slash
	case columns:
		return Backslash
	}
	return None
}

// String writes a placement as the stages print it, but for the blank before it.
func String(pos []int) string { return strings.Trim(fmt.Sprint(pos), "[]") }

// Keeps reports whether no two queens of pos share one of the lines.
func Keeps(pos []int, lines Lines) bool {
	for i := range pos {
		if !fits(pos[:i], pos[i], lines) {
			return false
		}
	}
	return true
}

// fits reports whether a queen in row j of the column after those of pos shares none of the lines
// with a queen of pos.
func fits(pos []int, j int, lines Lines) bool {
	switch lines { // of which less need be looked at
	case None:
		return true
	case Row:
		return !slices.Contains(pos, j)
	}
	for k, l := range pos {
		if Shared(len(pos), j, k, l)&lines != 0 {
			return false
		}
	}
	return true
}

// Ways yields every way to fill the first columns of a board of n rows, from none of them to as
// many as columns says, with one queen each so that no two share one of the lines. Each way comes
// before those that begin with it. The slice is used again: who keeps it clones it.
func Ways(n, columns int, lines Lines) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		var fill func(pos []int) bool
		fill = func(pos []int) bool {
			if !yield(pos) {
				return false
			}
			if len(pos) == columns {
				return true
			}
			for j := range n {
				if fits(pos, j, lines) && !fill(append(pos, j)) {
					return false
				}
			}
			return true
		}
		fill(make([]int, 0, columns))
	}
}

// Full returns every way to fill exactly the first columns of a board of n rows; see [Ways].
func Full(n, columns int, lines Lines) [][]int {
	var full [][]int
	for pos := range Ways(n, columns, lines) {
		if len(pos) == columns {
			full = append(full, slices.Clone(pos))
		}
	}
	return full
}

// Work is what a stage does that keeps queens off some lines: it looks at each square of a column
// in turn and, where it may put a queen, calls itself for the next column.
type Work struct {
	Calls   int   // of the recursive function
	CallsAt []int // of these, for each column
	Placed  int   // queens put on a square
	Looked  int   // squares looked at
	Found   int   // full placements
}

// measured keeps the work that was measured, by n and the lines.
var measured sync.Map

// Measure returns the work for n queens on a board of n rows.
func Measure(n int, lines Lines) Work {
	key := [2]int{n, int(lines)}
	if w, ok := measured.Load(key); ok {
		return w.(Work)
	}
	w := Work{CallsAt: make([]int, n)}
	for pos := range Ways(n, n, lines) {
		if len(pos) > 0 {
			w.Placed++
		}
		if len(pos) == n {
			w.Found++
			continue
		}
		w.Calls++
		w.CallsAt[len(pos)]++
		w.Looked += n
	}
	measured.Store(key, w)
	return w
}

// Images returns the eight turned and mirrored images of a placement, itself first; some may be
// equal.
func Images(pos []int) [][]int {
	var images [][]int
	for range 4 {
		turned, mirrored := make([]int, len(pos)), slices.Clone(pos)
		for i, j := range pos {
			turned[j] = len(pos) - 1 - i // by a quarter
		}
		slices.Reverse(mirrored)
		images = append(images, pos, mirrored)
		pos = turned
	}
	return images
}

// A Class is what turns and mirrors make of one placement.
type Class struct {
	First []int // the placement that comes first in the order of the stages
	Size  int   // how many different placements belong to the class
}

// Classes returns the classes of the placements of n queens of which no two attack each other, in
// the order of their first placements.
func Classes(n int) []Class {
	var classes []Class
	for _, pos := range Full(n, n, All) {
		images := Images(pos)
		slices.SortFunc(images, slices.Compare)
		if images = slices.CompactFunc(images, slices.Equal); slices.Equal(images[0], pos) {
			classes = append(classes, Class{pos, len(images)})
		}
	}
	return classes
}
