package trace

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/eightqueens/docs/internal/trace/recorder"
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
		"as many squares as an array has": {`var pos [6]int
func set(i int) {
	for j := range pos {
		pos[i] = j
		if i < 5 { set(i+1) }
	}
}`, "set by column, column i, row j, n 6, queens pos, loop j := range pos, put pos[i] = j, full where i < 5 is false"},
		"as many as a slice has": {`var pos, free []int
func set(i int) {
	for j := range pos {
		pos[i] = j
		if i == len(free)-1 { println() } else { set(i+1) }
	}
}`, "set by column, column i, row j, n [len,pos], queens pos, loop j := range pos, put pos[i] = j, full where i == len(free)-1 is true"},
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
		"more rows than columns": {`const n = 3
var digit [n]int
func fill(i int) {
	for d := range 10 {
		digit[i] = d
		if i == n-1 { println(d) } else { fill(i + 1) }
	}
}`, "fill by column, column i, row , n null, queens null, loop d := range 10"},
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

// The text of a place is on one line, whatever its source looks like; its operands are set apart.
func TestTexts(t *testing.T) {
	for source, want := range map[string]string{
		"a = b":                                "|a| = |b|",
		"a = b + // more\n\t\tc":               "|a| = |b + c|",
		"f(\n\ta, // first\n\t/* no */ b,\n)":  "f(|a|, |b|)",
		"f(\"// \\\" a\", `/* b */`, '\"', a)": "f(\"// \\\" a\", `/* b */`, '\"', |a|)",
		"var (\n\tx = 1 // one\n\ty = 2\n)":    "var (x = 1; y = 2)",
		"g := func() int {\n\treturn a\n}":     "|g| := func() int {…}",
		"g := func() { }":                      "|g| := func() {}",
		"if a == /* b */ 1 &&\n\tb == 2 {}":    "|a| == 1 && |b| == 2",
		"switch /* all */ a /* b */ {}":        "switch |a|",
		"for range /* all */ f(a) {}":          "range f(|a|)",
		"for a, b = range f(c) {}":             "a, b = range f(|c|)",
	} {
		s := parsed(t, "var a, b, c int\nfunc f(all ...any) []int { return nil }\nfunc main() {\n"+source+"\n}")
		_, places, _ := s.rewrite()
		got := places[3] // after f, its return, and main
		text := strings.Join(got.Parts, "|")
		if got.Parts == nil {
			text = got.Text
		}
		if text != want || strings.ReplaceAll(text, "|", "") != got.Text {
			t.Errorf("%s\nis told as %q and %q, want %q", source, got.Text, text, want)
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
		want   string // a line of the source that runs, or how n reaches it
	}{
		{"const n = 8" + search, replaced(2, 8), "const n = 4"},
		{"const n = 4 /* half */ * 2 // eight" + search, replaced(2, 8), "const n = 4                // eight"},
		{"const n = 8\nvar digit [n]int\nfunc fill(i int) { for d := range 10 { digit[i] = d; if i < n-1 { fill(i+1) } } }", replaced(2, 8), "const n = 4"},
		{"const n = 2 *\n\t2 * 2" + search, replaced(2, 8), "const n = 4  "},
		{"const size = 8\nconst n = size" + search, replaced(2, 8), "const size = 4"},
		{"const N = 8" + strings.NewReplacer("range n", "range N", "n-1", "N-1").Replace(search), replaced(2, 8), "const N = 4"},
		{"var n = 8" + search, replaced(2, 8), "var n = 4"},
		{"var n int\nfunc init() { n = 6 }" + search, replaced(3, 6), "func init() { n = 4 }"},
		{"const n = 4" + search, []Note{}, "const n = 4"},
		{"func main() { n := 8; set(0, n) }" + inner, replaced(2, 8), "func main() { n := 4; set(0, n) }"},
		{"func main() { set(0, 8) }" + inner, replaced(2, 8), "func main() { set(0, 4) }"},
		{"func main() { newBoard(8).set(0) }" + methods, replaced(2, 8), "func main() { newBoard(4).set(0) }"},
		{"func main() { newBoard(5).set(0)\nnewBoard(6).set(0) }\nvar in = os.Stdin" + methods, fixed(2, 0), "newBoard(5)"},
		{"const n = 8\nfunc done(i int) bool { return i == 7 }" + search, fixed(2, 8), "const n = 8"},
		{"const n = 8\nfunc show() { for i := range 8 { println(pos[i]) } }" + search, fixed(2, 8), "const n = 8"},
		{"const n = 8\nfunc show() { println(pos[7]) }" + search, fixed(2, 8), "const n = 8"},
		{"func set(i int) { for j := range 8 { if j != i { set(i+1) } } }", fixed(2, 8), "func set(i int) { for j := range 8 { if j != i { set(i+1) } } }"},
		{"var n int\nfunc init() { fmt.Scan(&n) }" + search, []Note{{"input", 0, 0, 4}}, "input 4\n"},
		{"var n int\nfunc init() { flag.IntVar(&n, \"n\", 8, \"\") }" + search, []Note{}, "flags -n 4"},
		{"var n = *flag.Int(\"n\", 8, \"\")" + search, []Note{}, "flags -n 4"},
		{"var n = 8\nfunc init() { fmt.Scan(&n) }" + search, []Note{{"input", 0, 0, 4}}, "input 4\n"},
		{"var n = 7\nfunc init() { n++ }" + search, fixed(0, 0), "var n = 7"},
		{"const n = 2\nfunc show() { println(pos[1]) }" + search, replaced(2, 2), "const n = 4"},
		{"const n = 8\nvar size [n]int\nfunc set(i int) { for j := range size { if i < 9 { set(i+j-j+1) } } }\nfunc main() { println(len(size)) }", replaced(2, 8), "const n = 4"},
		{"var size [8]int\nfunc set(i int) { for j := range size { println(j); if i < 3 { set(i+1) } } }\nfunc main() { set(0) }", replaced(2, 8), "var size [4]int"},
		{"const n = 8\nfunc main() { println(n) }", replaced(2, 8), "const n = 4"},
		{"func main() {}", fixed(0, 0), "func main() {}"},
	} {
		s := parsed(t, test.source)
		n := s.findNumber()
		text := string(s.withNumber(n, 4)["main.go"])
		p, err := s.program("stage", n, 4)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.notes, p.trace.Notes); diff != "" {
			t.Errorf("%s\n(-want +got)\n%s", test.source, diff)
		}
		if all := text + "input " + p.Stdin + "flags " + strings.Join(p.Args, " "); !strings.Contains(all, test.want) || len(text) != len(s.saved["main.go"]) {
			t.Errorf("%s\nbecomes\n%s", test.source, all)
		}
	}
}

