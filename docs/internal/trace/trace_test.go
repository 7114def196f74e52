package trace

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"log"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.com/eightqueens/docs/internal/trace/recorder"
	"github.com/google/go-cmp/cmp"
)

var stages = []string{"stage1_branching", "stage2_rows", "stage3_diagonals", "stage4_ngeneral", "stage5_dynamic"}

var root = filepath.Join("..", "..", "..")

// module is a module of its own for the stages that the tests edit, so that they share what the
// go command keeps of the recorder.
var module string

func TestMain(m *testing.M) {
	code := func() int {
		var err error
		if module, err = os.MkdirTemp("", "trace-test-"); err != nil {
			log.Fatal(err)
		}
		defer os.RemoveAll(module)
		for _, name := range []string{"go.mod", "go.sum"} {
			text, err := os.ReadFile(filepath.Join(root, name))
			if err == nil {
				err = os.WriteFile(filepath.Join(module, name), text, 0o666)
			}
			if err != nil {
				log.Fatal(err)
			}
		}
		return m.Run()
	}()
	os.Exit(code)
}

// edition copies a stage into the module, with some pieces of its files replaced: file, old text,
// new text, and so on. It reads the files itself, so that the test cache knows of them.
func edition(t testing.TB, stage string, replacements ...string) string {
	t.Helper()
	parent, err := os.MkdirTemp(module, "")
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(parent, stage)
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	sources, err := filepath.Glob(filepath.Join(root, stage, "*.go"))
	if err != nil || len(sources) == 0 {
		t.Fatalf("no sources of %s (%v)", stage, err)
	}
	for _, path := range sources {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		text := readFile(t, path)
		for i := 0; i < len(replacements); i += 3 {
			if replacements[i] != filepath.Base(path) {
				continue
			}
			if !strings.Contains(text, replacements[i+1]) {
				t.Fatalf("%s has no %q", path, replacements[i+1])
			}
			text = strings.Replace(text, replacements[i+1], replacements[i+2], 1)
		}
		writeFile(t, filepath.Join(dir, filepath.Base(path)), text)
	}
	return dir
}

// learner is a stage whose main does what is given.
func learner(t testing.TB, imports, body string) string {
	t.Helper()
	dir := edition(t, "stage1_branching")
	writeFile(t, filepath.Join(dir, "main.go"), "package main\n\n"+imports+"\n\nconst n = 8\n\nfunc main() {\n"+body+"\n}\n")
	return dir
}

func readFile(t testing.TB, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func writeFile(t testing.TB, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// plainOutput runs the stage as anybody would, with n put into a copy of its source where the
// source fixes n.
func plainOutput(t *testing.T, dir string, n int, args ...string) string {
	t.Helper()
	source := readFile(t, filepath.Join(dir, "main.go"))
	small := strings.Replace(source, "const n = 8", "const n = "+strconv.Itoa(n), 1)
	plain := filepath.Join(filepath.Dir(dir), fmt.Sprintf("plain%d.exe", n))
	if !strings.Contains(source, "const n = 8") {
		args = append([]string{"-n", strconv.Itoa(n)}, args...)
		plain = filepath.Join(filepath.Dir(dir), "plain.exe")
	}
	if _, err := os.Stat(plain); err != nil {
		work := t.TempDir()
		writeFile(t, filepath.Join(work, "main.go"), small)
		overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{filepath.Join(dir, "main.go"): filepath.Join(work, "main.go")}})
		if err != nil {
			t.Fatal(err)
		}
		writeFile(t, filepath.Join(work, "overlay.json"), string(overlay))
		build := exec.CommandContext(t.Context(), "go", "build", "-buildvcs=false", "-overlay", filepath.Join(work, "overlay.json"), "-ldflags=-w", "-o", plain, ".")
		build.Dir = dir
		if output, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, output)
		}
	}
	output, err := exec.CommandContext(t.Context(), plain, args...).Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(output)
}

