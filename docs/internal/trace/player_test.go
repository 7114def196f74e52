package trace

import (
	"encoding/json"
	"slices"
	"testing"
)

// The player below reads a trace as the page does, by the JSON that the package comment describes.

type step struct {
	kind, line int
	changes    [][]any
	text       string
	function   string // of a call
	results    []any  // of a return
}

const (
	statement = iota
	conditionTrue
	conditionFalse
	call
	returned
)

type frame struct {
	function string
	line     int
	locals   map[string]any
}

type state struct {
	stack []frame
	vars  []any
}

type recording struct {
	Stage, Hash, End, Message string
	N, Line                   int
	Source, Vars              []string
	Steps                     []json.RawMessage
	steps                     []step
}

// play reads the JSON of a trace.
func play(t *testing.T, trace *Trace) *recording {
	t.Helper()
	text, err := json.Marshal(trace)
	if err != nil {
		t.Fatal(err)
	}
	r := &recording{}
	if err := json.Unmarshal(text, r); err != nil {
		t.Fatal(err)
	}
	for _, raw := range r.Steps {
		parts := []any{nil, nil, []any{}, "", nil}
		if err := json.Unmarshal(raw, &parts); err != nil {
			t.Fatalf("step %s: %v", raw, err)
		}
		if len(parts) < 5 {
			parts = append(parts, []any{[]any{}, "", nil}[len(parts)-2:]...)
		}
		s := step{kind: int(parts[0].(float64)), line: int(parts[1].(float64)), text: parts[3].(string)}
		for _, change := range parts[2].([]any) {
			s.changes = append(s.changes, change.([]any))
		}
		switch s.kind {
		case call:
			s.function = parts[4].(string)
		case returned:
			s.results = parts[4].([]any)
		}
		r.steps = append(r.steps, s)
	}
	return r
}

// at returns the state at step k.
func (r *recording) at(k int) state {
	var s state
	for _, step := range r.steps[:k+1] {
		s.apply(step)
	}
	return s
}

func (s *state) apply(step step) {
	switch step.kind {
	case call:
		s.stack = append(s.stack, frame{step.function, 0, map[string]any{}})
	case returned:
		s.stack = s.stack[:len(s.stack)-1]
	}
	if len(s.stack) > 0 {
		s.stack[len(s.stack)-1].line = step.line
	}
	for _, change := range step.changes {
		if slot, ok := change[0].(float64); ok {
			for len(s.vars) <= int(slot) {
				s.vars = append(s.vars, nil)
			}
			s.vars[int(slot)] = changed(s.vars[int(slot)], change)
			continue
		}
		name, locals := change[0].(string), s.stack[len(s.stack)-1].locals
		if len(change) == 1 {
			delete(locals, name)
		} else {
			locals[name] = changed(locals[name], change)
		}
	}
}

// changed returns the value after a change, and leaves the one before as it is.
func changed(before any, change []any) any {
	if len(change) == 2 {
		return change[1]
	}
	list := cloneList(before).([]any)
	list[int(change[1].(float64))] = change[2]
	return list
}

func cloneList(v any) any {
	if list, ok := v.([]any); ok {
		return slices.Clone(list)
	}
	return v
}

// shared returns a shared variable, of a struct too.
func (r *recording) shared(s state, name string) any {
	slot := slices.IndexFunc(r.Vars, func(v string) bool { return v == name || v == "b."+name })
	if slot < 0 || slot >= len(s.vars) {
		return nil
	}
	return s.vars[slot]
}
