package trace

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// parsed is a main.go taken apart, without the go command.
func parsed(t *testing.T, source string) *stage {
	t.Helper()
	if !strings.HasPrefix(source, "package") && !strings.HasPrefix(source, "//") {
		source = "package main\n" + source
	}
	s := &stage{saved: map[string][]byte{"main.go": []byte(source)}}
	if err := s.parse(s.saved); err != nil {
		t.Fatal(err)
	}
	return s
}

// roleText is what a test says of roles.
func roleText(places []Place, r *Roles) string {
	if r == nil {
		return "none"
	}
	value := func(v any) string {
		text, _ := json.Marshal(v)
		return strings.ReplaceAll(string(text), `"`, "")
	}
	text := fmt.Sprintf("%s by %s, column %s, row %s, n %s, queens %s", r.Search, r.By, r.Column, r.Row, value(r.N), value(r.Queens))
	if r.Loop >= 0 {
		text += ", loop " + places[r.Loop].Text
	}
	for _, place := range r.Put {
		text += ", put " + places[place].Text
	}
	if r.Full != nil {
		text += fmt.Sprintf(", full where %s is %v", places[r.Full.Place].Text, r.Full.Is)
	}
	for _, f := range r.Flags {
		text += fmt.Sprintf(", %s[%s] %s %v", value(f.List), value(f.Index), f.Kind, f.Taken)
	}
	return text
}

// The parts of a search are known by what they do, not by what they are called.
func TestRoles(t *testing.T) {
	for name, test := range map[string]struct{ source, want string }{
		"the search": {source(t, "search"), "set by column, column i, row j, n 8, queens pos, loop j := range n, put pos[i] = j, " +
			"full where i == n-1 is true, rowUsed[j] row true, slashUsed[[+,i,j]] slash true, backslashUsed[[-,[+,[-,i,j],8],1]] backslash true"},
		"rows, methods, Korean": {source(t, "methods"), "놓기 by row, column 열, row 행, n [.,p,크기], queens [.,p,퀸], loop 열 < p.크기, put p.퀸[행] = 열, " +
			"full where 행 >= p.크기 is true, [.,p,열막힘][열] column 1"},
		"a closure, other names": {`const size = 5
func main() {
	var where [size]int
	free := make([]bool, size)
	for k := range free { free[k] = true }
	var place func(col int)
	place = func(col int) {
		for row := 0; row < size; row++ {
			if !free[row] { continue }
			where[col] = row
			if col < size-1 {
				free[row] = false
				place(1 + col)
				free[row] = true
			} else {
				println(col)
			}
		}
	}
	place(0)
}`, "place by column, column col, row row, n 5, queens where, loop row < size, put where[col] = row, " +
			"full where col < size-1 is false, free[row] row false"},
		"told by conditions of other kinds": {`var n = 4
var pos []int
func set(i int, ok bool) bool {
	if i > 0 && pos[0] > 2 { return false }
	if ok && n == i { return true }
	for j := range len(pos) {
		pos[i] = j
		if set(i+1, true) { return true }
	}
	return false
}`, "set by column, column i, row j, n [len,pos], queens pos, loop j := range len(pos), put pos[i] = j"},
		"told on entry": {`var n = 4
var pos [99]int
func set(i int) {
	if i > 0 && pos[0] > 2 { return }
	if n == i { println(); return }
	for j := range n {
		pos[i] = j
		set(i+1)
	}
}`, "set by column, column i, row j, n n, queens pos, loop j := range n, put pos[i] = j, full where n == i is true"},
		"bits": {`const n = 8
func set(i int, rows uint) int {
	if i > 0 && rows == 0 { return 0 }
	if i == n { return 1 }
	found := 0
	for j := range n {
		if rows>>j&1 == 0 { found += set(i+1, rows|1<<j) }
	}
	return found
}`, "set by column, column i, row j, n 8, queens null, loop j := range n, full where i == n is true"},
		"squares from 1 on": {`const n = 8
var pos [n + 1]int
func set(i int) {
	if i > n { return }
	for j := 1; j <= n; j++ {
		pos[i] = j
		set(i + 1)
	}
}`, "set by column, column i, row , n null, queens null, loop j <= n"},
		"a board of squares": {`const n = 8
var board [n][n]bool
func set(i int) {
	if i == n { return }
	for j := range n {
		board[i][j] = true
		set(i + 1)
		board[i][j] = false
	}
}`, "set by column, column i, row j, n 8, queens null, loop j := range n, full where i == n is true"},
		"no board": {`func hanoi(n int) { if n > 0 { hanoi(n-1); hanoi(n-1) } }
func loops() { for i := range 8 { for range i { loops() } } }`, "none"},
	} {
		s := parsed(t, test.source)
		_, places, roles := s.rewrite()
		if diff := cmp.Diff(strings.Split(test.want, ", "), strings.Split(roleText(places, roles), ", ")); diff != "" {
			t.Errorf("%s (-want +got)\n%s", name, diff)
		}
	}
}

