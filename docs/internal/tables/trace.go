package tables

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"example.com/eightqueens/docs/internal/trace"
)

// An event is what chapter 2 counts as one step of stage 2: set gives a variable another value, a
// function that set calls begins, or set goes on when the call is over.
type event struct {
	i, j    int // of the call of set that does it
	what    string
	pos     []string // after it; what stands in brackets is stale
	rowUsed []string // after it: T or -
	step    int      // of the trace, counted from 1, that shows what came of it
}

// call returns the call of set that does it.
func (e event) call() string { return code("set(%d)", e.i) }

// link returns the number of the event as a link to its step in the stepper.
func (e event) link(number int) string {
	return fmt.Sprintf("[%d](../../stage2_rows/main.go?n=4&step=%d)", number, e.step)
}

// trace returns the events of stage 2 with four queens.
func (t *Tables) trace(ctx context.Context) ([]event, error) {
	if t.events != nil {
		return t.events, nil
	}
	stage2, err := trace.Run(ctx, trace.Request{Dir: filepath.Join(t.root, "stage2_rows"), N: 4})
	if err != nil {
		return nil, err
	}
	if stage2.End != trace.Done {
		return nil, fmt.Errorf("%s does not come to its end: %s %s", stage2.Stage, stage2.End, stage2.Message)
	}
	all, err := events(stage2)
	if err == nil && !slices.ContainsFunc(all, event.isReport) {
		err = fmt.Errorf("%s prints no placement", stage2.Stage)
	}
	if err != nil {
		return nil, err
	}
	t.events = all
	return all, nil
}

// events returns the events of a trace of stage 2.
func events(stage2 *trace.Trace) ([]event, error) {
	pos, rowUsed := slices.Index(stage2.Vars, "pos"), slices.Index(stage2.Vars, "rowUsed")
	if pos < 0 || rowUsed < 0 {
		return nil, fmt.Errorf("%s has no pos or no rowUsed", stage2.Stage)
	}
	var s trace.State
	var all []event
	begin := func(set trace.Frame, what string) event {
		return event{i: local(set, "i"), j: local(set, "j"), what: what}
	}
	end := func(e event, step int) {
		e.step = step
		for k, row := range s.Shared[pos].([]any) {
			if k > e.i {
				row = fmt.Sprintf("(%v)", row)
			}
			e.pos = append(e.pos, fmt.Sprint(row))
		}
		for _, used := range s.Shared[rowUsed].([]any) {
			e.rowUsed = append(e.rowUsed, map[any]string{true: "T", false: "-"}[used])
		}
		all = append(all, e)
	}

	var assignment *event // that is about to happen
	var printed string    // since the last call of report
	for k, next := range stage2.Steps {
		var over, caller trace.Frame
		if next.Kind == trace.Return {
			over = s.Stack[len(s.Stack)-1]
		}
		s.Apply(next)
		printed += next.Text
		if assignment != nil {
			end(*assignment, k+1)
			assignment = nil
		}
		if len(s.Stack) == 0 {
			break
		}
		top := s.Stack[len(s.Stack)-1]
		if len(s.Stack) > 1 {
			caller = s.Stack[len(s.Stack)-2]
		}

		switch place := stage2.Places[next.Place]; {
		case next.Kind == trace.Statement && place.Kind == "assign" && top.Function == "set":
			e := begin(top, "")
			e.what = code("%s", strings.NewReplacer("[i]", fmt.Sprintf("[%d]", e.i), "[j]", fmt.Sprintf("[%d]", e.j),
				"= j", fmt.Sprint("= ", e.j)).Replace(place.Text))
			assignment = &e
		case next.Kind == trace.Call && caller.Function == "set":
			what := code("set(%d)", local(top, "i"))
			if top.Function != "set" {
				what, printed = code("%s()", top.Function), ""
			}
			end(begin(caller, what), k+1)
		case next.Kind == trace.Return && top.Function == "set" && over.Function == "set":
			end(begin(top, code("set(%d)", local(over, "i"))), k+1)
		case next.Kind == trace.Return && top.Function == "set":
			report := &all[len(all)-1]
			report.what += " " + code("%s", strings.TrimSpace(printed))
			report.step = k + 1
		}
	}
	return all, nil
}

// local returns the value of a local variable that is a whole number.
func local(call trace.Frame, name string) int {
	value, _ := call.Locals[name].(float64)
	return int(value)
}

// traced returns a table of the events.
func traced(table func(events []event) [][]any) table {
	return func(t *Tables, ctx context.Context) ([][]any, error) {
		events, err := t.trace(ctx)
		if err != nil {
			return nil, err
		}
		return table(events), nil
	}
}

// steps returns a table of some of the events, counted from 1.
func steps(first, last int) table {
	return traced(func(events []event) (cells [][]any) {
		for k, e := range events[min(first-1, len(events)):min(last, len(events))] {
			cells = append(cells, []any{e.link(first + k), e.call(), e.j, e.what,
				code("%s", strings.Join(e.pos, " ")), code("%s", strings.Join(e.rowUsed, " "))})
		}
		return cells
	})
}

// isReport reports whether a placement is printed.
func (e event) isReport() bool { return strings.HasPrefix(e.what, "`report()`") }

// flags returns the events at which a flag changes or a placement is printed, until the first queen
// has no flag any more.
func flags(events []event) (cells [][]any) {
	before := events[0].rowUsed
	for k, e := range events {
		if e.isReport() || !slices.Equal(e.rowUsed, before) {
			line := []any{e.link(k + 1), e.call(), e.what}
			for _, used := range e.rowUsed {
				line = append(line, used)
			}
			cells = append(cells, line)
		}
		before = e.rowUsed
		if e.what == code("rowUsed[0] = false") {
			break
		}
	}
	return cells
}
