package main_test

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// tables computes the tables of counts, each by its name: all numbers, line by line.
var tables = map[string]func() []int{
	"ways": func() []int {
		ordered := product(57, 64)
		return []int{ordered, ordered / product(1, 8), power(8, 8), product(1, 8),
			queens(8).found, len(classes())}
	},
	"classes": func() []int {
		sizes := map[int]int{} // how many classes have a size
		for _, size := range classes() {
			sizes[size]++
		}
		return []int{8, sizes[8], 8 * sizes[8], 4, sizes[4], 4 * sizes[4],
			len(classes()), queens(8).found}
	},
	"branching-writes": func() []int {
		lines := power(8, 8)
		bytes := lines * len(" 0 0 0 0 0 0 0 0\n")
		return []int{lines * 9, lines, bytes / (4 << 10)}
	},
	"branching-smaller": func() []int {
		ordered := product(57, 64)
		return []int{ordered, ordered / product(1, 8), power(8, 8)}
	},
	"branching-calls": func() []int {
		w := branching()
		return append(sideBySide(w.callsAt, steps(8, func(i int) int { return power(8, 8-i) })), w.calls)
	},
	"rows-work": func() []int {
		var numbers []int
		for _, w := range []work{branching(), search(8, []rule{sameRow})} {
			numbers = append(numbers, w.found, w.calls, w.placed, w.looked)
		}
		return numbers
	},
	"rows-calls": func() []int {
		w := search(8, []rule{sameRow})
		return append(sideBySide(w.callsAt, steps(8, func(i int) int { return 8 - i })), w.calls)
	},
	"rows-variants": func() []int {
		all, allOf8 := search(4, nil).found, branching().found
		return []int{
			search(4, []rule{sameRow}).found, search(8, []rule{sameRow}).found,
			searchNeverUnmarking(4, []rule{sameRow}), searchNeverUnmarking(8, []rule{sameRow}),
			all, allOf8, // no mark is ever seen
			all, allOf8,
			all, allOf8,
		}
	},
	"mistakes": func() []int {
		var numbers []int
		found := func(rules ...rule) {
			for _, n := range []int{3, 4, 5, 8} {
				numbers = append(numbers, search(n, rules).found)
			}
		}
		found(allRules...)
		found(sameSlash, sameBackslash)
		found(sameRow, sameBackslash)
		found(sameRow, sameSlash)
		found(sameRow)
		found(sameRow, sameSlash, sameSlash)
		for _, n := range []int{3, 4, 5, 8} {
			numbers = append(numbers, searchNeverUnmarking(n, allRules))
		}
		found(sameRow, sameSlash, sameDistance)
		return numbers
	},
	"work": func() []int {
		var numbers []int
		for _, w := range []work{branching(), search(8, []rule{sameRow}), queens(8)} {
			numbers = append(numbers, w.calls, w.placed, w.looked)
		}
		return numbers
	},
	"calls-by-column": func() []int {
		return sideBySide(steps(8, func(i int) int { return i }),
			branching().callsAt, search(8, []rule{sameRow}).callsAt, queens(8).callsAt)
	},
	"growth": func() []int {
		var numbers []int
		for n := 1; n <= 12; n++ {
			numbers = append(numbers, n, product(1, n), queens(n).calls, queens(n).found)
		}
		return numbers
	},
	"published": func() []int {
		var numbers []int
		for n := 1; n <= 12; n++ {
			numbers = append(numbers, n, queens(n).found)
		}
		return append(numbers, 13, 73712, 14, 365596, 15, 2279184) // OEIS A000170; too many to count here
	},
	"bytes": func() []int {
		const maxN, ofInt, ofBool = 800, 8, 1
		bytes := func(n int) int { return n*ofInt + n*ofBool + 2*(2*n-1)*ofBool }
		var numbers []int
		for _, n := range []int{4, 8, 100, 800} {
			numbers = append(numbers, n, bytes(maxN), bytes(n))
		}
		return append(numbers, 1_000_000, bytes(1_000_000))
	},
	"looks": func() []int {
		flags8, squares8, compared8 := looks(8)
		flags12, squares12, compared12 := looks(12)
		boards := func(n int) int { return 1 + queens(n).placed } // the empty one, and one for each queen put
		half := func(n int) int { return queens(n).placed / 2 }   // n is even: the others are mirror images
		return []int{flags8, flags12, squares8, squares12, compared8, compared12,
			boards(8), boards(12), half(8), half(12)}
	},
	"halves": func() []int {
		var numbers []int
		for _, n := range []int{8, 10, 12} {
			all, pairs, fit := joinHalves(n)
			numbers = append(numbers, n, all, all*all, pairs, fit)
		}
		return numbers
	},
	"lesson": func() []int {
		var numbers []int
		for _, n := range []int{4, 5, 6, 8, 12} {
			w := queens(n)
			numbers = append(numbers, n, w.found, w.calls)
		}
		return numbers
	},
	"breaks": func() []int {
		return []int{
			queens(8).found,
			search(8, []rule{sameSlash, sameBackslash}).found,
			search(8, []rule{sameRow, sameBackslash}).found,
			searchNeverUnmarking(8, allRules),
		}
	},
}

