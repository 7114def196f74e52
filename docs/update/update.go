package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/yuin/goldmark/ast"
	tableast "github.com/yuin/goldmark/extension/ast"

	"example.com/eightqueens/docs/internal/markdown"
	"example.com/eightqueens/docs/internal/quote"
	"example.com/eightqueens/docs/internal/tables"
	"example.com/eightqueens/internal/program"
)

var languages = []string{"ko", "en"}

// pageNames returns the names of all pages, from the root of the repository and with slashes.
func pageNames(root string) []string {
	names := []string{"README.md", "docs/README.md"}
	for _, language := range languages {
		chapters, _ := fs.Glob(os.DirFS(root), "docs/"+language+"/*.md")
		names = append(names, chapters...)
	}
	return names
}

// An updater makes pages show what is true now. It builds a program, runs a command and computes a
// table once, though both languages show them.
type updater struct {
	root     string
	temp     string // where programs are built
	programs map[string]*program.Program
	printed  map[string][]string
	tables   *tables.Tables
	limit    time.Duration // of a command: a learner's edit may make one that never ends
}

func newUpdater(root string) (*updater, error) {
	temp, err := os.MkdirTemp("", "eightqueens-update-")
	return &updater{root, temp, map[string]*program.Program{}, map[string][]string{}, tables.New(root), time.Minute}, err
}

func (u *updater) close() { os.RemoveAll(u.temp) }

// path returns where a file of the repository is.
func (u *updater) path(name string) string { return filepath.Join(u.root, filepath.FromSlash(name)) }

// write writes a page anew and prints its name, unless it is as it should be.
func (u *updater) write(ctx context.Context, name string) error {
	old, err := os.ReadFile(u.path(name))
	if err != nil {
		return err
	}
	updated, wrong := u.update(ctx, name, old)
	if bytes.Equal(updated, old) || ctx.Err() != nil {
		return wrong
	}
	fmt.Println(name)
	return errors.Join(wrong, os.WriteFile(u.path(name), updated, 0o666))
}

// update returns a page as it should be. What is wrong with it stays as it is, and is told with its
// place.
func (u *updater) update(ctx context.Context, name string, source []byte) ([]byte, error) {
	page := markdown.Parse(source)
	var updated bytes.Buffer
	done := 0 // of the source
	var wrong []error
	for node := range markdown.Nodes[ast.Node](page) {
		start, end, shown, err := u.show(ctx, page, node)
		if err != nil {
			wrong = append(wrong, fmt.Errorf("%s:%d: %w", name, page.Line(node), err))
		} else if shown != nil {
			updated.Write(page.Source[done:start])
			for _, line := range shown {
				updated.WriteString(line + "\n")
			}
			done = end
		}
	}
	updated.Write(page.Source[done:])
	if bytes.Contains(source, []byte("\r\n")) {
		return bytes.ReplaceAll(updated.Bytes(), []byte("\n"), []byte("\r\n")), errors.Join(wrong...)
	}
	return updated.Bytes(), errors.Join(wrong...)
}

// show returns the lines that a node should show, and where in the source those stand that it shows.
// Lines that are nil are the author's alone.
func (u *updater) show(ctx context.Context, page *markdown.Page, node ast.Node) (start, end int, shown []string, err error) {
	switch node := node.(type) {
	case *ast.FencedCodeBlock:
		code := node.Lines().Value(page.Source)
		kind, rest, _ := strings.Cut(page.Info(node), " ")
		switch kind {
		case "go", "c":
			shown, err = u.quotation(rest)
		case "diff":
			shown, err = u.diff(rest)
		case "console":
			shown, err = u.console(ctx, rest, quote.Split(code))
		}
		if shown == nil || err != nil {
			return 0, 0, nil, err
		}
		start = page.EndOfLine(node.Info.Segment.Stop)
		end = start + len(code)
		if !bytes.HasPrefix(page.Source[end:], []byte("```")) {
			return 0, 0, nil, errors.New("want a fence that is closed by ``` at the beginning of a line, so in no list")
		}
	case *ast.HTMLBlock:
		counts := countsComment.FindStringSubmatch(page.Lines(node))
		if counts == nil {
			return 0, 0, nil, nil
		}
		table, ok := node.NextSibling().(*tableast.Table)
		if !ok {
			return 0, 0, nil, errors.New("no table follows")
		}
		start, end = table.Pos(), page.EndOfLine(table.LastChild().Pos())
		shown, err = u.table(ctx, counts[1], quote.Split(page.Source[start:end]))
	}
	return start, end, shown, err
}

// countsComment stands above a table that is counted.
var countsComment = regexp.MustCompile(`^<!-- counts: (\S+) -->\n$`)

// table returns the lines of a table with what is counted.
func (u *updater) table(ctx context.Context, name string, lines []string) (merged []string, err error) {
	cells, err := u.tables.Compute(ctx, name)
	if err != nil {
		return nil, err
	}
	if merged, err = tables.Merge(lines, cells); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return merged, nil
}

