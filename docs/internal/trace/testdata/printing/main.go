// A learner's program that prints in every way.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

const n = 8

var pos [n]int

var out = bufio.NewWriterSize(os.Stdout, 64<<10) // enough for all

func set(i int) {
	fmt.Println("set", i)
	for j := range n {
		pos[i] = j
		if i == n-1 {
			fmt.Fprintln(out, pos, strings.Repeat("■ □ ", 400))
		} else {
			set(i + 1)
		}
	}
	if i == 1 {
		out.Flush()
	}
	print("to standard error\n")
}

func main() {
	set(0)
	os.Stdout.WriteString("\xff half \xe2")
	os.Stdout.WriteString("\x96\xa0 a square")
	out.Flush()
}
