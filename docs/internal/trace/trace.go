package trace

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"
)

// A Request says what to trace.
type Request struct {
	Dir    string   // the stage's folder
	N      int      // queens, from 1 to MaxN(Dir)
	Args   []string // further arguments of the stage, "-lang", "en" for example
	Limits Limits
}

// Limits end a run. A zero field means its default.
type Limits struct {
	Steps  int           // steps recorded; 200,000
	Depth  int           // calls inside one another; 250
	Output int           // bytes printed; 1 MiB
	Time   time.Duration // of the run, without the build; 10 seconds
}

// A Trace is one run. The package comment tells of its JSON.
type Trace struct {
	Stage   string   `json:"stage"`
	N       int      `json:"n"`
	Hash    string   `json:"hash"`
	Source  []string `json:"source"`
	Places  []Place  `json:"places"`
	Roles   *Roles   `json:"roles"`
	Notes   []Note   `json:"notes"`
	Vars    []string `json:"vars"`
	Steps   []Step   `json:"steps"`
	End     End      `json:"end"`
	Status  int      `json:"status"`
	Line    int      `json:"line"`
	Message string   `json:"message"`
	Stderr  string   `json:"stderr"`
	Lost    int      `json:"lost"`
	Stuck   bool     `json:"stuck"`
}

// Repeatable reports whether another run of the same source would be recorded alike: a run that was
// ended for its time or memory might go further on a machine that is less busy.
func (t *Trace) Repeatable() bool { return t.End != TimeLimit && t.End != MemoryLimit }

// An End says how a run ended.
type End string

const (
	Done        End = "done"
	Panic       End = "panic" // or another error of the runtime that ends a program
	Exit        End = "exit"  // before main returned
	StepLimit   End = "steps"
	DepthLimit  End = "depth" // most likely an endless recursion
	OutputLimit End = "output"
	MemoryLimit End = "memory"
	TimeLimit   End = "time"
)

// A SourceError says that a stage does not compile, or why it cannot be traced.
type SourceError struct {
	Untraceable bool      `json:"untraceable"` // it compiles
	Problems    []Problem `json:"problems"`
}

// A Problem is one place of the source. Column is 0 where it is not known.
type Problem struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Text   string `json:"text"`
	Code   string `json:"code"` // notBuilt, notMain, goroutine, import, rangeFunction; "" if the compiler says it
}

func (e *SourceError) Error() string {
	var lines []string
	for _, p := range e.Problems {
		lines = append(lines, fmt.Sprintf("%s:%d:%d: %s", p.File, p.Line, p.Column, p.Text))
	}
	return strings.Join(lines, "\n")
}

// ErrN says that n is less than 1 or more than MaxN.
var ErrN = errors.New("n out of range")

// MaxN returns the largest n for which the stage in dir is traced: as far as its steps stay about a
// hundred thousand. It has one digit.
func MaxN(dir string) int {
	switch name := filepath.Base(dir); {
	case strings.HasPrefix(name, "stage1"):
		return 5
	case strings.HasPrefix(name, "stage2"):
		return 6
	}
	return 8
}

// Run traces a run of the stage. The error is a *SourceError where the source is to blame. A run
// that panics or comes to a limit is no error.
func Run(ctx context.Context, request Request) (t *Trace, err error) {
	defer func() {
		if fault := recover(); fault != nil { // of the tracer, over a source that nobody thought of
			t, err = nil, fmt.Errorf("the tracer itself failed: %v\n%s", fault, debug.Stack())
		}
	}()
	if limit := MaxN(request.Dir); request.N < 1 || request.N > limit {
		return nil, fmt.Errorf("%w: %d is not from 1 to %d", ErrN, request.N, limit)
	}
	s, err := open(ctx, request.Dir)
	if err != nil {
		return nil, err
	}
	defer s.close()
	hash, err := Hash(request.Dir)
	if err != nil {
		return nil, err
	}
	if err := s.load(ctx); err != nil {
		return nil, err
	}
	n := s.findNumber()
	t, err = s.trace(ctx, n, request)
	// With another n than its own, a program that has numbers written out may no longer compile, or it
	// may panic. Then it runs with its own.
	_, isBroken := errors.AsType[*SourceError](err)
	if n.isReplaced(request.N) && (isBroken || err == nil && t.End == Panic) {
		n.site = nil
		if own, failed := s.trace(ctx, n, request); failed == nil && (isBroken || own.End != Panic) {
			t, err = own, nil
		}
	}
	if err != nil {
		return nil, err
	}
	t.Hash = hash
	return t, ctx.Err()
}

// trace builds and runs the stage with n.
func (s *stage) trace(ctx context.Context, n number, request Request) (*Trace, error) {
	p, err := s.build(ctx, n, request.N)
	if err != nil {
		return nil, err
	}
	return p.run(ctx, request.Args, request.Limits)
}

func (l Limits) withDefaults() Limits {
	return Limits{
		Steps:  cmp.Or(l.Steps, 200_000),
		Depth:  cmp.Or(l.Depth, 250),
		Output: cmp.Or(l.Output, 1<<20),
		Time:   cmp.Or(l.Time, 10*time.Second),
	}
}

// lines splits a source, whatever system it was written on.
func lines(source string) []string {
	source = strings.TrimPrefix(source, "\uFEFF")
	source = strings.ReplaceAll(source, "\r\n", "\n")
	return strings.Split(strings.TrimSuffix(source, "\n"), "\n")
}
