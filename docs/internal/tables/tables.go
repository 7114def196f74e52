// Package tables computes the counted tables of the chapters: from the oracle's search, from runs
// of the stages with a change in them, and from the trace of a run. The words in a table are the
// author's, the rest is computed.
package tables

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// Tables computes tables, each once, from what the repository holds. It is not for several goroutines
// at once.
type Tables struct {
	root   string // folder of the repository
	cells  map[string][][]string
	events []event // of stage 2 with four queens
}

// New returns the tables of the repository in the folder root.
func New(root string) *Tables {
	return &Tables{root: root, cells: map[string][][]string{}}
}

// Names returns the names of all tables but those of single steps.
func Names() []string {
	return slices.Sorted(maps.Keys(all()))
}

// Compute returns what is computed of the table with the name: cells[r][c] stands in line r below
// the heading, in column c. Code in it, as in "`report()` `0 1 2 3`", is code among words of the
// author; and where a cell is empty, all its words are the author's. The table rows-trace-4-6 has the
// steps 4 to 6 of stage 2.
func (t *Tables) Compute(ctx context.Context, name string) ([][]string, error) {
	if t.cells[name] != nil {
		return t.cells[name], nil
	}
	table := all()[name]
	var first, last int
	if _, err := fmt.Sscanf(name, "rows-trace-%d-%d", &first, &last); err == nil {
		table = steps(first, last)
	}
	if table == nil {
		return nil, fmt.Errorf("no table is called %q; known are %q", name, Names())
	}
	values, err := table(t, ctx)
	if err != nil {
		return nil, err
	}
	var cells [][]string
	for _, line := range values {
		var texts []string
		for _, value := range line {
			texts = append(texts, english.Sprint(value)) // 16,777,216
		}
		cells = append(cells, texts)
	}
	t.cells[name] = cells
	return cells, nil
}

var codeSpan = regexp.MustCompile("`[^`]+`")

// Merge returns the lines of a table in Markdown, the first two of them its heading, with the
// computed cells in place of those that were there.
func Merge(table []string, cells [][]string) ([]string, error) {
	const heading = 2
	if len(table) != heading+len(cells) {
		return nil, fmt.Errorf("the table has %d lines below its heading, want %d", len(table)-heading, len(cells))
	}
	merged := slices.Clone(table)
	for r, computed := range cells {
		line := table[heading+r]
		written := strings.Split(strings.Trim(strings.ReplaceAll(line, `\|`, bar), "|"), "|")
		if len(written) != len(computed) {
			return nil, fmt.Errorf("the line %q has %d cells, want %d", line, len(written), len(computed))
		}
		text := "|"
		for c := range written {
			cell, err := mergeCell(strings.TrimSpace(written[c]), computed[c])
			if err != nil {
				return nil, fmt.Errorf("the line %q: %w", line, err)
			}
			text += strings.TrimRight(" "+cell, " ") + " |"
		}
		merged[heading+r] = strings.ReplaceAll(text, bar, `\|`)
	}
	return merged, nil
}

// bar stands for the \| in a cell, which does not end it.
const bar = "\x00"

// mergeCell returns a cell of the author with the computed one in it.
func mergeCell(written, computed string) (string, error) {
	code := codeSpan.FindAllString(computed, -1)
	switch {
	case computed == "":
		return written, nil
	case code == nil:
		return computed, nil
	case len(codeSpan.FindAllString(written, -1)) != len(code):
		return "", fmt.Errorf("in %q there is not as much code as in %q", written, computed)
	}
	return codeSpan.ReplaceAllStringFunc(written, func(string) string {
		next := code[0]
		code = code[1:]
		return next
	}), nil
}

var english = message.NewPrinter(language.English)

// code writes what is computed as code.
func code(format string, values ...any) string {
	return "`" + fmt.Sprintf(format, values...) + "`"
}
