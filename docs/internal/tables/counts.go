package tables

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"example.com/eightqueens/internal/oracle"
)

// tables computes each table.
var tables = map[string]func(*Tables, context.Context) ([][]string, error){
	"ways": counted(func(t *Tables) [][]string {
		return [][]string{
			line("", "", oneAfterAnother),
			line("", "", oneAfterAnother/inAnyOrder),
			line("", "", t.measure(8, oracle.None).Found),
			line("", "", t.measure(8, oracle.Row).Found),
			line("", "", t.measure(8, oracle.All).Found),
			line("", "", len(oracle.Classes(8))),
		}
	}),
	"classes": counted(func(t *Tables) [][]string {
		classes := map[int]int{} // how many have a size
		for _, class := range oracle.Classes(8) {
			classes[class.Size]++
		}
		return [][]string{
			line(8, classes[8], 8*classes[8]),
			line(4, classes[4], 4*classes[4]),
			line("", len(oracle.Classes(8)), t.measure(8, oracle.All).Found),
		}
	}),
	"branching-writes": counted(func(t *Tables) [][]string {
		const placement = " 0 0 0 0 0 0 0 0\n"
		lines := t.measure(8, oracle.None).Found
		return [][]string{
			line("", lines*len(strings.Fields(placement+"newline")), ""),
			line("", lines, ""),
			line("", lines*len(placement)/(4<<10), ""),
		}
	}),
	"branching-smaller": counted(func(t *Tables) [][]string {
		return [][]string{
			line("", oneAfterAnother),
			line("", oneAfterAnother/inAnyOrder),
			line("", t.measure(8, oracle.None).Found),
		}
	}),
	"base8": counted(func(t *Tables) [][]string {
		shown := []int{0, 1, 7, 8, 63, 64, 1_000_000, t.measure(8, oracle.None).Found - 1}
		var cells [][]string
		number := 0
		for pos := range oracle.Ways(8, 8, oracle.None) {
			if len(pos) < 8 {
				continue
			}
			if slices.Contains(shown, number) {
				cells = append(cells, line(number, code("%s", plain(pos))))
			}
			number++
		}
		return cells
	}),
	"branching-calls": counted(func(t *Tables) [][]string {
		work := t.measure(8, oracle.None)
		return callByCall(work, func(i int) int { return work.Found / work.CallsAt[i] })
	}),
	"rows-calls": counted(func(t *Tables) [][]string {
		work := t.measure(8, oracle.Row)
		next := append(work.CallsAt[1:], work.Found)
		return callByCall(work, func(i int) int { return next[i] / work.CallsAt[i] })
	}),
	"rows-work": counted(func(t *Tables) [][]string {
		return forEach([]oracle.Lines{oracle.None, oracle.Row}, func(lines oracle.Lines) []string {
			w := t.measure(8, lines)
			return line("", w.Found, w.Calls, w.Placed, w.Looked)
		})
	}),
	"work": counted(func(t *Tables) [][]string {
		return forEach([]oracle.Lines{oracle.None, oracle.Row, oracle.All}, func(lines oracle.Lines) []string {
			w := t.measure(8, lines)
			return line("", w.Calls, w.Placed, w.Looked)
		})
	}),
	"calls-by-column": counted(func(t *Tables) [][]string {
		var cells [][]string
		for i := range 8 {
			cells = append(cells, line(i, t.measure(8, oracle.None).CallsAt[i],
				t.measure(8, oracle.Row).CallsAt[i], t.measure(8, oracle.All).CallsAt[i]))
		}
		return cells
	}),
	"growth": counted(func(t *Tables) [][]string {
		factorial := 1
		var cells [][]string
		for n := 1; n <= 12; n++ {
			factorial *= n
			w := t.measure(n, oracle.All)
			cells = append(cells, line(n, factorial, w.Calls, w.Found))
		}
		return cells
	}),
	"published": counted(func(t *Tables) [][]string {
		var cells [][]string
		for n := 1; n <= 15; n++ {
			cells = append(cells, line(n, oracle.Published[n]))
		}
		return cells
	}),
	"lesson": counted(func(t *Tables) [][]string {
		return forEach([]int{4, 5, 6, 8, 12}, func(n int) []string {
			w := t.measure(n, oracle.All)
			return line(n, w.Found, w.Calls, "")
		})
	}),
	"looks": counted(func(t *Tables) [][]string {
		at8, at12 := looks(8), looks(12)
		placed8, placed12 := t.measure(8, oracle.All).Placed, t.measure(12, oracle.All).Placed
		return [][]string{
			line("", "", at8.flags, at12.flags),
			line("", "", at8.squares, at12.squares),
			line("", "", at8.queens, at12.queens),
			line("", "", 1+placed8, 1+placed12), // the empty board, and one for each queen put
			line("", "", placed8/2, placed12/2), // n is even: the others are mirror images
		}
	}),
	"halves": counted(func(*Tables) [][]string {
		return forEach([]int{8, 10, 12}, func(n int) []string {
			all, pairs, fit := joinHalves(n)
			return line(n, all, int64(all)*int64(all), pairs, fit)
		})
	}),
	"bytes": counted(func(*Tables) [][]string {
		// pos has n numbers of 8 bytes; a flag has one byte, and there are n + 2 × (2n-1) of them.
		bytes := func(n int) int { return 8*n + n + 2*(2*n-1) }
		// In the C tutorial every place is an int of 4 bytes.
		const inC = 4 * (800 + 800 + 1500 + 1500)
		onHeap := func(n int) int { return 4 * (n + n + 2*(2*n-1)) }
		cells := forEach([]int{4, 8, 100, 800}, func(n int) []string { return line(n, bytes(800), bytes(n), inC, onHeap(n)) })
		return append(cells, line(1_000_000, "", bytes(1_000_000), "", onHeap(1_000_000)))
	}),

	"rows-variants": func(t *Tables, ctx context.Context) ([][]string, error) {
		return t.changed(ctx, "stage2_rows", []int{4, 8},
			change{},
			change{"rowUsed[j] = false", ""},
			change{"rowUsed[j] = true", ""},
			change{"set(i + 1)", "rowUsed[j] = false; set(i + 1)", "rowUsed[j] = false", ""},
			change{"func set(i int) {", "func set(i int) { var rowUsed [n]bool"},
		)
	},
	"mistakes": func(t *Tables, ctx context.Context) ([][]string, error) {
		return t.changed(ctx, "stage3_diagonals", []int{3, 4, 5, 8},
			change{},
			rowsUnchecked,
			slashesUnchecked,
			change{" || backslashUsed[i-j+n-1]", ""},
			change{" || slashUsed[i+j] || backslashUsed[i-j+n-1]", ""},
			change{"backslashUsed[i-j+n-1]", "backslashUsed[i+j]"},
			flagsStay,
			change{"backslashUsed[i-j+n-1]", "backslashUsed[max(i-j, j-i)]"},
		)
	},
	"breaks": func(t *Tables, ctx context.Context) ([][]string, error) {
		cells, err := t.changed(ctx, "stage3_diagonals", []int{8}, change{}, rowsUnchecked, slashesUnchecked, flagsStay)
		for r := range cells {
			cells[r] = append(cells[r], "")
		}
		return cells, err
	},

	"rows-trace-1-3":   steps(1, 3),
	"rows-trace-4-6":   steps(4, 6),
	"rows-trace-7-11":  steps(7, 11),
	"rows-trace-12-13": steps(12, 13),
	"rows-trace-14-20": steps(14, 20),
	"rows-trace-21-25": steps(21, 25),
	"rows-trace-26-32": steps(26, 32),
	"rows-trace-61-66": steps(61, 66),
	"rows-flags":       traced(flags),
}

