package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"example.com/eightqueens/docs/internal/quote"
	"example.com/eightqueens/docs/internal/tables"
	"example.com/eightqueens/internal/golden"
)

func TestPagesAreUpToDate(t *testing.T) {
	t.Parallel()
	golden.ReadSources(t, root, "./stage...")
	u := open(t, root)
	// Stage 1 takes a second or two; its own test runs it, and holds it to these files.
	const stage1 = root + "/stage1_branching/testdata/"
	head, tail := quote.Split([]byte(golden.File(t, stage1+"head.txt"))), quote.Split([]byte(golden.File(t, stage1+"tail.txt")))
	u.printed[fmt.Sprint("$ go run ./stage1_branching", map[string]int{"head": 3, "tail": 2})] =
		slices.Concat(head[:3], []string{quote.Gap}, tail[len(tail)-2:])
	var all strings.Builder
	for _, name := range pageNames(root) {
		source, err := os.ReadFile(u.path(name))
		if err != nil {
			t.Fatal(err)
		}
		all.Write(source)
		updated, err := u.update(t.Context(), name, source)
		if err != nil {
			t.Error(err)
		}
		if diff := cmp.Diff(quote.Split(source), quote.Split(updated)); diff != "" {
			t.Errorf("%s is out of date, and go run ./docs/update writes it anew (-is +should be):\n%s", name, diff)
		}
	}
	for _, name := range tables.Names() {
		if !strings.Contains(all.String(), "<!-- counts: "+name+" -->") {
			t.Errorf("no page shows the table %q", name)
		}
	}
}

func open(t *testing.T, root string) *updater {
	t.Helper()
	u, err := newUpdater(root)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(u.close)
	return u
}

const mainGo = `package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

const n = 8 // numbers

func main() {
	if len(os.Args) > 2 && os.Args[1] == "-x" {
		times, _ := strconv.Atoi(os.Args[2])
		fmt.Print(strings.Repeat(strings.Repeat("x", 100_000)+"\n", times))
		return
	}
	if len(os.Args) > 1 {
		var read int
		fmt.Scan(&read)
		fmt.Println(read, os.Args[1:])
		os.Exit(1)
	}
	for i := range n * n {
		fmt.Println(i)
	}
}
`

