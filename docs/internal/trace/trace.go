package trace

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"
)

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
// ended for its time or memory, or by the system, might go further on a machine that is less busy.
func (t *Trace) Repeatable() bool {
	return t.End != TimeLimit && t.End != MemoryLimit && t.End != Signal
}

// An End says how a run ended.
type End string

const (
	Done        End = "done"
	Panic       End = "panic"  // or another error of the runtime that ends a program
	Exit        End = "exit"   // before main returned
	Signal      End = "signal" // of the system, which ended the program
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
	case name == "warmup":
		return 3
	}
	return 8
}

func checkN(stage string, n int) error {
	if limit := MaxN(stage); n < 1 || n > limit {
		return fmt.Errorf("%w: %d is not from 1 to %d", ErrN, n, limit)
	}
	return nil
}

// WithDefaults returns the limits, none of them zero.
func (l Limits) WithDefaults() Limits {
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
