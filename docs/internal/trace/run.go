package trace

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"example.com/eightqueens/docs/internal/trace/recorder"
)

//go:embed recorder/recorder.go
var recorderSource string

// recorderFolder is where the module of the stage seems to hold the recorder.
const recorderFolder = "trace_recorder"

// build compiles the rewritten stage into a program in the folder work.
func (s *stage) build(ctx context.Context, work, mainSource string) (program string, err error) {
	replace := map[string]string{}
	for target, source := range map[string]string{
		filepath.Join(s.Dir, "main.go"):                            mainSource,
		filepath.Join(s.Module.Dir, recorderFolder, "recorder.go"): recorderSource,
	} {
		replace[target] = filepath.Join(work, filepath.Base(target))
		if err := os.WriteFile(replace[target], []byte(source), 0o600); err != nil {
			return "", err
		}
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	overlayFile := filepath.Join(work, "overlay.json")
	if err := os.WriteFile(overlayFile, overlay, 0o600); err != nil {
		return "", err
	}
	program = filepath.Join(work, filepath.Base(s.Dir)+".exe") // a name that every system runs
	// Without the tables for a debugger, linking is faster; line numbers of a panic stay.
	_, err = goCommand(ctx, s.Dir, work, "build", "-buildvcs=false", "-overlay", overlayFile, "-ldflags=-w", "-o", program, ".")
	return program, err
}

// run runs the program and fills t with what it records.
func (t *Trace) run(ctx context.Context, program string, arguments []string, limits Limits) error {
	running, stop := context.WithTimeout(ctx, limits.Time)
	defer stop()
	var stderr head
	cmd := exec.CommandContext(running, program, arguments...)
	cmd.Dir = filepath.Dir(program)
	cmd.Stdout, cmd.Stderr = &output{Trace: t, limits: limits, stop: stop}, &stderr
	cmd.WaitDelay = waitDelay
	err := cmd.Run()

	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case t.End != "": // at a limit
	case running.Err() != nil:
		t.End = TimeLimit
	case err == nil || errors.Is(err, exec.ErrWaitDelay):
		t.End = Done
	default:
		exit, ok := errors.AsType[*exec.ExitError](err)
		if !ok {
			return err
		}
		t.failed(stderr.String(), exit)
	}
	return nil
}

// output is the standard output of the program: it sets the records apart from what is printed.
type output struct {
	*Trace
	limits  Limits
	stop    context.CancelFunc // ends the run
	rest    []byte             // not yet a whole record with what was printed before it
	printed int
}

func (o *output) Write(p []byte) (int, error) {
	o.rest = append(o.rest, p...)
	for o.End == "" {
		text, rest, _ := bytes.Cut(o.rest, []byte(recorder.Mark))
		record, rest, whole := bytes.Cut(rest, []byte("\n"))
		if !whole {
			break
		}
		if err := o.step(string(text), record); err != nil {
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

// step adds a step to the trace, unless a limit is reached.
func (o *output) step(text string, record []byte) error {
	var s struct {
		Kind, Line, Depth int
		Changes           []json.RawMessage
		Vars              []string
		Extra             json.RawMessage
	}
	if err := json.Unmarshal(record, &s); err != nil {
		return err
	}
	switch {
	case len(o.Steps) == o.limits.Steps:
		o.End = StepLimit
		return nil
	case s.Depth > o.limits.Depth:
		o.End = DepthLimit
		return nil
	}
	parts := []any{s.Kind, s.Line, s.Changes, text, s.Extra}
	switch {
	case s.Extra != nil:
	case text != "":
		parts = parts[:4]
	case len(s.Changes) > 0:
		parts = parts[:3]
	default:
		parts = parts[:2]
	}
	step, err := json.Marshal(parts)
	if err != nil {
		return err
	}
	o.Steps = append(o.Steps, step)
	o.Vars = append(o.Vars, s.Vars...)
	if o.printed += len(text); o.printed > o.limits.Output {
		o.End = OutputLimit
	}
	return nil
}

var (
	panicText = regexp.MustCompile(`(?s)(?:^|\n)((?:panic|fatal error): .*?)\n(?:\n|goroutine )`)
	panicLine = regexp.MustCompile(`[\\/]main\.go:(\d+)`)
)

// failed tells from the errors that the program wrote how it ended.
func (t *Trace) failed(stderr string, exit error) {
	place := panicText.FindStringSubmatchIndex(stderr)
	if place == nil {
		t.End, t.Message = Exit, cmp.Or(strings.TrimSpace(stderr), exit.Error())
		return
	}
	t.End, t.Message = Panic, stderr[place[2]:place[3]]
	if line := panicLine.FindStringSubmatch(stderr[place[3]:]); line != nil {
		t.Line, _ = strconv.Atoi(line[1])
	}
	// A panic makes every function return: what the trace tells ends before.
	for len(t.Steps) > 0 && bytes.HasPrefix(t.Steps[len(t.Steps)-1], []byte("[4,")) {
		t.Steps = t.Steps[:len(t.Steps)-1]
	}
}

// A head keeps the beginning of what is written to it.
type head struct{ bytes.Buffer }

func (h *head) Write(p []byte) (int, error) {
	h.Buffer.Write(p[:min(len(p), 64<<10-h.Len())])
	return len(p), nil
}
