// Stage5_dynamic prints every way to put n queens on an n × n board so that none attacks
// another, as boards, and their count. It asks for n, unless -n gives it.
package main

import (
	"flag"
	"fmt"
	"strconv"
)

// maxN keeps the recursion, one call per column, well within the stack that Go allows.
const maxN = 1_000_000

// A chessboard holds the state of one search; newChessboard makes it to the size of n.
type chessboard struct {
	n             int    // queens, columns and rows
	pos           []int  // pos[i] = j: the queen of column i stands in row j
	rowUsed       []bool // rowUsed[j]: a queen to the left stands in row j
	slashUsed     []bool // slashUsed[i+j]: one stands on this / diagonal
	backslashUsed []bool // backslashUsed[i-j+n-1]: one stands on this \ diagonal
	count         int    // placements found so far
}

// newChessboard makes an empty board of n columns and n rows.
func newChessboard(n int) *chessboard {
	return &chessboard{
		n:             n,
		pos:           make([]int, n),
		rowUsed:       make([]bool, n),
		slashUsed:     make([]bool, 2*n-1),
		backslashUsed: make([]bool, 2*n-1),
	}
}

var countOnly = flag.Bool("count", false, "print only the count (배치 수만 출력합니다)")

// set puts a queen in column i, in every free row in turn, and each time calls itself for column i+1.
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

// report counts the placement in pos and prints it, unless only the count is wanted.
func (b *chessboard) report() {
	b.count++
	if !*countOnly {
		b.printBoard()
	}
}

// printBoard draws the placement, column i on line i: columns and rows change places.
func (b *chessboard) printBoard() {
	for i := range b.n {
		for j := range b.n {
			if b.pos[i] == j {
				out.WriteString("■ ")
			} else {
				out.WriteString("□ ")
			}
		}
		out.WriteString("\n")
	}
	out.WriteString("\n----------------\n")
}

func main() {
	parseArguments("Prints the placements of n queens of which none attacks another.\n" +
		"서로 공격하지 않는 n퀸 배치를 모두 출력합니다.")
	b := newChessboard(chooseN())
	b.set(0)
	if *countOnly {
		fmt.Fprintln(out, b.count)
	} else {
		words.Fprintf(out, "%s-queens placements: %s\n", strconv.Itoa(b.n), strconv.Itoa(b.count))
	}
	out.Flush()
}
