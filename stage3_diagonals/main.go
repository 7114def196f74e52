// Stage3_diagonals prints every way to put eight queens on an 8 × 8 board so that none attacks
// another: 92 placements, as numbers or with -board as boards, and their count.
package main

import (
	"flag"
	"strconv"
)

const n = 8 // queens, columns and rows; up to 10, since a row is printed as one digit

// pos[i] = j: the queen of column i stands in row j.
var pos [n]int

// rowUsed[j]: a queen to the left stands in row j.
var rowUsed [n]bool

// slashUsed[i+j]: a queen to the left stands on this / diagonal.
var slashUsed [2*n - 1]bool

// backslashUsed[i-j+n-1]: a queen to the left stands on this \ diagonal.
var backslashUsed [2*n - 1]bool

// count is the number of placements found so far.
var count int

var board = flag.Bool("board", false, "print boards of ■ and □ (배치를 ■와 □로 그립니다)")

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

// report counts the placement in pos and prints it.
func report() {
	count++
	if *board {
		printBoard()
	} else {
		printRows()
	}
}

// printRows prints the placement as numbers, the row of each column's queen.
func printRows() {
	line := out.AvailableBuffer()
	for i := range n {
		line = append(line, ' ', '0'+byte(pos[i]))
	}
	out.Write(append(line, '\n'))
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
	parseArguments("Prints the 92 placements of eight queens of which none attacks another.\n" +
		"서로 공격하지 않는 8퀸 배치 92개를 모두 출력합니다.")
	set(0)
	words.Fprintf(out, "%s-queens placements: %s\n", strconv.Itoa(n), strconv.Itoa(count))
	out.Flush()
}