// The program is run with n wherever it has its number from, or it is said that it cannot be.
func TestNumber(t *testing.T) {
	const search = `
var pos [99]int
func set(i int) { for j := range n { pos[i] = j; if i < n-1 { set(i+1) } } }
func main() { set(0) }`
	const inner = `
func set(i, n int) { for j := 0; j < n; j++ { if i < n-1 { set(i+1, n) } } }`
	const methods = `
type board struct { n int; pos []int }
func newBoard(size int) *board { return &board{size, make([]int, size)} }
func (b *board) set(i int) { for j := range b.pos { b.pos[i] = j; if i < len(b.pos)-1 { b.set(i+1) } } }`
	replaced := func(line, from int) []Note { return []Note{{"replaced", line, from, 4}} }
	fixed := func(line, from int) []Note { return []Note{{"fixed", line, from, 4}} }
	for _, test := range []struct {
		source string
		notes  []Note
		want   string // a line of the source that runs
	}{
		{"const n = 8" + search, replaced(2, 8), "const n = 4"},
		{"const n = 4 /* half */ * 2 // eight" + search, replaced(2, 8), "const n = 4                // eight"},
		{"const n = 2 *\n\t2 * 2" + search, replaced(2, 8), "const n = 4  "},
		{"const size = 8\nconst n = size" + search, replaced(2, 8), "const size = 4"},
		{"const N = 8" + strings.NewReplacer("range n", "range N", "n-1", "N-1").Replace(search), replaced(2, 8), "const N = 4"},
		{"var n = 8" + search, replaced(2, 8), "var n = 4"},
		{"var n int\nfunc init() { n = 6 }" + search, replaced(3, 6), "func init() { n = 4 }"},
		{"const n = 4" + search, []Note{}, "const n = 4"},
		{"func main() { n := 8; set(0, n) }" + inner, replaced(2, 8), "func main() { n := 4; set(0, n) }"},
		{"func main() { set(0, 8) }" + inner, replaced(2, 8), "func main() { set(0, 4) }"},
		{"func main() { newBoard(8).set(0) }" + methods, replaced(2, 8), "func main() { newBoard(4).set(0) }"},
		{"func main() { newBoard(5).set(0)\nnewBoard(6).set(0) }\nvar in = os.Stdin" + methods, fixed(2, 0), ""},
		{"const n = 8\nfunc done(i int) bool { return i == 7 }" + search, fixed(2, 8), "const n = 8"},
		{"const n = 8\nfunc show() { for i := range 8 { println(pos[i]) } }" + search, fixed(2, 8), "const n = 8"},
		{"const n = 8\nfunc show() { println(pos[7]) }" + search, fixed(2, 8), "const n = 8"},
		{"func set(i int) { for j := range 8 { if j != i { set(i+1) } } }", fixed(2, 8), "func set(i int) { for j := range 8 { if j != i { set(i+1) } } }"},
		{"var n int\nfunc init() { fmt.Scan(&n) }" + search, []Note{{"input", 0, 0, 4}}, ""},
		{"var n int\nfunc init() { flag.IntVar(&n, \"n\", 8, \"\") }" + search, []Note{}, ""},
		{"const n = 8\nfunc main() { println(n) }", replaced(2, 8), "const n = 4"},
		{"func main() {}", fixed(0, 0), "func main() {}"},
	} {
		s := parsed(t, test.source)
		n := s.findNumber()
		if diff := cmp.Diff(test.notes, s.note(n, 4)); diff != "" {
			t.Errorf("%s\n(-want +got)\n%s", test.source, diff)
		}
		if text := string(s.withNumber(n, 4)["main.go"]); !strings.Contains(text, test.want) || len(text) != len(s.saved["main.go"]) {
			t.Errorf("%s\nbecomes\n%s", test.source, text)
		}
	}
}

