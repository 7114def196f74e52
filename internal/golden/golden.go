// Package golden tests the programs of the tutorial as a reader runs them: it builds a program, runs
// it, and compares all that it prints, and its exit status, with what is wanted.
package golden

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"example.com/eightqueens/internal/oracle"
	"example.com/eightqueens/internal/program"
)

// timeLimit ends a program that a learner's edit keeps from ending. It allows for a slow laptop on
// which a virus scanner reads along.
const timeLimit = time.Minute

// A Program is built for one test.
type Program struct{ *program.Program }

// A Case is one run of a program, and what is wanted of it.
type Case struct {
	Name  string // of the subtest
	Args  []string
	Stdin string
	Env   []string // added to an environment that names no language
	Dir   string   // the working directory, that of the test if empty

	Stdout, Stderr string
	Exit           int
}

func (c Case) run() program.Run {
	return program.Run{Args: c.Args, Stdin: c.Stdin, Env: c.Env, Dir: c.Dir}
}

// problems compares what came of a run with what the case wants.
func (c Case) problems(got program.Result) []string {
	var problems []string
	if diff := Diff(lines(c.Stdout), lines(got.Stdout)); diff != "" {
		problems = append(problems, "standard output: "+diff)
	}
	if diff := Diff(lines(c.Stderr), lines(got.Stderr)); diff != "" {
		problems = append(problems, "standard error: "+diff)
	}
	if got.Exit != c.Exit {
		problems = append(problems, fmt.Sprintf("exit status %d, want %d", got.Exit, c.Exit))
	}
	return problems
}

// Build builds the program in the folder dir, with the changes of its main.go.
func Build(t *testing.T, dir string, changes ...program.Change) *Program {
	t.Helper()
	ReadSources(t, dir, ".")
	p, err := program.Build(dir, t.TempDir(), changes...)
	if err != nil {
		t.Fatal(err)
	}
	return &Program{p}
}

// ReadSources reads each file of this module that the packages are built from, as go list run in the
// folder dir names them: the test cache cannot know what a child process reads, and a test is to run
// again after an edit.
func ReadSources(t *testing.T, dir string, packages ...string) {
	t.Helper()
	const files = `{{with .Module}}{{if .Main}}{{.GoMod}}{{"\n"}}{{$.Dir}}{{"\n"}}` +
		`{{range $.GoFiles}}{{$.Dir}}/{{.}}{{"\n"}}{{end}}{{range $.EmbedFiles}}{{$.Dir}}/{{.}}{{"\n"}}{{end}}{{end}}{{end}}`
	list := exec.Command("go", append([]string{"list", "-e", "-deps", "-f", files}, packages...)...)
	list.Dir = dir
	names, err := list.Output()
	if err != nil {
		t.Fatalf("go list in %s: %v", dir, err)
	}
	for name := range strings.Lines(string(names)) {
		if file, err := os.Open(strings.TrimSuffix(name, "\n")); err == nil { // to open is to be noticed
			file.Close()
		}
	}
}

// File returns the text of a file, with the line ends of Unix.
func File(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(text), "\r\n", "\n")
}

// limited returns a context that ends with the test or when the time limit is over.
func limited(t *testing.T) context.Context {
	limit := timeLimit
	if end, ok := t.Deadline(); ok {
		limit = min(limit, time.Until(end)-2*time.Second) // to end before the go command loses patience
	}
	ctx, cancel := context.WithTimeoutCause(t.Context(), limit, fmt.Errorf("the time limit of %v is over", limit.Round(time.Second)))
	t.Cleanup(cancel)
	return ctx
}

// Command returns the program ready to run as the case says, its streams not yet connected. It is
// killed when the test ends or when the time limit is over.
func (p *Program) Command(t *testing.T, c Case) *exec.Cmd {
	return p.Program.Command(limited(t), c.run())
}

