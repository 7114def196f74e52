// Stage5_dynamic prints every way to put n queens on an n × n board so that no two attack each
// other, as boards, and their count. It asks for n, unless -n gives it.
package main

// maxN keeps the recursion, one call per column, well within the stack that Go allows.
const maxN = 1_000_000

// A chessboard holds the state of one search; newChessboard makes it to the size of n.
type chessboard struct {
	n             int    // queens, columns and rows
	pos           []int  // pos[i] = j: the queen of column i stands in row j
	rowUsed       []bool // rowUsed[j]: a queen to the left stands in row j
	slashUsed     []bool // slashUsed[i+j]: one stands on this / diagonal
	backslashUsed []bool // backslashUsed[i-j+n-1]: one stands on this \ diagonal
	count         int    // solutions found so far
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

// report counts the solution in pos and prints it, unless only the count is wanted.
func (b *chessboard) report() {
	b.count++
	if !countOnly {
		b.printBoard()
	}
}

func main() {
	parseArguments()
	b := newChessboard(chooseN())
	b.set(0)
	b.printCount()
	out.Flush()
}
