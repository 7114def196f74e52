//go:build js && wasm

// Tool is the part of the workshop that is written in Go. It runs in a worker beside the page, and has the
// compiler and the linker make programs of what a learner writes.
package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"go/format"
	"go/scanner"
	"maps"
	"os"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall/js"
	"time"

	"example.com/eightqueens/docs/internal/language"
	"example.com/eightqueens/docs/internal/repository"
	"example.com/eightqueens/docs/internal/result"
	"example.com/eightqueens/docs/internal/trace"
	"example.com/eightqueens/docs/internal/workshop/yielding"
)

// A question is what the page asks.
type question struct {
	Do       string            `json:"do"`       // run, trace, check
	Language string            `json:"language"` // of the learner
	Folder   string            `json:"folder"`   // of the program: stage2_rows
	Files    map[string]string `json:"files"`    // its Go files, by name
	Edited   string            `json:"edited"`   // the name of the one that is formatted
	Recorder string            `json:"recorder"` // the import path of the recorder
	N        int               `json:"n"`        // for a trace
	Args     []string          `json:"args"`
	Input    string            `json:"input"`
}

// A failure is told as the server tells it.
type failure struct {
	Error    string          `json:"error"` // broken, untraceable, failed
	Text     string          `json:"text,omitempty"`
	Problems []trace.Problem `json:"problems,omitempty"`
}

var host = js.Global().Get("host") // of worker.js

func main() {
	host.Call("ready", js.FuncOf(func(_ js.Value, arguments []js.Value) any {
		var q question
		if err := json.Unmarshal([]byte(arguments[0].String()), &q); err != nil {
			panic(err)
		}
		go q.answer(func(kind string, value any) bool { return arguments[1].Invoke(kind, value).Bool() })
		return nil
	}))
	select {}
}

// A replier tells the page of something, and reports whether anybody listens: the page may have asked for
// something else since, or for nothing any more.
type replier func(kind string, value any) bool

// atWork is held by the one question for which something is compiled.
var atWork sync.Mutex

func (q *question) answer(reply replier) {
	defer func() {
		if fault := recover(); fault != nil { // of the tool, over a source that nobody thought of
			reply("failure", encode(failure{Error: "failed", Text: fmt.Sprint(fault)}))
			reply("end", nil)
		}
	}()
	err := q.format(reply)
	if err == nil {
		switch q.Do {
		case "run":
			err = q.run(reply)
		case "trace":
			err = q.trace(reply)
		case "check":
			err = q.check(reply)
		}
	}
	if err != nil {
		f := failure{Error: "failed", Text: err.Error()}
		if wrong, ok := errors.AsType[*trace.SourceError](err); ok {
			f = failure{Error: "broken", Problems: wrong.Problems}
			if wrong.Untraceable {
				f.Error = "untraceable"
			}
		}
		reply("failure", encode(f))
	}
	reply("end", nil)
}