// Run runs the program and returns what came of it, wanted or not.
func (p *Program) Run(t *testing.T, c Case) program.Result {
	t.Helper()
	result, err := p.Program.Run(limited(t), c.run())
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// finish runs a command that is to end by itself, and returns its exit status.
func finish(t *testing.T, cmd *exec.Cmd) int {
	t.Helper()
	if err := cmd.Run(); cmd.ProcessState == nil || errors.Is(err, context.DeadlineExceeded) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode()
}

// step runs a subtest. The first that fails ends the test: those after it would say the same, and
// a program that hangs would cost the time limit in each.
func step(t *testing.T, name string, check func(t *testing.T)) {
	t.Helper()
	if !t.Run(name, check) {
		t.FailNow()
	}
}

// Check runs each case as a subtest, up to the first that fails, and compares the result with the
// wanted one.
func (p *Program) Check(t *testing.T, cases ...Case) {
	t.Helper()
	for _, c := range cases {
		step(t, c.Name, func(t *testing.T) {
			for _, problem := range c.problems(p.Run(t, c)) {
				t.Error(problem)
			}
		})
	}
}

// lines splits a text into its lines.
func lines(text string) []string {
	return strings.SplitAfter(text, "\n")
}

// wholeLines keeps cmp from looking inside a line, where it may cut a ■ in half.
var wholeLines = cmp.Comparer(func(a, b string) bool { return a == b })

// Diff says where two lists of lines part; it is empty where they do not. It shows a few lines
// alone, for a program that is a little wrong may print a million.
func Diff(want, got []string) string {
	if slices.Equal(want, got) {
		return ""
	}
	parting := 0
	for parting < min(len(want), len(got)) && want[parting] == got[parting] {
		parting++
	}
	const before, after = 2, 8
	excerpt := func(lines []string) []string {
		return lines[max(0, parting-before):min(parting+after, len(lines))]
	}
	return fmt.Sprintf("from line %d on it is not what is wanted (-want +got):\n%s", parting+1,
		cmp.Diff(excerpt(want), excerpt(got), wholeLines))
}

// A Stream describes an output that is too long to be stored: placements, one digit for each column.
type Stream struct {
	Lines       int
	Sum         string // of all the bytes, as [Sum] returns it
	First, Last string // some lines from both ends

	// The next stage prints those lines on which no two queens share one of these lines of the board.
	Rule oracle.Lines
	Next string // the sum of these lines
}

// Sum returns the SHA-256 of a text, in hexadecimal and as a line.
func Sum(text string) string { return fmt.Sprintf("%x\n", sha256.Sum256([]byte(text))) }

// CheckStream runs the program without arguments and compares all its output with the wanted one.
func (p *Program) CheckStream(t *testing.T, want Stream) {
	t.Helper()
	var got program.Excerpt
	hash, next := sha256.New(), sieve{rule: want.Rule}
	if err := p.Stream(limited(t), program.Run{}, io.MultiWriter(&got, hash, &next)); err != nil {
		t.Fatal(err)
	}
	first, last := string(got.First), string(append(got.First, got.Last...))
	if diff := Diff(lines(want.First), lines(first[:min(len(first), len(want.First))])); diff != "" {
		t.Errorf("the beginning: %s", diff)
	}
	if diff := Diff(lines(want.Last), lines(last[max(0, len(last)-len(want.Last)):])); diff != "" {
		t.Errorf("the end: %s", diff)
	}
	if got.Lines != want.Lines {
		t.Errorf("%d lines, want %d", got.Lines, want.Lines)
	}
	if sum := fmt.Sprintf("%x\n", hash.Sum(nil)); sum != want.Sum {
		t.Errorf("the SHA-256 of the output is %swant %s", sum, want.Sum)
	}
	if sum := Sum(string(next.kept)); sum != want.Next && !t.Failed() {
		t.Errorf("the SHA-256 of the lines of the next stage is %swant %s", sum, want.Next)
	}
	if t.Failed() {
		t.FailNow()
	}
}

// A sieve keeps, of the placements that are written to it, those on which no two queens share one of
// the lines of its rule.
type sieve struct {
	rule       oracle.Lines
	pos        []int
	rest, kept []byte // the beginning of a line; whole lines
}

func (s *sieve) Write(p []byte) (int, error) {
	text := append(s.rest, p...)
	for {
		end := bytes.IndexByte(text, '\n')
		if end < 0 {
			break
		}
		s.pos = s.pos[:0]
		for k := 1; k < end; k += 2 {
			s.pos = append(s.pos, int(text[k]-'0'))
		}
		if oracle.Keeps(s.pos, s.rule) && len(s.kept) < program.OutputLimit {
			s.kept = append(s.kept, text[:end+1]...)
		}
		text = text[end+1:]
	}
	s.rest = append(s.rest[:0], text...)
	return len(p), nil
}
