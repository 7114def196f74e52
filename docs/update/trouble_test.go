package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark/ast"

	"example.com/eightqueens/docs/internal/markdown"
	"example.com/eightqueens/internal/golden"
	"example.com/eightqueens/internal/program"
)

// varies is what differs from one system to another in the end of a program: folders, what is handed
// to a call, places in the machine's code, and the size of the stack.
var varies = regexp.MustCompile(`\t(?:.*[/\\])?(\w+)[/\\]main|\(0x\w+\)|\(\.\.\.\)| \+0x\w+|\d+(-byte)`)

func withoutVaries(text string) string { return varies.ReplaceAllString(text, "$1$2") }

// The panics that a page shows are those of the stages with the mistakes of which it tells.
func TestPanics(t *testing.T) {
	const diagonal = "backslashUsed[i-j+n-1]"
	var everywhere []program.Change
	for _, old := range []string{" || " + diagonal, "\t" + diagonal + " = true", "\t" + diagonal + " = false"} {
		everywhere = append(everywhere, program.Change{Old: old, New: strings.Replace(old, "+n-1", "", 1)})
	}
	endless := []program.Change{
		{Old: "set(i + 1)", New: "set(i)"},
		// Less of a stack than a gigabyte shows the same, in no time. No line moves.
		{Old: `"strconv"`, New: `"strconv"; "runtime/debug"`},
		{Old: "flag.Parse()", New: "flag.Parse(); debug.SetMaxStack(1 << 20)"},
	}
	for _, c := range []struct {
		page, stage string
		changes     []program.Change
		args        []string
	}{
		{"trouble.md", "stage3_diagonals", everywhere, nil},
		{"trouble.md", "stage1_branching", endless, nil},
		{"04-any-n.md", "stage4_ngeneral", []program.Change{{Old: "rowUsed [maxN]bool", New: "rowUsed [13]bool"}}, []string{"-n", "14", "-count"}},
	} {
		got := golden.Build(t, root+"/"+c.stage, c.changes...).Run(t, golden.Case{Args: c.args})
		lines := slices.Collect(strings.Lines(withoutVaries(got.Stderr + "exit status 2\n")))
		for _, language := range languages {
			p := readPage(t, "docs/"+language+"/"+c.page)
			if !slices.ContainsFunc(fences(p), func(text string) bool { return isPartOf(text, lines) }) {
				t.Errorf("%s shows nowhere how %s ends:\n%.2000s", p.name, c.stage, strings.Join(lines, ""))
			}
		}
	}
}

// fences returns the text of each fence that is not quoted.
func fences(p *page) (all []string) {
	for fence := range markdown.Nodes[*ast.FencedCodeBlock](p.Page) {
		if p.Kind(fence) == "text" {
			all = append(all, withoutVaries(p.Text(fence)))
		}
	}
	return all
}

// isPartOf reports whether a text has lines alone that follow each other in the order of some lines,
// the first and the last of them included; a line of dots leaves some out.
func isPartOf(text string, lines []string) bool {
	next := 0
	for line := range strings.Lines(text) {
		if line == "...\n" {
			continue
		}
		at := slices.Index(lines[next:], line)
		if at < 0 {
			return false
		}
		next += at + 1
	}
	return text[:strings.Index(text, "\n")+1] == lines[0]
}
