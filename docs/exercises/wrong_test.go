package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/eightqueens/docs/internal/language"
	"example.com/eightqueens/internal/golden"
)

// A trial is a program in the place of the reader's exercise.go, and what the runner is to say of it.
type trial struct {
	exercise *exercise
	name     string
	files    map[string]string // the texts of the program by the names of its files
	wants    string            // lines that begin with "// want"
}

// solutionTrial is the solution itself, which is done.
func solutionTrial(t *testing.T, e *exercise) trial {
	files := map[string]string{}
	for _, file := range found(t, e.name, "solution", "*.go") {
		switch name := filepath.Base(file); {
		case name == "solution.go":
			files["exercise.go"] = asExercise(golden.File(t, file))
		case !strings.HasSuffix(name, "_test.go"):
			files[name] = asExercise(golden.File(t, file))
		}
	}
	return trial{e, "solution", files, "// want done\n"}
}

// asExercise moves a solution into the package of the reader's code.
func asExercise(solution string) string {
	return strings.Replace("\n"+solution, "\npackage solution\n", "\npackage exercise\n", 1)
}

// wrongTrials are the files of testdata/wrong for an exercise: whole wrong solutions in Go, and diffs
// that say what is wrong in them and right in solution.go.
func wrongTrials(t *testing.T, e *exercise) []trial {
	var trials []trial
	for _, file := range found(t, "testdata", "wrong", e.name, "*") {
		wrong := solutionTrial(t, e)
		wrong.name, wrong.wants = filepath.Base(file), golden.File(t, file)
		if filepath.Ext(file) == ".diff" {
			wrong.files["exercise.go"] = changed(t, file, wrong.files["exercise.go"])
		} else {
			wrong.files = map[string]string{"exercise.go": wrong.wants}
		}
		trials = append(trials, wrong)
	}
	return trials
}

// apart reports whether a program must be tested in the place of the reader's: it does not compile, or
// its source is what is wrong.
func (tried trial) apart() bool {
	return filepath.Ext(tried.name) == ".go" || strings.Contains(tried.wants, "// want does not compile")
}

// together is the contrary of apart.
func (tried trial) together() bool { return !tried.apart() }

// changed is a solution changed as a diff says. Below the comment of the diff stand its hunks: lines
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