var (
	rowsUnchecked    = change{"rowUsed[j] || ", ""}
	slashesUnchecked = change{"slashUsed[i+j] || ", ""}
	flagsStay        = change{
		"rowUsed[j] = false", "",
		"slashUsed[i+j] = false", "",
		"backslashUsed[i-j+n-1] = false", "",
	}
)

// counted returns a table for which nothing but a search is needed.
func counted(table func(*Tables) [][]string) func(*Tables, context.Context) ([][]string, error) {
	return func(t *Tables, _ context.Context) ([][]string, error) { return table(t), nil }
}

// The ways to put eight queens on 64 squares one after another, and the orders of eight queens.
const (
	oneAfterAnother int64 = 64 * 63 * 62 * 61 * 60 * 59 * 58 * 57
	inAnyOrder      int64 = 8 * 7 * 6 * 5 * 4 * 3 * 2 * 1
)

// measure returns the work for n queens that share none of the lines.
func (t *Tables) measure(n int, lines oracle.Lines) oracle.Work {
	s := search{n, lines}
	if _, ok := t.work[s]; !ok {
		t.work[s] = oracle.Measure(n, lines)
	}
	return t.work[s]
}

// forEach returns a line for each of the things.
func forEach[T any](things []T, line func(T) []string) [][]string {
	var cells [][]string
	for _, thing := range things {
		cells = append(cells, line(thing))
	}
	return cells
}

