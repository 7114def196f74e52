package tables

import (
	"context"
	"slices"
	"strings"

	"example.com/eightqueens/internal/oracle"
)

// A table computes a value for each cell, "" where the words are the author's.
type table func(*Tables, context.Context) ([][]any, error)

// all are the tables by their names.
func all() map[string]table {
	return map[string]table{
		"ways": counted(func() [][]any {
			return [][]any{
				{"", "", oneAfterAnother},
				{"", "", oneAfterAnother / inAnyOrder},
				{"", "", oracle.Measure(8, oracle.None).Found},
				{"", "", oracle.Measure(8, oracle.Row).Found},
				{"", "", oracle.Measure(8, oracle.All).Found},
				{"", "", len(oracle.Classes(8))},
			}
		}),
		"classes": counted(func() [][]any {
			classes := map[int]int{} // how many have a size
			for _, class := range oracle.Classes(8) {
				classes[class.Size]++
			}
			return [][]any{
				{8, classes[8], 8 * classes[8]},
				{4, classes[4], 4 * classes[4]},
				{"", len(oracle.Classes(8)), oracle.Measure(8, oracle.All).Found},
			}
		}),
		"branching-writes": counted(func() [][]any {
			const placement = " 0 0 0 0 0 0 0 0\n"
			lines := oracle.Measure(8, oracle.None).Found
			return [][]any{
				{"", lines * len(strings.Fields(placement+"newline")), ""},
				{"", lines, ""},
				{"", lines * len(placement) / (4 << 10), ""},
			}
		}),
		"branching-smaller": counted(func() [][]any {
			return [][]any{
				{"", oneAfterAnother},
				{"", oneAfterAnother / inAnyOrder},
				{"", oracle.Measure(8, oracle.None).Found},
			}
		}),
		"base8": counted(func() (cells [][]any) {
			shown := []int{0, 1, 7, 8, 63, 64, 1_000_000, oracle.Measure(8, oracle.None).Found - 1}
			number := 0
			for pos := range oracle.Ways(8, 8, oracle.None) {
				if len(pos) < 8 {
					continue
				}
				if number == shown[len(cells)] {
					cells = append(cells, []any{number, code("%s", oracle.String(pos))})
				}
				number++
			}
			return cells
		}),
		"branching-calls": counted(func() [][]any {
			work := oracle.Measure(8, oracle.None)
			return callByCall(work, func(i int) int { return work.Found / work.CallsAt[i] })
		}),
		"rows-calls": counted(func() [][]any {
			work := oracle.Measure(8, oracle.Row)
			next := append(work.CallsAt[1:], work.Found)
			return callByCall(work, func(i int) int { return next[i] / work.CallsAt[i] })
		}),
		"rows-work": counted(func() [][]any {
			return forEach([]oracle.Lines{oracle.None, oracle.Row}, func(lines oracle.Lines) []any {
				w := oracle.Measure(8, lines)
				return []any{"", w.Found, w.Calls, w.Placed, w.Looked}
			})
		}),
		"work": counted(func() [][]any {
			return forEach([]oracle.Lines{oracle.None, oracle.Row, oracle.All}, func(lines oracle.Lines) []any {
				w := oracle.Measure(8, lines)
				return []any{"", w.Calls, w.Placed, w.Looked}
			})
		}),
		"calls-by-column": counted(func() [][]any {
			return forEach([]int{0, 1, 2, 3, 4, 5, 6, 7}, func(i int) []any {
				calls := func(lines oracle.Lines) int { return oracle.Measure(8, lines).CallsAt[i] }
				return []any{i, calls(oracle.None), calls(oracle.Row), calls(oracle.All)}
			})
		}),
		"growth": counted(func() [][]any {
			factorial := 1
			return forEach([]int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, func(n int) []any {
				factorial *= n
				w := oracle.Measure(n, oracle.All)
				return []any{n, factorial, w.Calls, w.Found}
			})
		}),
		"published": counted(func() [][]any {
			return forEach([]int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, func(n int) []any {
				return []any{n, oracle.Published[n]}
			})
		}),
		"lesson": counted(func() [][]any {
			return forEach([]int{4, 5, 6, 8, 12}, func(n int) []any {
				w := oracle.Measure(n, oracle.All)
				return []any{n, w.Found, w.Calls, ""}
			})
		}),
		"looks": counted(func() [][]any {
			at8, at12 := looks(8), looks(12)
			placed8, placed12 := oracle.Measure(8, oracle.All).Placed, oracle.Measure(12, oracle.All).Placed
			return [][]any{
				{"", "", at8.flags, at12.flags},
				{"", "", at8.squares, at12.squares},
				{"", "", at8.queens, at12.queens},
				{"", "", 1 + placed8, 1 + placed12}, // the empty board, and one for each queen put
				{"", "", placed8 / 2, placed12 / 2}, // n is even: the others are mirror images
			}
		}),
		"halves": counted(func() [][]any {
			return forEach([]int{8, 10, 12}, func(n int) []any {
				all, pairs, fit := joinHalves(n)
				return []any{n, all, int64(all) * int64(all), pairs, fit}
			})
		}),
		"bytes": counted(func() [][]any {
			// pos has n numbers of 8 bytes; a flag has one byte, and there are n + 2 × (2n-1) of them.
			bytes := func(n int) int { return 8*n + n + 2*(2*n-1) }
			// In the C tutorial every place is an int of 4 bytes.
			const inC = 4 * (800 + 800 + 1500 + 1500)
			onHeap := func(n int) int { return 4 * (n + n + 2*(2*n-1)) }
			cells := forEach([]int{4, 8, 100, 800}, func(n int) []any { return []any{n, bytes(800), bytes(n), inC, onHeap(n)} })
			return append(cells, []any{1_000_000, "", bytes(1_000_000), "", onHeap(1_000_000)})
		}),

		"times": counted(func() [][]any {
			return forEach(strings.Fields("board pairs flags bits mirror eight cores half"), func(way string) []any {
				time12, speed12 := speed(way, 12)
				time14, speed14 := speed(way, 14)
				return []any{code("%s", way), "", time12, speed12, time14, speed14}
			})
		}),

		"rows-variants": func(t *Tables, ctx context.Context) ([][]any, error) {
			return t.changed(ctx, "stage2_rows", []int{4, 8},
				change{},
				change{"rowUsed[j] = false", ""},
				change{"rowUsed[j] = true", ""},
				change{"set(i + 1)", "rowUsed[j] = false; set(i + 1)", "rowUsed[j] = false", ""},
				change{"func set(i int) {", "func set(i int) { var rowUsed [n]bool"},
			)
		},
		"mistakes": func(t *Tables, ctx context.Context) ([][]any, error) {
			return t.changed(ctx, "stage3_diagonals", []int{3, 4, 5, 8},
				change{},
				change{"rowUsed[j] || ", ""},
				change{"slashUsed[i+j] || ", ""},
				change{" || backslashUsed[i-j+n-1]", ""},
				change{" || slashUsed[i+j] || backslashUsed[i-j+n-1]", ""},
				change{"backslashUsed[i-j+n-1]", "backslashUsed[i+j]"},
				change{"rowUsed[j] = false", "", "slashUsed[i+j] = false", "", "backslashUsed[i-j+n-1] = false", ""},
				change{"backslashUsed[i-j+n-1]", "backslashUsed[max(i-j, j-i)]"},
			)
		},
		"breaks": func(t *Tables, ctx context.Context) ([][]any, error) { // those of the mistakes that a class makes
			mistakes, err := t.Compute(ctx, "mistakes")
			if err != nil {
				return nil, err
			}
			return forEach([]int{0, 1, 2, 6}, func(k int) []any { return []any{"", mistakes[k][4], ""} }), nil
		},

		"endings": func(t *Tables, ctx context.Context) ([][]any, error) {
			calls := change{"func set(i int) {", "func set(i int) { report()"} // counts them
			return t.changed(ctx, "stage3_diagonals", []int{4, 8},
				append(change{"\t\t\treport()\n", ""}, calls...),
				append(change{"\tfor j := range n {", "\tif i == n { return }\n\tfor j := range n {", "if i == n-1 {\n\t\t\treport()\n\t\t} else ", ""}, calls...),
			)
		},
		"dead-ends": counted(func() [][]any { return untilNextQueen(4) }),

		"rows-flags": traced(flags),
	}
}