// found lists the files whose names match a pattern.
func found(t *testing.T, pattern ...string) []string {
	files, err := filepath.Glob(filepath.Join(pattern...))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// An overlay replaces files for the go command.
type overlay map[string]string

// newOverlay takes away all that the reader has written for the exercises. The go command finds it,
// and not this test, whose last result holds whatever the reader writes.
func newOverlay(t *testing.T, c *course) overlay {
	list := exec.Command("go", "list", "-e", "-f", `{{range .GoFiles}}{{$.Dir}}/{{.}}{{"\n"}}{{end}}`)
	for _, e := range c.exercises {
		list.Args = append(list.Args, e.importPath())
	}
	list.Dir = c.root
	files, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	o := overlay{}
	for file := range strings.Lines(string(files)) {
		o[filepath.FromSlash(strings.TrimSpace(file))] = ""
	}
	return o
}

// put puts a text in the place of a file.
func (o overlay) put(t *testing.T, file, text string) {
	replacement := filepath.Join(t.TempDir(), "replacement.go")
	if err := os.WriteFile(replacement, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	o[file] = replacement
}

// flag is the flag of the go command that replaces the files.
func (o overlay) flag(t *testing.T) string {
	text, err := json.Marshal(map[string]any{"Replace": o})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "overlay.json")
	if err := os.WriteFile(file, text, 0o666); err != nil {
		t.Fatal(err)
	}
	return "-overlay=" + file
}

// testInPlace tests programs, of which each is for another exercise, as the reader's own.
func testInPlace(t *testing.T, c *course, trials ...trial) {
	replaced := newOverlay(t, c)
	var exercises []*exercise
	for _, tried := range trials {
		e := tried.exercise
		for name, text := range tried.files {
			replaced.put(t, c.path(e.name, name), text)
		}
		exercises = append(exercises, e)
	}
	results, err := c.test(exercises, replaced.flag(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, tried := range trials {
		t.Run(tried.exercise.name+"/"+tried.name, func(t *testing.T) {
			checkResult(t, tried.wants, results[tried.exercise])
		})
	}
}

// TestApart tests those wrong solutions that cannot be linked with others. A mistake in one must leave
// the others as they are.
func TestApart(t *testing.T) {
	c := openEnglishCourse(t)
	trials := []trial{solutionTrial(t, c.exercises[1])}
	for _, e := range c.exercises {
		trials = append(trials, slices.DeleteFunc(wrongTrials(t, e), trial.together)...)
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
	testInPlace(t, c, solutionTrial(t, c.exercises[1]))
}

// TestTimeLimit tests a program whose calls together take too long, though none does alone.
func TestTimeLimit(t *testing.T) {
	if timeLimit < time.Minute || timeLimit > 5*time.Minute {
		t.Errorf("the time limit is %v", timeLimit)
	}
	defer func(limit time.Duration) { timeLimit = limit }(timeLimit)
	timeLimit = time.Second
	c := openEnglishCourse(t)
	slow := solutionTrial(t, c.exercises[0])
	slow.files["exercise.go"] = `package exercise

import "time"

func Placement() []int {
	time.Sleep(5 * time.Second)
	return []int{7, 3, 0, 2, 5, 1, 6, 4}
}
`
	slow.wants = "// want wrong: call: Placement()\n// want wrong: timed out after 1s\n"
	testInPlace(t, c, slow)
}

// TestSolutions tests the solutions and those wrong solutions that are diffs. Linking a test takes far
// longer than compiling a program, so that all programs for an exercise are linked into one test,
// which picks one of them when it runs.
func TestSolutions(t *testing.T) {
	c := openEnglishCourse(t)
	replaced := newOverlay(t, c)
	trials := map[*exercise][]trial{}
	tests := t.TempDir()
	build := exec.Command("go", "test", "-c", "-vet=off", "-ldflags=-s -w", "-o="+tests+string(filepath.Separator))
	for _, e := range c.exercises {
		wrong := wrongTrials(t, e)
		if len(wrong) == 0 {
			t.Errorf("%s has no wrong solutions", e.name)
		}
		trials[e] = append(slices.DeleteFunc(wrong, trial.apart), solutionTrial(t, e))
		linkTrials(t, c, replaced, trials[e])
		build.Args = append(build.Args, e.importPath())
	}
	build.Args = slices.Insert(build.Args, 2, replaced.flag(t))
	build.Dir = c.root
	if output, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	test2json, err := exec.Command("go", "tool", "-n", "test2json").Output() // the path
	if err != nil {
		t.Fatal(err)
	}

	for _, e := range c.exercises {
		for k, tried := range trials[e] {
			t.Run(e.name+"/"+tried.name, func(t *testing.T) {
				t.Parallel()
				command := exec.Command(strings.TrimSpace(string(test2json)), "-p="+e.importPath(),
					filepath.Join(tests, e.name+".test"), "-test.v=test2json", "-test.run=^TestExercise$")
				command.Dir = c.path(e.name)
				command.Env = append(os.Environ(), fmt.Sprintf("TRIAL=%d", k))
				if strings.Contains(tried.wants, ": not done after") {
					command.Env = append(command.Env, "EXERCISE_TIME_LIMIT=1s")
				}
				results, err := c.results(command, []*exercise{e})
				if err != nil {
					t.Fatal(err)
				}
				checkResult(t, tried.wants, results[e])
			})
		}
	}
}

// testedFunction is a function of the reader's that a test calls.
var testedFunction = regexp.MustCompile(`\bexercise\.([A-Z]\w*)`)

// linkTrials makes a package of each program for one exercise, and a package of the reader's that has
// the functions of one of them, as the variable TRIAL of the environment says.
func linkTrials(t *testing.T, c *course, replaced overlay, trials []trial) {
	e := trials[0].exercise
	var imports, functions strings.Builder
	for k, tried := range trials {
		folder := fmt.Sprintf("trial%d", k)
		for name, text := range tried.files {
			replaced.put(t, c.path(e.name, folder, name), text)
		}
		fmt.Fprintf(&imports, "\t%s %q\n", folder, e.importPath()+"/"+folder)
	}
	called := map[string]bool{}
	for _, match := range testedFunction.FindAllStringSubmatch(golden.File(t, c.path(e.name, "exercise_test.go")), -1) {
		if name := match[1]; !called[name] {
			called[name] = true
			fmt.Fprintf(&functions, "var %s = pick(", name)
			for k := range trials {
				fmt.Fprintf(&functions, "trial%d.%s, ", k, name)
			}
			functions.WriteString(")\n")
		}
	}
	replaced.put(t, c.path(e.name, "pick.go"), `package exercise

import (
	"os"
	"strconv"
`+imports.String()+`)

`+functions.String()+`
func pick[Function any](trials ...Function) Function {
	k, err := strconv.Atoi(os.Getenv("TRIAL"))
	if err != nil {
		panic(err)
	}
	return trials[k]
}
`)
	// What the test embeds is the source of the solution, which has no table of counts.
	source := solutionTrial(t, e).files["exercise.go"]
	replaced.put(t, c.path(e.name, "exercise.go"), "//go:build ignore\n"+source)
}

var (
	wantLine   = regexp.MustCompile(`(?m)^// want (done|wrong|not begun|does not compile)(?:: (.*))?$`)
	unwantLine = regexp.MustCompile(`(?m)^// want no: (.*)$`)
)

// checkResult compares a result with what is wanted of it.
func checkResult(t *testing.T, wanted string, got result) {
	wants := wantLine.FindAllStringSubmatch(wanted, -1)
	unwanted := unwantLine.FindAllStringSubmatch(wanted, -1)
	if len(wants) == 0 || len(wants)+len(unwanted) != strings.Count(wanted, "// want") {
		t.Fatal("the file does not say what it wants, or says it in another way than the others")
	}
	message := strings.Join(got.message, "\n")
	for _, want := range wants {
		if state := "[" + want[1] + "]"; state != strings.TrimSpace(got.state.name()) {
			t.Fatalf("state %s, want %s\n%s", got.state.name(), state, message)
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