// traces computes the tables that show a run step by step, each by its name: all numbers, marks
// and pieces of code below the heading, line by line.
var traces = map[string]func() []string{
	"base8": func() []string {
		var cells []string
		for _, line := range []int{0, 1, 7, 8, 63, 64, 1_000_000, power(8, 8) - 1} {
			cells = append(cells, separate(line), strings.Join(strings.Split(fmt.Sprintf("%08o", line), ""), " "))
		}
		return cells
	},
	"rows-trace-1-3":   func() []string { return rowsTrace(1, 3) },
	"rows-trace-4-6":   func() []string { return rowsTrace(4, 6) },
	"rows-trace-7-11":  func() []string { return rowsTrace(7, 11) },
	"rows-trace-12-13": func() []string { return rowsTrace(12, 13) },
	"rows-trace-14-20": func() []string { return rowsTrace(14, 20) },
	"rows-trace-21-25": func() []string { return rowsTrace(21, 25) },
	"rows-trace-61-66": func() []string { return rowsTrace(61, 66) },
	"rows-open-calls": func() []string {
		return strings.Fields("set(0) 0 0 set(1) set(1) 1 1 set(2) set(2) 2 2 set(3) set(3) 3 3")
	},
	"rows-flags": func() []string {
		var cells []string
		flags := "- - - -"
		for number, s := range rowsSteps() {
			if s.flags != flags || s.what[0] == "report()" {
				cells = append(cells, strconv.Itoa(number+1), s.call)
				cells = append(cells, s.what...)
				cells = append(cells, strings.Fields(s.flags)...)
			}
			flags = s.flags
			if s.what[0] == "rowUsed[0] = false" {
				break
			}
		}
		return cells
	},
}

// A rule tells whether the queens of columns i and k, in rows j and l, break it.
type rule func(i, j, k, l int) bool

func sameRow(i, j, k, l int) bool       { return j == l }
func sameSlash(i, j, k, l int) bool     { return i+j == k+l }
func sameBackslash(i, j, k, l int) bool { return i-j == k-l }

// sameDistance is a mistake: it takes two diagonals for one.
func sameDistance(i, j, k, l int) bool { return i-j == k-l || i-j == l-k }

var allRules = []rule{sameRow, sameSlash, sameBackslash}

// work is what a search did.
type work struct {
	calls      int     // of the recursive function
	callsAt    []int   // of these, for each column
	looked     int     // squares looked at
	placed     int     // squares that a queen was put on
	found      int     // placements
	placements [][]int // the first thousand of them
}

// search counts the work for n queens, one a column, under the rules. It compares pairs of queens
// and shares nothing with the flags of the stages.
func search(n int, rules []rule) work {
	w := work{callsAt: make([]int, n)}
	var rows []int // of the queens in the columns so far
	var fill func()
	fill = func() {
		w.calls++
		w.callsAt[len(rows)]++
		for j := range n {
			w.looked++
			if attacked(rows, j, rules) {
				continue
			}
			w.placed++
			rows = append(rows, j)
			if len(rows) < n {
				fill()
			} else if w.found++; w.found <= 1000 {
				w.placements = append(w.placements, slices.Clone(rows))
			}
			rows = rows[:len(rows)-1]
		}
	}
	fill()
	return w
}