// unhurried is the time limit of a test that is not about it: the machine may be slow or busy.
const unhurried = 10 * time.Minute

func run(t *testing.T, request Request) *recording {
	t.Helper()
	if request.Limits.Time == 0 {
		request.Limits.Time = unhurried
	}
	trace, err := Run(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	return play(t, trace)
}

// calledByLibrary has the functions of the tests' programs whose names do not stand where they are called.
var calledByLibrary = []string{"init", "String", "Read"}

// check holds what is true of every trace of a main.go.
func check(t *testing.T, r *recording) {
	t.Helper()
	lines := statementLines(t, strings.Join(r.Source, "\n"))
	var now state
	for k, s := range r.steps {
		if s.kind == call && len(now.stack) > 0 && !slices.Contains(calledByLibrary, s.function) && !strings.Contains(s.function, ".") {
			if line := r.Source[now.stack[len(now.stack)-1].line-1]; !strings.Contains(line, s.function+"(") {
				t.Errorf("step %d: %s is called, but its caller stands at %q", k, s.function, line)
			}
		}
		now.apply(s)
		if !lines[s.line] {
			t.Errorf("step %d: line %d has no statement", k, s.line)
		}
	}
	if r.End == string(Done) && len(now.stack) != 0 {
		t.Errorf("the run is done, but these calls have not returned: %v", now.stack)
	}
}

// statementLines has the lines on which a statement or a function begins.
func statementLines(t *testing.T, source string) map[int]bool {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "main.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	lines := map[int]bool{}
	ast.Inspect(file, func(node ast.Node) bool {
		switch node.(type) {
		case *ast.BlockStmt:
		case ast.Stmt, *ast.FuncDecl, *ast.FuncLit:
			lines[fset.Position(node.Pos()).Line] = true
		}
		return true
	})
	return lines
}

func (r *recording) printed() string {
	var text strings.Builder
	for _, s := range r.steps {
		text.WriteString(s.text)
	}
	return text.String()
}

func TestStages(t *testing.T) {
	for _, stage := range stages {
		t.Run(stage, func(t *testing.T) {
			t.Parallel()
			dir := edition(t, stage)
			for _, n := range []int{1, 4, MaxN(stage)} {
				t.Run(fmt.Sprint("n=", n), func(t *testing.T) { testStage(t, dir, n) })
			}
		})
	}
}

func testStage(t *testing.T, dir string, n int) {
	plain := plainOutput(t, dir, n)
	r := run(t, Request{Dir: dir, N: n})
	if diff := cmp.Diff(strings.Split(plain, "\n"), strings.Split(r.printed(), "\n")); diff != "" {
		t.Errorf("(-plain +traced)\n%s", diff)
	}
	if r.End != string(Done) || r.N != n || r.Stage != filepath.Base(dir) {
		t.Errorf("%s, n = %d: %s %s", r.Stage, r.N, r.End, r.Message)
	}
	if diff := cmp.Diff(printedPlacements(plain), r.placements()); diff != "" {
		t.Errorf("placements (-printed +traced)\n%s", diff)
	}
	if n <= 4 {
		check(t, r)
	}
}

// placements has pos at each report.
func (r *recording) placements() []string {
	var found []string
	var now state
	for _, s := range r.steps {
		now.apply(s)
		if s.kind == call && s.function == "report" {
			placement := ""
			for _, row := range r.shared(now, "pos").([]any)[:r.N] {
				placement += fmt.Sprintf(" %v", row)
			}
			found = append(found, placement)
		}
	}
	return found
}

func TestArguments(t *testing.T) {
	t.Parallel()
	dir := edition(t, "stage3_diagonals")
	for _, args := range [][]string{{"-lang", "en"}, {"-board", "-lang", "ko"}} {
		plain := plainOutput(t, dir, 4, args...)
		r := run(t, Request{Dir: dir, N: 4, Args: args})
		if diff := cmp.Diff(plain, r.printed()); diff != "" {
			t.Errorf("%v (-plain +traced)\n%s", args, diff)
		}
	}
}

// printedPlacements reads rows of numbers, or boards.
func printedPlacements(text string) []string {
	var placements []string
	board := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, " "):
			placements = append(placements, line)
		case strings.ContainsRune(line, '■'):
			board += fmt.Sprintf(" %d", slices.Index(strings.Fields(line), "■"))
		case strings.HasPrefix(line, "-"):
			placements = append(placements, board)
			board = ""
		}
	}
	return placements
}

