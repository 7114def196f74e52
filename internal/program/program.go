// Package program builds the programs of the tutorial and runs them as a reader does.
package program

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// OutputLimit is how many bytes of a stream [Program.Run] keeps, and LineLimit how many lines
// an [Excerpt] takes: 8^8, as many as stage 1 prints. A learner's edit may make a program that
// never stops printing.
const (
	OutputLimit = 4 << 20
	LineLimit   = 1 << 24
)

// A Program is a built program.
type Program struct {
	Name string // of its folder, as "stage3_diagonals"
	Path string
}

// A Change replaces a piece of a program's main.go. Old must stand there once.
type Change struct{ Old, New string }

// Build builds the program of the folder dir, with the changes, into the folder to.
func Build(dir, to string, changes ...Change) (*Program, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	name := filepath.Base(dir)
	p := &Program{name, filepath.Join(to, name+".exe")} // a name that every system runs
	arguments := []string{"build", "-buildvcs=false", "-ldflags=-w", "-o", p.Path}
	if len(changes) > 0 {
		overlay, err := change(filepath.Join(dir, "main.go"), to, changes)
		if err != nil {
			return nil, err
		}
		arguments = append(arguments, "-overlay", overlay)
	}
	build := exec.Command("go", append(arguments, ".")...)
	build.Dir = dir
	if message, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%s does not build: %w\n%s", name, err, message)
	}
	return p, nil
}

// change writes the changed file and an overlay for the go command, whose name it returns, to the
// folder to.
func change(file, to string, changes []Change) (overlay string, err error) {
	source, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	text := strings.ReplaceAll(string(source), "\r\n", "\n")
	for _, c := range changes {
		if found := strings.Count(text, c.Old); found != 1 {
			return "", fmt.Errorf("%s has %d times what is to be changed, want it once: %q", file, found, c.Old)
		}
		text = strings.Replace(text, c.Old, c.New, 1)
	}
	changed := filepath.Join(to, "main.go")
	list, err := json.Marshal(map[string]any{"Replace": map[string]string{file: changed}})
	if err != nil {
		return "", err
	}
	overlay = filepath.Join(to, "overlay.json")
	return overlay, errors.Join(os.WriteFile(changed, []byte(text), 0o666), os.WriteFile(overlay, list, 0o666))
}

// UntilEnded returns a context that ends when this program is asked to end, by Ctrl+C for one. Asked
// twice, it ends at once.
func UntilEnded() context.Context {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as under nohup
		signals = append(signals, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	context.AfterFunc(ctx, stop)
	return ctx
}

// ParseFlags parses the flags and refuses any other argument.
func ParseFlags() {
	flag.Parse()
	if flag.NArg() > 0 {
		Refuse(fmt.Sprintf("unexpected argument: %q", flag.Arg(0)))
	}
}

// Refuse says in one line what is wrong with the arguments, shows how to use this program, and ends it.
func Refuse(reason string) {
	fmt.Fprintln(os.Stderr, reason)
	flag.Usage()
	os.Exit(2)
}

// A Run is one run of a program.
type Run struct {
	Args  []string
	Stdin string
	Env   []string // added to an environment that names no language
	Dir   string   // the working directory, that of the caller if empty
}

// A Result is what came of a run.
type Result struct {
	Stdout, Stderr string
	Exit           int
}

// Command returns the program ready to run, its streams not yet connected. It is killed when the
// context ends.
func (p *Program) Command(ctx context.Context, r Run) *exec.Cmd {
	cmd := exec.CommandContext(ctx, p.Path, r.Args...)
	cmd.WaitDelay = time.Second
	cmd.Dir = r.Dir
	cmd.Env = slices.DeleteFunc(os.Environ(), func(variable string) bool {
		name, _, _ := strings.Cut(variable, "=")
		return name == "LC_ALL" || name == "LC_MESSAGES" || name == "LANG"
	})
	cmd.Env = append(cmd.Env, r.Env...)
	return cmd
}

// Run runs the program to its end. An exit status other than 0 is no error.
func (p *Program) Run(ctx context.Context, r Run) (Result, error) {
	var stdout, stderr limitedBuffer
	cmd := p.Command(ctx, r)
	cmd.Stdin = strings.NewReader(r.Stdin)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	switch {
	case cmd.ProcessState == nil:
		return Result{}, err
	case ctx.Err() != nil:
		return Result{}, fmt.Errorf("%s %q was stopped: it still ran: %w", p.Name, r.Args, context.Cause(ctx))
	case stdout.full || stderr.full:
		return Result{}, fmt.Errorf("%s %q was stopped: it printed more than %d bytes", p.Name, r.Args, OutputLimit)
	}
	return Result{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}, nil
}

// Stream runs the program and writes its output, however long, to w. It is an error where the program
// fails, or says anything on standard error.
func (p *Program) Stream(ctx context.Context, r Run, w io.Writer) error {
	var stderr limitedBuffer
	cmd := p.Command(ctx, r)
	cmd.Stdin = strings.NewReader(r.Stdin)
	cmd.Stdout, cmd.Stderr = w, &stderr
	err := cmd.Run()
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if err != nil || stderr.String() != "" {
		return fmt.Errorf("%s: it did not end well: %w\n%.1000s", p.Name, err, stderr.String())
	}
	return nil
}

// An Excerpt keeps the beginning and the end of what is written to it, so that a short text is whole,
// and counts the lines. It refuses more than [LineLimit].
type Excerpt struct {
	First, Last []byte
	Lines       int
}

func (e *Excerpt) Write(p []byte) (int, error) {
	const kept = 64 << 10
	if e.Lines += bytes.Count(p, []byte("\n")); e.Lines > LineLimit {
		return 0, fmt.Errorf("it was stopped: it printed more than %d lines", LineLimit)
	}
	first := min(len(p), kept-len(e.First))
	e.First = append(e.First, p[:first]...)
	if e.Last = append(e.Last, p[first:]...); len(e.Last) > 2*kept {
		e.Last = append(e.Last[:0], e.Last[len(e.Last)-kept:]...)
	}
	return len(p), nil
}

// A limitedBuffer keeps a stream. It refuses what goes beyond the output limit, which ends the
// program that writes.
type limitedBuffer struct {
	text bytes.Buffer
	full bool
}

func (b *limitedBuffer) Write(p []byte) (int, error) {
	if b.text.Len()+len(p) > OutputLimit {
		b.full = true
		return 0, errors.New("too much output")
	}
	return b.text.Write(p)
}

func (b *limitedBuffer) String() string { return b.text.String() }