var solved = map[int]work{}

// queens is the work for n queens under all rules, done once for each n.
func queens(n int) work {
	if _, ok := solved[n]; !ok {
		solved[n] = search(n, allRules)
	}
	return solved[n]
}

// branching is the work for 8 queens without any rule but one queen a column.
var branching = sync.OnceValue(func() work { return search(8, nil) })

// attacked tells whether a queen in row j of the next column would break a rule.
func attacked(rows []int, j int, rules []rule) bool {
	for k, l := range rows {
		for _, breaks := range rules {
			if breaks(len(rows), j, k, l) {
				return true
			}
		}
	}
	return false
}

// searchNeverUnmarking counts what is found when no mark is ever taken back.
func searchNeverUnmarking(n int, rules []rule) int {
	found := 0
	var marking [][2]int // column and row of each queen that ever marked anything
	var fill func(i int)
	fill = func(i int) {
	rows:
		for j := range n {
			for _, queen := range marking {
				for _, breaks := range rules {
					if breaks(i, j, queen[0], queen[1]) {
						continue rows
					}
				}
			}
			if i == n-1 {
				found++
				continue
			}
			marking = append(marking, [2]int{i, j})
			fill(i + 1)
		}
	}
	fill(0)
	return found
}

// looks counts, for n queens, what three ways to check a square look at before they know whether a
// queen may stand there: flags; squares of the board, on all three lines a step to the left at a
// time; and queens, from the first column on.
func looks(n int) (flags, squares, compared int) {
	look := func(rows []int, j int) {
		for _, line := range allRules {
			flags++
			if attacked(rows, j, []rule{line}) {
				break
			}
		}
	lines:
		for distance := 1; distance <= len(rows); distance++ {
			for _, square := range []int{j, j - distance, j + distance} {
				if square < 0 || square >= n {
					continue
				}
				squares++
				if rows[len(rows)-distance] == square {
					break lines
				}
			}
		}
		for k, l := range rows {
			compared++
			if sameRow(len(rows), j, k, l) || sameSlash(len(rows), j, k, l) || sameBackslash(len(rows), j, k, l) {
				break
			}
		}
	}
	var fill func(rows []int)
	fill = func(rows []int) {
		for j := range n {
			look(rows, j)
			if !attacked(rows, j, allRules) && len(rows) < n-1 {
				fill(append(rows, j))
			}
		}
	}
	fill(nil)
	return flags, squares, compared
}

// joinHalves counts the ways to fill half the columns, the pairs of a left and a right half that use
// all rows together, and those among them that make a placement.
func joinHalves(n int) (all, pairs, fit int) {
	halves := map[int][][]int{} // by the rows used, as bits
	var fill func(rows []int, used int)
	fill = func(rows []int, used int) {
		if len(rows) == n/2 {
			all++
			halves[used] = append(halves[used], slices.Clone(rows))
			return
		}
		for j := range n {
			if !attacked(rows, j, allRules) {
				fill(append(rows, j), used|1<<j)
			}
		}
	}
	fill(nil, 0)
	for used, lefts := range halves {
		for _, left := range lefts {
			for _, right := range halves[1<<n-1-used] {
				pairs++
				rows := left
				for k := n/2 - 1; k >= 0 && !attacked(rows, right[k], allRules); k-- {
					rows = append(rows, right[k]) // the right half is filled from the right edge
				}
				if len(rows) == n {
					fit++
				}
			}
		}
	}
	return all, pairs, fit
}

// classes returns the size of each class of the 92, known by its least placement.
func classes() map[string]int {
	sizes := map[string]int{}
	for _, rows := range queens(8).placements {
		least := fmt.Sprint(rows)
		for range 2 {
			for range 4 {
				turned := make([]int, len(rows))
				for i, j := range rows {
					turned[j] = len(rows) - 1 - i
				}
				rows = turned
				least = min(least, fmt.Sprint(rows))
			}
			rows = slices.Clone(rows)
			slices.Reverse(rows) // the mirror image
		}
		sizes[least]++
	}
	return sizes
}

