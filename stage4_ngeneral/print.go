package main

import (
	"flag"
	"fmt"
	"strconv"
)

// countOnly asks for the count alone, without a prompt or a word.
var countOnly bool

func init() {
	flag.BoolVar(&countOnly, "count", false, "print only the count (배치 수만 출력합니다)")
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
	if countOnly {
		fmt.Fprintln(out, count)
	} else {
		words.Fprintf(out, "%s-queens placements: %s\n", strconv.Itoa(n), strconv.Itoa(count))
	}
}