// The whole of a small run, as a reader steps through it.
func TestSteps(t *testing.T) {
	t.Parallel()
	r := run(t, Request{Dir: edition(t, "stage3_diagonals"), N: 2, Args: []string{"-lang", "en"}})
	var got []string
	depth := 0
	for _, s := range r.steps {
		if s.kind == returned {
			depth--
		}
		line := strings.Repeat(". ", depth) + strings.TrimSpace(r.Source[s.line-1])
		line += [...]string{"", " → true", " → false", " ← call of " + s.function, " ← return"}[s.kind]
		for _, change := range s.changes {
			name := change[0]
			if slot, shared := name.(float64); shared {
				name = r.Vars[int(slot)]
			}
			format := []string{"  | %v gone", "  | %v = %v", "  | %v[%v] = %v"}[len(change)-1]
			line += fmt.Sprintf(format, append([]any{name}, change[1:]...)...)
		}
		if s.text != "" {
			line += fmt.Sprintf("  | prints %q", s.text)
		}
		got = append(got, line)
		if s.kind == call {
			depth++
		}
	}
	want := strings.Split(strings.TrimSpace(readFile(t, filepath.Join("testdata", "steps.txt"))), "\n")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// Stage 2 with other main.go files from testdata.
func TestLearnersPrograms(t *testing.T) {
	t.Parallel()
	for name, more := range map[string]func(*testing.T, *recording){
		"loops": checkJumps, "functions": checkResults, "values": checkValues, "printing": checkOrderOfText,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := edition(t, "stage2_rows")
			writeFile(t, filepath.Join(dir, "main.go"), readFile(t, filepath.Join("testdata", name, "main.go")))
			r := run(t, Request{Dir: dir, N: 3})
			want, got := plainOutput(t, dir, 3), r.printed()
			if name == "printing" { // what passes the buffer by is not where the plain program has it
				want, got = sortedLines(want), sortedLines(got)
				want = strings.Replace(want, "\xff half ■", "\uFFFD half \uFFFD\uFFFD\uFFFD", 1)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-plain +traced)\n%s", diff)
			}
			if r.End != string(Done) {
				t.Errorf("%s: %s", r.End, r.Message)
			}
			check(t, r)
			more(t, r)
		})
	}
}

func sortedLines(text string) string {
	return strings.Join(slices.Sorted(strings.Lines(text)), "")
}

func checkJumps(t *testing.T, r *recording) {
	t.Helper()
	var breaks, ends, tries, outerEnds int
	for k, s := range r.steps {
		line := strings.TrimSpace(r.Source[s.line-1])
		if s.kind == conditionFalse && line == "for c, row := range pos[:i] {" {
			ends++
		}
		if s.kind == conditionFalse && line == "for range 4 {" {
			outerEnds++
		}
		if line == "tries++" {
			tries++
		}
		if before := r.steps[max(k-1, 0)]; line == "return found" && strings.TrimSpace(r.Source[before.line-1]) == "break" {
			breaks++
		}
	}
	// Columns 0, 1 and 2 are tried 3, 9 and 18 times; 3 and 12 of the rows are used already.
	if breaks != 15 || ends != 15 {
		t.Errorf("the loop was left by break %d times and ended %d times, want 15 and 15", breaks, ends)
	}
	if outerEnds != 1 {
		t.Errorf("a loop around a loop that ends with break ended %d times, want 1", outerEnds)
	}
	if tries != 3 {
		t.Errorf("the statement after the label was met %d times, want 3", tries)
	}
}

