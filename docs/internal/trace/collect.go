package trace

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"example.com/eightqueens/docs/internal/trace/recorder"
)

// A Collector makes a trace of what a program writes: it is the standard output of the program, and
// sets the records apart from what is printed.
type Collector struct {
	trace   Trace
	stderr  ends
	limits  Limits
	stop    func()
	rest    []byte // not yet a whole record with what was printed before it
	waiting []byte // told of already, but not yet printed
	part    []byte // of a character, at the end of what was printed
	printed int
	depth   int       // calls that have not returned
	last    time.Time // of the last step
	fault   error
}

// An Ending is how a run ended, as far as its runner can tell.
type Ending struct {
	Status int    // of the program
	Signal string // that ended it: "killed", for one
	Late   bool   // it was ended at the time limit
	Limit  End    // another limit at which its runner ended it: MemoryLimit or DepthLimit
}

// Collect returns a collector for a run of the program, which begins now. It calls stop where the
// run is to end, perhaps more than once.
func (p *Program) Collect(limits Limits, stop func()) *Collector {
	return &Collector{trace: p.trace, limits: limits.WithDefaults(), stop: stop, last: time.Now()}
}

// Stderr returns the standard error of the program.
func (c *Collector) Stderr() io.Writer { return &c.stderr }

func (c *Collector) Write(p []byte) (n int, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("the tracer itself failed: %v\n%s", fault, debug.Stack())
		}
		if err != nil {
			c.fault = err
			c.stop()
		}
	}()
	c.rest = append(c.rest, p...)
	for c.trace.End == "" {
		printed, rest, _ := bytes.Cut(c.rest, []byte(recorder.Mark))
		record, rest, whole := bytes.Cut(rest, []byte("\n"))
		if !whole {
			break
		}
		if err := c.record(printed, record); err != nil {
			return 0, err
		}
		c.rest = rest
	}
	if len(c.rest) > c.limits.Output+1<<20 { // in one statement
		c.trace.End = OutputLimit
	}
	if c.trace.End != "" {
		c.rest = nil
		c.stop()
	}
	return len(p), nil
}

// record adds a step to the trace, unless a limit is reached.
func (c *Collector) record(printed, record []byte) error {
	var r recorder.Step
	if err := json.Unmarshal(record, &r); err != nil {
		return err
	}
	switch {
	case r.Memory:
		c.trace.End = MemoryLimit
		return nil
	case len(c.trace.Steps) == c.limits.Steps:
		c.trace.End = StepLimit
		return nil
	case r.Depth > c.limits.Depth:
		c.trace.End = DepthLimit
		return nil
	case r.Place < 0 || r.Place >= len(c.trace.Places):
		return fmt.Errorf("a record of place %d of %d", r.Place, len(c.trace.Places))
	}
	if r.Arrived > 0 && r.Arrived <= len(c.waiting) {
		printed = without(printed, c.waiting[:r.Arrived])
		c.waiting = c.waiting[r.Arrived:]
	}
	c.waiting = append(c.waiting, r.Waiting...)
	text := c.text(slices.Concat(printed, r.Waiting))
	c.trace.Steps = append(c.trace.Steps, Step{Kind(r.Kind), r.Place, r.Changes, text, r.Extra})
	c.trace.Vars = append(c.trace.Vars, r.Vars...)
	c.depth, c.last = r.Depth, time.Now()
	if c.printed += len(text); c.printed > c.limits.Output {
		c.trace.End = OutputLimit
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
func (c *Collector) text(printed []byte) string {
	printed = append(c.part, printed...)
	end := len(printed)
	for back := 1; back < utf8.UTFMax && back <= end; back++ {
		if tail := printed[end-back:]; utf8.RuneStart(tail[0]) {
			if !utf8.FullRune(tail) {
				end -= back
			}
			break
		}
	}
	c.part = bytes.Clone(printed[end:])
	return readable(printed[:end])
}

// readable returns the text with a sign in place of bytes that are none.
func readable(text []byte) string { return strings.ToValidUTF8(string(text), "\uFFFD") }

// Finish returns the trace of a run that is over.
func (c *Collector) Finish(ending Ending) (*Trace, error) {
	t := &c.trace
	switch {
	case c.fault != nil:
		return nil, c.fault
	case t.End != "": // at a limit
	case ending.Limit != "":
		t.End = ending.Limit
	case ending.Late:
		t.End = TimeLimit
		t.Stuck = time.Since(c.last) > c.limits.Time/2
	case ending.Signal != "":
		t.End, t.Message = Signal, ending.Signal
	case ending.Status == 0 && c.depth == 0:
		t.End = Done
	default:
		t.End, t.Status = Exit, ending.Status
	}
	stderr := c.stderr.String()
	t.Stderr = stderr
	if t.End == Done || t.End == Exit || t.End == Signal {
		c.finish()
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
		return t, nil
	}
	if place := panicText.FindStringSubmatchIndex(stderr); ending.Status != 0 && place != nil {
		t.End, t.Status, t.Message, t.Stderr = Panic, 0, stderr[place[2]:place[3]], stderr[:place[2]]
		if line := panicLine.FindStringSubmatch(stderr[place[3]:]); line != nil {
			t.Line, _ = strconv.Atoi(line[1])
		}
	} else if stderr != "" {
		t.Message, t.Stderr = strings.TrimSpace(stderr), ""
	}
	return t, nil
}

// finish adds what came after the last step, and counts what never came out of a buffer.
func (c *Collector) finish() {
	printed, _, _ := bytes.Cut(c.rest, []byte(recorder.Mark))
	if bytes.Contains(printed, c.waiting) {
		printed = without(printed, c.waiting)
	} else {
		c.trace.Lost = utf8.RuneCount(c.waiting)
	}
	text := c.text(printed) + readable(c.part)
	if last := len(c.trace.Steps) - 1; last >= 0 {
		c.trace.Steps[last].Text += text
	}
}

var (
	panicText = regexp.MustCompile(`(?s)((?:panic|fatal error): .*?)\n(?:\n|goroutine )`)
	panicLine = regexp.MustCompile(`(?m)^main\..*\n\s.*[\\/]main\.go:(\d+)`)
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
