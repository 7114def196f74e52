package main

import (
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"example.com/eightqueens/docs/internal/language"
	"example.com/eightqueens/internal/golden"
)

// TestProgram runs the program as a reader does.
func TestProgram(t *testing.T) {
	program := golden.Build(t, ".")
	t.Run("list", func(t *testing.T) { testList(t, program) })
	t.Run("hints and solutions", func(t *testing.T) { testHintsAndSolutions(t, program) })
	t.Run("refused", func(t *testing.T) { testRefused(t, program) })
	t.Run("empty argument", func(t *testing.T) {
		got := program.Run(t, golden.Case{Args: []string{""}})
		if got.Stdout != "" || !strings.HasPrefix(got.Stderr, "unexpected argument: \"\"\n") || got.Exit != 2 {
			t.Errorf("got %+v", got)
		}
	})
	program.CheckFullDisk(t, "-hint", "04")
	t.Run("ended", func(t *testing.T) { testEnded(t, program) })
	t.Run("no go command", func(t *testing.T) {
		got := program.Run(t, golden.Case{Args: []string{"00"}, Env: []string{"PATH="}})
		if got.Stdout != "" || !strings.HasPrefix(got.Stderr, "exercises: go 명령을 실행하지 못했습니다: ") ||
			strings.Count(got.Stderr, "\n") != 1 || got.Exit != 1 {
			t.Errorf("got %+v", got)
		}
	})
}