// A program that breaks with another n than its own runs with its own, unless that breaks, too.
func TestMake(t *testing.T) {
	const text = "package main\nconst n = 8\nfunc main() { println(n) }"
	source := Source{Files: map[string][]byte{"main.go": []byte(text)}, Recorder: "record"}
	broken, failed := &SourceError{}, errors.New("no memory")
	type result struct {
		End
		error
	}
	for _, test := range []struct {
		runs []result
		want int // which of the runs counts
	}{
		{[]result{{Done, nil}}, 0},
		{[]result{{StepLimit, nil}}, 0},
		{[]result{{"", failed}}, 0},
		{[]result{{Panic, nil}, {Done, nil}}, 1},
		{[]result{{Panic, nil}, {Panic, nil}}, 0},
		{[]result{{Panic, nil}, {"", failed}}, 0},
		{[]result{{"", broken}, {Panic, nil}}, 1},
		{[]result{{"", broken}, {"", broken}}, 0},
	} {
		var programs []string
		var notes []Note
		got, err := Make(source, 4, func(p *Program) (*Trace, error) {
			run := test.runs[len(programs)]
			programs = append(programs, string(p.Files["main.go"]))
			if run.error != nil {
				return nil, run.error
			}
			return &Trace{End: run.End, Notes: p.trace.Notes}, nil
		})
		if got != nil {
			notes = got.Notes
		}
		var want []Note
		if counts := test.runs[test.want]; counts.error == nil {
			want = []Note{{[]string{"replaced", "fixed"}[test.want], 2, 8, 4}}
		} else if err != counts.error {
			t.Errorf("%v: error %v", test.runs, err)
		}
		if diff := cmp.Diff(want, notes); diff != "" || len(programs) != len(test.runs) {
			t.Errorf("%v: %d runs, notes (-want +got)\n%s", test.runs, len(programs), diff)
		}
		for i, program := range programs {
			if want := []string{"const n = 4\n", "const n = 8\n"}[i]; !strings.Contains(program, want) {
				t.Errorf("%v: run %d is of %s", test.runs, i, program)
			}
		}
	}
	if _, err := Make(Source{Files: source.Files}, 4, func(*Program) (*Trace, error) { panic("fault") }); err == nil || !strings.Contains(err.Error(), "fault") {
		t.Errorf("error %v", err)
	}
	for n := range 11 {
		for stage, limit := range map[string]int{"stage1_branching": 5, "stage2_rows": 6, "stage3_diagonals": 8} {
			_, err := Rewrite(Source{Stage: stage, Files: source.Files}, n)
			if refused := n < 1 || n > limit; refused != errors.Is(err, ErrN) || MaxN(stage) != limit {
				t.Errorf("%s, n = %d of %d: error %v", stage, n, MaxN(stage), err)
			}
		}
	}
}

