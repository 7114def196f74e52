package trace

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A stage is the source of the program in a folder.
type stage struct {
	// As the go command names them.
	Name     string   // of the package
	GoFiles  []string // of this system, without tests
	CgoFiles []string
	Module   struct{ Path, Dir string } // where the stage is

	dir     string
	work    string   // a folder for temporary files
	env     []string // for the go command
	overlay map[string]string

	saved   map[string][]byte // GoFiles as they are, by name
	sources map[string][]byte // with another n, perhaps
	fset    *token.FileSet
	files   []*ast.File
	file    *ast.File // main.go
	pkg     *types.Package
	types   *types.Info
}

// The stage is built in a folder of the module that is there in the overlay alone: a folder whose
// name no import path may have, "stage2_rows copy" for one, is traced all the same.
const (
	stageFolder    = "trace_stage"
	recorderFolder = "trace_recorder" // likewise, of the recorder
)

// open finds out where the stage belongs, and makes a folder in which programs may run.
func open(ctx context.Context, dir string) (*stage, error) {
	s := &stage{dir: dir}
	settings, err := s.goCommand(ctx, dir, "env", "-json", "GOMOD", "GOTMPDIR", "GOFLAGS")
	if err != nil {
		return nil, err
	}
	var found struct{ GOMOD, GOTMPDIR, GOFLAGS string }
	if err := json.Unmarshal(settings, &found); err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	if filepath.Base(found.GOMOD) != "go.mod" {
		return nil, fmt.Errorf("%s is in no module: there is no go.mod", dir)
	}
	s.Module.Dir = filepath.Dir(found.GOMOD)
	if _, err := os.Stat(found.GOTMPDIR); err != nil {
		found.GOTMPDIR = "" // the default
	}
	if s.work, err = os.MkdirTemp(found.GOTMPDIR, "eightqueens-trace-"); err != nil {
		return nil, err
	}
	s.env = []string{"GOTMPDIR=" + s.work, "GOFLAGS=" + harmless(found.GOFLAGS)}
	return s, nil
}

// harmless returns those of the flags for the go command that choose source files, not those that
// change what is built, -cover for one, or what the command prints.
func harmless(flags string) string {
	return strings.Join(slices.DeleteFunc(strings.Fields(flags), func(flag string) bool {
		name, _, _ := strings.Cut(strings.TrimLeft(flag, "-"), "=")
		return !slices.Contains([]string{"mod", "modfile", "tags"}, name)
	}), " ")
}

// close removes the temporary files.
func (s *stage) close() { removeAll(s.work) }

// removeAll removes a folder. On Windows a program that has just ended, or a virus scanner, may hold a
// file in it for a moment.
func removeAll(dir string) {
	for end := time.Now().Add(3 * time.Second); os.RemoveAll(dir) != nil && time.Now().Before(end); {
		time.Sleep(50 * time.Millisecond)
	}
}

// Hash returns a hash of what a trace of the stage is made from: of the files of
// the stage and of the packages of its module that it imports.
func Hash(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	module := dir
	for module != filepath.Dir(module) && !isFile(filepath.Join(module, "go.mod")) {
		module = filepath.Dir(module)
	}
	settings, _ := os.ReadFile(filepath.Join(module, "go.mod"))
	sums, _ := os.ReadFile(filepath.Join(module, "go.sum")) // it may not be there
	hash := sha256.New()
	fmt.Fprintf(hash, "%q %q\n", settings, sums)
	packages := []string{dir}
	for i := 0; i < len(packages); i++ { // they become more meanwhile
		files, err := sourceFiles(packages[i])
		if i > 0 && errors.Is(err, fs.ErrNotExist) {
			continue // what is imported is not there
		}
		for _, path := range files {
			text, failed := os.ReadFile(path)
			err = cmp.Or(err, failed)
			fmt.Fprintf(hash, "%q %q\n", path, text)
			for _, below := range importsBelow(settings, text) {
				if folder := filepath.Join(module, below); !slices.Contains(packages, folder) {
					packages = append(packages, folder)
				}
			}
		}
		if err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("%x", hash.Sum(nil)), nil
}

var modulePath = regexp.MustCompile(`(?m)^module\s+"?([^\s"]+)`)

// importsBelow returns the packages of the module that a file imports, if it is one of Go, as folders.
func importsBelow(settings, text []byte) (folders []string) {
	module := modulePath.FindSubmatch(settings)
	file, err := parser.ParseFile(token.NewFileSet(), "", text, parser.ImportsOnly)
	if module == nil || err != nil {
		return nil
	}
	for _, imported := range file.Imports {
		path, _ := strconv.Unquote(imported.Path.Value)
		if below, ok := strings.CutPrefix(path, string(module[1])+"/"); ok {
			folders = append(folders, filepath.FromSlash(below))
		}
	}
	return folders
}

// sourceFiles returns the files in a folder that may be a part of its program: tests and hidden files are
// not, folders below only where a file embeds others.
func sourceFiles(dir string) (files []string, err error) {
	entries, err := os.ReadDir(dir)
	embeds := false
	for _, entry := range entries {
		name, path := entry.Name(), filepath.Join(dir, entry.Name())
		if strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") || strings.HasSuffix(name, "_test.go") || !isFile(path) {
			continue
		}
		files = append(files, path)
		text, _ := os.ReadFile(path)
		embeds = embeds || filepath.Ext(name) == ".go" && bytes.Contains(text, []byte("//go:embed"))
	}
	if !embeds {
		return files, err
	}
	files = nil
	err = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && isFile(path) && entry.Name() != "go.mod" {
			files = append(files, path)
		}
		return err
	})
	return files, err
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// load compiles the stage as it is, and takes it apart if it compiles.
func (s *stage) load(ctx context.Context) error {
	files, err := sourceFiles(s.dir)
	if err != nil {
		return err
	}
	s.overlay = map[string]string{}
	for _, path := range files {
		below, _ := filepath.Rel(s.dir, path)
		if s.overlay[filepath.Join(s.Module.Dir, stageFolder, below)], err = filepath.Abs(path); err != nil {
			return err
		}
	}
	list, err := s.goCommand(ctx, s.Module.Dir, "list", "-export", "-json=Name,Module,GoFiles,CgoFiles", "./"+stageFolder)
	built, _ := build.Default.MatchFile(s.dir, "main.go")
	_, isBroken := errors.AsType[*SourceError](err)
	switch {
	case err != nil && (built || isBroken || ctx.Err() != nil):
		return err
	case err != nil:
		return untraceable("notBuilt", "the go command does not build main.go on this system")
	}
	if err := json.Unmarshal(list, s); err != nil {
		return fmt.Errorf("go list: %w", err)
	}
	s.GoFiles = append(s.GoFiles, s.CgoFiles...)
	switch {
	case !slices.Contains(s.GoFiles, "main.go"):
		return untraceable("notBuilt", "the go command does not build main.go on this system")
	case s.Name != "main":
		return untraceable("notMain", "package "+s.Name+" is no program: that is package main")
	}
	s.saved = map[string][]byte{}
	for _, name := range s.GoFiles {
		if s.saved[name], err = os.ReadFile(filepath.Join(s.dir, name)); err != nil {
			return err
		}
	}
	if err := s.parse(s.saved); err != nil {
		return err
	}
	return s.refuse()
}