// testList is a learner's clone with the first three exercises, in a path with blanks and Hangul:
// one is done, one wrong, one not begun.
func testList(t *testing.T, program *golden.Program) {
	root := filepath.Join(t.TempDir(), "한글 폴더", "eight queens")
	exercises := filepath.Join(root, "docs", "exercises")
	for _, folder := range []string{"docs/ko", "docs/en", "docs/exercises/internal", "docs/internal/language", "docs/internal/result", "internal/oracle",
		"docs/exercises/00_start/solution", "docs/exercises/01_work/solution", "docs/exercises/02_first/solution"} {
		if err := os.CopyFS(filepath.Join(root, folder), os.DirFS(filepath.Join("..", "..", folder))); err != nil {
			t.Fatal(err)
		}
	}
	writeFile(t, filepath.Join(root, "go.mod"), golden.File(t, "../../go.mod"))
	writeFile(t, filepath.Join(root, "go.sum"), golden.File(t, "../../go.sum"))
	c := openEnglishCourse(t)
	for _, tried := range []trial{
		solutionTrial(t, named(t, c, "00")),
		wrongTrial(t, named(t, c, "01"), "behind_continue.diff"),
		wrongTrial(t, named(t, c, "02"), "stub.go"),
	} {
		name := tried.exercise.name
		writeFile(t, filepath.Join(exercises, name, "exercise.go"), tried.source)
		writeFile(t, filepath.Join(exercises, name, "exercise_test.go"), golden.File(t, filepath.Join(name, "exercise_test.go")))
	}
	if err := os.Mkdir(filepath.Join(exercises, "99_mine"), 0o777); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(exercises, "00_start", "more.go"), "package exercise\n\nvar more []int\n")

	// Another pupil has changed the tests, too.
	ann := filepath.Join(t.TempDir(), "ann")
	for file, text := range map[string]string{
		"00_start/exercise.go":      "package exercise\n\nvar more []int\n\nfunc Placement() []int { return more }\n",
		"00_start/exercise_test.go": "package exercise\n\nimport \"testing\"\n\nfunc TestExercise(t *testing.T) {}\n",
		"01_work/exercise.go":       solutionTrial(t, named(t, c, "01")).source,
		"01_work/more.go":           "package not the same\n",
		"02_first/exercise.go":      "package exercise\n\nimport \"os\"\n\nfunc init() { os.Exit(0) }\n\nfunc First(n int) []int { return nil }\n",
	} {
		file = filepath.Join(ann, filepath.FromSlash(file))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		writeFile(t, file, text)
	}

	for _, c := range []golden.Case{
		{Name: "Korean", Dir: root, Stdout: `00 [완료]        고치고 테스트하기
01 [틀림]        일의 양 세기
02 [시작 전]     첫 해 하나만

01 일의 양 세기
  호출: Work(2, 2)
  결과: calls 3, looked 4
  기대: calls 3, looked 6

다음: 01 일의 양 세기
  먼저  docs/ko/05-heap.md
  과제  docs/ko/09-exercises.md
  파일  docs/exercises/01_work/exercise.go
  확인  go run ./docs/exercises 01
  힌트  go run ./docs/exercises -hint 01
`},
		{Name: "English, elsewhere in the repository", Dir: filepath.Join(root, "docs", "en"), Args: []string{"01", "-lang", "en"}, Stdout: `01 [wrong]            How much work

01 How much work
  call: Work(2, 2)
  got:  calls 3, looked 4
  want: calls 3, looked 6

Next: 01 How much work
  read  05-heap.md
  task  09-exercises.md
  file  ../exercises/01_work/exercise.go
  test  go run ../exercises -lang en 01
  hint  go run ../exercises -lang en -hint 01
`},
		{Name: "for another program", Dir: root, Args: []string{"-json", "-lang", "en", "-from", ann}, Exit: 1, Stdout: `[
  {
    "number": "00",
    "name": "00_start",
    "state": "wrong",
    "message": "call: Placement()\ngot:  nil\nwant: a solution for n = 8\nthe length must be 8, not 0."
  },
  {
    "number": "01",
    "name": "01_work",
    "state": "done",
    "message": ""
  },
  {
    "number": "02",
    "name": "02_first",
    "state": "wrong",
    "message": "the program ended there: it must not call os.Exit or log.Fatal."
  }
]
`},
		{Name: "one that is done", Dir: exercises, Args: []string{"./00_start"}, Stdout: `00 [완료]        고치고 테스트하기

다음 연습: go run .
`},
		{Name: "one that is done, for another program", Dir: root, Args: []string{"-json", "0", "-from", root}, Stdout: `[
  {
    "number": "00",
    "name": "00_start",
    "state": "done",
    "message": ""
  }
]
`},
		{Name: "one that is not begun, which needs no go command", Dir: root, Args: []string{"2"}, Env: []string{"PATH="}, Stdout: `02 [시작 전]     첫 해 하나만

panic("write your code here") 줄이 아직 남아 있습니다.

다음: 02 첫 해 하나만
  먼저  docs/ko/05-heap.md
  과제  docs/ko/09-exercises.md
  파일  docs/exercises/02_first/exercise.go
  확인  go run ./docs/exercises 02
  힌트  go run ./docs/exercises -hint 02
`},
	} {
		c.Stdout = pathLine.ReplaceAllStringFunc(c.Stdout, filepath.FromSlash)
		program.Check(t, c)
	}

	for _, lost := range []string{"exercise.go", "exercise_test.go"} { // one after the other
		file := filepath.Join(exercises, "02_first", lost)
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
		got := program.Run(t, golden.Case{Dir: root, Args: []string{"2"}})
		if want := "\n  파일이 없습니다: " + filepath.Join("docs", "exercises", "02_first", lost) + "\n"; !strings.Contains(got.Stdout, want) || got.Exit != 0 {
			t.Errorf("without %s: %+v", lost, got)
		}
	}

	for _, name := range []string{"00_start", "01_work", "02_first"} {
		if err := os.RemoveAll(filepath.Join(exercises, name)); err != nil {
			t.Fatal(err)
		}
	}
	got := program.Run(t, golden.Case{Dir: root, Args: []string{"2"}})
	if want := "exercises: docs/exercises에 연습 문제가 하나도 없습니다.\n"; got.Stderr != want || got.Exit != 1 {
		t.Errorf("without exercises: %+v", got)
	}
}