// A step is one line of a trace: what stage 2 did, and the state after it.
type step struct {
	call       string   // whose step it is: set(2)
	j          int      // of that call
	what       []string // the code of the step
	pos, flags string
}

// rowsSteps returns what stage 2 does at n = 4, step by step.
func rowsSteps() []step {
	const n = 4
	var steps []step
	var pos [n]int
	var used [n]bool
	var set func(i int)
	set = func(i int) {
		for j := range n {
			add := func(what ...string) {
				s := step{call: fmt.Sprintf("set(%d)", i), j: j, what: what}
				for k := range n {
					place, flag := strconv.Itoa(pos[k]), "-"
					if k > i {
						place = "(" + place + ")" // stale
					}
					if used[k] {
						flag = "T"
					}
					s.pos += " " + place
					s.flags += " " + flag
				}
				s.pos, s.flags = s.pos[1:], s.flags[1:]
				steps = append(steps, s)
			}
			if used[j] {
				continue
			}
			pos[i] = j
			add(fmt.Sprintf("pos[%d] = %d", i, j))
			if i == n-1 {
				add("report()", strings.Trim(fmt.Sprint(pos), "[]"))
				continue
			}
			inner := fmt.Sprintf("set(%d)", i+1)
			used[j] = true
			add(fmt.Sprintf("rowUsed[%d] = true", j))
			add(inner)
			set(i + 1)
			add(inner)
			used[j] = false
			add(fmt.Sprintf("rowUsed[%d] = false", j))
		}
	}
	set(0)
	return steps
}

// rowsTrace returns the cells of some steps of stage 2, counted from 1.
func rowsTrace(first, last int) []string {
	var cells []string
	for number := first; number <= last; number++ {
		s := rowsSteps()[number-1]
		cells = append(cells, strconv.Itoa(number), s.call, strconv.Itoa(s.j))
		cells = append(cells, s.what...)
		cells = append(cells, s.pos, s.flags)
	}
	return cells
}

// product multiplies all numbers from first to last.
func product(first, last int) int {
	p := 1
	for k := first; k <= last; k++ {
		p *= k
	}
	return p
}

func power(base, exponent int) int {
	p := 1
	for range exponent {
		p *= base
	}
	return p
}

// steps returns the values of f for 0 to n-1.
func steps(n int, f func(int) int) []int {
	values := make([]int, n)
	for i := range values {
		values[i] = f(i)
	}
	return values
}

// sideBySide returns the numbers of some columns of a table, line by line.
func sideBySide(columns ...[]int) []int {
	var numbers []int
	for i := range columns[0] {
		for _, column := range columns {
			numbers = append(numbers, column[i])
		}
	}
	return numbers
}

var (
	number   = regexp.MustCompile(`^\d[\d,]*$`)
	emphasis = strings.NewReplacer("*", "", "`", "")
)

// numbers returns the cells of a table that are numbers, line by line.
func numbers(table []string) []string {
	var found []string
	for _, cell := range cells(table) {
		if cell = emphasis.Replace(cell); number.MatchString(cell) {
			found = append(found, cell)
		}
	}
	return found
}

// codeAndNumbers returns the pieces of code in a table's cells below the heading, and the cells
// that are numbers or marks.
func codeAndNumbers(table []string) []string {
	var found []string
	for _, cell := range cells(table[min(2, len(table)):]) {
		if number.MatchString(cell) || cell == "T" || cell == "-" {
			found = append(found, cell)
		}
		for _, code := range codeSpan.FindAllString(cell, -1) {
			found = append(found, strings.Trim(code, "`"))
		}
	}
	return found
}

// cells returns the cells of a table, line by line.
func cells(table []string) []string {
	var all []string
	for _, line := range table {
		for cell := range strings.SplitSeq(strings.Trim(line, "|"), "|") {
			all = append(all, strings.TrimSpace(cell))
		}
	}
	return all
}

// separate writes a number as the chapters do, 16,777,216.
func separate(number int) string {
	digits := strconv.Itoa(number)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