// n reaches a program on its standard input; one that would break with another n runs with its own.
func TestNumberRuns(t *testing.T) {
	t.Parallel()
	const search = `
func set(i int) { for j := range n { pos[i] = j; if i < n-1 { set(i+1) } } }
func main() { %s; set(0); fmt.Println("done", n) }`
	for name, test := range map[string]struct {
		source, text string
		n            int
		notes        []Note
	}{
		"input": {"package main\nimport \"fmt\"\nvar n int\nvar pos [9]int" + fmt.Sprintf(search, "fmt.Print(\"n: \"); fmt.Scan(&n)"),
			"n: done 2\n", 2, []Note{{"input", 0, 0, 2}}},
		"flag": {"package main\nimport (\"flag\"; \"fmt\")\nvar n = *flag.Int(\"n\", 8, \"\")\nvar pos [9]int" + fmt.Sprintf(search, "flag.Parse(); n = flag.Lookup(\"n\").Value.(flag.Getter).Get().(int)"),
			"done 2\n", 2, []Note{}},
		"does not compile": {"package main\nimport \"fmt\"\nconst n = 3\nvar pos = [n]int{5, 6, 7}" + fmt.Sprintf(search, ""), "done 3\n", 2, []Note{{"fixed", 3, 3, 2}}},
		"panics": {"package main\nimport \"fmt\"\nconst n = 3\nvar pos [n]int" + fmt.Sprintf(search, "for i, v := range []int{5, 6, 7} { pos[i] = v }"),
			"done 3\n", 2, []Note{{"fixed", 3, 3, 2}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := run(t, Request{Dir: folder(t, test.source), N: test.n})
			if r.End != Done || r.text() != test.text {
				t.Errorf("%s %s, printed %q, want %q", r.End, r.Message, r.text(), test.text)
			}
			if diff := cmp.Diff(test.notes, r.Notes); diff != "" {
				t.Errorf("notes (-want +got)\n%s", diff)
			}
		})
	}
}

// The program is what the go command builds of a folder, whatever else lies there and whatever it is called.
func TestFiles(t *testing.T) {
	t.Parallel()
	helper := filepath.Join(module, "helper")
	writeFile(t, filepath.Join(helper, "helper.go"), "package helper\n\nconst Text = \"helped\"\n")
	dir := filepath.Join(module, "stage2_rows 내것 copy")
	for name, text := range map[string]string{
		"main.go": `package main

import (
	_ "embed"
	"example.com/traced/helper"
	"fmt"
)

//line main.go:100
const n = 8

//go:embed texts/text.txt
var text string

func main() {
	true, bool := 1, 2
	for i := range n {
		if i == 1 {
			fmt.Println(text, helper.Text, more, true, bool)
		}
	}
	panic("here")
}
`,
		"more.go":              "package main\n\nconst more = \"more\"\n",
		"texts/text.txt":       "embedded",
		"_notes.go":            "package notes",
		".notes.go":            "package notes",
		"._main.go":            "\x00\x05\x16\x07",
		"ignored.go":           "//go:build ignore\n\npackage tools\n\nfunc main() {}\n",
		"more_plan9.go":        "package system",
		"main_test.go":         "package main\n\nvar _ = undefined\n",
		"folder.go/main.go":    "package folder",
		"testdata/broken/a.go": "no Go",
	} {
		writeFile(t, filepath.Join(dir, name), text)
	}
	if runtime.GOOS != "windows" {
		if err := os.Symlink("somebody@a.machine", filepath.Join(dir, ".#main.go")); err != nil {
			t.Fatal(err)
		}
	}
	hash := func() string {
		t.Helper()
		sum, err := Hash(dir)
		if err != nil {
			t.Fatal(err)
		}
		return sum
	}
	first := hash()
	r := run(t, Request{Dir: dir, N: 3})
	if r.text() != "embedded helped more 1 2\n" || r.Stage != filepath.Base(dir) || r.Hash != first {
		t.Errorf("%s, printed %q", r.Stage, r.text())
	}
	if r.End != Panic || r.Line != 22 || r.Message != "panic: here" {
		t.Errorf("%s at line %d: %s", r.End, r.Line, r.Message)
	}
	for _, path := range []string{
		filepath.Join(dir, "main.go"), filepath.Join(dir, "more.go"), filepath.Join(dir, "texts", "text.txt"), filepath.Join(helper, "helper.go"), filepath.Join(module, "go.mod"),
	} {
		before := readFile(t, path)
		writeFile(t, path, before+"\n")
		if hash() == first {
			t.Errorf("%s did not change the hash", path)
		}
		writeFile(t, path, before)
	}
	if hash() != first {
		t.Error("the same source has another hash")
	}
	if _, err := Hash(filepath.Join(dir, "none")); err == nil {
		t.Error("a folder that is not there has a hash")
	}
}