// counted returns a table for which nothing but a search is needed.
func counted(table func() [][]any) table {
	return func(*Tables, context.Context) ([][]any, error) { return table(), nil }
}

// The ways to put eight queens on 64 squares one after another, and the orders of eight queens.
const (
	oneAfterAnother int64 = 64 * 63 * 62 * 61 * 60 * 59 * 58 * 57
	inAnyOrder      int64 = 8 * 7 * 6 * 5 * 4 * 3 * 2 * 1
)

// forEach returns a line for each of the things.
func forEach[T any](things []T, line func(T) []any) (cells [][]any) {
	for _, thing := range things {
		cells = append(cells, line(thing))
	}
	return cells
}

// callByCall returns a line for the calls of each column, with what each of them does, and one for
// all calls.
func callByCall(w oracle.Work, each func(i int) int) (cells [][]any) {
	for i, calls := range w.CallsAt {
		cells = append(cells, []any{code("set(%d)", i), calls, each(i)})
	}
	return append(cells, []any{"", w.Calls, ""})
}

// untilNextQueen returns what stage 3 does with n queens, square by square, until the first queen is
// about to move.
func untilNextQueen(n int) (cells [][]any) {
	var set func(pos []int)
	set = func(pos []int) {
		i := len(pos)
		add := func(j any, flag, next string, pos []int) {
			cells = append(cells, []any{code("set(%d)", i), j, flag, next, code("%s", oracle.String(pos))})
		}
		isDeadEnd := true
		for j := range n {
			if flag := takenBy(n, pos, j); flag != "" {
				add(j, flag, "", pos)
				continue
			}
			isDeadEnd = false
			put := append(slices.Clone(pos), j)
			add(j, "", code("set(%d)", i+1), put)
			set(put)
			if i == 0 {
				return
			}
			add(j, "", "", put)
		}
		if isDeadEnd {
			add("", "", "", pos)
		}
	}
	set(nil)
	return cells
}

