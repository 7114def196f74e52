package main

import (
	"flag"
	"strconv"
)

// board asks for boards in place of numbers.
var board bool

func init() {
	flag.BoolVar(&board, "board", false, "print boards of ■ and □ (배치를 ■와 □로 그립니다)")
}

// printRows prints the solution in pos as numbers, the row of each column's queen.
func printRows() {
	for i := range n {
		out.WriteByte(' ')
		out.WriteString(strconv.Itoa(pos[i]))
	}
	out.WriteByte('\n')
}

// printBoard draws the solution in pos, column i on line i: columns and rows change places.
func printBoard() {
	for i := range n {
		for j := range n {
			if pos[i] == j {
				out.WriteString("■ ")
			} else {
				out.WriteString("□ ")
			}
		}
		out.WriteByte('\n')
	}
	out.WriteString("\n----------------\n")
}

// printCount prints how many solutions were found. The numbers are passed as text, because the
// printer would write 14,200.
func printCount() {
	words.Fprintf(out, "%s-queens placements: %s\n", strconv.Itoa(n), strconv.Itoa(count))
}
