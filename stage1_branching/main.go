// Stage1_branching prints every way to put one queen in each column of an 8 × 8 board:
// all 8^8 = 16,777,216 placements, one per line, a blank and the row for each column's queen.
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

// out gathers the output, so that the system is called once for many lines.
var out = bufio.NewWriter(os.Stdout)

// set puts a queen in column i, in every row in turn, and each time calls itself for column i+1.
func set(i int) {
	for j := range n {
		pos[i] = j
		if i == n-1 {
			report()
		} else {
			set(i + 1)
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
		fmt.Fprintln(os.Stderr, "stage1_branching: cannot write the output:", err)
		os.Exit(1)
	}
}
