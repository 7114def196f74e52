package main_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/eightqueens/docs/internal/tables"
)

func TestCounts(t *testing.T) {
	counted := tables.New(root)
	computed := map[string][][]string{} // each table once, though both languages show it
	for _, p := range pages(t) {
		for _, e := range p.of(counts) {
			if computed[e.text] == nil {
				cells, err := counted.Compute(t.Context(), e.text)
				if err != nil {
					p.errorf(t, e.line, "%v", err)
					continue
				}
				computed[e.text] = cells
			}
			want, err := tables.Merge(e.body, computed[e.text])
			if err != nil {
				p.errorf(t, e.line, "%s: %v", e.text, err)
			} else if !slices.Equal(e.body, want) {
				p.errorf(t, e.line, "the table %s is\n%s\nwant\n%s", e.text, strings.Join(e.body, "\n"), strings.Join(want, "\n"))
			}
		}
	}
	for _, name := range tables.Names() {
		if computed[name] == nil {
			t.Errorf("no chapter shows the table %q", name)
		}
	}
}

var (
	number   = regexp.MustCompile(`^\d[\d,]*$`)
	emphasis = strings.NewReplacer("*", "", "`", "")
)

// numbers returns the cells of a table that are numbers, line by line.
func numbers(table []string) []string {
	var found []string
	for _, line := range table {
		for cell := range strings.SplitSeq(strings.Trim(line, "|"), "|") {
			if cell = strings.TrimSpace(emphasis.Replace(cell)); number.MatchString(cell) {
				found = append(found, cell)
			}
		}
	}
	return found
}
