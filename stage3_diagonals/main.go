// Stage3_diagonals prints every way to put eight queens on an 8 × 8 board so that no two attack
// each other: 92 solutions, as numbers or with -board as boards, and their count.
package main

const n = 8 // queens, columns and rows

// pos[i] = j: the queen of column i stands in row j.
var pos [n]int

// rowUsed[j]: a queen to the left stands in row j.
var rowUsed [n]bool

// slashUsed[i+j]: a queen to the left stands on this / diagonal.
var slashUsed [2*n - 1]bool

// backslashUsed[i-j+n-1]: a queen to the left stands on this \ diagonal.
var backslashUsed [2*n - 1]bool

// count is the number of solutions found so far.
var count int

// set puts a queen in column i, in every free row in turn, and each time calls itself for column i+1.
func set(i int) {
	for j := range n {
		if rowUsed[j] || slashUsed[i+j] || backslashUsed[i-j+n-1] {
			continue
		}
		pos[i] = j
		if i == n-1 {
			report()
		} else {
			rowUsed[j] = true
			slashUsed[i+j] = true
			backslashUsed[i-j+n-1] = true
			set(i + 1)
			rowUsed[j] = false
			slashUsed[i+j] = false
			backslashUsed[i-j+n-1] = false
		}
	}
}

// report counts the solution in pos and prints it.
func report() {
	count++
	if board {
		printBoard()
	} else {
		printRows()
	}
}

func main() {
	parseArguments()
	set(0)
	printCount()
	out.Flush()
}
