// A learner's program with state of every shape.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

const n = 8

var out = bufio.NewWriter(os.Stdout)

type square struct{ column, row int }

type node struct {
	row  int
	next *node
}

type board struct {
	cells  [n][n]bool
	queens []square
	names  map[square]string
	next   *board
	notify func()
}

// String counts how often it is called: showing a value must not call it.
func (b *board) String() string {
	shown++
	return "board " + b.queens[0].String()
}

func (s square) String() string {
	shown++
	return fmt.Sprint(s.column, s.row)
}

var (
	shown  int
	global = board{names: map[square]string{}}
	big    = uint64(1) << 63
	half   = 0.5
	title  = "quote \" and 퀸"
)

func (b *board) set(i int, count *int) {
	if i == n {
		*count++
		fmt.Fprintln(out, b.queens)
		return
	}
	for j := range n {
		if b.attacked(i, j) {
			continue
		}
		s := square{i, j}
		b.queens = append(b.queens, s)
		b.cells[i][j] = true
		b.names[s] = strings.Repeat("q", i)
		b.set(i+1, count)
		delete(b.names, s)
		b.cells[i][j] = false
		b.queens = b.queens[:len(b.queens)-1]
	}
}

func (b *board) attacked(i, j int) bool {
	for _, q := range b.queens {
		if q.row == j || q.row-j == q.column-i || q.row-j == i-q.column {
			return true
		}
	}
	return false
}

func main() {
	count := 0
	global.set(0, &count)
	local := &board{names: map[square]string{}, next: &global}
	var none *board
	local.next.next = local
	local.set(0, &count)
	var anything any = local
	var err error
	grid := [2][2]int{{1, 2}, {3, 4}}
	grid[1][0]++
	shadow := 1
	{
		shadow := "inner"
		shadow += "!"
		_ = shadow
	}
	shadow++
	pointer := &grid
	pointer[0][0] = 9
	big--
	half = half * 1e300 * 1e300
	list := &node{2, &node{1, nil}}
	title := title + "!"
	_, _, _ = anything, none, err
	fmt.Fprintln(out, count, grid, shadow, shown, title, list.row)
	out.Flush()
}
