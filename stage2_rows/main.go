// Stage2_rows prints every way to put one queen in each column and each row of an 8 × 8 board:
// all 8! = 40,320 placements, one per line, a blank and the row for each column's queen.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"strconv"
)

const n = 8 // queens, columns and rows

// pos[i] = j: the queen of column i stands in row j.
var pos [n]int

// rowUsed[j]: a queen to the left stands in row j.
var rowUsed [n]bool

// out gathers the output, so that the system is called once for many lines.
var out = bufio.NewWriter(os.Stdout)

// set puts a queen in column i, in every free row in turn, and each time calls itself for column i+1.
func set(i int) {
	for j := range n {
		if rowUsed[j] {
			continue
		}
		pos[i] = j
		if i == n-1 {
			report()
		} else {
			rowUsed[j] = true
			set(i + 1)
			rowUsed[j] = false
		}
	}
}

// report prints the placement in pos.
func report() {
	for i := range n {
		out.WriteByte(' ')
		out.WriteString(strconv.Itoa(pos[i]))
	}
	out.WriteByte('\n')
}

func main() {
	flag.Parse()
	set(0)
	if err := out.Flush(); err != nil {
		fmt.Fprintln(os.Stderr, "stage2_rows: cannot write the output:", err)
		os.Exit(1)
	}
}
