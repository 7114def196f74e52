package check

import (
	"go/scanner"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/eightqueens/docs/internal/language"
)

// Counts[n] is the published number of placements of n queens (OEIS A000170).
var Counts = []int{1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184,
	14772512, 95815104, 666090624}

// Classes[n] is the published number of placements of n queens of which none is a turned or
// mirrored image of another (OEIS A002562).
var Classes = []int{1, 1, 0, 0, 1, 2, 1, 6, 12, 46, 92, 341, 1787}

// A square is where a queen may stand.
type square struct{ column, row int }

// squares lists where the queens of a placement stand.
func squares(pos []int) []square {
	list := make([]square, len(pos))
	for i, j := range pos {
		list[i] = square{i, j}
	}
	return list
}

// attacks tells in which line queens on the squares a and b attack each other, if they do.
func attacks(a, b square) (line string, yes bool) {
	right, down := b.column-a.column, b.row-a.row
	switch {
	case right == 0:
		return language.Say("같은 열", "the same column"), true
	case down == 0:
		return language.Say("같은 행", "the same row"), true
	case right == down:
		return language.Say(`같은 \ 대각선`, `the same \ diagonal`), true
	case right == -down:
		return language.Say("같은 / 대각선", "the same / diagonal"), true
	}
	return "", false
}

// Free tells whether the queen of the last column is attacked by none of the others.
func Free(pos []int) bool {
	queens := squares(pos)
	last := len(queens) - 1
	return !slices.ContainsFunc(queens[:last], func(queen square) bool {
		_, attacked := attacks(queen, queens[last])
		return attacked
	})
}

// Partial lists, in order, the ways to put queens in the first k columns of n so that none attacks
// another: all ways for one column, from each of them all ways for two, and so on.
func Partial(n, k int) [][]int {
	ways := [][]int{{}}
	for range k {
		var longer [][]int
		for _, way := range ways {
			for j := range n {
				if next := append(slices.Clone(way), j); Free(next) {
					longer = append(longer, next)
				}
			}
		}
		ways = longer
	}
	return ways
}

// All lists the placements of n queens in order.
func All(n int) [][]int {
	return Partial(n, n)
}

// Images lists the eight turned and mirrored images of a placement, itself among them; some may be
// equal.
func Images(pos []int) [][]int {
	var images [][]int
	queens := squares(pos)
	end := len(pos) - 1
	for range 2 {
		for range 4 {
			image := make([]int, len(pos))
			for k, queen := range queens {
				queens[k] = square{end - queen.row, queen.column} // a quarter turn
				image[queens[k].column] = queens[k].row
			}
			images = append(images, image)
		}
		for k, queen := range queens {
			queens[k] = square{end - queen.column, queen.row} // the mirror image
		}
	}
	return images
}

// Placement fails the test unless the call came to a placement of n queens.
func Placement(t *testing.T, call string, n int, pos []int) {
	t.Helper()
	if fault := Fault(n, pos); fault != "" {
		Fail(t, call, Got(pos),
			language.Say("기대: n = %d의 배치", "want: a placement for n = %d", n),
			fault)
	}
}

// Fault says what keeps pos from being a placement of n queens, and draws it; it is empty if
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
	for i, a := range squares(pos) {
		for _, b := range squares(pos)[:i] {
			if line, yes := attacks(b, a); yes {
				return language.Say("%d열, %d열의 퀸이 %s에 있습니다.\n%s",
					"the queens of columns %d and %d stand on %s.\n%s", b.column, a.column, line, Board(n, pos))
			}
		}
	}
	return ""
}

// Board draws a placement as the stages do, column i on line i.
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

// NoTable fails the test if the source of an exercise holds a published count: counts are to be
// searched for, not looked up.
func NoTable(t *testing.T, source string) {
	t.Helper()
	if line, count := publishedCount(source); count != 0 {
		Fail(t, "", language.Say(
			"exercise.go:%d에 배치 수(%d)가 적혀 있습니다. 배치 수는 적어 두지 않고 탐색하여 셉니다.",
			"exercise.go:%d holds the count %d; counts are to be found by searching, not to be looked up.",
			line, count))
	}
}

// publishedCount finds a published count among the literals of the source, and its line.
func publishedCount(source string) (line, count int) {
	large := Counts[9:] // smaller counts may well stand in a program for another reason
	var scan scanner.Scanner
	file := token.NewFileSet().AddFile("exercise.go", -1, len(source))
	scan.Init(file, []byte(source), nil, 0)
	for {
		pos, kind, text := scan.Scan()
		switch kind {
		case token.EOF:
			return 0, 0
		case token.INT, token.STRING:
			for _, number := range numbers(text) {
				if slices.Contains(large, number) {
					return file.Line(pos), number
				}
			}
		}
	}
}

// numbers lists the numbers in a text; underscores, as in 14_200, do not hide them.
func numbers(text string) []int {
	var list []int
	for _, digits := range strings.FieldsFunc(strings.ReplaceAll(text, "_", ""), func(c rune) bool {
		return c < '0' || c > '9'
	}) {
		number, _ := strconv.Atoi(digits)
		list = append(list, number)
	}
	return list
}
