package trace

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"example.com/eightqueens/docs/internal/trace/recorder"
)

//go:embed recorder/recorder.go
var recorderSource string

// A program is a rewritten stage, built.
type program struct {
	trace Trace  // what is known before it runs
	file  string // the program itself
	args  []string
	stdin string
}

// build compiles the stage with n into a program that records what it does.
func (s *stage) build(ctx context.Context, from number, n int) (*program, error) {
	if err := s.parse(s.withNumber(from, n)); err != nil {
		return nil, err
	}
	p := &program{trace: Trace{
		Stage:  filepath.Base(s.dir),
		N:      n,
		Source: lines(string(s.saved["main.go"])),
		Vars:   []string{},
		Steps:  []Step{},
	}}
	p.trace.Notes = s.note(from, n)
	if from.open && s.takesFlag() {
		p.args = []string{"-n", strconv.Itoa(n)}
	} else if from.open {
		p.stdin = strconv.Itoa(n) + "\n"
	}
	var mainSource string
	mainSource, p.trace.Places, p.trace.Roles = s.rewrite()
	texts := map[string][]byte{filepath.Join(recorderFolder, "recorder.go"): []byte(recorderSource)}
	for name, text := range s.sources {
		texts[filepath.Join(stageFolder, name)] = text
	}
	texts[filepath.Join(stageFolder, "main.go")] = []byte(mainSource)
	for name, text := range texts {
		file := filepath.Join(s.work, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			return nil, err
		}
		if err := os.WriteFile(file, text, 0o600); err != nil {
			return nil, err
		}
		s.overlay[filepath.Join(s.Module.Dir, name)] = file
	}
	p.file = filepath.Join(s.work, p.trace.Stage+".exe") // a name that every system runs
	// Without the tables for a debugger, linking is faster; line numbers of a panic stay.
	_, err := s.goCommand(ctx, s.Module.Dir, "build", "-ldflags=-w", "-o", p.file, "./"+stageFolder)
	return p, err
}

// run runs the program and returns what it records.
func (p *program) run(ctx context.Context, arguments []string, limits Limits) (*Trace, error) {
	limits = limits.withDefaults()
	running, stop := context.WithTimeout(ctx, limits.Time)
	defer stop()
	t := p.trace
	stderr := &ends{}
	out := &output{Trace: &t, limits: limits, stop: stop, last: time.Now()}
	cmd := exec.CommandContext(running, p.file, slices.Concat(p.args, arguments)...)
	cmd.Dir = filepath.Dir(p.file)
	cmd.Env = append(cmd.Environ(), "GOTRACEBACK=single")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(p.stdin), out, stderr
	cmd.WaitDelay = waitDelay
	withGroup(cmd)
	runtime.LockOSThread() // on Linux, the end of the thread that started it would end the program
	defer runtime.UnlockOSThread()
	err := cmd.Run()
	endGroup(cmd)
	exit, exited := errors.AsType[*exec.ExitError](err)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case out.fault != nil:
		return nil, out.fault
	case t.End != "": // at a limit
	case running.Err() != nil:
		t.End = TimeLimit
		t.Stuck = time.Since(out.last) > limits.Time/2
	case err == nil || errors.Is(err, exec.ErrWaitDelay):
		t.End = Done
		if out.depth > 0 {
			t.End = Exit
		}
	case exited:
		t.End, t.Status = Exit, max(0, exit.ExitCode())
	default:
		return nil, err
	}
	t.ended(out, stderr.String(), exit)
	return &t, nil
}

// ended completes the trace of a run that is over.
func (t *Trace) ended(out *output, stderr string, exit error) {
	t.Stderr = stderr
	if t.End == Done || t.End == Exit {
		out.finish()
	}
	// What a panic left at the end never returned.
	text := ""
	for last := len(t.Steps) - 1; last >= 0 && t.Steps[last].Kind == Return && t.Steps[last].Extra == nil; last-- {
		text = t.Steps[last].Text + text
		t.Steps = t.Steps[:last]
	}
	if last := len(t.Steps) - 1; last >= 0 {
		t.Steps[last].Text += text
		if t.End != Done {
			t.Line = t.Places[t.Steps[last].Place].Line
		}
	}
	if t.End != Exit {
		return
	}
	if place := panicText.FindStringSubmatchIndex(stderr); exit != nil && place != nil {
		t.End, t.Status, t.Message, t.Stderr = Panic, 0, stderr[place[2]:place[3]], stderr[:place[2]]
		if line := panicLine.FindStringSubmatch(stderr[place[3]:]); line != nil {
			t.Line, _ = strconv.Atoi(line[1])
		}
	} else if stderr != "" {
		t.Message, t.Stderr = strings.TrimSpace(stderr), ""
	}
}