// named returns an exercise by its number.
func named(t *testing.T, c *course, number string) *exercise {
	t.Helper()
	e, err := c.find(number)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

var pathLine = regexp.MustCompile("  (먼저|과제|파일|read|task|file)  .+")

// testEnded ends the program while it runs a test without end, which must end, too.
func testEnded(t *testing.T, program *golden.Program) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such signal")
	}
	ann := t.TempDir()
	if err := os.Mkdir(filepath.Join(ann, "00_start"), 0o777); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(ann, "00_start", "exercise.go"), `package exercise

import (
	"fmt"
	"os"
	"time"
)

func Placement() []int {
	if err := os.WriteFile("id.new", fmt.Append(nil, os.Getpid()), 0o666); err != nil {
		panic(err)
	}
	os.Rename("id.new", "id")
	time.Sleep(time.Minute)
	return nil
}
`)
	command := program.Command(t, golden.Case{Args: []string{"-lang", "en", "-from", ann, "00"}, Env: []string{"EXERCISE_TIME_LIMIT=1m"}})
	var complaint strings.Builder
	command.Stderr = &complaint
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	var id []byte
	for len(id) == 0 && t.Context().Err() == nil {
		time.Sleep(10 * time.Millisecond)
		id, _ = os.ReadFile(filepath.Join(ann, "00_start", "id"))
	}
	asked := time.Now()
	command.Process.Signal(syscall.SIGTERM)
	command.Wait()
	if took := time.Since(asked); took > 30*time.Second {
		t.Errorf("it ended after %v", took)
	}
	if got := complaint.String(); command.ProcessState.ExitCode() != 1 || strings.Count(got, "\n") != 1 {
		t.Errorf("%v: %q, want one line and exit status 1", command.ProcessState, got)
	}
	number, _ := strconv.Atoi(string(id))
	process, err := os.FindProcess(number)
	if err != nil {
		t.Fatal(err)
	}
	if process.Signal(syscall.Signal(0)) == nil {
		process.Kill()
		t.Error("the test still runs")
	}
}

// TestChapter holds both chapters to the folders: a section for each exercise, with as many hints
// in the one language as in the other.
func TestChapter(t *testing.T) {
	defer func(chosen string) { language.Chosen = chosen }(language.Chosen)
	hints := map[string]map[string]int{}
	for _, name := range []string{"ko", "en"} {
		language.Chosen = name
		c, err := openCourse()
		if err != nil {
			t.Fatal(err)
		}
		if titles, _, err := readChapter([]byte(golden.File(t, c.chapter))); err != nil || len(titles) != len(c.exercises) {
			t.Errorf("%s has %d sections for %d exercises: %v", c.chapter, len(titles), len(c.exercises), err)
		}
		hints[name] = map[string]int{}
		for _, e := range c.exercises {
			if e.title == "" || len(e.hints) < 2 {
				t.Errorf("%s: title %q, %d hints in %s", e.name, e.title, len(e.hints), c.chapter)
			}
			for _, hint := range e.hints {
				if len(hint) < 40 || strings.Contains(hint, "summary>") {
					t.Errorf("%s: strange hint %q", e.name, hint)
				}
			}
			hints[name][e.name] = len(e.hints)
		}
	}
	if diff := cmp.Diff(hints["ko"], hints["en"]); diff != "" {
		t.Errorf("hints in Korean and English differ:\n%s", diff)
	}
}

// exerciseNumber is a number of two digits that is no part of another.
var exerciseNumber = regexp.MustCompile(`(?:^|[^\d,.])(\d\d)(?:[^\d,]|$)`)

var exerciseHeading = regexp.MustCompile(`(?m)^## (\d\d) `)

var linkTarget = regexp.MustCompile(`\]\([^)]*\)`)

// TestOrder holds both chapters to one order, in which each exercise comes once, and the chapters of the
// stages to it: at its end each offers those that it has prepared, and no other.
func TestOrder(t *testing.T) {
	var first []string
	for _, name := range []string{"ko", "en"} {
		chapters := filepath.Join("..", name)
		text := golden.File(t, filepath.Join(chapters, "09-exercises.md"))
		order, after := readOrder([]byte(text))
		for k, heading := range exerciseHeading.FindAllStringSubmatch(text, -1) {
			if k >= len(order) || heading[1] != order[k] {
				t.Errorf("%s: exercise %s does not stand in the order %q", name, heading[1], order)
			}
		}
		folders, err := filepath.Glob("[0-9][0-9]_*")
		if err != nil || len(order) != len(after) || len(order) != len(folders) {
			t.Errorf("%s: %d exercises are offered, %q, of %d; %v", name, len(order), order, len(folders), err)
		}
		if first == nil {
			first = order
		} else if !slices.Equal(order, first) {
			t.Errorf("%s: the order is %q, in the other language it is %q", name, order, first)
		}
		for _, folder := range folders {
			if _, err := os.Stat(filepath.Join(chapters, after[folder[:2]])); after[folder[:2]] == "" || err != nil {
				t.Errorf("%s: %s is offered after %q: %v", name, folder, after[folder[:2]], err)
			}
		}
		stages, err := filepath.Glob(filepath.Join(chapters, "0[1-5]-*.md"))
		if err != nil || len(stages) != 5 {
			t.Fatal(stages, err)
		}
		for _, chapter := range stages {
			text := golden.File(t, chapter)
			end := linkTarget.ReplaceAllString(text[strings.LastIndex(text, "\n## "):], "")
			for _, number := range order {
				offered := slices.ContainsFunc(exerciseNumber.FindAllStringSubmatch(end, -1), func(found []string) bool { return found[1] == number })
				if prepared := after[number] == filepath.Base(chapter); offered != prepared {
					t.Errorf("%s: that exercise %s is offered at the end is %t, that it is prepared is %t", chapter, number, offered, prepared)
				}
			}
		}
	}
}

