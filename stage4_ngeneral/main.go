// Stage4_ngeneral prints every way to put n queens on an n × n board so that no two attack each
// other, as boards, and their count. It asks for n, unless -n gives it.
package main

const maxN = 800 // the arrays are made for the largest n

var n int // queens, columns and rows; 1 to maxN

// pos[i] = j: the queen of column i stands in row j.
var pos [maxN]int

// rowUsed[j]: a queen to the left stands in row j.
var rowUsed [maxN]bool

// slashUsed[i+j]: a queen to the left stands on this / diagonal.
var slashUsed [2*maxN - 1]bool

// backslashUsed[i-j+n-1]: a queen to the left stands on this \ diagonal.
var backslashUsed [2*maxN - 1]bool

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

// report counts the solution in pos and prints it, unless only the count is wanted.
func report() {
	count++
	if !countOnly {
		printBoard()
	}
}

func main() {
	parseArguments()
	n = chooseN()
	set(0)
	printCount()
	out.Flush()
}