func encode(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// format puts the edited file into the usual form.
func (q *question) format(reply replier) error {
	formatted, err := format.Source([]byte(q.Files[q.Edited]))
	if list, ok := errors.AsType[scanner.ErrorList](err); ok {
		wrong := &trace.SourceError{}
		for _, e := range list {
			wrong.Problems = append(wrong.Problems, trace.Problem{File: q.Edited, Line: e.Pos.Line, Column: e.Pos.Column, Text: "syntax error: " + e.Msg})
		}
		return wrong
	}
	if err != nil {
		return err
	}
	q.Files[q.Edited] = string(formatted)
	reply("formatted", string(formatted))
	return nil
}

func (q *question) files() map[string][]byte {
	files := map[string][]byte{}
	for name, text := range q.Files {
		files[name] = []byte(text)
	}
	return files
}

// A folder is a package to compile.
type folder struct {
	path  string // of import
	place string // where the compiler says that its files are
	files map[string][]byte
}

// executable is where the linker writes.
const executable = "/tmp/main.wasm"

// build compiles packages, the last of them package main, and links them. Only if it is to be run is it linked.
func build(packages []folder, isRun bool) error {
	settings := "/tmp/importcfg"
	text, err := os.ReadFile("/importcfg")
	if err != nil {
		return err
	}
	var archive string
	for _, p := range packages {
		if err := os.WriteFile(settings, text, 0o600); err != nil {
			return err
		}
		archive = path.Join("/tmp", p.path+".a")
		arguments := []string{"-p", p.path, "-o", archive, "-importcfg", settings, "-pack", "-c=1"}
		for _, name := range slices.Sorted(maps.Keys(p.files)) {
			file := path.Join("/", p.place, name)
			if err := os.WriteFile(file, p.files[name], 0o600); err != nil {
				return err
			}
			arguments = append(arguments, file)
		}
		if err := command("compile", arguments...); err != nil {
			return err
		}
		text = fmt.Appendf(text, "packagefile %s=%s\n", p.path, archive)
	}
	if !isRun {
		return nil
	}
	return command("link", "-o", executable, "-importcfg", settings, "-s", "-w", archive)
}

// command runs the compiler or the linker.
func command(name string, arguments ...string) error {
	list := []any{name}
	for _, argument := range arguments {
		list = append(list, argument)
	}
	said := await(host.Call("command", list...)).String()
	said = notOffered.ReplaceAllString(said, "package $1 is not offered in this page")
	if said == "" {
		return nil
	}
	if problems := trace.CompilerLines(said); len(problems) > 0 {
		return &compilerError{&trace.SourceError{Problems: problems}, strings.ReplaceAll(said, "\n/", "\n")[1:]}
	}
	return fmt.Errorf("%s: %s", name, strings.TrimSpace(said))
}

// notOffered is what the compiler says of a package that the pack has not.
var notOffered = regexp.MustCompile(`could not import (\S+) \(.*\)`)

// A compilerError has the lines of the compiler besides, with paths as the go command shows them.
type compilerError struct {
	*trace.SourceError
	lines string
}

func (e *compilerError) Unwrap() error { return e.SourceError }

// await waits for a promise that is kept.
func await(promise js.Value) js.Value {
	kept := make(chan js.Value)
	then := js.FuncOf(func(_ js.Value, values []js.Value) any {
		go func() { kept <- values[0] }()
		return nil
	})
	defer then.Release()
	promise.Call("then", then)
	return <-kept
}

// An ending is how a program that was started ended.
type ending struct {
	exit  int    // less than 0 where it did not end itself
	cause string // then: memory, stack, stopped, or what the browser says
}

// start runs the program that was linked, until it ends. Written gets what it writes to a file.
func start(arguments []string, env map[string]any, input string, options map[string]any, written func(file int, bytes []byte)) ending {
	argv := []any{"main"}
	for _, argument := range arguments {
		argv = append(argv, argument)
	}
	ended := make(chan ending, 1)
	tell := js.FuncOf(func(_ js.Value, values []js.Value) any {
		if file := values[0].Int(); file > 0 {
			written(file, bytesOf(values[1]))
			return nil
		}
		e := ending{exit: values[1].Get("exit").Int()}
		if cause := values[1].Get("error"); cause.Truthy() {
			e.cause = cause.String()
		}
		ended <- e
		return nil
	})
	defer tell.Release()
	host.Call("start", executable, argv, env, input, options, tell)
	return <-ended
}

func bytesOf(array js.Value) []byte {
	bytes := make([]byte, array.Length())
	js.CopyBytesToGo(bytes, array)
	return bytes
}

// run builds the program as it is and runs it.
func (q *question) run(reply replier) error {
	if err := q.build(true); err != nil {
		return err
	}
	if !reply("running", nil) {
		return nil
	}
	end := start(q.Args, map[string]any{}, q.Input, map[string]any{"memory": maxMemory}, func(file int, bytes []byte) {
		array := js.Global().Get("Uint8Array").New(len(bytes))
		js.CopyBytesToJS(array, bytes)
		reply("written", []any{file, array})
	})
	reply("ended", map[string]any{"exit": end.exit, "cause": end.cause})
	return nil
}

// maxMemory is how many bytes a program may take.
const maxMemory = 1 << 30

// compiled is what was compiled as it is, without an error, the last time.
var compiled []folder

func (q *question) build(isRun bool) error {
	atWork.Lock()
	defer atWork.Unlock()
	program := []folder{{"main", q.Folder, q.files()}}
	if !isRun && reflect.DeepEqual(program, compiled) {
		return nil
	}
	err := build(program, isRun)
	if err == nil {
		compiled = program
	}
	return err
}

// trace builds and traces the program. What does not compile as it is, is not traced.
func (q *question) trace(reply replier) error {
	if err := q.build(false); err != nil {
		return err
	}
	source := trace.Source{Stage: q.Folder, Files: q.files(), Recorder: q.Recorder}
	made, err := trace.Make(source, q.N, func(p *trace.Program) (*trace.Trace, error) {
		atWork.Lock()
		err := build([]folder{{"main", q.Folder, p.Files}}, true)
		atWork.Unlock()
		if err != nil {
			return nil, err
		}
		if !reply("running", nil) {
			return nil, errors.New("nobody listens")
		}
		limits := trace.Limits{Time: 20 * time.Second}.WithDefaults() // a browser is slower
		stop := func() { host.Call("stop") }
		late := false
		timer := time.AfterFunc(limits.Time, func() {
			late = true
			stop()
		})
		defer timer.Stop()
		collector := p.Collect(limits, stop)
		end := start(slices.Concat(p.Args, q.Args), map[string]any{}, p.Stdin, map[string]any{"memory": maxMemory, "isTraced": true}, func(file int, bytes []byte) {
			if file == 1 {
				collector.Write(bytes)
			} else {
				collector.Stderr().Write(bytes)
			}
		})
		limit := map[string]trace.End{"memory": trace.MemoryLimit, "stack": trace.DepthLimit}[end.cause]
		return collector.Finish(trace.Ending{Status: end.exit, Late: late, Limit: limit})
	})
	if err != nil {
		return err
	}
	reply("trace", encode(made))
	return nil
}

// testTime is how long the test of an exercise may take, as in the runner of the exercises.
const testTime = 2 * time.Minute

// check builds the test of an exercise, runs it, and tells what came of it.
func (q *question) check(reply replier) error {
	if err := language.Choose(q.Language); err != nil {
		return err
	}
	tell := func(r result.Result) error {
		if r.State == result.NotBegun {
			r.Message = []string{result.StubLeft()}
		}
		reply("result", encode(map[string]any{"state": r.State.String(), "message": r.Message}))
		return nil
	}
	run, err := q.test(reply)
	if compiler, ok := errors.AsType[*compilerError](err); ok {
		help := language.Say("연습 00의 힌트 2", "hint 2 of exercise 00")
		return tell(result.OfBuild(compiler.lines, help))
	}
	if err != nil {
		return err
	}
	return tell(run.Result())
}

func (q *question) test(reply replier) (*result.Run, error) {
	place := "docs/exercises/" + q.Folder
	exercise := folder{repository.Module + "/" + place, place, map[string][]byte{"exercise.go": []byte(q.Files["exercise.go"])}}
	test := folder{exercise.path + "_test", place, map[string][]byte{"exercise_test.go": []byte(q.Files["exercise_test.go"])}}
	main := folder{"main", "main", map[string][]byte{"main.go": fmt.Appendf(nil, testMain, test.path)}}

	atWork.Lock()
	err := build([]folder{exercise}, false) // as it is, for the places in messages
	if err == nil {
		exercise.files["exercise.go"], err = yielding.Source(exercise.files["exercise.go"])
	}
	if err == nil {
		err = build([]folder{exercise, test, main}, true)
	}
	atWork.Unlock()
	if err != nil {
		return nil, err
	}

	if !reply("running", nil) {
		return nil, errors.New("nobody listens")
	}
	const record = "/tmp/record"
	run := &result.Run{}
	timer := time.AfterFunc(testTime, func() {
		run.Over = testTime
		host.Call("stop")
	})
	defer timer.Stop()
	env := map[string]any{result.RecordVariable: record, "LC_ALL": q.Language}
	options := map[string]any{"memory": maxMemory, "kept": record, "files": map[string]any{"exercise.go": q.Files["exercise.go"]}}
	end := start([]string{"-test.run=^TestExercise$"}, env, "", options, func(file int, bytes []byte) {
		if file == 3 { // the record
			run.Record = append(run.Record, bytes...)
		} else {
			run.Output.Write(bytes)
		}
	})
	run.Exit = end.exit
	if end.exit < 0 && run.Over == 0 { // the browser ended it, and Go could not say why
		run.Exit = 2
		cause := map[string]string{"memory": "out of memory", "stack": "stack overflow"}[end.cause]
		fmt.Fprintf(&run.Output, "\nfatal error: %s\n", cmp.Or(cause, end.cause))
	}
	return run, nil
}

// testMain runs a test as the program that go test makes would.
const testMain = `package main

import (
	"internal/testlog"
	"testing"

	test %q
)

func main() {
	all := func(string, string) (bool, error) { return true, nil }
	testing.Main(all, []testing.InternalTest{{"TestExercise", func(t *testing.T) {
		testlog.SetPanicOnExit0(true) // as -test.paniconexit0 has it
		defer testlog.SetPanicOnExit0(false)
		test.TestExercise(t)
	}}}, nil, nil)
}
`