// small writes a repository with a program, another like it, and a chapter, and returns its folder.
func small(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":         "module example.com/eightqueens\n\ngo 1.26.0\n",
		"README.md":      "# Small\n",
		"docs/README.md": "# Contents\n",
		"docs/en/01.md":  "# A\n\n```go old/main.go \"const n\"\nstale\n```\n\n```go old/main.go \"none\"\n```\n",
		"docs/ko/01.md":  "# A\n\n```go old/main.go \"const n\"\nstale\n```\n",
		"old/main.go":    strings.ReplaceAll(mainGo, "n * n", "n"),
		"main/main.go":   strings.ReplaceAll(mainGo, "\n", "\r\n"), // a clone on Windows
	} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestUpdate(t *testing.T) {
	t.Parallel()
	u := open(t, small(t))
	const code, line = "```go main/main.go \"const n\"\n", "const n = 8 // numbers\n"
	for _, c := range []struct{ old, want string }{
		{code + "stale\n```\n", code + line + "```\n"},
		{"a\n\n" + code + "```\nb\n", "a\n\n" + code + line + "```\nb\n"},
		{code + "```", code + line + "```"},
		{strings.ReplaceAll("a\n\n"+code+"stale\n```\n", "\n", "\r\n"), strings.ReplaceAll("a\n\n"+code+line+"```\n", "\n", "\r\n")},
		{"```go sketch\nx := 1\n```\n", "```go sketch\nx := 1\n```\n"},
		{"```c main/main.go \"const n\"\nstale\n```\n", "```c main/main.go \"const n\"\n" + line + "```\n"},
		{"```text\n$ x\n```\n", "```text\n$ x\n```\n"},
		{"```diff old/main.go main/main.go context=1\n```\n",
			"```diff old/main.go main/main.go context=1\n \t}\n-\tfor i := range n {\n+\tfor i := range n * n {\n \t\tfmt.Println(i)\n```\n"},
		{"```console n=2\n$ go run ./main\nstale\n```\n", "```console n=2\n$ go run ./main\n0\n1\n2\n3\n```\n"},
		{"```console head=2 tail=1\n$ go run ./main\n```\n", "```console head=2 tail=1\n$ go run ./main\n0\n1\n...\n63\n```\n"},
		{"```console head=3 tail=2 n=2\n$ go run ./main\n```\n", "```console head=3 tail=2 n=2\n$ go run ./main\n0\n1\n2\n3\n```\n"},
		{"```console\n$ echo \"1 2\" | go run ./main -a b\n$ go run ./main c\nstale\n```\n",
			"```console\n$ echo \"1 2\" | go run ./main -a b\n1 [-a b]\n$ go run ./main c\n0 [c]\n```\n"},
		{"```console\n$ go run ./main -x 0\nstale\n```\n", "```console\n$ go run ./main -x 0\n```\n"},
	} {
		updated, err := u.update(t.Context(), "page.md", []byte(c.old))
		if err != nil || string(updated) != c.want {
			t.Errorf("%q becomes\n%q, %v\nwant\n%q", c.old, updated, err, c.want)
		}
	}
	for text, wrong := range map[string]string{
		"```go none/main.go \"x\"\n```\n":                  "none",
		"```go main/main.go \"none\"\n```\n":               "main/main.go: no line begins with",
		"```go main/main.go\n```\n":                        "want lines as in",
		"```diff main/main.go\n```\n":                      "want ```diff OLD.go NEW.go",
		"```diff main/main.go old/main.go n=3\n```\n":      "want ```diff OLD.go NEW.go",
		"```console\n```\n":                                "no line begins with $",
		"```console n=x\n$ go run ./main\n```\n":           "want ```console",
		"```console\n$ go run ./main | head\n```\n":        "go run ./main | head: want $ go run",
		"```console n=20\n$ go run ./main\n```\n":          "prints 400 lines",
		"```console head=7\n$ go run ./main -x 9\n```\n":   "too long",
		"- a\n\n  ```go main/main.go \"const n\"\n  ```\n": "in no list",
		"```go main/main.go \"const n\"\nx\n":              "closed by ```",
		"<!-- counts: ways -->\n\ntext\n":                  "no table follows",
		"<!-- counts: none -->\n| a |\n| --- |\n| 1 |\n":   "none",
	} {
		updated, err := u.update(t.Context(), "page.md", []byte("\n"+text))
		if string(updated) != "\n"+text || err == nil || !strings.Contains(err.Error(), wrong) || !strings.HasPrefix(err.Error(), "page.md:") {
			t.Errorf("%q becomes %q, %v, want it as it is and an error about %s", text, updated, err, wrong)
		}
	}

	u.limit = time.Nanosecond
	_, err := u.update(t.Context(), "page.md", []byte("```console head=1\n$ go run ./main\n```\n"))
	if err == nil || !strings.Contains(err.Error(), "page.md:1: $ go run ./main: ") || !strings.Contains(err.Error(), "the time limit of 1ns is over") {
		t.Errorf("a command that takes too long: %v", err)
	}
}

// The command writes what it can, says what it cannot, and the second time has nothing to write.
func TestCommand(t *testing.T) {
	t.Parallel()
	update, dir := golden.Build(t, "."), small(t)
	const wrong = "update: docs/en/01.md:7: old/main.go: no line begins with \"none\", or not there\n"
	update.Check(t,
		golden.Case{Name: "first", Dir: filepath.Join(dir, "docs"), Stdout: "docs/ko/01.md\ndocs/en/01.md\n", Stderr: wrong, Exit: 1},
		golden.Case{Name: "second", Dir: dir, Stderr: wrong, Exit: 1},
		golden.Case{Name: "argument", Args: []string{"en"}, Exit: 2, Stderr: `unexpected argument: "en"
Writes quoted code, outputs and counted tables into the chapters.
본문에 인용한 코드와 출력, 계산한 표를 새로 씁니다.
Usage: go run ./docs/update
`},
	)
	if got, want := golden.File(t, filepath.Join(dir, "docs/ko/01.md")), "# A\n\n```go old/main.go \"const n\"\nconst n = 8 // numbers\n```\n"; got != want {
		t.Errorf("the page is\n%s\nwant\n%s", got, want)
	}
}
