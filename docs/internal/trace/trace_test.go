package trace

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// module is a module of its own for the programs of the tests, so that they share what the go command
// keeps of the recorder.
var module string

func TestMain(m *testing.M) {
	code := func() int {
		var err error
		if module, err = os.MkdirTemp("", "trace-test-"); err != nil {
			log.Fatal(err)
		}
		defer removeAll(module)
		os.Setenv("GOTMPDIR", module)
		os.Setenv("GOTRACEBACK", "none")                                                           // the tracer needs more
		RecorderSource = bytes.Replace(RecorderSource, []byte("512 << 20"), []byte("32 << 20"), 1) // memory that a test can fill
		os.Setenv("CGO_ENABLED", "0")                                                              // with C in it, package net for one, a program does not see a deadlock
		if err := os.WriteFile(filepath.Join(module, "go.mod"), []byte("module example.com/traced\n\ngo 1.26\n"), 0o666); err != nil {
			log.Fatal(err)
		}
		return m.Run()
	}()
	os.Exit(code)
}

// folder makes a folder with a main.go in the module.
func folder(t testing.TB, source string) string {
	t.Helper()
	dir, err := os.MkdirTemp(module, "program")
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(dir, "main.go"), source)
	return dir
}

// An ending is the program that ends in many ways, built.
type ending struct {
	builder *builder
	program *Program
}

func (e *ending) run(ctx context.Context, args []string, limits Limits) (*Trace, error) {
	return e.builder.run(ctx, e.program, args, limits)
}

var endings = sync.OnceValues(func() (*ending, error) {
	dir := filepath.Join(module, "ends")
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "ends"))); err != nil {
		return nil, err
	}
	ctx := context.Background()
	b, err := newBuilder(ctx, dir)
	if err != nil {
		return nil, err
	}
	source, err := b.source(ctx)
	if err != nil {
		return nil, err
	}
	p, err := Rewrite(source, 4)
	if err != nil {
		return nil, err
	}
	return &ending{b, p}, b.build(ctx, p)
})

// source is a program from testdata, with some of its text replaced: old, new, and so on.
func source(t testing.TB, name string, replacements ...string) string {
	t.Helper()
	text := strings.ReplaceAll(readFile(t, filepath.Join("testdata", name, "main.go")), "\r\n", "\n")
	for pair := range slices.Chunk(replacements, 2) {
		if !strings.Contains(text, pair[0]) {
			t.Fatalf("%s has no %q", name, pair[0])
		}
		text = strings.Replace(text, pair[0], pair[1], 1)
	}
	return text
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
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// unhurried is the time limit of a test that is not about it: the machine may be slow or busy.
const unhurried = 5 * time.Minute

func run(t *testing.T, request Request) *recording {
	t.Helper()
	request.Limits.Time = unhurried
	trace, err := Run(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	return play(t, trace)
}

// plain builds the programs of testdata as anybody would, all as one that runs which it is told, with
// n = 3.
var plain = sync.OnceValues(func() (file string, err error) {
	dir := filepath.Join(module, "plain")
	imports, calls := "", ""
	for _, name := range learners {
		text, err := os.ReadFile(filepath.Join("testdata", name, "main.go"))
		if err != nil {
			return "", err
		}
		small := strings.NewReplacer("const n = 8", "const n = 3", "package main", "package "+name, "func main()", "func Main()").Replace(string(text))
		if err := os.MkdirAll(filepath.Join(dir, name), 0o777); err != nil {
			return "", err
		}
		if err := os.WriteFile(filepath.Join(dir, name, "main.go"), []byte(small), 0o666); err != nil {
			return "", err
		}
		imports += fmt.Sprintf("import %q\n", "example.com/traced/plain/"+name)
		calls += fmt.Sprintf("%q: %s.Main,\n", name, name)
	}
	main := "package main\n" + imports + "import \"os\"\nfunc main() { map[string]func(){" + calls + "}[os.Args[1]]() }\n"
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(main), 0o666); err != nil {
		return "", err
	}
	file = filepath.Join(dir, "plain.exe")
	build := exec.Command("go", "build", "-ldflags=-w", "-o", file, ".")
	build.Dir, build.Env = dir, append(os.Environ(), "GOGC=400")
	if output, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, output)
	}
	return file, nil
})