// How a run ended is told as far as anybody knows.
func TestFinish(t *testing.T) {
	const begin = recorder.Mark + `{"Kind":3,"Place":0,"Changes":[],"Extra":"main","Depth":1}` + "\n"
	const end = recorder.Mark + `{"Kind":4,"Place":0,"Changes":[],"Extra":[],"Depth":0}` + "\n"
	type outcome struct {
		End
		Status          int
		Message, Stderr string
		Line            int
		Stuck           bool
	}
	const crash = "panic: out\n\ngoroutine 1 [running]:\nruntime.gopanic(1)\n\t/go/panic.go:7\nmain.set(0)\n\t/stage/main.go:5 +0x1\n"
	for _, test := range []struct {
		stdout, stderr string
		ending         Ending
		want           outcome
	}{
		{begin + end, "", Ending{}, outcome{End: Done}},
		{begin + end, "note\n", Ending{}, outcome{End: Done, Stderr: "note\n"}},
		{begin + end, "", Ending{Status: 1}, outcome{End: Exit, Status: 1, Line: 2}},
		{begin, "", Ending{}, outcome{End: Exit, Line: 2}},
		{begin, "gone\n", Ending{Status: 1}, outcome{End: Exit, Status: 1, Message: "gone", Line: 2}},
		{begin, "note\n" + crash, Ending{Status: 2}, outcome{End: Panic, Message: "panic: out", Stderr: "note\n", Line: 5}},
		{begin, crash, Ending{}, outcome{End: Exit, Message: strings.TrimSpace(crash), Line: 2}},
		{begin, "", Ending{Status: -1, Signal: "killed"}, outcome{End: Signal, Message: "killed", Line: 2}},
		{begin, "", Ending{Status: -1, Late: true}, outcome{End: TimeLimit, Line: 2}},
		{begin, "", Ending{Status: -1, Limit: DepthLimit}, outcome{End: DepthLimit, Line: 2}},
		{begin + recorder.Mark + `{"Memory":true}` + "\n", "", Ending{Status: 1}, outcome{End: MemoryLimit, Line: 2}},
	} {
		c := (&Program{trace: Trace{Places: []Place{{Line: 2}}}}).Collect(Limits{Time: time.Hour}, func() {})
		io.WriteString(c, test.stdout)
		io.WriteString(c.Stderr(), test.stderr)
		got, err := c.Finish(test.ending)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.want, outcome{got.End, got.Status, got.Message, got.Stderr, got.Line, got.Stuck}); diff != "" {
			t.Errorf("%q, %q, %+v: (-want +got)\n%s", test.stdout, test.stderr, test.ending, diff)
		}
	}
}

