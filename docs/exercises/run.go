package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"example.com/eightqueens/docs/internal/language"
	"example.com/eightqueens/docs/internal/result"
)

// timeLimit is how long the test of one exercise may take. A call has a limit of its own, far below.
var timeLimit = 2 * time.Minute

// test builds the tests of the exercises and runs them on the reader's code. One that does not compile,
// dies or does not end keeps none of the others from being tested.
func (c *course) test(ctx context.Context, exercises []*exercise) (map[*exercise]result.Result, error) {
	if isTerminal(os.Stderr) {
		fmt.Fprintln(os.Stderr, language.Say(
			"테스트하는 중입니다. 처음에는 컴파일하느라 시간이 걸립니다.", "Testing. The first time takes longer, to compile."))
	}
	folder, err := os.MkdirTemp("", "exercises")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)

	results := map[*exercise]result.Result{}
	var begun []*exercise // have all their files
	for _, e := range exercises {
		test := c.path(e.name, "exercise_test.go")
		switch {
		case !exists(test):
			results[e] = result.Result{State: result.Wrong, Message: c.lost(test)}
		case !exists(c.source(e)):
			results[e] = result.Result{State: result.NotBegun, Message: c.lost(c.source(e))}
		case untouched(c.source(e)):
			results[e] = result.Result{State: result.NotBegun} // as the test would say, after a while
		default:
			begun = append(begun, e)
		}
	}
	failed, err := c.build(ctx, folder, begun)
	if err != nil {
		return nil, err
	}

	var mutex sync.Mutex
	var runs sync.WaitGroup
	turn := make(chan struct{}, runtime.GOMAXPROCS(0))
	for _, e := range begun {
		if compiler, ok := failed[e]; ok {
			results[e] = result.OfBuild(compiler, c.command("-hint", "00.2"))
			continue
		}
		runs.Go(func() {
			turn <- struct{}{}
			defer func() { <-turn }()
			run, failure := runTest(ctx, testBinary(folder, e), filepath.Dir(c.source(e)))
			mutex.Lock()
			defer mutex.Unlock()
			results[e], err = run.Result(), cmp.Or(err, failure)
		})
	}
	runs.Wait()
	return results, err
}

