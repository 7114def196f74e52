package trace

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// A recording is a trace, and what is in its JSON.
type recording struct {
	*Trace
	json struct{ Steps []json.RawMessage }
}

// play checks a trace and reads its JSON.
func play(t *testing.T, trace *Trace) *recording {
	t.Helper()
	r := &recording{Trace: trace}
	text, err := json.Marshal(trace)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &r.json); err != nil {
		t.Fatal(err)
	}
	r.check(t)
	return r
}

// at returns the state at step k.
func (r *recording) at(k int) State {
	var s State
	for _, step := range r.Steps[:k+1] {
		s.Apply(step)
	}
	return s
}

// text is all that was printed.
func (r *recording) text() string {
	var text strings.Builder
	for _, s := range r.Steps {
		text.WriteString(s.Text)
	}
	return text.String()
}

// story tells the run line by line.
func (r *recording) story() []string {
	var lines []string
	depth := 0
	for _, s := range r.Steps {
		if s.Kind == Return {
			depth--
		}
		line := strings.Repeat(". ", depth) + r.Places[s.Place].Text
		line += [...]string{"", " → true", " → false", fmt.Sprint(" ← call of ", s.Extra), fmt.Sprint(" ← return ", s.Extra)}[s.Kind]
		for _, change := range s.Changes {
			name := change[0]
			if slot, shared := name.(float64); shared {
				name = r.Vars[int(slot)]
			}
			format := []string{"  | %v gone", "  | %v = %v", "  | %v[%v] = %v"}[len(change)-1]
			line += fmt.Sprintf(format, append([]any{name}, change[1:]...)...)
		}
		if s.Text != "" {
			line += fmt.Sprintf("  | prints %q", s.Text)
		}
		lines = append(lines, line)
		if s.Kind == Call {
			depth++
		}
	}
	return lines
}

// calledByLibrary has the functions of the tests' programs whose names do not stand where they are called.
var calledByLibrary = []string{"init", "String", "Read", "func"}

// check holds what is true of every trace of a main.go.
func (r *recording) check(t *testing.T) {
	t.Helper()
	var now State
	for k, s := range r.Steps {
		if name, _ := s.Extra.(string); s.Kind == Call && len(now.Stack) > 0 && !slices.Contains(calledByLibrary, name) && !strings.Contains(name, ".") {
			if caller := r.Places[now.Stack[len(now.Stack)-1].Place]; !strings.Contains(caller.Text, name+"(") {
				t.Errorf("step %d: %s is called, but its caller stands at %q", k, name, caller.Text)
			}
		}
		now.Apply(s)
	}
	if r.End == Done && len(now.Stack) != 0 {
		t.Errorf("the run is done, but these calls have not returned: %v", now.Stack)
	}
	for i, p := range r.Places {
		if joined := strings.Join(p.Parts, ""); p.Parts != nil && (joined != p.Text || len(p.Parts) != 2*len(p.Values)+1) {
			t.Errorf("place %d, %q, is in the parts %q with %d values", i, p.Text, p.Parts, len(p.Values))
		}
		if strings.ContainsAny(p.Text, "\n\t") || p.End < p.Line {
			t.Errorf("place %d, lines %d to %d: %q", i, p.Line, p.End, p.Text)
		}
	}
}