// callByCall returns a line for the calls of each column, with what each of them does, and one for
// all calls.
func callByCall(w oracle.Work, each func(i int) int) [][]string {
	var cells [][]string
	for i, calls := range w.CallsAt {
		cells = append(cells, line(code("set(%d)", i), calls, each(i)))
	}
	return append(cells, line("", w.Calls, ""))
}

// plain writes rows as the stages print them, 0 1 2 3.
func plain(pos []int) string { return strings.Trim(fmt.Sprint(pos), "[]") }

// looked is how much is looked at in order to know where queens may stand.
type looked struct {
	flags   int // one for each kind of line
	squares int // of the board, on all three lines one step to the left at a time
	queens  int // from the first column on
}

// looks counts what three ways to check a square look at in the whole search for n queens.
func looks(n int) (sum looked) {
	for pos := range oracle.Ways(n, n-1, oracle.All) {
		for j := range n {
			sum.look(n, pos, j)
		}
	}
	return sum
}

// look adds what is looked at until it is known whether a queen may stand in row j of the column
// after those of pos.
func (l *looked) look(n int, pos []int, j int) {
	column := len(pos)
	var attacked oracle.Lines
	first := -1
	for k, row := range pos {
		shared := oracle.Shared(column, j, k, row)
		attacked |= shared
		if shared != oracle.None && first < 0 {
			first = k
		}
	}
	switch {
	case attacked&oracle.Row != 0:
		l.flags++
	case attacked&oracle.Slash != 0:
		l.flags += 2
	default:
		l.flags += 3
	}
	if first < 0 {
		l.queens += column
	} else {
		l.queens += first + 1
	}
	for distance := 1; distance <= column; distance++ {
		for _, row := range []int{j, j - distance, j + distance} {
			if row < 0 || row >= n {
				continue
			}
			l.squares++
			if pos[column-distance] == row {
				return
			}
		}
	}
}

// joinHalves counts the ways to fill half the columns, the pairs of a left and a right half that
// use all rows together, and those among them that make a placement.
func joinHalves(n int) (all, pairs, fit int) {
	halves := map[int][][]int{} // by the rows used, as bits
	for _, half := range oracle.Full(n, n/2, oracle.All) {
		used := 0
		for _, j := range half {
			used |= 1 << j
		}
		halves[used] = append(halves[used], half)
		all++
	}
	for used, lefts := range halves {
		for _, right := range halves[1<<n-1-used] {
			right = slices.Clone(right)
			slices.Reverse(right) // it was filled from the left edge
			for _, left := range lefts {
				pairs++
				if oracle.Keeps(slices.Concat(left, right), oracle.All) {
					fit++
				}
			}
		}
	}
	return all, pairs, fit
}
