package trace

import (
	_ "embed"
	"errors"
	"fmt"
	"runtime/debug"
	"strconv"
)

// RecorderSource is the Go file of the package that a rewritten program imports.
//
//go:embed recorder/recorder.go
var RecorderSource []byte

// A Program is a stage that records what it does, once it is compiled.
type Program struct {
	Files map[string][]byte // as in a Source, main.go rewritten
	Args  []string          // with which it runs, before others
	Stdin string            // what it reads

	stage  *stage
	number number
	trace  Trace // what is known before the run
}

// Rewrite puts calls of the recorder into main.go, and n in place of the program's own number of
// queens. The error is a *SourceError where the source is to blame.
func Rewrite(source Source, n int) (*Program, error) {
	if err := checkN(source.Stage, n); err != nil {
		return nil, err
	}
	s := &stage{saved: source.Files, recorder: source.Recorder}
	if err := s.parse(s.saved); err != nil {
		return nil, err
	}
	if err := s.refuse(); err != nil {
		return nil, err
	}
	return s.program(source.Stage, s.findNumber(), n)
}

// Own returns the program with its own number of queens; nil if that is what it has.
func (p *Program) Own() *Program {
	if !p.number.isReplaced(p.trace.N) {
		return nil
	}
	own := p.number
	own.site = nil
	program, _ := p.stage.program(p.trace.Stage, own, p.trace.N) // as it is, it has been parsed before
	return program
}

// program rewrites the stage, with n where it has its number from.
func (s *stage) program(name string, from number, n int) (*Program, error) {
	if err := s.parse(s.withNumber(from, n)); err != nil {
		return nil, err
	}
	main, places, roles := s.rewrite()
	p := &Program{Files: s.sources, stage: s, number: from, trace: Trace{
		Stage:  name,
		N:      n,
		Source: lines(string(s.saved["main.go"])),
		Places: places,
		Roles:  roles,
		Notes:  s.note(from, n),
		Vars:   []string{},
		Steps:  []Step{},
	}}
	p.Files["main.go"] = []byte(main)
	if from.atRunTime && s.has(flagN) {
		p.Args = []string{"-n", strconv.Itoa(n)}
	} else if from.atRunTime {
		p.Stdin = strconv.Itoa(n) + "\n"
	}
	return p, nil
}

// Make traces a program with run, which builds what it is given, runs it, and returns what a
// [Collector] made of its output.
//
// With another number of queens than its own, a program that has numbers written out may no longer
// compile, or it may panic. Then it runs with its own.
func Make(source Source, n int, run func(*Program) (*Trace, error)) (t *Trace, err error) {
	defer func() {
		if fault := recover(); fault != nil { // of the tracer, over a source that nobody thought of
			t, err = nil, fmt.Errorf("the tracer itself failed: %v\n%s", fault, debug.Stack())
		}
	}()
	p, err := Rewrite(source, n)
	if err != nil {
		return nil, err
	}
	t, err = run(p)
	_, isBroken := errors.AsType[*SourceError](err)
	if !isBroken && (err != nil || t.End != Panic) {
		return t, err
	}
	if own := p.Own(); own != nil {
		if second, failed := run(own); failed == nil && (isBroken || second.End != Panic) {
			return second, nil
		}
	}
	return t, err
}
