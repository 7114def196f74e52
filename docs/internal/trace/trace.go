package trace

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
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
	Stage   string            `json:"stage"`
	N       int               `json:"n"`
	Hash    string            `json:"hash"`
	Source  []string          `json:"source"`
	Vars    []string          `json:"vars"`
	Steps   []json.RawMessage `json:"steps"`
	End     End               `json:"end"`
	Message string            `json:"message"`
	Line    int               `json:"line"`
}

// An End says how a run ended.
type End string

const (
	Done        End = "done"
	Panic       End = "panic" // or another error of the runtime that ends a program
	Exit        End = "exit"  // with a status that is not 0
	StepLimit   End = "steps"
	DepthLimit  End = "depth" // most likely an endless recursion
	OutputLimit End = "output"
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

// MaxN is the largest n for which the stage in dir is traced: as far as its steps stay about a
// hundred thousand.
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
func Run(ctx context.Context, request Request) (*Trace, error) {
	if limit := MaxN(request.Dir); request.N < 1 || request.N > limit {
		return nil, fmt.Errorf("%w: %d is not from 1 to %d", ErrN, request.N, limit)
	}
	work, err := os.MkdirTemp("", "eightqueens-trace-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(work)

	s, err := load(ctx, request.Dir, work)
	if err != nil {
		return nil, err
	}
	source, fixed := s.rewrite(s.Module.Path+"/"+recorderFolder, request.N)
	program, err := s.build(ctx, work, source)
	if err != nil {
		return nil, err
	}
	arguments := request.Args
	if !fixed {
		arguments = append([]string{"-n", strconv.Itoa(request.N)}, arguments...)
	}
	t := &Trace{
		Stage:  filepath.Base(request.Dir),
		N:      request.N,
		Hash:   s.hash,
		Source: lines(string(s.source)),
		Vars:   []string{},
		Steps:  []json.RawMessage{},
	}
	if err := t.run(ctx, program, arguments, request.Limits.withDefaults()); err != nil {
		return nil, err
	}
	return t, nil
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
