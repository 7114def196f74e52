package trace

import "encoding/json"

// A Step is a moment of the run. The package comment tells of its JSON.
type Step struct {
	Kind    Kind
	Place   int
	Changes [][]any
	Text    string
	Extra   any
}

// A Kind tells what happened at a step.
type Kind int

const (
	Statement Kind = iota
	ConditionTrue
	ConditionFalse
	Call
	Return
)

// MarshalJSON makes a list of the parts of the step, without those at its end that are empty.
func (s Step) MarshalJSON() ([]byte, error) {
	parts := []any{s.Kind, s.Place, s.Changes, s.Text, s.Extra}
	switch {
	case s.Extra != nil || s.Kind == Return:
	case s.Text != "":
		parts = parts[:4]
	case len(s.Changes) > 0:
		parts = parts[:3]
	default:
		parts = parts[:2]
	}
	return json.Marshal(parts)
}

// A State is what the steps of a trace have told so far.
type State struct {
	Stack  []Frame // the calls that are open, main first
	Shared []any   // the variables that all calls share, by their slots
}

// A Frame is an open call.
type Frame struct {
	Function string
	Place    int
	Locals   map[string]any
}

// Apply makes of the state what it is after the next step. Lists are as in JSON, []any, numbers float64.
func (s *State) Apply(step Step) {
	switch step.Kind {
	case Call:
		s.Stack = append(s.Stack, Frame{Function: step.Extra.(string), Locals: map[string]any{}})
	case Return:
		s.Stack = s.Stack[:len(s.Stack)-1]
	}
	top := Frame{}
	if len(s.Stack) > 0 {
		s.Stack[len(s.Stack)-1].Place = step.Place
		top = s.Stack[len(s.Stack)-1]
	}
	for _, change := range step.Changes {
		name, isLocal := change[0].(string)
		switch {
		case isLocal && len(change) == 1:
			delete(top.Locals, name)
		case isLocal:
			top.Locals[name] = changed(top.Locals[name], change[1:])
		default:
			slot := int(change[0].(float64))
			for len(s.Shared) <= slot {
				s.Shared = append(s.Shared, nil)
			}
			s.Shared[slot] = changed(s.Shared[slot], change[1:])
		}
	}
}

// changed returns what a value becomes: change is the new one, or an index and the new element there.
func changed(value any, change []any) any {
	if len(change) == 1 {
		return change[0]
	}
	list := append([]any(nil), value.([]any)...)
	list[int(change[0].(float64))] = change[1]
	return list
}