// takenBy returns the first flag of stage 3 that keeps a queen from row j of the column after those of
// pos; "" if there is none.
func takenBy(n int, pos []int, j int) string {
	i := len(pos)
	for _, flag := range []struct {
		lines oracle.Lines
		name  string
		index int
	}{{oracle.Row, "rowUsed", j}, {oracle.Slash, "slashUsed", i + j}, {oracle.Backslash, "backslashUsed", i - j + n - 1}} {
		if !oracle.Keeps(append(slices.Clone(pos), j), flag.lines) {
			return code("%s[%d]", flag.name, flag.index)
		}
	}
	return ""
}

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
	i := len(pos)
	var attacked oracle.Lines
	for k, row := range pos {
		if attacked == oracle.None {
			l.queens++
		}
		attacked |= oracle.Shared(i, j, k, row)
	}
	l.flags += 3
	if attacked&oracle.Row != 0 {
		l.flags -= 2
	} else if attacked&oracle.Slash != 0 {
		l.flags--
	}
	for k, row := range slices.Backward(pos) {
		for _, square := range []int{j, j - (i - k), j + (i - k)} {
			if square < 0 || square >= n {
				continue
			}
			if l.squares++; square == row {
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
	var joined []int
	for used, lefts := range halves {
		for _, right := range halves[1<<n-1-used] {
			right = slices.Clone(right)
			slices.Reverse(right) // it was filled from the left edge
			for _, left := range lefts {
				pairs++
				if joined = append(append(joined[:0], left...), right...); oracle.Keeps(joined, oracle.All) {
					fit++
				}
			}
		}
	}
	return all, pairs, fit
}