// untraceable returns an error for the whole of main.go.
func untraceable(code, text string) error {
	return &SourceError{Untraceable: true, Problems: []Problem{{"main.go", 1, 0, text, code}}}
}

// parse takes the files of the program apart.
func (s *stage) parse(sources map[string][]byte) error {
	s.sources = sources
	s.fset, s.files = token.NewFileSet(), nil
	for _, name := range s.GoFiles {
		file, err := parser.ParseFile(s.fset, name, s.sources[name], parser.SkipObjectResolution)
		if err != nil {
			return err
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
		Uses: map[*ast.Ident]types.Object{lenOf: types.Universe.Lookup("len")}, Selections: map[*ast.SelectorExpr]*types.Selection{},
	}
	config := types.Config{Error: func(error) {}}
	s.pkg, _ = config.Check("main", s.fset, s.files, s.types)
}

// bending has the packages that bend memory, or what runs when.
var bending = []string{"C", "unsafe", "sync", "iter", "context"}

// refuse finds what cannot be traced.
func (s *stage) refuse() error {
	var problems []Problem
	found := func(node ast.Node, code, text string) {
		at := s.fset.PositionFor(node.Pos(), false)
		problems = append(problems, Problem{at.Filename, at.Line, at.Column, text, code})
	}
	for _, file := range s.files {
		for node := range ast.Preorder(file) {
			switch node := node.(type) {
			case *ast.GoStmt:
				found(node, "goroutine", "goroutines cannot be traced")
			case *ast.ImportSpec:
				if path, _ := strconv.Unquote(node.Path.Value); slices.Contains(bending, path) {
					found(node, "import", fmt.Sprintf("a program that imports %q cannot be traced", path))
				}
			case *ast.RangeStmt:
				if s.isFunction(node.X) {
					found(node, "rangeFunction", "a range over a function of the program itself cannot be traced")
				}
			}
		}
	}
	if problems == nil {
		return nil
	}
	return &SourceError{Untraceable: true, Problems: problems}
}

// isFunction reports whether the value is a function, but not of one that a library made: its type
// is not known.
func (s *stage) isFunction(value ast.Expr) bool {
	_, ok := under(s.types.TypeOf(value)).(*types.Signature)
	return ok
}

// goCommand runs the go command, which sees the overlay and keeps its own temporary files in the
// folder work, and returns its output. Lines of a compiler among its errors make a SourceError.
func (s *stage) goCommand(ctx context.Context, dir, command string, arguments ...string) ([]byte, error) {
	if s.overlay != nil {
		overlay, err := json.Marshal(map[string]any{"Replace": s.overlay})
		if err != nil {
			return nil, err
		}
		file := filepath.Join(s.work, "overlay.json")
		if err := os.WriteFile(file, overlay, 0o600); err != nil {
			return nil, err
		}
		arguments = append([]string{"-buildvcs=false", "-overlay", file}, arguments...)
	}
	cmd := exec.CommandContext(ctx, "go", append([]string{command}, arguments...)...)
	cmd.Dir = dir
	cmd.Env = append(cmd.Environ(), s.env...)
	cmd.WaitDelay = waitDelay
	withGroup(cmd)
	runtime.LockOSThread() // see run
	defer runtime.UnlockOSThread()
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
	return nil, fmt.Errorf("go %s: %w\n%s", command, err, strings.ReplaceAll(stderr, stageFolder, filepath.Base(s.dir)))
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