// learners are programs with what a learner may write.
var learners = []string{"functions", "loops", "printing", "values"}

// The traced program prints what the plain one prints, in the same order.
func TestLearnersPrograms(t *testing.T) {
	t.Parallel()
	more := map[string]func(*testing.T, *recording){"functions": checkResults, "loops": checkJumps, "printing": checkText, "values": checkValues}
	for _, name := range learners {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := run(t, Request{Dir: folder(t, source(t, name)), N: 3})
			file, err := plain()
			if err != nil {
				t.Fatal(err)
			}
			want, err := exec.CommandContext(t.Context(), file, name).Output()
			if err != nil {
				t.Fatal(err)
			}
			plain, traced := readable(want), r.text()
			if name == "printing" { // what passes the buffer by stands where it was printed, not where it comes out
				plain, traced = sortedLines(plain), sortedLines(traced)
			}
			if diff := cmp.Diff(strings.Split(plain, "\n"), strings.Split(traced, "\n")); diff != "" {
				t.Errorf("(-plain +traced)\n%s", diff)
			}
			if r.End != Done || r.Line != 0 || r.Lost != 0 {
				t.Errorf("%s at line %d: %s; %d characters lost", r.End, r.Line, r.Message, r.Lost)
			}
			more[name](t, r)
		})
	}
}

func sortedLines(text string) string {
	return strings.Join(slices.Sorted(strings.Lines(text)), "")
}

func checkJumps(t *testing.T, r *recording) {
	t.Helper()
	count := map[string]int{}
	for k, s := range r.Steps {
		p := r.Places[s.Place]
		count[[...]string{"", "true: ", "false: ", "call: ", "return: "}[s.Kind]+p.Text]++
		if before := r.Places[r.Steps[max(k-1, 0)].Place]; p.Text == "return found" && before.Text == "break" {
			count["break, then return"]++
		}
	}
	// Columns 0, 1 and 2 are tried 3, 9 and 18 times; 3 and 12 of the rows are used already.
	for text, want := range map[string]int{
		"break, then return":                            15,
		"false: c, row := range pos[:i]":                15,
		"false: range 4":                                1, // around a loop that ends with break
		"false: i := range n":                           0, // left by a labelled break
		"tries++":                                       3, // after a label
		"var first, second = 1, 2":                      1,
		"i := range func() int {…}()":                   1, // before the call
		"i, c := range slices.Backward([]rune(\"퀸♛\"))": 1,
	} {
		if count[text] != want {
			t.Errorf("%q comes %d times, want %d", text, count[text], want)
		}
	}
}

// checkText sees that what is printed past the buffer stands where it was printed, whatever comes first in the end.
func checkText(t *testing.T, r *recording) {
	t.Helper()
	text := strings.ReplaceAll(r.text(), strings.Repeat("■ □ ", 400), "")
	want := "set 0\nset 1\nset 2\n[0 0 0] \n[0 0 1] \n[0 0 2] \nset 2\n[0 1 0] \n"
	if !strings.HasPrefix(text, want) || strings.Count(text, "\n") != 1+3+9+27 {
		t.Errorf("printed %q", text)
	}
	if r.Stderr != strings.Repeat("to standard error\n", 1+3+9) {
		t.Errorf("standard error %q", r.Stderr)
	}
}

