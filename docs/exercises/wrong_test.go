package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/eightqueens/docs/internal/language"
	"example.com/eightqueens/docs/internal/result"
	"example.com/eightqueens/docs/internal/workshop/yielding"
	"example.com/eightqueens/internal/golden"
)

// A trial is a program in the place of the reader's exercise.go, and what the runner is to say of it.
type trial struct {
	exercise *exercise
	name     string
	source   string
	wants    string // lines that begin with "// want"
}

// solutionTrial returns the solution itself, which is done.
func solutionTrial(t *testing.T, e *exercise) trial {
	source := golden.File(t, filepath.Join(e.name, "solution", "solution.go"))
	source = strings.Replace(source, "\npackage solution\n", "\npackage exercise\n", 1)
	return trial{e, "solution", source, "// want done\n"}
}

// wrongTrial returns a file of testdata/wrong: a whole wrong solution in Go, or a diff that says what is
// wrong in it and right in the solution.
func wrongTrial(t *testing.T, e *exercise, name string) trial {
	file := filepath.Join("testdata", "wrong", e.name, name)
	text := golden.File(t, file)
	if filepath.Ext(name) == ".go" {
		return trial{e, name, text, text}
	}
	return trial{e, name, changed(t, file, solutionTrial(t, e).source), text}
}

// wrongTrials returns the wrong solutions of an exercise that compile, or those that do not.
func wrongTrials(t *testing.T, e *exercise, compile bool) []trial {
	files, err := os.ReadDir(filepath.Join("testdata", "wrong", e.name))
	if err != nil {
		t.Fatal(err)
	}
	var trials []trial
	for _, file := range files {
		wrong := wrongTrial(t, e, file.Name())
		if strings.HasPrefix(wrong.wants, "// want does not compile") != compile {
			trials = append(trials, wrong)
		}
	}
	return trials
}

// changed returns a solution changed as a diff says. Below the comment of the diff stand its hunks: lines
// that begin with ' ', '-' or '+'. A line of three dots parts them.
func changed(t *testing.T, diff, solution string) string {
	_, hunks, _ := strings.Cut(golden.File(t, diff), "\n\n")
	for hunk := range strings.SplitSeq(hunks, "\n...\n") {
		right, wrong := "\n", "\n"
		for line := range strings.Lines(strings.TrimSuffix(hunk, "\n") + "\n") {
			switch line[0] {
			case ' ':
				right, wrong = right+line[1:], wrong+line[1:]
			case '-':
				right += line[1:]
			case '+':
				wrong += line[1:]
			default:
				t.Fatalf("%s: %q begins with no ' ', '-' or '+'", diff, line)
			}
		}
		if found := strings.Count(solution, right); found != 1 {
			t.Fatalf("%s: found %d times in the solution, want once:\n%s", diff, found, hunk)
		}
		solution = strings.Replace(solution, right, wrong, 1)
	}
	return solution
}

// newOverlay returns an overlay without what the reader has written for the exercises. The go command
// looks for it, not this test, which then need not run again after every edit of the reader's.
func newOverlay(t *testing.T, c *course) overlay {
	const files = `{{range .GoFiles}}{{$.Dir}}/{{.}}{{"\n"}}{{end}}{{range .TestGoFiles}}{{$.Dir}}/{{.}}{{"\n"}}{{end}}` +
		`{{range .XTestGoFiles}}{{$.Dir}}/{{.}}{{"\n"}}{{end}}`
	list := exec.Command("go", "list", "-e", "-f", files)
	for _, e := range c.exercises {
		list.Args = append(list.Args, e.importPath())
	}
	list.Dir = c.root
	found, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	o := overlay{}
	for file := range strings.Lines(string(found)) {
		if file = filepath.FromSlash(strings.TrimSpace(file)); filepath.Base(file) != "exercise_test.go" {
			o[file] = ""
		}
	}
	return o
}

// put puts a text in the place of a file.
func (o overlay) put(t *testing.T, file, text string) {
	o[file] = filepath.Join(t.TempDir(), "exercise.go")
	writeFile(t, o[file], text)
}

