package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"example.com/eightqueens/docs/exercises/internal/words"
)

// TestWrongSolutions puts each file of testdata/wrong in the place of the reader's exercise.go and
// wants the state and the pieces of the message that its first lines name. Each round tests one
// file of every exercise, so that a mistake in one must leave the others as they are.
func TestWrongSolutions(t *testing.T) {
	c := openEnglishCourse(t)
	t.Setenv("EXERCISE_TIME_LIMIT", "3s")
	files := map[*exercise][]string{}
	rounds := 0
	for _, e := range c.exercises {
		readForTestCache(t, c, e)
		found, err := filepath.Glob(filepath.Join("testdata", "wrong", e.name, "*.go"))
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
				overlay[c.path(e.name, "exercise.go")] = absolute(t, files[e][round])
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

var (
	wantLine   = regexp.MustCompile(`(?m)^// want (done|wrong|not begun|does not compile)(?:: (.*))?$`)
	unwantLine = regexp.MustCompile(`(?m)^// want no: (.*)$`)
)

// checkResult compares a result with what the first lines of the file want.
func checkResult(t *testing.T, file string, got result) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	source := strings.ReplaceAll(string(text), "\r\n", "\n")
	wants := wantLine.FindAllStringSubmatch(source, -1)
	if len(wants) == 0 {
		t.Fatal("the file does not say what it wants")
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
	for _, unwanted := range unwantLine.FindAllStringSubmatch(source, -1) {
		if strings.Contains(message, unwanted[1]) {
			t.Errorf("the message has %q:\n%s", unwanted[1], message)
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
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			name := filepath.Base(file)
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			copied := filepath.Join(t.TempDir(), name)
			source := strings.Replace(string(text), "\npackage solution\n", "\npackage exercise\n", 1)
			if err := os.WriteFile(copied, []byte(source), 0o666); err != nil {
				t.Fatal(err)
			}
			if name == "solution.go" {
				name = "exercise.go"
			}
			overlay[c.path(e.name, name)] = copied
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

// openEnglishCourse is the course with messages in English.
func openEnglishCourse(t *testing.T) *course {
	korean := words.Korean
	words.Korean = false
	t.Cleanup(func() { words.Korean = korean })
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
