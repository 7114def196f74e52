// A learner's program with loops and jumps of every form.
package main

import (
	"bufio"
	"os"
	"slices"
)

const n = 8

var pos [n]int

var out = bufio.NewWriter(os.Stdout)

func set(i int) {
	for j := 0; j < n; j++ {
		if used(i, j) {
			continue
		}
		pos[i] = j
		if i == n-1 {
			report()
			continue
		}
		set(i + 1)
	}
}

func used(i, j int) bool {
	k := 0
	for k < i {
		if pos[k] == j {
			break
		}
		k++
	}
	found := false
	for c, row := range pos[:i] {
		if c == k && row == j {
			found = true
			break
		}
	}
	return found
}

func report() {
	line := out.AvailableBuffer()
	i := 0
next:
	if i < n {
		line = append(line, ' ', '0'+byte(pos[i]))
		i++
		goto next
	}
	out.Write(append(line, '\n'))
}

func jumps() {
outer:
	for i := range n {
		for j := range n {
			switch {
			case j == i:
				break
			case i == 1 && j == 2:
				continue outer
			case i == 2 && j == 1:
				break outer
			default:
				out.WriteString("j")
				fallthrough
			case j == 99:
				out.WriteString(".")
			}
		}
		out.WriteString("i")
	}
	var first, second = 1, 2
	tries := second - first - 1
again:
	tries++
	if tries < 3 {
		goto again
	}
	for range 2 {
		break
	}
	for range []int(nil) {
	}
	for range 4 {
		for {
			break
		}
	}
	for i := 3; ; i-- {
		if i == 0 {
			break
		}
	}
	for key := range map[string]bool{"only": true} {
		out.WriteString(key)
	}
	for i, c := range slices.Backward([]rune("퀸♛")) {
		if i == 0 {
			out.WriteString(string(c))
		}
	}
	for i := range func() int { return 2 }() {
		select {
		default:
			out.WriteString("s")
		}
		switch c := i; c {
		case 0:
		case 1:
			{
				out.WriteString("block")
			}
		}
	}
}

func main() { set(0); jumps(); out.Flush() }
