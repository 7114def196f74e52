package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.com/eightqueens/docs/internal/quote"
	"example.com/eightqueens/docs/internal/tables"
	"example.com/eightqueens/internal/golden"
)

func TestPagesAreUpToDate(t *testing.T) {
	t.Parallel()
	golden.ReadSources(t, root, "./stage...")
	u := open(t, root)
	for _, name := range pageNames(root) {
		source, err := u.read(name)
		if err != nil {
			t.Fatal(err)
		}
		updated, err := u.update(t.Context(), name, source)
		if err != nil {
			t.Error(err)
		}
		if diff := cmp.Diff(quote.Split(source), quote.Split(updated)); diff != "" {
			t.Errorf("%s is out of date, and go run ./docs/update writes it anew (-is +should be):\n%s", name, diff)
		}
	}
	for _, name := range tables.Names() {
		if u.cells[name] == nil {
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
)

const n = 8 // numbers

func main() {
	if len(os.Args) > 1 {
		fmt.Scanln(new(int))
		fmt.Println(os.Args[1:])
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
		"docs/en/01.md":  "# A\n\n```go old/main.go n\nstale\n```\n\n```go old/main.go none\n```\n",
		"docs/ko/01.md":  "# A\n\n```go old/main.go n\nstale\n```\n",
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
	for _, c := range []struct{ name, old, want string }{
		{"a declaration", "```go main/main.go n\nstale\n```\n", "```go main/main.go n\nconst n = 8 // numbers\n```\n"},
		{"nothing there yet", "a\n\n```go main/main.go n\n```\nb\n", "a\n\n```go main/main.go n\nconst n = 8 // numbers\n```\nb\n"},
		{"a sketch stays", "```go sketch\nx := 1\n```\n", "```go sketch\nx := 1\n```\n"},
		{"another kind stays", "```text\n$ x\n```\n", "```text\n$ x\n```\n"},
		{"a diff", "```diff old/main.go main/main.go context=1\n```\n",
			"```diff old/main.go main/main.go context=1\n \t}\n-\tfor i := range n {\n+\tfor i := range n * n {\n \t\tfmt.Println(i)\n```\n"},
		{"a short output", "```console n=2\n$ go run ./main\nstale\n```\n", "```console n=2\n$ go run ./main\n0\n1\n2\n3\n```\n"},
		{"both ends", "```console head=2 tail=1\n$ go run ./main\n```\n", "```console head=2 tail=1\n$ go run ./main\n0\n1\n...\n63\n```\n"},
		{"both ends, n small", "```console head=2 tail=1 n=1\n$ go run ./main\n```\n", "```console head=2 tail=1 n=1\n$ go run ./main\n0\n```\n"},
		{"two commands", "```console\n$ echo \"1 2\" | go run ./main -a b\n$ go run ./main c\nstale\n```\n",
			"```console\n$ echo \"1 2\" | go run ./main -a b\n[-a b]\n$ go run ./main c\n[c]\n```\n"},
		{"no newline at the end", "```go main/main.go n\n```", "```go main/main.go n\nconst n = 8 // numbers\n```"},
		{"line ends of Windows", "a\r\n\r\n```go main/main.go n\r\nstale\r\n```\r\n", "a\r\n\r\n```go main/main.go n\r\nconst n = 8 // numbers\r\n```\r\n"},
	} {
		updated, err := u.update(t.Context(), "page.md", []byte(c.old))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if diff := cmp.Diff(strings.Split(c.want, "\n"), strings.Split(string(updated), "\n")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestUpdateRefuses(t *testing.T) {
	t.Parallel()
	u := open(t, small(t))
	for _, c := range []struct{ text, wrong string }{
		{"```go\n```\n", "```go FILE.go"},
		{"```go README.md\n```\n", "```go FILE.go"},
		{"```go none/main.go\n```\n", "none"},
		{"```go main/main.go none\n```\n", "main/main.go: none is not declared"},
		{"```diff main/main.go\n```\n", "```diff OLD.go NEW.go"},
		{"```diff main/main.go old/main.go lines=3\n```\n", "lines=3"},
		{"```console\n```\n", "no line begins with $"},
		{"```console n=x\n$ go run ./main\n```\n", "n=x"},
		{"```console\n$ rm main.go\n```\n", "rm main.go: want $ go run"},
		{"```console n=9\n$ go run ./main | head\n```\n", "want $ go run"},
		{"```console n=20\n$ go run ./main\n```\n", "prints 400 lines"},
		{"```console n=20 head=101\n$ go run ./main\n```\n", "prints 400 lines"},
		{"- a\n\n  ```go main/main.go n\n  ```\n", "in no list"},
		{"```go main/main.go n\nx\n", "never closed"},
		{"<!-- counts: ways -->\n\ntext\n", "no table follows"},
		{"<!-- counts: none -->\n| a |\n| --- |\n| 1 |\n", "none"},
	} {
		updated, err := u.update(t.Context(), "page.md", []byte("\n"+c.text))
		if err == nil || !strings.Contains(err.Error(), c.wrong) || !strings.HasPrefix(err.Error(), "page.md:") {
			t.Errorf("%q: the error is %v, want one about %s", c.text, err, c.wrong)
		}
		if !bytes.Equal(updated, []byte("\n"+c.text)) {
			t.Errorf("%q: written though it is wrong: %q", c.text, updated)
		}
	}
}

// The command writes what it can, says what it cannot, and the second time has nothing to write.
func TestCommand(t *testing.T) {
	t.Parallel()
	update, dir := golden.Build(t, "."), small(t)
	const wrong = "update: docs/en/01.md:7: old/main.go: none is not declared\n"
	update.Check(t,
		golden.Case{Name: "first", Dir: filepath.Join(dir, "docs"), Stdout: "docs/ko/01.md\ndocs/en/01.md\n", Stderr: wrong, Exit: 1},
		golden.Case{Name: "second", Dir: dir, Stderr: wrong, Exit: 1},
		golden.Case{Name: "argument", Args: []string{"en"}, Exit: 2, Stderr: `unexpected argument: "en"
Writes quoted code, outputs and counted tables into the chapters.
본문에 인용한 코드와 출력, 계산한 표를 새로 씁니다.
Usage: go run ./docs/update
`},
	)
	if got, want := golden.File(t, filepath.Join(dir, "docs/ko/01.md")), "# A\n\n```go old/main.go n\nconst n = 8 // numbers\n```\n"; got != want {
		t.Errorf("the page is\n%s\nwant\n%s", got, want)
	}
}