func testHintsAndSolutions(t *testing.T, program *golden.Program) {
	for _, c := range []struct {
		arguments string
		stdout    string // a piece of it
	}{
		{"-hint 04", "힌트 1/3\n\n칸 (i, j)에서 왼쪽으로 k칸 가면"},
		{"-hint 04", "다음 힌트: go run . -hint 04.2\n"},
		{"-hint 4.2", "힌트 2/3\n\nj-k는 0보다 작아질 수 있고"},
		{"-hint 04.3", "마지막 힌트입니다. 모범 답안: go run . -solution 04\n"},
		{"-hint 01.2", "더합니다.\n\n```go\ntype search struct {\n"},
		{"-lang en -hint 04", "next hint: go run . -lang en -hint 04.2\n"},
		{"-solution 04", filepath.Join("04_board", "solution", "solution.go") + "\n"},
		{"-solution 04_board", filepath.Join("04_board", "solution", "solution.go") + "\n"},
	} {
		got := program.Run(t, golden.Case{Args: strings.Fields(c.arguments)})
		if !strings.Contains(got.Stdout, c.stdout) || got.Stderr != "" || got.Exit != 0 {
			t.Errorf("%s: %+v, want %q", c.arguments, got, c.stdout)
		}
	}
}

func testRefused(t *testing.T, program *golden.Program) {
	outside := t.TempDir()
	for _, c := range []struct {
		folder    string
		arguments string
		status    int
		stderr    string // how it begins
	}{
		{".", "-hint 04.9", 1, "exercises: 연습 04의 힌트는 04.1부터 04.3까지 있습니다.\n"},
		{".", "-hint 04.x", 1, "exercises: 연습 04의 힌트는 04.1부터 04.3까지 있습니다.\n"},
		{".", "-lang en -hint 77", 1, "exercises: there is no exercise \"77\"; they are numbered from 00 to 15\n"},
		{".", "77", 1, "exercises: 그런 연습은 없습니다: \"77\". 연습은 00부터 15까지 있습니다.\n"},
		{".", "-solution start", 1, "exercises: 그런 연습은 없습니다: \"start\". 연습은 00부터 15까지 있습니다.\n"},
		{".", "-from " + outside, 1, "exercises: 이 폴더에는 연습의 exercise.go가 없습니다: " + outside + "\n"},
		{outside, "", 1, "exercises: 이 튜토리얼의 폴더 안에서 실행해야 합니다.\n"},
		{".", "04 05", 2, "unexpected argument: \"05\"\n"},
		{".", "-hint 04 05", 2, "unexpected argument: \"05\"\n"},
		{".", "04 -lang en 05", 2, "unexpected argument: \"05\"\n"},
		{".", "04 -solution 05", 2, "unexpected argument: \"04\"\n"},
		{".", "-hint 04 -solution 05", 2, "unexpected argument: \"05\"\n"},
		{".", "-hint=", 2, "unexpected argument: \"\"\n"},
		{".", "-from=", 2, "unexpected argument: \"\"\n"},
		{".", "04 -lang fr", 2, "invalid value \"fr\" for flag -lang: want ko or en\n"},
		{".", "-lang fr", 2, "invalid value \"fr\" for flag -lang: want ko or en\n"},
		{".", "-answers", 2, "flag provided but not defined: -answers\n"},
	} {
		got := program.Run(t, golden.Case{Args: strings.Fields(c.arguments), Dir: c.folder})
		if got.Stdout != "" || !strings.HasPrefix(got.Stderr, c.stderr) || got.Exit != c.status {
			t.Errorf("%q: %+v; want %q, exit status %d", c.arguments, got, c.stderr, c.status)
		}
		if c.status == 1 && got.Stderr != c.stderr {
			t.Errorf("%q: more than one line: %q", c.arguments, got.Stderr)
		}
	}
}
