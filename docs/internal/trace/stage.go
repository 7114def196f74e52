package trace

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A stage is the source of the program in a folder.
type stage struct {
	Dir    string                     // as the go command names it
	Module struct{ Path, Dir string } // likewise

	hash   string
	source []byte // of main.go
	fset   *token.FileSet
	file   *ast.File // main.go
	pkg    *types.Package
	types  *types.Info
}

// Hash tells one state of the stage's source from another.
func Hash(dir string) (string, error) {
	_, hash, err := read(dir)
	return hash, err
}

// read reads the files of the stage by name.
func read(dir string) (files map[string][]byte, hash string, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, "", err
	}
	files = map[string][]byte{}
	sum := sha256.New()
	for _, entry := range entries {
		name := entry.Name()
		if filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			continue
		}
		if files[name], err = os.ReadFile(filepath.Join(dir, name)); err != nil {
			return nil, "", err
		}
		fmt.Fprintf(sum, "%q %q\n", name, files[name])
	}
	return files, fmt.Sprintf("%x", sum.Sum(nil)), nil
}

// load compiles the stage as it is, and takes it apart if it compiles.
func load(ctx context.Context, dir, work string) (*stage, error) {
	sources, hash, err := read(dir)
	if err != nil {
		return nil, err
	}
	list, err := goCommand(ctx, dir, work, "list", "-buildvcs=false", "-export", "-json=Dir,Module,Export", ".")
	if err != nil {
		return nil, err
	}
	s := &stage{hash: hash, source: sources["main.go"], fset: token.NewFileSet()}
	if err := json.Unmarshal(list, s); err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	var files []*ast.File
	for _, name := range slices.Sorted(maps.Keys(sources)) {
		file, err := parser.ParseFile(s.fset, name, sources[name], parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
		if name == "main.go" {
			s.file = file
		}
	}
	if s.file == nil {
		return nil, fmt.Errorf("%s has no main.go", dir)
	}
	// Only what the stage itself declares is of interest: imports are not looked up, and what
	// does not fit without them is no error.
	s.types = &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	config := types.Config{Error: func(error) {}}
	s.pkg, _ = config.Check("main", s.fset, files, s.types)
	return s, s.check(files)
}

// untraceable has the packages that bend memory, or what runs when.
var untraceable = []string{"unsafe", "sync", "iter", "context"}

// check finds what cannot be traced.
func (s *stage) check(files []*ast.File) error {
	var problems []Problem
	found := func(node ast.Node, text string) {
		at := s.fset.PositionFor(node.Pos(), false)
		problems = append(problems, Problem{at.Filename, at.Line, at.Column, text})
	}
	for _, file := range files {
		for node := range ast.Preorder(file) {
			switch node := node.(type) {
			case *ast.GoStmt:
				found(node, "goroutines cannot be traced")
			case *ast.ImportSpec:
				if path, _ := strconv.Unquote(node.Path.Value); slices.Contains(untraceable, path) {
					found(node, fmt.Sprintf("a program that imports %q cannot be traced", path))
				}
			case *ast.RangeStmt:
				if s.isFunction(node.X) {
					found(node, "a range over a function of the program itself cannot be traced")
				}
			}
		}
	}
	if problems == nil {
		return nil
	}
	return &SourceError{Untraceable: true, Problems: problems}
}

// isFunction tells whether the value is a function, but not of one that a library made: its type
// is not known.
func (s *stage) isFunction(value ast.Expr) bool {
	t := s.types.TypeOf(value)
	if t == nil {
		return false
	}
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

// goCommand runs the go command, which keeps its own temporary files in the folder work, and
// returns its output. Lines of a compiler among its errors make a SourceError.
func goCommand(ctx context.Context, dir, work string, arguments ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", arguments...)
	cmd.Dir = dir
	cmd.Env = append(cmd.Environ(), "GOTMPDIR="+work)
	cmd.WaitDelay = waitDelay
	output, err := cmd.Output()
	if err == nil || ctx.Err() != nil {
		return output, ctx.Err()
	}
	var stderr string
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		stderr = string(exit.Stderr)
	}
	if problems := compilerLines(stderr); len(problems) > 0 {
		return nil, &SourceError{Problems: problems}
	}
	return nil, fmt.Errorf("go %s: %w\n%s", arguments[0], err, stderr)
}

// waitDelay is how long the output of a command that was ended is waited for.
const waitDelay = 2 * time.Second

var compilerLine = regexp.MustCompile(`^(.+\.go):(\d+)(?::(\d+))?: (.+)$`)

// compilerLines reads what the compiler says: a line for each problem, and indented lines that
// go on with the one before.
func compilerLines(text string) []Problem {
	var problems []Problem
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		last := len(problems) - 1
		if match := compilerLine.FindStringSubmatch(line); match != nil {
			number, _ := strconv.Atoi(match[2])
			column, _ := strconv.Atoi(match[3])
			problem := Problem{filepath.Base(match[1]), number, column, match[4]}
			if !slices.Contains(problems, problem) { // go list says some things twice
				problems = append(problems, problem)
			}
		} else if strings.HasPrefix(line, "\t") && last >= 0 {
			problems[last].Text += "\n" + line
		}
	}
	return problems
}