// isTerminal reports whether somebody watches the file.
func isTerminal(file *os.File) bool {
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// lost returns the message where a file is missing.
func (c *course) lost(file string) []string {
	return []string{language.Say("파일이 없습니다: %s", "this file is missing: %s", c.relative(file))}
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

// untouched reports whether all exported functions of a file are stubs and nothing more.
func untouched(file string) bool {
	text, err := os.ReadFile(file)
	if err != nil {
		return false
	}
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, file, text, parser.SkipObjectResolution)
	if err != nil {
		return false
	}
	stubs := 0
	for _, declared := range parsed.Decls {
		if f, ok := declared.(*ast.FuncDecl); ok && f.Name.IsExported() && f.Body != nil {
			body := text[files.Position(f.Body.Lbrace).Offset+1 : files.Position(f.Body.Rbrace).Offset]
			if string(bytes.TrimSpace(body)) != fmt.Sprintf("panic(%q)", result.Stub) {
				return false
			}
			stubs++
		}
	}
	return stubs > 0
}

// An overlay says which files the go command takes in the place of others.
type overlay map[string]string

// replaced returns an overlay that puts the files that are tested in the place of those of this
// repository.
func (c *course) replaced(exercises []*exercise) overlay {
	o := overlay{}
	for _, e := range exercises {
		files, _ := filepath.Glob(c.path(e.name, "*.go"))
		for _, file := range files {
			if filepath.Base(file) != "exercise_test.go" {
				o[file] = "" // as if it were not there
			}
		}
		o[c.path(e.name, "exercise.go")] = c.source(e)
	}
	return o
}

// flag writes the overlay to a file in the folder, and returns the flag of the go command that names it.
func (o overlay) flag(folder string) (string, error) {
	text, err := json.Marshal(map[string]any{"Replace": o})
	if err != nil {
		return "", err
	}
	file := filepath.Join(folder, "overlay.json")
	return "-overlay=" + file, os.WriteFile(file, text, 0o666)
}

// testBinary returns the path of the test of an exercise that was built in the folder.
func testBinary(folder string, e *exercise) string {
	return filepath.Join(folder, e.name+".test")
}

// build builds the tests of the exercises in the folder. It returns what the compiler prints about
// those that cannot be built.
func (c *course) build(ctx context.Context, folder string, exercises []*exercise) (map[*exercise]string, error) {
	if len(exercises) == 0 {
		return nil, nil
	}
	// What vet objects to is no mistake here, and nobody debugs the tests.
	arguments := []string{"test", "-c", "-json", "-vet=off", "-ldflags=-s -w", "-o", folder + string(filepath.Separator)}
	if c.from != c.path() {
		flag, err := c.replaced(exercises).flag(folder)
		if err != nil {
			return nil, err
		}
		arguments = append(arguments, flag)
	}
	for _, e := range exercises {
		arguments = append(arguments, "./docs/exercises/"+e.name)
	}
	command := exec.CommandContext(ctx, "go", arguments...)
	command.Dir = c.root
	command.Cancel = func() error { // go cleans up, where the system lets it know
		if command.Process.Signal(os.Interrupt) != nil {
			return command.Process.Kill()
		}
		return nil
	}
	command.WaitDelay = 5 * time.Second
	var complaints bytes.Buffer
	command.Stderr = &complaints
	output, err := command.Output()
	if command.ProcessState == nil {
		return nil, errors.New(language.Say("go 명령을 실행하지 못했습니다: %v", "cannot run the go command: %v", err))
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}

	builds := map[string]string{} // what is said about each package
	for decoder := json.NewDecoder(bytes.NewReader(output)); decoder.More(); {
		var event struct{ Action, ImportPath, Output string }
		if err := decoder.Decode(&event); err != nil {
			return nil, fmt.Errorf("go test -json: %w", err)
		}
		if event.Action == "build-output" {
			path, _, _ := strings.Cut(event.ImportPath, " ")
			path = strings.TrimSuffix(path, "_test")
			builds[path] += event.Output
			builds[""] += event.Output // of all
		}
	}
	failed := map[*exercise]string{}
	for _, e := range exercises {
		if _, err := exec.LookPath(testBinary(folder, e)); err == nil {
			continue
		}
		failed[e] = cmp.Or(builds[e.importPath()], builds[""])
		if failed[e] == "" {
			return nil, fmt.Errorf("go test: %s", cmp.Or(strings.TrimSpace(complaints.String()), "no result"))
		}
	}
	return failed, nil
}

// runTest runs the test of an exercise in the folder of the exercise. Variables are added to the
// environment.
func runTest(ctx context.Context, binary, folder string, variables ...string) (result.Run, error) {
	var run result.Run
	record, err := os.CreateTemp("", "exercise")
	if err != nil {
		return run, err
	}
	defer os.Remove(record.Name())
	defer record.Close()

	limited, cancel := context.WithTimeout(ctx, timeLimit)
	defer cancel()
	command := exec.CommandContext(limited, binary, "-test.run=^TestExercise$", "-test.paniconexit0", "-test.timeout=0")
	command.Dir = folder
	command.Env = append(command.Environ(), result.RecordVariable+"="+record.Name(), "LC_ALL="+language.Chosen)
	command.Env = append(command.Env, variables...)
	command.Stdout, command.Stderr = &run.Output, &run.Output
	command.WaitDelay = time.Second
	err = command.Run() // fails where the test fails
	if ctx.Err() != nil {
		return run, context.Cause(ctx)
	}
	if command.ProcessState == nil {
		return run, err
	}
	if limited.Err() != nil {
		run.Over = timeLimit
	}
	run.Exit = command.ProcessState.ExitCode()
	run.Record, err = os.ReadFile(record.Name())
	return run, err
}
