// A search from column to column, with the parts that a learner's program may have.
package main

import (
	"bufio"
	"fmt"
	"os"
)

const n = 8

var (
	pos           [n]int
	rowUsed       [n]bool
	slashUsed     [2*n - 1]bool
	backslashUsed [2*n - 1]bool
	count         int
)

var out = bufio.NewWriter(os.Stdout)

func set(i int) {
	for j := range n {
		if rowUsed[j] || // of the rows
			slashUsed[i+j] || /* of one kind,
			   range */backslashUsed[i-j+n-1] {
			continue
		}
		pos[i] = j
		if i == n-1 { // taken; go on
			report()
		} else {
			rowUsed[j] = true
			slashUsed[i+j], backslashUsed[i-j+n-1] = true, true
			set(i + 1)
			rowUsed[j] = false
			slashUsed[i+j], backslashUsed[i-j+n-1] = false, false
		}
	}
}

func report() {
	count++
	fmt.Fprintln(out, pos[:n])
}

func main() {
	report()
	set(0)
	var last string
	last = fmt.Sprint(count)
	fmt.Fprintln(out, last)
	out.Flush()
}
