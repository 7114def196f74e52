// Package golden tests the stages as a reader runs them: it builds the program, runs it, and
// compares all that it prints, and its exit status, with what is wanted.
package golden

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// A learner's edit may make a program that never ends, or never stops printing.
const (
	timeLimit   = 30 * time.Second
	outputLimit = 4 << 20 // bytes of a stream that Run keeps
	lineLimit   = 1 << 24 // lines that Lines yields: 8^8, of which stage 1 prints as many
)

// A Stage is the built program of one stage.
type Stage struct {
	Name string // of its folder and of the program, as "stage3_diagonals"
	path string // of the built program
}

// A Case is one run of a stage, and what is wanted of it.
type Case struct {
	Name  string // of the subtest
	Args  []string
	Stdin string
	Env   []string // added to an environment that names no language

	Stdout, Stderr string
	Exit           int
}

// A Result is what came of a run.
type Result struct {
	Stdout, Stderr string
	Exit           int
}

// Build builds the stage in folder dir.
//
// The test cache cannot know what a child process reads. Build therefore reads each file of the
// stage itself, so that a test runs again after an edit.
func Build(t *testing.T, dir string) *Stage {
	t.Helper()
	dir, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	sources, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	module := filepath.Join(filepath.Dir(dir), "go.")
	for _, file := range append(sources, module+"mod", module+"sum") {
		File(t, file)
	}

	name := filepath.Base(dir)
	s := &Stage{Name: name, path: filepath.Join(t.TempDir(), name)}
	if runtime.GOOS == "windows" {
		s.path += ".exe"
	}
	build := exec.Command("go", "build", "-buildvcs=false", "-o", s.path, ".")
	build.Dir = dir
	if message, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%s does not build: %v\n%s", name, err, message)
	}
	return s
}

// File returns the text of a file.
func File(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Command returns the stage ready to run as the case says, its streams not yet connected. It is
// killed when the test ends or, and then the test has failed, when the time limit is over.
func (s *Stage) Command(t *testing.T, c Case) *exec.Cmd {
	limit := timeLimit
	if end, ok := t.Deadline(); ok {
		limit = min(limit, time.Until(end)-2*time.Second) // to end before the go command loses patience
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, s.path, c.Args...)
	cmd.Cancel = func() error {
		if ctx.Err() == context.DeadlineExceeded {
			t.Errorf("%s %q was stopped: it still ran after %v", s.Name, c.Args, limit.Round(time.Second))
		}
		return cmd.Process.Kill()
	}
	cmd.WaitDelay = time.Second
	cmd.Env = slices.DeleteFunc(os.Environ(), func(variable string) bool {
		name, _, _ := strings.Cut(variable, "=")
		return name == "LC_ALL" || name == "LC_MESSAGES" || name == "LANG"
	})
	cmd.Env = append(cmd.Env, c.Env...)
	return cmd
}

// Run runs the stage and returns what came of it, wanted or not.
func (s *Stage) Run(t *testing.T, c Case) Result {
	t.Helper()
	var stdout, stderr limitedBuffer
	cmd := s.Command(t, c)
	cmd.Stdin = strings.NewReader(c.Stdin)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	switch {
	case cmd.ProcessState == nil:
		t.Fatal(err)
	case stdout.full || stderr.full:
		t.Fatalf("%s %q was stopped: it printed more than %d bytes", s.Name, c.Args, outputLimit)
	case t.Failed():
		t.FailNow()
	}
	return Result{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

// A limitedBuffer keeps a stream. It refuses what goes beyond the output limit, which ends the
// program that writes.
type limitedBuffer struct {
	text bytes.Buffer
	full bool
}

func (b *limitedBuffer) Write(p []byte) (int, error) {
	if b.text.Len()+len(p) > outputLimit {
		b.full = true
		return 0, errors.New("too much output")
	}
	return b.text.Write(p)
}

func (b *limitedBuffer) String() string { return b.text.String() }

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
func (s *Stage) Check(t *testing.T, cases ...Case) {
	t.Helper()
	for _, c := range cases {
		step(t, c.Name, func(t *testing.T) {
			got := s.Run(t, c)
			if diff := Diff(lines(c.Stdout), lines(got.Stdout)); diff != "" {
				t.Errorf("standard output: %s", diff)
			}
			if diff := Diff(lines(c.Stderr), lines(got.Stderr)); diff != "" {
				t.Errorf("standard error: %s", diff)
			}
			if got.Exit != c.Exit {
				t.Errorf("exit status %d, want %d", got.Exit, c.Exit)
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

// Diff tells where two lists of lines part, or is empty where they do not. It shows a few lines
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

// A Stream describes an output that is too long to be stored.
type Stream struct {
	Lines       int
	SHA256      string // of all the bytes, in hexadecimal
	First, Last string // some lines from both ends
}

// CheckStream runs the stage without arguments and compares all its output with the wanted one.
func (s *Stage) CheckStream(t *testing.T, want Stream) {
	t.Helper()
	var first, last []string
	wantFirst, wantLast := lines(want.First), lines(want.Last)
	hash := sha256.New()
	count := 0
	for line := range s.Lines(t, hash) {
		count++
		if count < len(wantFirst) {
			first = append(first, line+"\n")
		}
		last = append(last, line+"\n")
		if len(last) > 1<<10 {
			last = append(last[:0], last[len(last)-len(wantLast):]...)
		}
	}
	last = last[max(0, len(last)-len(wantLast)+1):]

	// The last of the wanted lines is the empty rest behind the final newline.
	if diff := Diff(wantFirst, append(first, "")); diff != "" {
		t.Errorf("the beginning: %s", diff)
	}
	if diff := Diff(wantLast, append(last, "")); diff != "" {
		t.Errorf("the end: %s", diff)
	}
	if count != want.Lines {
		t.Errorf("%d lines, want %d", count, want.Lines)
	}
	if sum := fmt.Sprintf("%x", hash.Sum(nil)); sum != want.SHA256 {
		t.Errorf("the SHA-256 of the output is %s, want %s", sum, want.SHA256)
	}
	if t.Failed() {
		t.FailNow()
	}
}

// Lines runs the stage without arguments and yields its output line by line, storing nothing;
// all bytes go to copy as well. The test ends where the program fails.
func (s *Stage) Lines(t *testing.T, copy io.Writer) iter.Seq[string] {
	return func(yield func(string) bool) {
		var stderr limitedBuffer
		cmd := s.Command(t, Case{})
		cmd.Stderr = &stderr
		stdout, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		defer func() {
			cmd.Process.Kill() // if it has not ended by itself
			cmd.Wait()
		}()

		output := bufio.NewScanner(io.TeeReader(stdout, copy))
		for count := 0; output.Scan(); count++ {
			if count == lineLimit {
				t.Fatalf("%s was stopped: it printed more than %d lines", s.Name, lineLimit)
			}
			if !yield(output.Text()) {
				return
			}
		}
		if err := output.Err(); err != nil {
			t.Fatalf("%s: %v: is a newline missing?", s.Name, err)
		}
		if err := cmd.Wait(); err != nil {
			t.Fatalf("%s: %v\n%.1000s", s.Name, err, stderr.String())
		}
	}
}
