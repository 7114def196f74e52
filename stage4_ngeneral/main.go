// Stage4_ngeneral prints every way to put n queens on an n × n board so that none attacks
// another, as boards, and their count. It asks for n, unless -n gives it.
package main

import (
	"flag"
	"fmt"
	"strconv"
)

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

// count is the number of placements found so far.
var count int

var countOnly = flag.Bool("count", false, "print only the count (배치 수만 출력합니다)")

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

// report counts the placement in pos and prints it, unless only the count is wanted.
func report() {
	count++
	if !*countOnly {
		printBoard()
	}
}

// printBoard draws the placement, column i on line i: columns and rows change places.
func printBoard() {
	for i := range n {
		for j := range n {
			if pos[i] == j {
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
	n = chooseN()
	set(0)
	if *countOnly {
		fmt.Fprintln(out, count)
	} else {
		words.Fprintf(out, "%s-queens placements: %s\n", strconv.Itoa(n), strconv.Itoa(count))
	}
	out.Flush()
}