func overlayFlag(t *testing.T, o overlay) string {
	flag, err := o.flag(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return flag
}

func writeFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// testInPlace tests programs, of which each is for another exercise, as the reader's own.
func testInPlace(t *testing.T, c *course, trials ...trial) {
	c.from = t.TempDir()
	var exercises []*exercise
	for _, tried := range trials {
		file := c.source(tried.exercise)
		if err := os.Mkdir(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		writeFile(t, file, tried.source)
		exercises = append(exercises, tried.exercise)
	}
	results, err := c.test(t.Context(), exercises)
	if err != nil {
		t.Fatal(err)
	}
	for _, tried := range trials {
		t.Run(tried.exercise.name+"/"+tried.name, func(t *testing.T) {
			checkResult(t, tried.wants, results[tried.exercise])
			keep(t, tried, results[tried.exercise])
		})
	}
}

// TestNotCompiled tests the wrong solutions that do not compile, and others, which they must leave as
// they are.
func TestNotCompiled(t *testing.T) {
	c := openEnglishCourse(t)
	trials := []trial{solutionTrial(t, named(t, c, "01")), wrongTrial(t, named(t, c, "02"), "stub.go")}
	for _, e := range c.exercises {
		trials = append(trials, wrongTrials(t, e, false)...)
	}
	testInPlace(t, c, trials...)
}

// TestBelowLink tests a solution in a folder that is reached through a link.
func TestBelowLink(t *testing.T) {
	c := openEnglishCourse(t)
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(c.root, link); err != nil {
		t.Skipf("this system makes no links here: %v", err)
	}
	c.root = link
	testInPlace(t, c, solutionTrial(t, named(t, c, "01")))
}

// TestOutsideCalls tests programs that die or last too long, though no call does.
func TestOutsideCalls(t *testing.T) {
	if timeLimit < time.Minute || timeLimit > 5*time.Minute {
		t.Errorf("the time limit is %v", timeLimit)
	}
	defer func(limit time.Duration) { timeLimit = limit }(timeLimit)
	timeLimit = time.Second
	c := openEnglishCourse(t)

	// As in a browser, there is one thread, and nothing interrupts a loop.
	t.Setenv("GOMAXPROCS", "1")
	t.Setenv("GODEBUG", "asyncpreemptoff=1")
	t.Setenv("EXERCISE_TIME_LIMIT", "500ms")
	const endless = `package exercise // with a loop in one line

import "fmt"

func Free(board [][]bool, i, j int) bool {
	for range 2 { fmt.Print() }
	for j >= 0 { }
	return false
}

func Count(n int) int { return n }`
	yielding, err := yielding.Source([]byte(endless))
	if err != nil {
		t.Fatal(err)
	}
	testInPlace(t, c,
		trial{named(t, c, "00"), "slow", `package exercise

import "time"

var _ = func() int { time.Sleep(5 * time.Second); return 0 }()

func Placement() []int { return nil }
`, "// want wrong: all calls together were not done after 1s\n"},
		trial{named(t, c, "04"), "yielding", string(yielding), "// want wrong: call: Free(board, 0, 0)\n// want wrong: not done after 0.5 seconds (exercise.go:7): a loop\n"},
		trial{named(t, c, "02"), "init", `package exercise

var first = []int{}[len(second)]
var second = []int{1}

func First(n int) []int { return nil }
`, "// want wrong: the program died (exercise.go:3): runtime error: index out of range [1] with length 0\n// want no: call:\n"})
}

// TestSolutions tests the solutions and all other wrong solutions. Linking a test takes far longer than
// compiling a program, so all programs for an exercise are linked into one test, which picks one of
// them when it runs.
func TestSolutions(t *testing.T) {
	c := openEnglishCourse(t)
	replaced := newOverlay(t, c)
	trials := map[*exercise][]trial{}
	tests := t.TempDir()
	build := exec.Command("go", "test", "-c", "-vet=off", "-ldflags=-s -w", "-o="+tests+string(filepath.Separator))
	for _, e := range c.exercises {
		trials[e] = append(wrongTrials(t, e, true), solutionTrial(t, e))
		if len(trials[e]) == 1 {
			t.Errorf("%s has no wrong solutions", e.name)
		}
		for k, tried := range trials[e] {
			replaced.put(t, c.path(e.name, trialFolder(k), "exercise.go"), tried.source)
		}
		picker := pickTrial(e, len(trials[e]), golden.File(t, filepath.Join(e.name, "exercise_test.go")))
		replaced.put(t, c.path(e.name, "exercise.go"), picker)
		build.Args = append(build.Args, e.importPath())
	}
	build.Args = slices.Insert(build.Args, 2, overlayFlag(t, replaced))
	build.Dir = c.root
	if output, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, output)
	}

	for _, e := range c.exercises {
		for k, tried := range trials[e] {
			t.Run(e.name+"/"+tried.name, func(t *testing.T) {
				t.Parallel()
				variables := []string{fmt.Sprintf("TRIAL=%d", k)}
				if strings.Contains(tried.wants, ": not done after") {
					variables = append(variables, "EXERCISE_TIME_LIMIT=500ms")
				}
				source := replaced[c.path(e.name, trialFolder(k), "exercise.go")]
				run, err := runTest(t.Context(), testBinary(tests, e), filepath.Dir(source), variables...)
				if err != nil {
					t.Fatal(err)
				}
				checkResult(t, tried.wants, run.Result())
				keep(t, tried, run.Result())
			})
		}
	}
}