// A source that was written on Windows differs by the ends of its lines alone.
func TestWindows(t *testing.T) {
	text := source(t, "search")
	var programs []*Program
	for _, text := range []string{text, "\uFEFF" + strings.ReplaceAll(text, "\n", "\r\n")} {
		p, err := Rewrite(Source{Files: map[string][]byte{"main.go": []byte(text)}}, 4)
		if err != nil {
			t.Fatal(err)
		}
		programs = append(programs, p)
	}
	unix, windows := programs[0], programs[1]
	if diff := cmp.Diff(unix.trace, windows.trace, cmp.AllowUnexported(Trace{})); diff != "" {
		t.Errorf("what is known before the run (-LF +CRLF)\n%s", diff)
	}
	rewritten := strings.ReplaceAll(string(windows.Files["main.go"]), "\r\n", "\n")
	if diff := cmp.Diff("\uFEFF"+string(unix.Files["main.go"]), rewritten); diff != "" {
		t.Errorf("rewritten (-LF +CRLF)\n%s", diff)
	}
}

// What is written arrives in any pieces, and the last may be half a record.
func TestPieces(t *testing.T) {
	const written = "a\nb" + recorder.Mark + `{"Kind":0,"Place":1,"Changes":[]}` + "\nc" + recorder.Mark +
		`{"Kind":1,"Place":0,"Changes":[[0,1]],"Vars":["pos"]}` + "\nd" + recorder.Mark + `{"Kind":0,`
	for size := 1; size <= len(written); size++ {
		p := &Program{trace: Trace{Places: make([]Place, 2)}}
		c := p.Collect(Limits{}, func() {})
		for piece := range slices.Chunk([]byte(written), size) {
			if _, err := c.Write(piece); err != nil {
				t.Fatal(err)
			}
		}
		trace, err := c.Finish(Ending{})
		if err != nil {
			t.Fatal(err)
		}
		got, _ := json.Marshal(trace.Steps)
		if want := `[[0,1,[],"a\nb"],[1,0,[[0,1]],"cd"]]`; string(got) != want || len(trace.Vars) != 1 {
			t.Fatalf("pieces of %d: steps %s, variables %v; want %s", size, got, trace.Vars, want)
		}
	}
	for _, forged := range []string{"{\n", `{"Kind":0,"Place":2}` + "\n"} {
		stopped := false
		c := (&Program{trace: Trace{Places: make([]Place, 2)}}).Collect(Limits{}, func() { stopped = true })
		_, err := io.WriteString(c, recorder.Mark+forged)
		if _, failed := c.Finish(Ending{}); err == nil || failed != err || !stopped {
			t.Errorf("%s: %v, %v, stopped %v", forged, err, failed, stopped)
		}
	}
}