// What is printed past the buffer stands where it was printed, whatever comes first in the end.
func checkOrderOfText(t *testing.T, r *recording) {
	t.Helper()
	text := strings.ReplaceAll(r.printed(), strings.Repeat("■ □ ", 400), "")
	want := "set 0\nset 1\nset 2\n[0 0 0] \n[0 0 1] \n[0 0 2] \nset 2\n[0 1 0] \n"
	if !strings.HasPrefix(text, want) || strings.Count(text, "\n") != 1+3+9+27 {
		t.Errorf("printed %q", text)
	}
}

func checkValues(t *testing.T, r *recording) {
	t.Helper()
	for k, s := range r.steps {
		if s.function == "main" && len(r.at(k + 1).stack[0].locals) > 0 {
			t.Errorf("main begins with the locals %v", r.at(k + 1).stack[0].locals)
		}
	}
	last := r.at(len(r.steps) - 2) // main is about to flush its output
	locals := last.stack[0].locals
	want := map[string]any{
		"count": 0.0, "none": "nil", "anything": "→ board", "err": "nil", "shadow": 2.0, "title": `"quote \" and 퀸!"`,
		"grid": []any{"[9 2]", "[4 4]"}, "*pointer": []any{"[9 2]", "[4 4]"},
	}
	if diff := cmp.Diff(want, locals); diff != "" {
		t.Errorf("locals of main (-want +got)\n%s", diff)
	}
	shared := map[string]any{}
	for i, v := range last.vars {
		shared[r.Vars[i]] = v
	}
	none := []any{"[false false false]", "[false false false]", "[false false false]"}
	want = map[string]any{
		"shown": 0.0, "big": "9223372036854775807", "half": "+Inf", "title": `"quote \" and 퀸"`,
		"global.cells": none, "global.queens": []any{}, "global.names": "map[]", "global.next": "→ board",
		"local.cells": none, "local.queens": []any{}, "local.names": "map[]", "local.next": "→ board",
	}
	if diff := cmp.Diff(want, shared); diff != "" {
		t.Errorf("shared variables (-want +got)\n%s", diff)
	}
	all := fmt.Sprint(func() (lines []string) {
		for _, s := range r.Steps {
			lines = append(lines, string(s))
		}
		return lines
	}())
	for _, text := range []string{`"{column:1 row:2}"`, `"map[{column:0 row:0}:\"\" {column:1 row:2}:\"q\"]"`, `["*count",0]`, `["shadow","\"inner!\""]`} {
		if !strings.Contains(all, text) {
			t.Errorf("no step shows %s", text)
		}
	}
}

func checkResults(t *testing.T, r *recording) {
	t.Helper()
	got := map[string]string{}
	var calls []string
	for _, s := range r.steps {
		for _, change := range s.changes {
			if change[0] == "set" || change[0] == "f" {
				t.Errorf("a function is shown as a variable: %v", change)
			}
		}
		switch s.kind {
		case call:
			calls = append(calls, s.function)
		case returned:
			got[calls[len(calls)-1]] = fmt.Sprint(s.results)
			calls = calls[:len(calls)-1]
		}
	}
	for function, want := range map[string]string{
		"twice": "[4]", "abs": "[1]", "swapped": `["b" "a"]`, "largest": `["x"]`, "guarded": `["fine"]`, "forever": "[11]", "main": "[]",
	} {
		if got[function] != want {
			t.Errorf("the last %s returned %s, want %s", function, got[function], want)
		}
	}
}

// A forgotten line shows in the flags.
func TestAnEditIsTraced(t *testing.T) {
	t.Parallel()
	dir := edition(t, "stage3_diagonals", "main.go", "\t\t\trowUsed[j] = false\n", "")
	r := run(t, Request{Dir: dir, N: 4})
	last := r.at(len(r.steps) - 1)
	if diff := cmp.Diff([]any{true, true, true, true}, r.shared(last, "rowUsed")); diff != "" {
		t.Errorf("rowUsed (-want +got)\n%s", diff)
	}
	if count := r.shared(last, "count"); count != 0.0 {
		t.Errorf("count = %v, want 0", count)
	}
}