func checkValues(t *testing.T, r *recording) {
	t.Helper()
	for k, s := range r.Steps {
		if s.Extra == "main" && len(r.at(k).Stack[0].Locals) > 0 {
			t.Errorf("main begins with the locals %v", r.at(k).Stack[0].Locals)
		}
	}
	last := r.at(len(r.Steps) - 2) // main is about to flush its output
	want := map[string]any{
		"count": 0.0, "none": "nil", "anything": "→ board", "err": "nil", "shadow": 2.0, "title": `"quote \" and 퀸!"`,
		"grid": []any{"[9 2]", "[4 4]"}, "*pointer": []any{"[9 2]", "[4 4]"}, "local": map[string]any{"to": "local"},
		"*list": "{row:2 next:→ {row:1 next:nil}}",
	}
	if diff := cmp.Diff(want, last.Stack[0].Locals); diff != "" {
		t.Errorf("locals of main (-want +got)\n%s", diff)
	}
	shared := map[string]any{}
	for i, v := range last.Shared {
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
	all := fmt.Sprintf("%s", r.json.Steps)
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
	for _, s := range r.Steps {
		for _, change := range s.Changes {
			if change[0] == "set" || change[0] == "f" {
				t.Errorf("a function is shown as a variable: %v", change)
			}
		}
		switch s.Kind {
		case Call:
			calls = append(calls, s.Extra.(string))
		case Return:
			got[calls[len(calls)-1]] = fmt.Sprint(s.Extra)
			calls = calls[:len(calls)-1]
		}
	}
	for function, want := range map[string]string{
		"twice": "[4]", "abs": "[1]", "swapped": `["b" "a"]`, "largest": `["x"]`, "guarded": `["fine"]`, "forever": "[11]", "main": "[]",
		"set": "[]", "nameless": "[2]", "main.func": "[]",
	} {
		if got[function] != want {
			t.Errorf("the last %s returned %s, want %s", function, got[function], want)
		}
	}
}

// The whole of a small run, as a reader steps through it. What the user has told the go command may not
// get in the way, and nothing stays behind where it keeps its files.
func TestSteps(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("GOTMPDIR", temporary)
	t.Setenv("GOFLAGS", "-cover -json -tags=here")
	dir := folder(t, source(t, "search"))
	writeFile(t, filepath.Join(dir, "here.go"), "//go:build here\n\npackage main\n\nimport \"os\"\n\nfunc init() { os.Stderr.WriteString(os.Args[0]) }\n")
	r := run(t, Request{Dir: dir, N: 2})
	golden := strings.ReplaceAll(readFile(t, filepath.Join("testdata", "search", "steps.txt")), "\r\n", "\n")
	if diff := cmp.Diff(strings.Split(strings.TrimSpace(golden), "\n"), r.story()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if program, err := filepath.Rel(temporary, r.Stderr); err != nil || !filepath.IsLocal(program) {
		t.Errorf("the program is %s; want it in %s", r.Stderr, temporary)
	}
	if left, _ := os.ReadDir(temporary); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	t.Setenv("GOTMPDIR", filepath.Join(temporary, "none"))
	if b, err := newBuilder(t.Context(), dir); err != nil {
		t.Error(err)
	} else {
		b.close()
	}
}

// Every stage can be followed, whatever it looks like today.
func TestStages(t *testing.T) {
	placements := map[string]int{"1": 27, "2": 6, "3": 0, "4": 0, "5": 0} // with n = 3
	for number, want := range placements {
		t.Run(number, func(t *testing.T) {
			t.Parallel()
			stages, _ := filepath.Glob(filepath.Join("..", "..", "..", "stage"+number+"_*"))
			sources, _ := filepath.Glob(filepath.Join(stages[0], "*.go"))
			for _, path := range sources {
				readFile(t, path) // so that the test cache knows of it
			}
			r := run(t, Request{Dir: stages[0], N: 3})
			if r.End != Done || r.Message+r.Stderr != "" {
				t.Errorf("%s %s%s", r.End, r.Message, r.Stderr)
			}
			if r.Roles == nil || r.Roles.Full == nil || r.Roles.Queens == nil || len(r.Roles.Put) == 0 || r.Roles.Row == "" {
				t.Fatalf("roles %+v", r.Roles)
			}
			found := 0
			for _, s := range r.Steps {
				if s.Place == r.Roles.Full.Place && (s.Kind == ConditionTrue) == r.Roles.Full.Is {
					found++
				}
			}
			if found != want {
				t.Errorf("%d placements, want %d", found, want)
			}
		})
	}
}

func TestEnds(t *testing.T) {
	t.Parallel()
	p, err := endings()
	if err != nil {
		t.Fatal(err)
	}
	unhurriedly := Limits{Time: unhurried}
	for _, test := range []struct {
		way     string
		limits  Limits
		end     End
		line    string // a comment on it
		message string // a part of it
		status  int
		stderr  string
		text    string
		lost    int
	}{
		{way: "index", end: Panic, line: "index", message: "index out of range [5]"},
		{way: "deep panic", end: Panic, line: "deep panic", message: "panic: no row\n\tat all"},
		{way: "deferred", end: Panic, line: "deferred", message: "panic: leaving", text: "bye"},
		{way: "deadlock", end: Panic, line: "deadlock", message: "deadlock"},
		{way: "fatal", end: Exit, line: "fatal", message: "gone", status: 1},
		{way: "silent exit", end: Exit, line: "silent exit", status: 3},
		{way: "exit in the middle", end: Exit, line: "exit in the middle", text: "half\n"},
		{way: "killed", end: Signal, line: "killed", message: "killed", text: "half", lost: 4},
		{way: "steps", limits: Limits{Time: unhurried, Steps: 500}, end: StepLimit, line: "steps"},
		{way: "recursion", end: DepthLimit, line: "recursion"},
		{way: "output", limits: Limits{Time: unhurried, Output: 1000}, end: OutputLimit, line: "output"},
		{way: "one statement", limits: Limits{Time: unhurried, Output: 1000}, end: OutputLimit, line: "one statement"},
		{way: "memory", end: MemoryLimit, line: "memory"},
		{way: "memory elsewhere", end: MemoryLimit, line: "memory elsewhere"},
		{way: "standard error", end: Done, stderr: "println\nFprintln\n"},
		{way: "no flush", end: Done, text: "■ never shown", lost: 13},
		{way: "flush", end: Done, text: "shownfirst "},
		{way: "local buffer", end: Done, text: "qqq"},
		{way: "another buffer", end: Done},
		{way: "byte by byte", end: Done, text: "■\uFFFD half \uFFFD"},
		{way: "recovered", end: Done, text: "caught\n"},
		{way: "itself", end: Done, text: "half\n\n"},
	} {
		t.Run(test.way, func(t *testing.T) {
			t.Parallel()
			if test.end == Signal && runtime.GOOS == "windows" {
				t.Skip("there are no signals, but an exit status")
			}
			if test.limits.Time == 0 {
				test.limits = unhurriedly
			}
			trace, err := p.run(t.Context(), []string{test.way}, test.limits)
			if err != nil {
				t.Fatal(err)
			}
			r := play(t, trace)
			if r.End != test.end || !strings.Contains(r.Message, test.message) || r.Status != test.status || test.end != Panic && r.Stderr != test.stderr {
				t.Errorf("end %q, status %d, message %q, standard error %q", r.End, r.Status, r.Message, r.Stderr)
			}
			if line := r.lineOf(test.line); r.Line != line {
				t.Errorf("the end is on line %d, want %d", r.Line, line)
			}
			if last := r.Places[r.Steps[len(r.Steps)-1].Place]; test.line != "" && last.Line != r.Line {
				t.Errorf("the last step is on line %d, want %d", last.Line, r.Line)
			}
			if test.end != OutputLimit && r.text() != test.text || r.Lost != test.lost {
				t.Errorf("printed %q, %d characters lost; want %q, %d", r.text(), r.Lost, test.text, test.lost)
			}
			if trace.Repeatable() != (test.end != MemoryLimit && test.end != Signal) {
				t.Errorf("repeatable: %v", trace.Repeatable())
			}
			if depth := len(r.at(len(r.Steps) - 1).Stack); test.end == DepthLimit && depth != 250 {
				t.Errorf("%d calls inside one another", depth)
			}
			if test.limits.Steps != 0 && len(r.Steps) != test.limits.Steps {
				t.Errorf("%d steps", len(r.Steps))
			}
			if test.way == "recovered" {
				var left []string
				for k, s := range r.Steps {
					if s.Kind == Return && s.Extra == nil {
						stack := r.at(k - 1).Stack
						left = append(left, stack[len(stack)-1].Function)
					}
				}
				if diff := cmp.Diff([]string{"dive", "dive"}, left); diff != "" {
					t.Errorf("left by the panic (-want +got)\n%s", diff)
				}
			}
		})
	}

	// The first of these is in a statement without an end, the other is slow.
	for way, limit := range map[string]time.Duration{"endless": 2 * time.Second, "slow": time.Second} {
		stuck := way == "endless"
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			trace, err := p.run(t.Context(), []string{way}, Limits{Time: limit})
			if err != nil {
				t.Fatal(err)
			}
			if trace.End != TimeLimit || trace.Stuck != stuck || trace.Repeatable() {
				t.Errorf("end %s, stuck %v, repeatable %v", trace.End, trace.Stuck, trace.Repeatable())
			}
		})
	}
	// What is kept does not grow with what is written, nor the time with what a variable holds.
	trace, err := p.run(t.Context(), []string{"much standard error"}, unhurriedly)
	if err != nil {
		t.Fatal(err)
	}
	if len(trace.Stderr) > 1<<20 || trace.End != Panic || trace.Message != "panic: after all that" {
		t.Errorf("%d bytes of standard error are kept; the run ends with %s, %.100s", len(trace.Stderr), trace.End, trace.Message)
	}
	if trace, err = p.run(t.Context(), []string{"large values"}, unhurriedly); err != nil {
		t.Fatal(err)
	}
	r := play(t, trace)
	line := r.lineOf("large values")
	k := slices.IndexFunc(r.Steps, func(s Step) bool { return r.Places[s.Place].Line == line })
	locals := r.at(k).Stack[1].Locals
	grid, _ := locals["grid"].([]any)
	list, _ := locals["list"].([]any)
	if len(list) != 32 || len(grid) != 32 || grid[31] != "…" {
		t.Errorf("list %v, grid %v", list, grid)
	}
	if want := `"` + strings.Repeat("퀸", 119) + "…"; locals["text"] != want {
		t.Errorf("text %v, want %s", locals["text"], want)
	}
	if locals["squares"] != "map[…200]" || strings.Count(fmt.Sprint(locals["*chain"]), "number") != 4 {
		t.Errorf("squares %v, chain %v", locals["squares"], locals["*chain"])
	}
	objects := map[string]bool{}
	for _, name := range r.Vars {
		if object, _, isField := strings.Cut(name, "."); isField {
			objects[object] = true
		}
	}
	if len(objects) != 8 {
		t.Errorf("the fields of %d structs are followed", len(objects))
	}
}