// The program is what the go command builds of a folder, whatever else lies there and whatever it is called.
func TestFiles(t *testing.T) {
	t.Parallel()
	helper := filepath.Join(module, "helper", "helper.go")
	writeFile(t, helper, "package helper\n\nconst Text = \"helped\"\n")
	dir := filepath.Join(module, "stage2_rows 내것 copy")
	for name, text := range map[string]string{
		"main.go": `package main

import (
	_ "embed"
	"example.com/traced/helper"
	"fmt"
)

//line main.go:100
var n int

//go:embed texts/text.txt
var text string

func main() {
	true, bool := 1, 2
	fmt.Scan(&n)
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
	r := run(t, Request{Dir: dir, N: 3})
	if diff := cmp.Diff([]Note{{"input", 0, 0, 3}}, r.Notes); diff != "" {
		t.Errorf("notes (-want +got)\n%s", diff)
	}
	if r.text() != "embedded helped more 1 2\n" || r.Stage != filepath.Base(dir) {
		t.Errorf("%s, printed %q", r.Stage, r.text())
	}
	if r.End != Panic || r.Line != 23 || r.Message != "panic: here" {
		t.Errorf("%s at line %d: %s", r.End, r.Line, r.Message)
	}
}

// main.go is a file of the module, or a link to one.
func TestMainFile(t *testing.T) {
	module, outside := t.TempDir(), t.TempDir()
	file := filepath.Join(module, "stage", "main.go")
	writeFile(t, filepath.Join(module, "go.mod"), "module traced")
	writeFile(t, file, "package main")
	writeFile(t, filepath.Join(outside, "secret"), "root")
	if err := os.MkdirAll(filepath.Join(module, "folder", "main.go"), 0o777); err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{"stage": true, "folder": false, "none": false}
	for name, target := range map[string]string{"copy": file, "out": filepath.Join(outside, "secret"), "nowhere": filepath.Join(outside, "none")} {
		link := filepath.Join(module, name, "main.go")
		if err := os.MkdirAll(filepath.Dir(link), 0o777); err != nil {
			t.Fatal(err)
		}
		err := os.Symlink(target, link)
		if _, missing := os.Lstat(link); err != nil || missing != nil {
			t.Log(err) // on Windows, not everybody may
			continue
		}
		want[name] = target == file
	}
	for name, want := range want {
		_, err := Hash(filepath.Join(module, name))
		if refused, ok := errors.AsType[*SourceError](err); (err == nil) != want || err != nil && (!ok || !refused.Untraceable) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// The hash of a program tells whether something changed of which it is made.
func TestHash(t *testing.T) {
	module := t.TempDir()
	files := map[string]bool{ // whether a change changes the hash
		"go.mod": true, "go.sum": true, "stage/main.go": true, "stage/more.go": true, "stage/texts/text.txt": true, "helper/helper.go": true,
		"stage/.notes.txt.swp": true, "chapter.md": false, ".git/HEAD": false, ".git/hook.go": false,
	}
	for name := range files {
		writeFile(t, filepath.Join(module, name), "first")
	}
	hash := func() string {
		t.Helper()
		sum, err := Hash(filepath.Join(module, "stage"))
		if err != nil {
			t.Fatal(err)
		}
		return sum
	}
	first := hash()
	for name, counts := range files {
		path := filepath.Join(module, name)
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		writeFile(t, path, "second")
		if changed := hash() != first; changed != counts {
			t.Errorf("a change of %s changes the hash: %v", name, changed)
		}
		writeFile(t, path, "first")
		if filepath.Ext(name) == ".txt" || filepath.Ext(name) == ".swp" {
			os.Chtimes(path, time.Time{}, info.ModTime())
		}
		if hash() != first {
			t.Errorf("%s is the same again, but the hash is another", name)
		}
	}
}

// What cannot be traced is told with the line to blame.
func TestUntraceable(t *testing.T) {
	const mark = "/* here */"
	for _, test := range []struct{ source, code, word string }{ // the problem is where the mark is; a part of the text
		{"package main\nfunc main() {\n\t" + mark + "go main()\n}", "goroutine", "goroutines"},
		{"package main\nimport " + mark + "_ \"sync\"\nfunc main() {}", "import", "sync"},
		{"package main\nimport " + mark + "_ \"unsafe\"\nfunc main() {}", "import", "unsafe"},
		{"package main\nimport " + mark + "_ \"iter\"\nfunc main() {}", "import", "iter"},
		{"package main\nimport " + mark + "_ \"context\"\nfunc main() {}", "import", "context"},
		{"package main\nimport " + mark + "\"C\"\nfunc main() {}", "import", "C"},
		{"package main\nfunc all(yield func(int) bool) { yield(1) }\nfunc main() {\n\t" + mark + "for range all {\n\t}\n}", "rangeFunction", "range"},
		{"package main\n\n//line false.go:77\nfunc main() {\n\t" + mark + "go main()\n}", "goroutine", "goroutines"},
		{mark + "package board\nfunc main() {}", "notMain", "board"},
		{"package main\n" + mark + "fun main() {}", "", "declaration"},
	} {
		_, err := Rewrite(Source{Files: map[string][]byte{"main.go": []byte(strings.Replace(test.source, mark, "", 1))}}, 4)
		checkProblems(t, test.source, mark, test.code, test.word, err)
	}
	if _, err := Rewrite(Source{Files: map[string][]byte{"other.go": []byte("package main")}}, 4); err == nil {
		t.Error("a program without main.go is traced")
	}
}

// checkProblems sees that there is a problem at each mark in the source.
func checkProblems(t *testing.T, source, mark, code, word string, err error) {
	t.Helper()
	broken, ok := errors.AsType[*SourceError](err)
	if !ok {
		t.Fatalf("%s\nerror %v", source, err)
	}
	parts := strings.Split(source, mark)
	if len(broken.Problems) != max(1, len(parts)-1) || broken.Untraceable != (code != "") {
		t.Errorf("%s\nuntraceable %v, %v", source, broken.Untraceable, broken)
	}
	for i, problem := range broken.Problems {
		before, isWhole := strings.Join(parts[:i+1], ""), len(parts) == 1 || code == "notMain"
		line, column := 1+strings.Count(before, "\n"), len(before)-strings.LastIndexByte(before, '\n')
		if isWhole {
			line, column = 1, 0
		}
		if problem.File != "main.go" || problem.Line != line || problem.Column != column || problem.Code != code || !strings.Contains(problem.Text, word) {
			t.Errorf("%s\n%+v, want line %d, column %d, %s", source, problem, line, column, word)
		}
	}
}

// What the go command says of a program is told of the line, or of the whole.
func TestBrokenPrograms(t *testing.T) {
	t.Parallel()
	const mark = "/* here */"
	for name, test := range map[string]struct{ source, code, word string }{ // the problem is where the marks are; a part of the text
		"undefined, unused": {"package main\nfunc main() {\n\t" + mark + "spare := 1\n\t" + mark + "sparse(1)\n}", "", "spar"},
		"syntax":            {"package main\n" + mark + "fun main() {}", "", "syntax"},
		"no package":        {"package main\nimport " + mark + "\"no/such\"\nfunc main() {}", "", "no/such"},
		"not built":         {"//go:build ignore\n\npackage main\nfunc main() {}", "notBuilt", "main.go"},
		"no program":        {"package board\nfunc main() {}", "notMain", "board"},
		"no main":           {"package main\nfunc mian() {}", "", "main"},
		"a byte of 0":       {"package main\n\x00\nfunc main() {}", "", "NUL"},
		"too large":         {"package main\n\nvar " + mark + "a [1 << 62]int\n\nfunc main() { a[0]++ }", "", "larg"},
		"other package":     {"package main\nfunc main() {}", "", "other.go"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := folder(t, strings.ReplaceAll(test.source, mark, ""))
			if name == "other package" {
				writeFile(t, filepath.Join(dir, "other.go"), "package mian")
			}
			_, err := Run(t.Context(), Request{Dir: dir, N: 3})
			checkProblems(t, test.source, mark, test.code, test.word, err)
			if strings.Contains(err.Error(), stageFolder) {
				t.Errorf("it is told of a folder that nobody knows: %v", err)
			}
		})
	}
	outside, err := os.MkdirTemp("", "outside")
	if err != nil {
		t.Fatal(err)
	}
	defer removeAll(outside)
	writeFile(t, filepath.Join(outside, "main.go"), "package main")
	if _, err := Run(t.Context(), Request{Dir: outside, N: 1}); err == nil || !strings.Contains(err.Error(), "go.mod") {
		t.Errorf("outside of a module: error %v", err)
	}
	if _, err := Run(t.Context(), Request{Dir: outside, N: 9}); !errors.Is(err, ErrN) {
		t.Errorf("n = 9: error %v", err)
	}
}
