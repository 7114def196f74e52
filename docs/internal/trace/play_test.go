package trace

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// A recording is a trace as its JSON has it, that the package comment describes.
type recording struct {
	Stage, Hash, End, Message, Stderr string
	N, Line, Status, Lost             int
	Stuck                             bool
	Source, Vars                      []string
	Places                            []Place
	Roles                             *Roles
	Notes                             []Note
	Steps                             []json.RawMessage
	steps                             []step
}

type step struct {
	kind, place, line int
	changes           [][]any
	text              string
	function          string // of a call
	results           []any  // of a return; nil where a panic left the function
}

type frame struct {
	function string
	line     int
	locals   map[string]any
}

type state struct {
	stack []frame
	vars  []any
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
		s := step{kind: int(parts[0].(float64)), place: int(parts[1].(float64)), text: parts[3].(string)}
		s.line = r.Places[s.place].Line
		changes, _ := parts[2].([]any)
		for _, change := range changes {
			s.changes = append(s.changes, change.([]any))
		}
		switch s.kind {
		case call:
			s.function = parts[4].(string)
		case returned:
			s.results, _ = parts[4].([]any)
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
	list := slices.Clone(before.([]any))
	list[int(change[1].(float64))] = change[2]
	return list
}

// shared returns a shared variable at the end of the run.
func (r *recording) shared(name string) any {
	end := r.at(len(r.steps) - 1)
	if slot := slices.Index(r.Vars, name); 0 <= slot && slot < len(end.vars) {
		return end.vars[slot]
	}
	return nil
}

// text is all that was printed.
func (r *recording) text() string {
	var text strings.Builder
	for _, s := range r.steps {
		text.WriteString(s.text)
	}
	return text.String()
}

// story tells the run line by line.
func (r *recording) story() []string {
	var lines []string
	depth := 0
	for _, s := range r.steps {
		if s.kind == returned {
			depth--
		}
		line := strings.Repeat(". ", depth) + r.Places[s.place].Text
		line += [...]string{"", " → true", " → false", " ← call of " + s.function, fmt.Sprint(" ← return ", s.results)}[s.kind]
		for _, change := range s.changes {
			name := change[0]
			if slot, shared := name.(float64); shared {
				name = r.Vars[int(slot)]
			}
			format := []string{"  | %v gone", "  | %v = %v", "  | %v[%v] = %v"}[len(change)-1]
			line += fmt.Sprintf(format, append([]any{name}, change[1:]...)...)
		}
		if s.text != "" {
			line += fmt.Sprintf("  | prints %q", s.text)
		}
		lines = append(lines, line)
		if s.kind == call {
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
	lines := statementLines(t, strings.Join(r.Source, "\n"))
	var now state
	for k, s := range r.steps {
		if s.kind == call && len(now.stack) > 0 && !slices.Contains(calledByLibrary, s.function) && !strings.Contains(s.function, ".") {
			if line := r.Source[now.stack[len(now.stack)-1].line-1]; !strings.Contains(line, s.function+"(") {
				t.Errorf("step %d: %s is called, but its caller stands at %q", k, s.function, line)
			}
		}
		now.apply(s)
		if !lines[s.line] {
			t.Errorf("step %d: line %d has no statement", k, s.line)
		}
	}
	if r.End == string(Done) && len(now.stack) != 0 {
		t.Errorf("the run is done, but these calls have not returned: %v", now.stack)
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

// statementLines has the lines on which a statement, a condition or a function begins.
func statementLines(t *testing.T, source string) map[int]bool {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "main.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	lines := map[int]bool{}
	ast.Inspect(file, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.BlockStmt:
		case ast.Stmt, *ast.FuncDecl, *ast.FuncLit:
			lines[fset.PositionFor(node.Pos(), false).Line] = true
		}
		return true
	})
	return lines
}