// What the go command says of no line, it says of the folder of the program.
func TestNoMain(t *testing.T) {
	t.Parallel()
	dir := folder(t, "package main\nfunc mian() {}")
	_, err := Run(t.Context(), Request{Dir: dir, N: 3})
	if err == nil || !strings.Contains(err.Error(), "/"+filepath.Base(dir)) || strings.Contains(err.Error(), stageFolder) {
		t.Errorf("error %v, want one about %s", err, filepath.Base(dir))
	}
}

// What cannot be traced is told with the line to blame.
func TestBrokenPrograms(t *testing.T) {
	t.Parallel()
	const mark = "/* here */"
	for name, test := range map[string]struct {
		source string // the problem is where the mark is
		code   string
		word   string // of the text
	}{
		"undefined":    {"package main\nfunc main() {\n\t" + mark + "sett(1)\n}", "", "sett"},
		"unused":       {"package main\nfunc main() {\n\t" + mark + "spare := 1\n}", "", "spare"},
		"syntax":       {"package main\n" + mark + "fun main() {}", "", "syntax"},
		"no package":   {"package main\nimport " + mark + "\"no/such\"\nfunc main() {}", "", "no/such"},
		"no program":   {mark + "package board\nfunc main() {}", "notMain", "board"},
		"not built":    {mark + "//go:build ignore\n\npackage main\nfunc main() {}", "notBuilt", "main.go"},
		"goroutine":    {"package main\nfunc main() {\n\t" + mark + "go main()\n}", "goroutine", "goroutines"},
		"sync":         {"package main\nimport " + mark + "_ \"sync\"\nfunc main() {}", "import", "sync"},
		"unsafe":       {"package main\nimport " + mark + "_ \"unsafe\"\nfunc main() {}", "import", "unsafe"},
		"iter":         {"package main\nimport " + mark + "_ \"iter\"\nfunc main() {}", "import", "iter"},
		"context":      {"package main\nimport " + mark + "_ \"context\"\nfunc main() {}", "import", "context"},
		"a range":      {"package main\nfunc all(yield func(int) bool) { yield(1) }\nfunc main() {\n\t" + mark + "for range all {\n\t}\n}", "rangeFunction", "range"},
		"a false line": {"package main\n\n//line false.go:77\nfunc main() {\n\t" + mark + "go main()\n}", "goroutine", "goroutines"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			before, _, _ := strings.Cut(test.source, mark)
			_, err := Run(t.Context(), Request{Dir: folder(t, strings.Replace(test.source, mark, "", 1)), N: 3})
			broken, ok := errors.AsType[*SourceError](err)
			if !ok {
				t.Fatalf("error %v", err)
			}
			problem := broken.Problems[0]
			if problem.File != "main.go" || problem.Line != 1+strings.Count(before, "\n") || problem.Code != test.code || !strings.Contains(problem.Text, test.word) {
				t.Errorf("%+v", problem)
			}
			if column := len(before) - strings.LastIndexByte(before, '\n'); problem.Column != column && problem.Code != "notMain" && problem.Code != "notBuilt" {
				t.Errorf("column %d, want %d", problem.Column, column)
			}
			if broken.Untraceable != (test.code != "") {
				t.Errorf("untraceable: %v", broken.Untraceable)
			}
		})
	}
	if err := parsed(t, "import \"C\"").refuse(); err == nil {
		t.Error("a program that imports C is traced")
	}
	if _, err := Run(t.Context(), Request{Dir: t.TempDir(), N: 1}); err == nil {
		t.Error("a folder outside of a module is traced")
	}
}
