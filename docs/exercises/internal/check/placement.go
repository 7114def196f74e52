package check

import (
	"fmt"
	"go/scanner"
	"go/token"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/eightqueens/docs/internal/language"
	"example.com/eightqueens/internal/oracle"
)

// Counts[n] is the published number of solutions for n queens, Classes[n] of those of which none is
// a turned or mirrored image of another.
var (
	Counts  = oracle.Published
	Classes = oracle.PublishedClasses
)

// Placement fails the test unless the call came to a solution of n queens, or nil where there is none.
func Placement(t *testing.T, call string, n int, pos []int) {
	t.Helper()
	if n == 2 || n == 3 {
		if pos != nil {
			Fail(t, call, Got(pos), language.Say("기대: nil (해가 없습니다)", "want: nil (no solution)"))
		}
		return
	}
	if fault := Fault(n, pos); fault != "" {
		Fail(t, call, Got(pos),
			language.Say("기대: n = %d의 해", "want: a solution for n = %d", n),
			fault)
	}
}

// Fault says what keeps pos from being a solution of n queens, and draws it; it is empty if
// nothing does.
func Fault(n int, pos []int) string {
	if len(pos) != n {
		return language.Say("있어야 할 길이는 %d, 나온 것의 길이는 %d입니다.", "the length must be %d, not %d.", n, len(pos))
	}
	for i, j := range pos {
		if j < 0 || j >= n {
			return language.Say("%d열의 퀸이 %d행에 있는데, 행은 0부터 %d까지입니다.",
				"the queen of column %d stands in row %d; rows go from 0 to %d.", i, j, n-1)
		}
	}
	for i, j := range pos {
		for k, l := range pos[:i] {
			if shared := oracle.Shared(i, j, k, l); shared != oracle.None {
				return language.Say("%d열, %d열의 퀸이 %s에 있습니다.\n%s",
					"the queens of columns %d and %d stand on %s.\n%s", k, i, lineName(shared), Board(n, pos))
			}
		}
	}
	return ""
}

// lineName returns what a line is called that two queens share.
func lineName(shared oracle.Lines) string {
	switch shared {
	case oracle.Row:
		return language.Say("같은 행", "the same row")
	case oracle.Slash:
		return language.Say("같은 / 대각선", "the same / diagonal")
	}
	return language.Say(`같은 \ 대각선`, `the same \ diagonal`)
}

// Board draws a solution as the stages do, column i on line i.
func Board(n int, pos []int) string {
	var board strings.Builder
	for i, j := range pos {
		board.WriteString(Line(n, i, j, "■"))
	}
	return board.String()
}

// Line draws column i of a board of n rows with a sign in row j.
func Line(n, i, j int, sign string) string {
	squares := slices.Repeat([]string{"□"}, n)
	squares[j] = sign
	return language.Say("%2d열: ", "column %2d: ", i) + strings.Join(squares, " ") + "\n"
}

// Count fails the test unless count, which has the given name, returns the number of solutions for
// every n up to the largest. Small boards with solutions show best what is wrong, and come first.
func Count(t *testing.T, name string, count func(n int) int, largest int) {
	t.Helper()
	for k := range largest {
		n := k + 1
		if k < 5 {
			n = []int{4, 5, 1, 2, 3}[k]
		}
		call := fmt.Sprintf("%s(%d)", name, n)
		Equal(t, call, Call(t, call, func() int { return count(n) }), Counts[n])
	}
}

// NoTable fails the test if the exercise's source holds a published count: counts are to be searched
// for, not looked up.
func NoTable(t *testing.T) {
	t.Helper()
	source, err := os.ReadFile("exercise.go")
	if err != nil {
		t.Fatal(err)
	}
	if line, count := publishedCount(source); count != 0 {
		Fail(t, "", language.Say(
			"exercise.go:%d에 해의 수(%d)가 적혀 있습니다. 해의 수는 적어 두지 않고 탐색하여 셉니다.",
			"exercise.go:%d holds the count %d; counts are to be found by searching, not to be looked up.",
			line, count))
	}
}

var digits = regexp.MustCompile(`\d+`)

// publishedCount returns a published count among the literals of the source, and its line. The
// underscores of 14_200 do not hide it.
func publishedCount(source []byte) (line, count int) {
	large := Counts[9:] // smaller counts may well stand in a program for another reason
	var scan scanner.Scanner
	file := token.NewFileSet().AddFile("exercise.go", -1, len(source))
	scan.Init(file, source, nil, 0)
	for pos, kind, text := scan.Scan(); kind != token.EOF; pos, kind, text = scan.Scan() {
		if kind != token.INT && kind != token.STRING {
			continue
		}
		for _, number := range digits.FindAllString(strings.ReplaceAll(text, "_", ""), -1) {
			if number, _ := strconv.Atoi(number); slices.Contains(large, number) {
				return file.Line(pos), number
			}
		}
	}
	return 0, 0
}