// output is the standard output of the program: it sets the records apart from what is printed.
type output struct {
	*Trace
	limits  Limits
	stop    context.CancelFunc // ends the run
	rest    []byte             // not yet a whole record with what was printed before it
	waiting []byte             // told of already, but not yet printed
	part    []byte             // of a character, at the end of what was printed
	printed int
	depth   int       // calls that have not returned
	last    time.Time // of the last step
	fault   error
}

func (o *output) Write(p []byte) (n int, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("the tracer itself failed: %v\n%s", fault, debug.Stack())
		}
		if err != nil {
			o.fault = err
			o.stop()
		}
	}()
	o.rest = append(o.rest, p...)
	for o.End == "" {
		printed, rest, _ := bytes.Cut(o.rest, []byte(recorder.Mark))
		record, rest, whole := bytes.Cut(rest, []byte("\n"))
		if !whole {
			break
		}
		if err := o.record(printed, record); err != nil {
			return 0, err
		}
		o.rest = rest
	}
	if len(o.rest) > o.limits.Output+1<<20 { // in one statement
		o.End = OutputLimit
	}
	if o.End != "" {
		o.rest = nil
		o.stop()
	}
	return len(p), nil
}

// record adds a step to the trace, unless a limit is reached.
func (o *output) record(printed, record []byte) error {
	var r recorder.Step
	if err := json.Unmarshal(record, &r); err != nil {
		return err
	}
	switch {
	case r.Memory:
		o.End = MemoryLimit
		return nil
	case len(o.Steps) == o.limits.Steps:
		o.End = StepLimit
		return nil
	case r.Depth > o.limits.Depth:
		o.End = DepthLimit
		return nil
	case r.Place < 0 || r.Place >= len(o.Places):
		return fmt.Errorf("a record of place %d of %d", r.Place, len(o.Places))
	}
	if r.Arrived > 0 && r.Arrived <= len(o.waiting) {
		printed = without(printed, o.waiting[:r.Arrived])
		o.waiting = o.waiting[r.Arrived:]
	}
	o.waiting = append(o.waiting, r.Waiting...)
	text := o.text(slices.Concat(printed, r.Waiting))
	o.Steps = append(o.Steps, Step{Kind(r.Kind), r.Place, r.Changes, text, r.Extra})
	o.Vars = append(o.Vars, r.Vars...)
	o.depth, o.last = r.Depth, time.Now()
	if o.printed += len(text); o.printed > o.limits.Output {
		o.End = OutputLimit
	}
	return nil
}

// without returns the text without a piece of it that was told of before.
func without(text, piece []byte) []byte {
	if i := bytes.Index(text, piece); i >= 0 {
		return slices.Concat(text[:i], text[i+len(piece):])
	}
	return text
}

// text returns what is whole of what was printed, and keeps the part of a character at its end.
func (o *output) text(printed []byte) string {
	printed = append(o.part, printed...)
	end := len(printed)
	for back := 1; back < utf8.UTFMax && back <= end; back++ {
		if tail := printed[end-back:]; utf8.RuneStart(tail[0]) {
			if !utf8.FullRune(tail) {
				end -= back
			}
			break
		}
	}
	o.part = bytes.Clone(printed[end:])
	return readable(printed[:end])
}

// readable returns the text with a sign in place of bytes that are none.
func readable(text []byte) string { return strings.ToValidUTF8(string(text), "\uFFFD") }

// finish adds what came after the last step, and counts what never came out of a buffer.
func (o *output) finish() {
	printed, _, _ := bytes.Cut(o.rest, []byte(recorder.Mark))
	if bytes.Contains(printed, o.waiting) {
		printed = without(printed, o.waiting)
	} else {
		o.Lost = utf8.RuneCount(o.waiting)
	}
	text := o.text(printed) + readable(o.part)
	if last := len(o.Steps) - 1; last >= 0 {
		o.Steps[last].Text += text
	}
}

var (
	panicText = regexp.MustCompile(`(?s)((?:panic|fatal error): .*?)\n(?:\n|goroutine )`)
	panicLine = regexp.MustCompile(`[\\/]` + stageFolder + `[\\/]main\.go:(\d+)`)
)

// Ends keep the beginning and the end of what is written to them. They embed no buffer, since io.Copy
// would find the buffer's ReadFrom and keep everything.
type ends struct{ begin, end []byte }

func (e *ends) Write(p []byte) (int, error) {
	const most = 32 << 10 // bytes of each
	fits := min(len(p), most-len(e.begin))
	e.begin = append(e.begin, p[:fits]...)
	e.end = append(e.end, p[fits:]...)
	if len(e.end) > 2*most {
		e.end = slices.Clone(e.end[len(e.end)-most:])
	}
	return len(p), nil
}

func (e *ends) String() string { return readable(e.begin) + readable(e.end) }