func TestLineEndsOfWindows(t *testing.T) {
	t.Parallel()
	dir := edition(t, "stage2_rows")
	path := filepath.Join(dir, "main.go")
	text := readFile(t, path)
	unix := run(t, Request{Dir: dir, N: 2})
	writeFile(t, path, "\uFEFF"+strings.ReplaceAll(text, "\n", "\r\n"))
	windows := run(t, Request{Dir: dir, N: 2})
	if diff := cmp.Diff(unix.steps, windows.steps, cmp.AllowUnexported(step{})); diff != "" {
		t.Errorf("(-LF +CRLF)\n%s", diff)
	}
	if diff := cmp.Diff(unix.Source, windows.Source); diff != "" {
		t.Errorf("source (-LF +CRLF)\n%s", diff)
	}
}

// A learner may have the whole stage in one file, its buffer and what is under it, too.
func TestBufferInTheSameFile(t *testing.T) {
	t.Parallel()
	dir := learner(t, `import ("bufio"; "os")
type direct struct{}
func (direct) Write(p []byte) (int, error) { return os.Stdout.Write(p) }
var buffer *bufio.Writer`, `
	buffer = bufio.NewWriter(direct{})
	for range n {
		buffer.WriteString("q")
	}
	buffer.WriteString("!")`)
	r := run(t, Request{Dir: dir, N: 3})
	if got, last := r.printed(), r.steps[len(r.steps)-1]; got != "qqq!" || last.text != "!" {
		t.Errorf("printed %q, at the last step %q", got, last.text)
	}
	if r.End != string(Done) {
		t.Errorf("%s: %s", r.End, r.Message)
	}
	check(t, r)
}