// quotation returns the lines for `FILE "func set" to "}"`, and none for "sketch", code that stands in
// no file.
func (u *updater) quotation(rest string) (lines []string, err error) {
	file, selection, _ := strings.Cut(rest, " ")
	if file == "sketch" {
		return nil, nil
	}
	source, err := os.ReadFile(u.path(file))
	if err != nil {
		return nil, err
	}
	quoted, err := quote.Lines(source, selection)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	for _, line := range quoted {
		lines = append(lines, line.Text)
	}
	return lines, nil
}

// diff returns the lines for "diff OLD NEW context=3".
func (u *updater) diff(rest string) ([]string, error) {
	files, numbers, ok := options(rest, "context")
	if !ok || len(files) != 2 {
		return nil, errors.New("want ```diff OLD.go NEW.go, and perhaps context=3")
	}
	old, err := os.ReadFile(u.path(files[0]))
	new, err2 := os.ReadFile(u.path(files[1]))
	if err := cmp.Or(err, err2); err != nil {
		return nil, err
	}
	context, ok := numbers["context"]
	if !ok {
		context = 3
	}
	return quote.Diff(quote.Split(old), quote.Split(new), context), nil
}

// options divides the words of an info string into those without and those with a number, like n=4.
// It reports whether all of these are known.
func options(rest string, known ...string) (words []string, numbers map[string]int, ok bool) {
	numbers = map[string]int{}
	for _, word := range strings.Fields(rest) {
		name, value, isOption := strings.Cut(word, "=")
		if !isOption {
			words = append(words, word)
			continue
		}
		number, err := strconv.Atoi(value)
		if err != nil || number < 0 || !slices.Contains(known, name) {
			return nil, nil, false
		}
		numbers[name] = number
	}
	return words, numbers, true
}

// console returns the lines for "console n=4 head=3 tail=1": the commands among the lines, and below
// each what it prints.
func (u *updater) console(ctx context.Context, rest string, lines []string) ([]string, error) {
	words, numbers, ok := options(rest, "n", "head", "tail")
	if !ok || len(words) > 0 {
		return nil, errors.New("want ```console, and perhaps n=4, head=3 and tail=1")
	}
	var shown []string
	for _, line := range lines {
		if !isCommand(line) {
			continue
		}
		key := fmt.Sprint(line, numbers)
		if u.printed[key] == nil {
			printed, err := u.run(ctx, line, numbers)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", line, err)
			}
			u.printed[key] = printed
		}
		shown = append(append(shown, line), u.printed[key]...)
	}
	if shown == nil {
		return nil, errors.New("no line begins with $ and a blank")
	}
	return shown, nil
}

func isCommand(line string) bool { return strings.HasPrefix(line, "$ ") }

// command is what a console block may run. The quoted or bare word goes to standard input.
var command = regexp.MustCompile(`^\$ (?:echo ("[^"]*"|\S+) \| )?go run \./([\w/]+)((?: [-\w]\S*)*)$`)

// run runs a command and returns what it prints: with the option head or tail so many of the first
// and of the last lines, with a gap between. With n the constant n of the program is changed.
func (u *updater) run(ctx context.Context, line string, options map[string]int) ([]string, error) {
	parts := command.FindStringSubmatch(line)
	if parts == nil {
		return nil, errors.New("want $ go run ./FOLDER …, or $ echo … | go run ./FOLDER …")
	}
	ctx, cancel := context.WithTimeoutCause(ctx, u.limit, fmt.Errorf("the time limit of %v is over", u.limit))
	defer cancel()
	p, err := u.build(parts[2], options["n"])
	if err != nil {
		return nil, err
	}
	var output program.Excerpt
	if parts[1]+parts[3] == "" {
		err = p.Stream(ctx, program.Run{}, &output)
	} else { // it may say something on standard error, too
		var got program.Result
		got, err = p.Run(ctx, program.Run{Args: strings.Fields(parts[3]), Stdin: strings.Trim(parts[1], `"`) + "\n"})
		io.WriteString(&output, got.Stdout+got.Stderr)
	}
	if err != nil {
		return nil, err
	}

	lines := quote.Split(append(output.First, output.Last...))
	head, tail := options["head"], options["tail"]
	switch {
	case len(output.First) == 0:
		return nil, nil
	case head+tail == 0 && output.Lines > 100:
		return nil, fmt.Errorf("it prints %d lines: say with head=… and tail=… how many are shown", output.Lines)
	case head+tail == 0 || output.Lines <= head+tail:
		return lines, nil
	case head+tail > len(lines):
		return nil, errors.New("its lines are too long")
	}
	return slices.Concat(lines[:head], []string{quote.Gap}, lines[len(lines)-tail:]), nil
}

// build builds the program of a folder, with its constant n changed unless n is 0.
func (u *updater) build(folder string, n int) (*program.Program, error) {
	key := fmt.Sprint(folder, n)
	if u.programs[key] != nil {
		return u.programs[key], nil
	}
	var changes []program.Change
	if n > 0 {
		changes = append(changes, program.Change{Old: "const n = 8 ", New: fmt.Sprintf("const n = %d ", n)})
	}
	to, err := os.MkdirTemp(u.temp, "")
	if err == nil {
		u.programs[key], err = program.Build(u.path(folder), to, changes...)
	}
	return u.programs[key], err
}
