package tables

import "encoding/json"

// A state is what a trace tells up to one of its steps.
type state struct {
	stack []call // those that are not over, main first
	vars  []any  // the shared variables, by their slots
}

// A call is one of a function.
type call struct {
	function string
	locals   map[string]any
}

// local returns the value of a local variable that is a whole number.
func (c call) local(name string) int {
	value, _ := c.locals[name].(float64)
	return int(value)
}

// A step is one of a trace; package trace says what it holds.
type step struct {
	kind, line int
	changes    [][]any
	text       string
	extra      any
}

// Kinds of steps.
const (
	statement = 0
	called    = 3
	returned  = 4
)

func (s *step) UnmarshalJSON(text []byte) error {
	return json.Unmarshal(text, &[]any{&s.kind, &s.line, &s.changes, &s.text, &s.extra})
}

func (s *state) top() call { return s.stack[len(s.stack)-1] }

// apply makes of the state what it is at the next step.
func (s *state) apply(next step) {
	switch next.kind {
	case called:
		s.stack = append(s.stack, call{next.extra.(string), map[string]any{}})
	case returned:
		s.stack = s.stack[:len(s.stack)-1]
	}
	for _, change := range next.changes {
		switch name := change[0].(type) {
		case string: // a local variable
			if len(change) == 1 {
				delete(s.top().locals, name)
			} else {
				s.top().locals[name] = newValue(s.top().locals[name], change[1:])
			}
		case float64: // the slot of a shared one
			slot := int(name)
			for len(s.vars) <= slot {
				s.vars = append(s.vars, nil)
			}
			s.vars[slot] = newValue(s.vars[slot], change[1:])
		}
	}
}

// newValue returns what a value becomes: change is the new one, or the index of an element and what
// this becomes.
func newValue(value any, change []any) any {
	if len(change) == 1 {
		return change[0]
	}
	value.([]any)[int(change[0].(float64))] = change[1]
	return value
}