// lineOf is the line with a comment, 0 for none.
func (r *recording) lineOf(comment string) int {
	if comment == "" {
		return 0
	}
	return 1 + slices.IndexFunc(r.Source, func(line string) bool { return strings.HasSuffix(line, "// "+comment) })
}

// When the context ends, so does the program, and what it has started; each holds a connection to the test.
func TestCancel(t *testing.T) {
	t.Parallel()
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Run(canceled, Request{Dir: folder(t, source(t, "search")), N: 1}); err != context.Canceled {
		t.Errorf("before the build: error %v, want %v", err, context.Canceled)
	}
	p, err := endings()
	if err != nil {
		t.Fatal(err)
	}
	ways := []string{"connection", "child"}
	if runtime.GOOS == "windows" {
		ways = ways[:1] // it has no groups of processes
	}
	for _, way := range ways {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer listener.Close()
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		result := make(chan error, 1)
		go func() {
			_, err := p.run(ctx, []string{way, listener.Addr().String()}, Limits{Time: unhurried})
			if way == "connection" {
				listener.Close() // where the program never ran
			}
			result <- err
		}()
		connection, err := listener.Accept()
		if err != nil {
			t.Fatalf("%s: the program did not run: %v, %v", way, err, <-result)
		}
		defer connection.Close()
		cancel()
		if err := <-result; way == "connection" && err != context.Canceled {
			t.Errorf("error %v, want %v", err, context.Canceled)
		}
		connection.SetReadDeadline(time.Now().Add(time.Minute))
		if _, err := connection.Read(make([]byte, 1)); errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("%s: the program lives on", way)
		}
	}
}
