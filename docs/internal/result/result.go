// Package result says what came of testing an exercise, in the chosen language. It runs nothing, so
// that whoever builds and runs the test, the go command or a page in the browser, says the same.
package result

import (
	"bytes"
	"cmp"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"time"

	"example.com/eightqueens/docs/internal/language"
)

// Stub is what the functions of an exercise panic with until they are written.
const Stub = "write your code here"

// A State is how far the reader has come with an exercise.
type State int

const (
	NotBegun State = iota
	Done
	Wrong
	NotCompiled
)

// Name returns the state in words, all of one width.
func (s State) Name() string {
	return [...]string{
		NotBegun:    language.Say("[시작 전]    ", "[not begun]       "),
		Done:        language.Say("[완료]       ", "[done]            "),
		Wrong:       language.Say("[틀림]       ", "[wrong]           "),
		NotCompiled: language.Say("[컴파일 오류]", "[does not compile]"),
	}[s]
}

// String returns the state in words that are the same in every language, for other programs.
func (s State) String() string {
	return [...]string{NotBegun: "not begun", Done: "done", Wrong: "wrong", NotCompiled: "does not compile"}[s]
}

// A Result is the state of an exercise, and the lines of the message where something is wrong.
type Result struct {
	State   State
	Message []string
}

// OfBuild returns the result of a test that could not be built, from what the compiler printed. help
// is where its errors are explained.
func OfBuild(compiler, help string) Result {
	var message []string
	for line := range strings.Lines(compiler) {
		if !strings.HasPrefix(line, "# ") { // the package, which everybody knows
			message = append(message, strings.TrimRight(line, "\r\n"))
		}
	}
	message = append(message, language.Say("컴파일 오류 읽는 법: %s", "How to read compiler errors: %s", help))
	return Result{NotCompiled, message}
}

// An Event is a line of the record that package check keeps in the file named by [RecordVariable], in
// JSON. What the program under test prints is no part of it. One field is set.
type Event struct {
	Call    string   `json:",omitempty"` // a call begins
	Message []string `json:",omitempty"` // what is wrong
	End     string   `json:",omitempty"` // of the test: pass, fail or skip
}

// RecordVariable is the variable of the environment that names the file of the record.
const RecordVariable = "EXERCISE_RESULT"

// Package check prints these on standard output where a call begins and where the test is over, if it
// keeps a record. What stands between the last begin and the end was printed during the last call.
const (
	BeginMark = '\x1e'
	EndMark   = '\x1f'
)

// A Run is what the test of an exercise left behind.
type Run struct {
	Record []byte // what package check has written
	Output Output // standard output and standard error
	Exit   int
	Over   time.Duration // the time after which the test was ended from outside, or 0
}

// StubLeft returns the line that says why an exercise counts as not begun.
func StubLeft() string {
	return language.Say("panic(\"write your code here\") 줄이 아직 남아 있습니다.", "The line panic(\"write your code here\") is still there.")
}

// Result sums the run up.
func (r *Run) Result() Result {
	var call, end string
	var message []string
	for line := range bytes.Lines(r.Record) {
		var event Event
		if json.Unmarshal(line, &event) != nil {
			break // cut off when the program died
		}
		call = cmp.Or(event.Call, call)
		end = cmp.Or(event.End, end)
		message = append(message, event.Message...)
	}
	switch {
	case end == "pass" && r.Exit == 0 && r.Over == 0:
		return Result{State: Done}
	case end == "skip" && r.Exit == 0 && r.Over == 0:
		return Result{State: NotBegun}
	}

	printed, after := r.Output.lines()
	if message == nil {
		if call != "" {
			message = append(message, language.Say("호출: %s", "call: %s", call))
		}
		death, above := r.death(slices.Concat(printed, after))
		message = append(message, death)
		printed = printed[:min(above, len(printed))]
	}
	return Result{Wrong, append(message, shown(printed)...)}
}

var (
	deathLine  = regexp.MustCompile(`^(?:panic|fatal error): (.*?)(?: \[recovered.*)?$`)
	testedLine = regexp.MustCompile(`\b(?:exercise|solution)\.go:(?:[2-9]|1\d)\d*`)
)

// TestedLine returns the first line of the code under test in a stack, which is the innermost, or at
// least its file. The compiler says line 1, where nothing can run, of a loop that is a whole function.
func TestedLine(stack string) string {
	return cmp.Or(testedLine.FindString(stack), "exercise.go")
}

// death returns in words what ended a program that did not come to the end of its test, and how many
// lines the program had printed before.
func (r *Run) death(output []string) (cause string, above int) {
	if r.Over != 0 {
		return language.Say("모두 합쳐 %v 안에 끝나지 않았습니다.", "all calls together were not done after %v.", r.Over), len(output)
	}
	// Go prints a stack below the cause. The program may have printed what looks like one before.
	for k := len(output) - 1; k >= 0 && r.Exit == 2; k-- {
		found := deathLine.FindStringSubmatch(output[k])
		if found == nil {
			continue
		}
		place := TestedLine(strings.Join(output[k:], "\n"))
		for k > 0 && strings.HasPrefix(output[k-1], "runtime: ") {
			k-- // which Go prints before a stack overflow
		}
		if found[1] == "stack overflow" {
			return language.Say(
				"재귀 호출이 끝나지 않습니다(%s). 언제 더 호출하지 않고 돌아옵니까?",
				"the recursion does not end (%s): when does it return without calling itself again?", place), k
		}
		return language.Say("프로그램이 멈췄습니다(%s): %s", "the program died (%s): %s", place, found[1]), k
	}
	return language.Say(
		"프로그램이 중간에 끝났습니다. os.Exit이나 log.Fatal을 부르지 않아야 합니다.",
		"the program ended there: it must not call os.Exit or log.Fatal."), len(output)
}

// What is shown of what the reader's program prints.
const (
	maxPrinted = 10  // lines
	maxWidth   = 100 // characters of a line
)

// shown returns the lines of a message that show what the reader's program printed.
func shown(printed []string) []string {
	var message []string
	for _, line := range printed {
		if message == nil {
			message = []string{language.Say("출력한 내용:", "printed:")}
		}
		if len(message) > maxPrinted {
			return append(message, "  …")
		}
		if characters := []rune(line); len(characters) > maxWidth {
			line = string(characters[:maxWidth]) + "…"
		}
		message = append(message, "  "+line)
	}
	return message
}

// An Output keeps of what a test prints what its result can need, however much that is: what was
// printed since the last call began, without its middle if it is long. The zero Output is empty.
type Output struct{ first, last []byte }

const maxKept = 64 << 10 // bytes of the first; of the last at least as many

// Write implements [io.Writer].
func (o *Output) Write(p []byte) (int, error) {
	size := len(p)
	if k := bytes.LastIndexByte(p, BeginMark); k >= 0 {
		o.first, o.last, p = o.first[:0], o.last[:0], p[k+1:]
	}
	fits := min(len(p), maxKept-len(o.first))
	o.first = append(o.first, p[:fits]...)
	o.last = append(o.last, p[fits:]...)
	if excess := len(o.last) - maxKept; excess > maxKept {
		o.last = append(o.last[:0], o.last[excess:]...)
	}
	return size, nil
}

// lines returns the lines that were printed during the last call, and those after the end of the test.
func (o *Output) lines() (during, after []string) {
	text := string(o.first) + string(o.last)
	end := strings.LastIndexByte(text, EndMark)
	if end < 0 {
		end = len(text)
	}
	split := func(text string) []string {
		return strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' })
	}
	return split(text[:end]), split(text[end:])
}
