package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"time"

	"example.com/eightqueens/docs/internal/language"
)

// A state is how far the reader has come with an exercise.
type state int

const (
	notBegun state = iota
	done
	wrong
	notCompiled
)

// name returns the state in words, all of one width.
func (s state) name() string {
	return [...]string{
		notBegun:    language.Say("[시작 전]    ", "[not begun]       "),
		done:        language.Say("[완료]       ", "[done]            "),
		wrong:       language.Say("[틀림]       ", "[wrong]           "),
		notCompiled: language.Say("[컴파일 오류]", "[does not compile]"),
	}[s]
}

// A result is the state of an exercise, and the lines of the message where something is wrong.
type result struct {
	state   state
	message []string
}

// timeLimit is how long go test may take for one exercise. A call has a limit of its own, far below.
var timeLimit = 2 * time.Minute

// test runs the tests of the exercises on the reader's code. One that does not compile, panics or
// does not end keeps none of the others from being tested.
func (c *course) test(exercises []*exercise, goFlags ...string) (map[*exercise]result, error) {
	if isTerminal(os.Stderr) {
		fmt.Fprintln(os.Stderr, language.Say(
			"테스트하는 중입니다. 처음에는 컴파일하느라 시간이 걸립니다.", "Testing. The first time takes longer, to compile."))
	}
	arguments := append([]string{"test", "-json", "-vet=off", "-run=^TestExercise$", "-timeout=" + timeLimit.String()}, goFlags...)
	for _, e := range exercises {
		arguments = append(arguments, "./docs/exercises/"+e.name)
	}
	command := exec.Command("go", arguments...)
	command.Dir = c.root
	return c.results(command, exercises)
}

// results runs a command that writes what go test -json writes, and returns the result of each exercise.
func (c *course) results(command *exec.Cmd, exercises []*exercise) (map[*exercise]result, error) {
	command.Env = append(command.Environ(), "LC_ALL="+language.Chosen)
	var complaints bytes.Buffer
	command.Stderr = &complaints
	output, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, errors.New(language.Say("go 명령을 실행하지 못했습니다: %v", "cannot run the go command: %v", err))
	}

	reports := map[string]*report{}
	for _, e := range exercises {
		reports[e.importPath()] = &report{}
	}
	builds := map[string][]string{} // the lines of the compiler, by what it was to build
	decoder := json.NewDecoder(output)
	for decoder.More() {
		var e event
		if err := decoder.Decode(&e); err != nil {
			output.Close() // or else the command might wait for a reader
			command.Wait()
			return nil, fmt.Errorf("go test -json: %w", err)
		}
		if e.Action == "build-output" {
			builds[e.ImportPath] = append(builds[e.ImportPath], e.Output)
		} else if r := reports[e.Package]; r != nil {
			r.add(e)
		}
	}
	command.Wait() // fails where a test fails, which the reports tell

	results := map[*exercise]result{}
	for _, e := range exercises {
		r := reports[e.importPath()]
		if !r.ended {
			return nil, fmt.Errorf("go test: %s", cmp.Or(strings.TrimSpace(complaints.String()), "no result"))
		}
		results[e] = r.result(builds)
		if results[e].state == notCompiled {
			message := append(results[e].message, language.Say(
				"컴파일 오류 읽는 법: %s", "How to read compiler errors: %s", c.command("-hint", "00.2")))
			results[e] = result{notCompiled, message}
		}
	}
	return results, nil
}

// isTerminal reports whether somebody watches the file.
func isTerminal(file *os.File) bool {
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// An event is a line of go test -json.
type event struct {
	Action, Package, ImportPath, Test, Output, FailedBuild string
}

// A report is what the events say about one exercise.
type report struct {
	ended       bool     // the test or its package came to an end
	outcome     string   // of the test: pass, fail or skip
	failedBuild string   // what could not be built
	call        string   // the last call that was made
	message     []string // the message of the test
	printed     []string // what the reader's program prints
	fatal       string   // what ended the program, if it was not a test
	place       string   // the line of exercise.go where it died
}

func (r *report) add(e event) {
	switch {
	case e.Action == "output" && e.Test != "":
		r.addOutput(strings.TrimSuffix(e.Output, "\n"))
	case e.Action != "pass" && e.Action != "fail" && e.Action != "skip":
		// not an end
	case e.Test != "":
		r.ended = true
		r.outcome = e.Action
	default:
		r.ended = true
		r.failedBuild = e.FailedBuild
	}
}

var (
	deathLine  = regexp.MustCompile(`^(?:panic|fatal error): (.*?)(?: \[recovered.*)?$`)
	testedLine = regexp.MustCompile(`\bexercise\.go:\d+`)
)

// What is shown of what the reader's program prints.
const (
	maxPrinted = 10  // lines
	maxWidth   = 100 // characters of a line
)

func (r *report) addOutput(line string) {
	if r.fatal != "" { // a stack trace
		if r.place == "" {
			r.place = testedLine.FindString(line)
		}
		return
	}
	if death := deathLine.FindStringSubmatch(line); death != nil {
		r.fatal = death[1]
		return
	}
	printed := line
	if before, call, found := strings.Cut(line, "    > "); found {
		printed, r.call = before, call
		r.printed = nil // only what the last call prints is of interest
	} else if before, message, found := strings.Cut(line, "    | "); found {
		printed = before
		r.message = append(r.message, message)
	} else if strings.HasPrefix(line, "=== ") || strings.HasPrefix(line, "--- ") {
		return
	}
	if strings.HasPrefix(printed, "runtime: ") {
		return // Go's runtime before a stack overflow
	}
	if characters := []rune(printed); len(characters) > maxWidth {
		printed = string(characters[:maxWidth]) + "…"
	}
	if printed != "" && len(r.printed) <= maxPrinted {
		r.printed = append(r.printed, printed)
	}
}

// result sums the report up. A build that failed is explained by its lines among builds.
func (r *report) result(builds map[string][]string) result {
	switch {
	case r.failedBuild != "":
		var message []string
		for _, line := range builds[r.failedBuild] {
			if !strings.HasPrefix(line, "# ") {
				message = append(message, strings.TrimSuffix(line, "\n"))
			}
		}
		return result{notCompiled, message}
	case r.outcome == "pass" && r.fatal == "":
		return result{state: done}
	case r.outcome == "skip":
		return result{state: notBegun}
	}

	message := r.message
	if len(message) == 0 {
		message = []string{language.Say("호출: %s", "call: %s", r.call), r.death()}
	}
	if len(r.printed) > 0 {
		message = append(message, language.Say("출력한 내용:", "printed:"))
		for k, line := range r.printed {
			if k == maxPrinted {
				line = "…"
			}
			message = append(message, "  "+line)
		}
	}
	return result{wrong, message}
}

// death returns what ended the program, in words.
func (r *report) death() string {
	place := cmp.Or(r.place, "exercise.go")
	switch {
	case r.fatal == "stack overflow":
		return language.Say(
			"재귀 호출이 끝나지 않습니다(%s). 언제 더 호출하지 않고 돌아옵니까?",
			"the recursion does not end (%s): when does it return without calling itself again?", place)
	case r.fatal == "" || strings.Contains(r.fatal, "os.Exit"):
		return language.Say(
			"프로그램이 중간에 끝났습니다. os.Exit이나 log.Fatal을 부르지 않아야 합니다.",
			"the program ended there: it must not call os.Exit or log.Fatal.")
	default:
		return language.Say("프로그램이 멈췄습니다(%s): %s", "the program died (%s): %s", place, r.fatal)
	}
}
