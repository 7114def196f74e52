package trace

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A Source is the program of a stage.
type Source struct {
	Stage    string            // the folder's name
	Files    map[string][]byte // the texts of its Go files, by name: main.go among them
	Recorder string            // the import path under which RecorderSource is compiled
}

// A stage is the source of a program, taken apart.
type stage struct {
	recorder string            // its import path
	saved    map[string][]byte // as they are, by name
	sources  map[string][]byte // with another n, perhaps
	fset     *token.FileSet
	files    []*ast.File
	file     *ast.File // main.go
	pkg      *types.Package
	types    *types.Info
}

// untraceable returns an error for the whole of main.go.
func untraceable(code, text string) error {
	return &SourceError{Untraceable: true, Problems: []Problem{{"main.go", 1, 0, text, code}}}
}

// parse takes the files of the program apart.
func (s *stage) parse(sources map[string][]byte) error {
	s.sources = sources
	s.fset, s.files = token.NewFileSet(), nil
	for _, name := range slices.Sorted(maps.Keys(sources)) {
		file, err := parser.ParseFile(s.fset, name, s.sources[name], parser.SkipObjectResolution)
		if err != nil {
			return &SourceError{Problems: CompilerLines(err.Error())}
		}
		s.files = append(s.files, file)
		if name == "main.go" {
			s.file = file
		}
	}
	s.check()
	return nil
}

// check finds out about the types and the constants that the stage itself declares: imports are not
// looked up, and what does not fit without them is no error.
func (s *stage) check() {
	s.types = &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{},
		Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
	}
	config := types.Config{Error: func(error) {}}
	s.pkg, _ = config.Check("main", s.fset, s.files, s.types)
}

// untraced has the packages with which a program changes memory unseen, or runs in another order.
var untraced = []string{"C", "unsafe", "sync", "iter", "context"}

// refuse finds what cannot be traced.
func (s *stage) refuse() error {
	switch {
	case s.file == nil:
		return untraceable("notBuilt", "there is no main.go")
	case s.file.Name.Name != "main":
		return untraceable("notMain", "package "+s.file.Name.Name+" is no program: that is package main")
	}
	var problems []Problem
	found := func(node ast.Node, code, text string) {
		at := s.fset.PositionFor(node.Pos(), false)
		problems = append(problems, Problem{at.Filename, at.Line, at.Column, text, code})
	}
	for node := range s.nodes() {
		switch node := node.(type) {
		case *ast.GoStmt:
			found(node, "goroutine", "goroutines cannot be traced")
		case *ast.ImportSpec:
			if path, _ := strconv.Unquote(node.Path.Value); slices.Contains(untraced, path) {
				found(node, "import", fmt.Sprintf("a program that imports %q cannot be traced", path))
			}
		case *ast.RangeStmt:
			// The type of a function that a library made is not known.
			if _, isFunction := under(s.types.TypeOf(node.X)).(*types.Signature); isFunction {
				found(node, "rangeFunction", "a range over a function of the program itself cannot be traced")
			}
		}
	}
	if problems == nil {
		return nil
	}
	return &SourceError{Untraceable: true, Problems: problems}
}

var compilerLine = regexp.MustCompile(`^(.+\.go):(\d+)(?::(\d+))?: (.+)$`)

// CompilerLines reads what the compiler says: a line for each problem, and indented lines that
// go on with the one before.
func CompilerLines(text string) []Problem {
	var problems []Problem
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		last := len(problems) - 1
		if match := compilerLine.FindStringSubmatch(line); match != nil {
			number, _ := strconv.Atoi(match[2])
			column, _ := strconv.Atoi(match[3])
			problem := Problem{filepath.Base(match[1]), number, column, match[4], ""}
			if !slices.Contains(problems, problem) { // go list says some things twice
				problems = append(problems, problem)
			}
		} else if strings.HasPrefix(line, "\t") && last >= 0 {
			problems[last].Text += "\n" + line
		}
	}
	return problems
}