// keep writes down a trial and its result, in the folder that TRIALS names if it does: the test of the
// exercises in a browser must come to the same.
func keep(t *testing.T, tried trial, got result.Result) {
	folder := os.Getenv("TRIALS")
	if folder == "" {
		return
	}
	text, err := json.Marshal(map[string]any{
		"folder": tried.exercise.name, "name": tried.name, "source": tried.source, "state": got.State.String(), "message": got.Message,
	})
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(folder, tried.exercise.name+" "+tried.name+".json"), string(text))
}

// trialFolder returns where the package of a trial is, in the folder of its exercise.
func trialFolder(k int) string { return fmt.Sprintf("trial%d", k) }

// testedFunction is a function of the reader's that a test calls.
var testedFunction = regexp.MustCompile(`\bexercise\.([A-Z]\w*)`)

// pickTrial returns an exercise.go that has the tested functions of one of the trials of an exercise, as
// the variable TRIAL of the environment says.
func pickTrial(e *exercise, trials int, test string) string {
	functions := map[string]string{}
	for _, match := range testedFunction.FindAllStringSubmatch(test, -1) {
		functions[match[1]] = ""
	}
	var imports, picks strings.Builder
	for k := range trials {
		fmt.Fprintf(&imports, "import %s %q\n", trialFolder(k), e.importPath()+"/"+trialFolder(k))
		for name := range functions {
			functions[name] += trialFolder(k) + "." + name + ", "
		}
	}
	for _, name := range slices.Sorted(maps.Keys(functions)) {
		fmt.Fprintf(&picks, "var %s = pick(%s)\n", name, functions[name])
	}
	return "package exercise\n" + imports.String() + `import ("os"; "strconv")
func pick[F any](trials ...F) F {
	k, err := strconv.Atoi(os.Getenv("TRIAL"))
	if err != nil {
		panic(err)
	}
	return trials[k]
}
` + picks.String()
}

var (
	wantLine   = regexp.MustCompile(`(?m)^// want (done|wrong|not begun|does not compile)(?:: (.*))?$`)
	unwantLine = regexp.MustCompile(`(?m)^// want no: (.*)$`)
)

// checkResult compares a result with what is wanted of it.
func checkResult(t *testing.T, wanted string, got result.Result) {
	wants := wantLine.FindAllStringSubmatch(wanted, -1)
	unwanted := unwantLine.FindAllStringSubmatch(wanted, -1)
	if len(wants) == 0 || len(wants)+len(unwanted) != strings.Count(wanted, "// want") {
		t.Fatal("the file does not say what it wants, or says it in another way than the others")
	}
	message := strings.Join(got.Message, "\n")
	for _, want := range wants {
		if state := "[" + want[1] + "]"; state != strings.TrimSpace(got.State.Name()) {
			t.Fatalf("state %s, want %s\n%s", got.State.Name(), state, message)
		}
		if !strings.Contains(message, want[2]) {
			t.Errorf("the message lacks %q:\n%s", want[2], message)
		}
	}
	for _, line := range unwanted {
		if strings.Contains(message, line[1]) {
			t.Errorf("the message has %q:\n%s", line[1], message)
		}
	}
	if lines := strings.Count(message, "\n"); lines > 25 {
		t.Errorf("the message has %d lines:\n%s", lines, message)
	}
}

// openEnglishCourse opens the course with messages in English.
func openEnglishCourse(t *testing.T) *course {
	chosen := language.Chosen
	language.Chosen = "en"
	t.Cleanup(func() { language.Chosen = chosen })
	c, err := openCourse()
	if err != nil {
		t.Fatal(err)
	}
	golden.ReadSources(t, ".", "./internal/check")
	return c
}
