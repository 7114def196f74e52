package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"example.com/eightqueens/docs/internal/language"
)

// TestWrongSolutions puts each file of testdata/wrong in the place of the reader's exercise.go and
// wants the state and the pieces of the message that its first lines name. A file is a whole wrong
// solution, or a diff that says what is wrong in it and right in solution.go. Each round tests one
// file of every exercise, so that a mistake in one must leave the others as they are.
func TestWrongSolutions(t *testing.T) {
	c := openEnglishCourse(t)
	t.Setenv("EXERCISE_TIME_LIMIT", "3s")
	files := map[*exercise][]string{}
	rounds := 0
	for _, e := range c.exercises {
		readForTestCache(t, c, e)
		found, err := filepath.Glob(filepath.Join("testdata", "wrong", e.name, "*"))
		if err != nil {
			t.Fatal(err)
		}
		if len(found) == 0 {
			t.Errorf("%s has no wrong solutions", e.name)
		}
		files[e] = found
		rounds = max(rounds, len(found))
	}

	for round := range rounds {
		overlay := map[string]string{}
		var tested []*exercise
		for _, e := range c.exercises {
			if round < len(files[e]) {
				file := files[e][round]
				if filepath.Ext(file) == ".diff" {
					file = madeWrong(t, filepath.Join(e.name, "solution", "solution.go"), file)
				}
				overlay[c.path(e.name, "exercise.go")] = absolute(t, file)
				tested = append(tested, e)
			}
		}
		results, err := c.test(tested, overlayFlag(t, overlay))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range tested {
			t.Run(e.name+"/"+filepath.Base(files[e][round]), func(t *testing.T) {
				checkResult(t, files[e][round], results[e])
			})
		}
	}
}

// madeWrong changes a solution as a diff says, and returns the name of the file where the outcome is.
// Below the comment of the diff stand its hunks: lines that begin with ' ', '-' or '+'. A line of
// three dots parts them.
func madeWrong(t *testing.T, solution, diff string) string {
	source := "\n" + asExercise(readText(t, solution))
	_, hunks, _ := strings.Cut(readText(t, diff), "\n\n")
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
		if found := strings.Count(source, right); found != 1 {
			t.Fatalf("%s: found %d times in the solution, want once:\n%s", diff, found, hunk)
		}
		source = strings.Replace(source, right, wrong, 1)
	}
	return written(t, source)
}

// asExercise moves a solution into the package of the reader's code.
func asExercise(solution string) string {
	return strings.Replace(solution, "\npackage solution\n", "\npackage exercise\n", 1)
}

// readText returns the text of a file, with the line ends of Unix.
func readText(t *testing.T, file string) string {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(text), "\r\n", "\n")
}

// written returns the name of a new file with that text.
func written(t *testing.T, text string) string {
	file := filepath.Join(t.TempDir(), "exercise.go")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

var (
	wantLine   = regexp.MustCompile(`(?m)^// want (done|wrong|not begun|does not compile)(?:: (.*))?$`)
	unwantLine = regexp.MustCompile(`(?m)^// want no: (.*)$`)
)

// checkResult compares a result with what the first lines of the file want.
func checkResult(t *testing.T, file string, got result) {
	source := readText(t, file)
	wants := wantLine.FindAllStringSubmatch(source, -1)
	unwanted := unwantLine.FindAllStringSubmatch(source, -1)
	if len(wants) == 0 || len(wants)+len(unwanted) != strings.Count(source, "// want") {
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

// TestSolutionsAreDone puts the solutions in the place of the reader's code.
func TestSolutionsAreDone(t *testing.T) {
	c := openEnglishCourse(t)
	overlay := map[string]string{}
	for _, e := range c.exercises {
		readForTestCache(t, c, e)
		files, err := filepath.Glob(filepath.Join(e.name, "solution", "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			name := filepath.Base(file)
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			if name == "solution.go" {
				name = "exercise.go"
			}
			overlay[c.path(e.name, name)] = written(t, asExercise(readText(t, file)))
		}
	}
	results, err := c.test(c.exercises, overlayFlag(t, overlay))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range c.exercises {
		if r := results[e]; r.state != done {
			t.Errorf("%s: %s, want done\n%s", e.name, r.state.name(), strings.Join(r.message, "\n"))
		}
	}
}

// TestBelowLink tests a solution in a folder that is reached through a link.
func TestBelowLink(t *testing.T) {
	c := openEnglishCourse(t)
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(c.root, link); err != nil {
		t.Skipf("this system makes no links here: %v", err)
	}
	c.root = link
	e := c.exercises[1]
	readForTestCache(t, c, e)
	solved := written(t, asExercise(readText(t, filepath.Join(e.name, "solution", "solution.go"))))
	results, err := c.test([]*exercise{e}, overlayFlag(t, map[string]string{c.path(e.name, "exercise.go"): solved}))
	if err != nil {
		t.Fatal(err)
	}
	if r := results[e]; r.state != done {
		t.Errorf("%s: %s, want done\n%s", e.name, r.state.name(), strings.Join(r.message, "\n"))
	}
}

// openEnglishCourse is the course with messages in English.
func openEnglishCourse(t *testing.T) *course {
	chosen := language.Chosen
	language.Chosen = "en"
	t.Cleanup(func() { language.Chosen = chosen })
	c, err := openCourse()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// overlayFlag is the flag of the go command that replaces files.
func overlayFlag(t *testing.T, replace map[string]string) string {
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "overlay.json")
	if err := os.WriteFile(file, text, 0o666); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("-overlay=%s", file)
}

func absolute(t *testing.T, path string) string {
	path, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// readForTestCache reads what the tests of an exercise are built from, apart from the reader's own
// file, so that the go command does not take this test's last result for a result of today.
func readForTestCache(t *testing.T, c *course, e *exercise) {
	files := []string{c.path(e.name, "exercise_test.go")}
	for _, folder := range []string{"check", "words"} {
		found, err := filepath.Glob(filepath.Join("internal", folder, "*.go"))
		if err != nil || len(found) == 0 {
			t.Fatal("no files in", folder)
		}
		files = append(files, found...)
	}
	for _, file := range files {
		if _, err := os.ReadFile(file); err != nil {
			t.Fatal(err)
		}
	}
}