func TestBrokenStage(t *testing.T) {
	t.Parallel()
	const set = "set(i + 1)"
	for _, test := range []struct {
		file, old, new string
		untraceable    bool
		want           []Problem
	}{
		{"main.go", set, "sett(i + 1)", false, []Problem{{"main.go", 24, 4, "undefined: sett"}}},
		{"main.go", set, "x := 1; set(i, 1)", false, []Problem{
			{"main.go", 24, 4, "declared and not used: x"},
			{"main.go", 24, 19, "too many arguments in call to set\n\thave (int, number)\n\twant (int)"},
		}},
		{"main.go", "func set", "fun set", false, []Problem{{"main.go", 14, 1, "syntax error: non-declaration statement outside function body"}}},
		{"main.go", "const n", "import \"fmt\"\nconst n", false, []Problem{{"main.go", 5, 8, `"fmt" imported and not used`}}},
		{"terminal.go", "import (", "import (\n\t\"no/such\"", false, []Problem{{"terminal.go", 4, 2, "package no/such is not in std"}}},
		{"main.go", set, "go " + set, true, []Problem{{"main.go", 24, 4, "goroutines cannot be traced"}}},
		{"main.go", "const n", "import \"sync\"\nvar group sync.WaitGroup\nfunc init() { group.Go(func() {}) }\nconst n", true,
			[]Problem{{"main.go", 5, 8, `a program that imports "sync" cannot be traced`}}},
		{"main.go", "const n", "import _ \"unsafe\"\nconst n", true,
			[]Problem{{"main.go", 5, 8, `a program that imports "unsafe" cannot be traced`}}},
		{"main.go", "const n", "func all(yield func(int) bool) { yield(1) }\nfunc init() { for range all {}}\nconst n", true,
			[]Problem{{"main.go", 6, 15, "a range over a function of the program itself cannot be traced"}}},
		{"terminal.go", "flag.Parse()", "go flag.Parse()", true, []Problem{{"terminal.go", 48, 2, "goroutines cannot be traced"}}},
	} {
		t.Run(test.new, func(t *testing.T) {
			t.Parallel()
			dir := edition(t, "stage2_rows", test.file, test.old, test.new)
			_, err := Run(t.Context(), Request{Dir: dir, N: 3})
			var broken *SourceError
			if !errors.As(err, &broken) {
				t.Fatalf("error %v", err)
			}
			for i, p := range broken.Problems { // what else the go command says of a package that is not there
				if before, _, found := strings.Cut(p.Text, " ("); found && strings.HasPrefix(p.Text, "package ") {
					broken.Problems[i].Text = before
				}
			}
			if diff := cmp.Diff(&SourceError{test.untraceable, test.want}, broken); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestEnds(t *testing.T) {
	t.Parallel()
	const endless = "\tfor i := 0; ; i++ {\n\t\tparseArguments(\"\")\n\t}"
	for _, test := range []struct {
		name, dir string
		limits    Limits
		end       End
		message   string // a part of it
		line      int
		lastLine  int // of the last step
	}{
		{"index", edition(t, "stage3_diagonals", "main.go", "[2*n - 1]bool", "[2*n - 3]bool"), Limits{}, Panic,
			"panic: runtime error: index out of range [5] with length 5", 32, 31},
		{"in a function called", learner(t, "", "\tset(2)\n}\n\nfunc set(i int) {\n\tif i == 0 {\n\t\tpanic(\"no row\\nat all\")\n\t}\n\tset(i - 1)"), Limits{}, Panic,
			"panic: no row\n\tat all", 13, 13},
		{"deadlock", learner(t, "", "\tselect {}"), Limits{}, Panic, "fatal error: all goroutines are asleep - deadlock!", 8, 8},
		{"before main", learner(t, "var a, b = 1, 0\nvar c = a / b", ""), Limits{}, Panic, "panic: runtime error: integer divide by zero", 4, 0},
		{"exit", learner(t, `import "log"`, "\tlog.SetFlags(0)\n\tlog.Fatal(\"gone\")"), Limits{}, Exit, "gone", 0, 9},
		{"silent exit", learner(t, `import "os"`, "\tos.Exit(3)"), Limits{}, Exit, "exit status 3", 0, 8},
		{"steps", learner(t, "", endless), Limits{Steps: 500}, StepLimit, "", 0, 9},
		{"recursion", learner(t, "", "\tmain()"), Limits{}, DepthLimit, "", 0, 8},
		{"output", learner(t, `import "fmt"`, "\tfor {\n\t\tfmt.Println(\"set\")\n\t}"), Limits{Output: 1000}, OutputLimit, "", 0, 9},
		{"output of one statement", learner(t, `import ("crypto/rand"; "io")`, "\tio.Copy(out, rand.Reader)"), Limits{Output: 1000}, OutputLimit, "", 0, 8},
		{"time", learner(t, "", "\tfor {\n\t}"), Limits{Time: 200 * time.Millisecond}, TimeLimit, "", 0, -1},
		{"unknown flag", edition(t, "stage4_ngeneral", "input.go", `flag.Func("n"`, `flag.Func("queens"`), Limits{}, Exit, "flag provided but not defined: -n", 0, -1},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r := run(t, Request{Dir: test.dir, N: 4, Limits: test.limits})
			if r.End != string(test.end) || r.Line != test.line || !strings.Contains(r.Message, test.message) || (test.message == "") != (r.Message == "") {
				t.Errorf("end %q, line %d, message %q; want %q, %d, %q", r.End, r.Line, r.Message, test.end, test.line, test.message)
			}
			lastLine := 0
			if len(r.steps) > 0 {
				lastLine = r.steps[len(r.steps)-1].line
			}
			if test.lastLine >= 0 && lastLine != test.lastLine {
				t.Errorf("the last step is on line %d, want %d", lastLine, test.lastLine)
			}
			if test.limits.Steps == 500 && len(r.steps) != 500 {
				t.Errorf("%d steps", len(r.steps))
			}
			if test.end == DepthLimit {
				if depth := len(r.at(len(r.steps) - 1).stack); depth != 250 {
					t.Errorf("%d calls inside one another", depth)
				}
			}
			check(t, r)
		})
	}
}

// When the context ends, so does the program, which holds a connection to the test.
func TestCancel(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	dir := learner(t, `import "net"`, fmt.Sprintf(`
	conn, err := net.Dial("tcp", %q)
	if err != nil {
		panic(err)
	}
	conn.Read(make([]byte, 1))`, listener.Addr()))

	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	result := make(chan error, 1)
	go func() {
		_, err := Run(ctx, Request{Dir: dir, N: 1, Limits: Limits{Time: time.Hour}})
		listener.Close() // where the program never ran
		result <- err
	}()
	connection, err := listener.Accept()
	if err != nil {
		t.Fatalf("the program did not run: %v, %v", err, <-result)
	}
	defer connection.Close()
	cancel()
	if err := <-result; err != context.Canceled {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
	connection.SetReadDeadline(time.Now().Add(time.Minute))
	if _, err := connection.Read(make([]byte, 1)); errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error("the program lives on")
	}
}

func TestCancelBeforeTheBuild(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Run(ctx, Request{Dir: edition(t, "stage1_branching"), N: 1}); err != context.Canceled {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}

// Nothing stays in the folders of others: the go command keeps its own files where the trace does.
func TestGoCommandsFolder(t *testing.T) {
	t.Setenv("GOTMPDIR", filepath.Join(t.TempDir(), "none"))
	run(t, Request{Dir: edition(t, "stage1_branching"), N: 1})
}

// Git refuses a checkout that belongs to somebody else, or a broken one: the stage is traced all the same.
func TestCheckoutThatGitRefuses(t *testing.T) {
	t.Setenv("GOFLAGS", "-buildvcs=auto") // as it is where nothing is said
	broken := filepath.Join(module, ".git")
	if err := os.Mkdir(broken, 0o777); err != nil {
		t.Fatal(err)
	}
	defer os.Remove(broken)
	run(t, Request{Dir: edition(t, "stage1_branching"), N: 1})
}

// A program may leave another behind that holds its standard error.
func TestChildLivesOn(t *testing.T) {
	t.Parallel()
	dir := learner(t, `import ("os"; "os/exec"; "time")`, `
	if os.Getenv("CHILD") != "" {
		time.Sleep(4 * time.Second)
		return
	}
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), "CHILD=1")
	child.Stderr = os.Stderr
	if err := child.Start(); err != nil {
		panic(err)
	}`)
	if r := run(t, Request{Dir: dir, N: 1}); r.End != string(Done) {
		t.Errorf("the trace ends with %q, %q", r.End, r.Message)
	}
}

func TestTwoAtOnce(t *testing.T) {
	t.Parallel()
	dirs := []string{edition(t, "stage2_rows"), edition(t, "stage3_diagonals")}
	dirs = append(dirs, dirs[0])
	texts := make([]string, len(dirs))
	done := make(chan bool)
	for i, dir := range dirs {
		go func() {
			defer func() { done <- true }()
			trace, err := Run(t.Context(), Request{Dir: dir, N: 4, Limits: Limits{Time: unhurried}})
			if err != nil {
				t.Error(err)
				return
			}
			text, _ := json.Marshal(trace)
			texts[i] = string(text)
		}()
	}
	for range dirs {
		<-done
	}
	if texts[0] != texts[2] || texts[0] == texts[1] {
		t.Error("traces at once are mixed up")
	}
	alone, err := Run(t.Context(), Request{Dir: dirs[0], N: 4, Limits: Limits{Time: unhurried}})
	if err != nil {
		t.Fatal(err)
	}
	if text, _ := json.Marshal(alone); string(text) != texts[0] {
		t.Error("a trace alone is another than one of two at once")
	}
}

func TestFolderIsUntouched(t *testing.T) {
	t.Parallel()
	dir := edition(t, "stage1_branching")
	list := func() (files []string) {
		filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
			if err != nil {
				t.Fatal(err)
			}
			if info, _ := entry.Info(); !entry.IsDir() {
				files = append(files, fmt.Sprint(path, info.ModTime(), readFile(t, path)))
			}
			return nil
		})
		return files
	}
	before := list()
	run(t, Request{Dir: dir, N: 1})
	if diff := cmp.Diff(before, list()); diff != "" {
		t.Error(diff)
	}
}

// What is written arrives in any pieces, and the last may be half a record.
func TestPieces(t *testing.T) {
	const written = "a\nb" + recorder.Mark + `{"Kind":0,"Line":7,"Changes":[]}` + "\nc" + recorder.Mark +
		`{"Kind":1,"Line":8,"Changes":[[0,1]],"Vars":["pos"]}` + "\nd" + recorder.Mark + `{"Kind":0,`
	for size := 1; size <= len(written); size++ {
		trace := &Trace{}
		o := &output{Trace: trace, limits: Limits{}.withDefaults()}
		for piece := range slices.Chunk([]byte(written), size) {
			if _, err := o.Write(piece); err != nil {
				t.Fatal(err)
			}
		}
		want := `[0,7,[],"a\nb"] [1,8,[[0,1]],"c"]`
		if got := fmt.Sprintf("%s", trace.Steps); got != "["+want+"]" || len(trace.Vars) != 1 {
			t.Fatalf("pieces of %d: steps %s, variables %v; want %s", size, got, trace.Vars, want)
		}
	}
}

func TestN(t *testing.T) {
	for dir, limit := range map[string]int{"stage1_branching": 5, filepath.Join("x", "stage2_rows"): 6, "stage3_diagonals": 8, "stage4_ngeneral": 8, "stage5_dynamic": 8} {
		if MaxN(dir) != limit {
			t.Errorf("MaxN(%s) = %d, want %d", dir, MaxN(dir), limit)
		}
		for _, n := range []int{-1, 0, limit + 1} {
			if _, err := Run(t.Context(), Request{Dir: dir, N: n}); !errors.Is(err, ErrN) {
				t.Errorf("%s, n = %d: error %v", dir, n, err)
			}
		}
	}
}

func TestHash(t *testing.T) {
	t.Parallel()
	dir := edition(t, "stage3_diagonals")
	hash := func() string {
		t.Helper()
		sum, err := Hash(dir)
		if err != nil {
			t.Fatal(err)
		}
		return sum
	}
	first := hash()
	writeFile(t, filepath.Join(dir, "main_test.go"), "package main\n")
	if hash() != first {
		t.Error("a test changed the hash")
	}
	words := filepath.Join(dir, "words.go")
	text := readFile(t, words)
	writeFile(t, words, text+"\n")
	if hash() == first {
		t.Error("an edit did not change the hash")
	}
	writeFile(t, words, text)
	if hash() != first {
		t.Error("the same source has another hash")
	}
	if r := run(t, Request{Dir: dir, N: 1}); r.Hash != first {
		t.Errorf("the trace has the hash %s, want %s", r.Hash, first)
	}
	if _, err := Hash(filepath.Join(dir, "none")); err == nil {
		t.Error("a folder that is not there has a hash")
	}
}

func BenchmarkStage3(b *testing.B) {
	dir := edition(b, "stage3_diagonals")
	for _, n := range []int{6, 8} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			var trace *Trace
			for b.Loop() {
				var err error
				if trace, err = Run(b.Context(), Request{Dir: dir, N: n}); err != nil {
					b.Fatal(err)
				}
			}
			text, err := json.Marshal(trace)
			if err != nil {
				b.Fatal(err)
			}
			var small bytes.Buffer
			w := gzip.NewWriter(&small)
			w.Write(text)
			w.Close()
			b.ReportMetric(float64(len(trace.Steps)), "steps")
			b.ReportMetric(float64(len(text)), "bytes")
			b.ReportMetric(float64(small.Len()), "gzip-bytes")
		})
	}
}
