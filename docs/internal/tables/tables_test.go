package tables

import (
	"slices"
	"strings"
	"testing"

	"example.com/eightqueens/internal/oracle"
)

func TestMerge(t *testing.T) {
	table := []string{
		"| what | step | n = 4 |",
		"| --- | --- | ---: |",
		"| leave out `a \\|\\| b` | `f(1)` prints `2`, then | 7 |",
		"| all | 5 | |",
	}
	cells := [][]string{{"", "`g()` `1 2`", "16,777,216"}, {"", "T", ""}}
	want := []string{
		"| what | step | n = 4 |",
		"| --- | --- | ---: |",
		"| leave out `a \\|\\| b` | `g()` prints `1 2`, then | 16,777,216 |",
		"| all | T | |",
	}
	got, err := Merge(table, cells)
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v and\n%s\nwant\n%s", err, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for message, cells := range map[string][][]string{
		"2 lines":           {{"", "", ""}},
		"3 cells":           {{"", "", ""}, {"", ""}},
		"not as much code":  {{"", "", "`f(1)`"}, {"", "", ""}},
		"want 0":            nil,
		"has 3 cells, want": {{""}, {""}},
	} {
		if _, err := Merge(table, cells); err == nil || !strings.Contains(err.Error(), message) {
			t.Errorf("%q: the error is %v, want one with %q", cells, err, message)
		}
	}
	if _, err := Merge(nil, nil); err == nil {
		t.Error("no error without a heading")
	}
}

// With the other ending of the recursion each queen that is put leads to a call, as the oracle counts them.
func TestEndings(t *testing.T) {
	cells, err := New("../../..").Compute(t.Context(), "endings")
	if err != nil {
		t.Fatal(err)
	}
	for k, n := range []int{4, 8} {
		work := oracle.Measure(n, oracle.All)
		if in, entry := english.Sprint(work.Calls), english.Sprint(1+work.Placed); cells[0][k+1] != in || cells[1][k+1] != entry {
			t.Errorf("n = %d: the calls are %s and %s, want %s and %s", n, cells[0][k+1], cells[1][k+1], in, entry)
		}
	}
}

func TestNothingToChange(t *testing.T) {
	_, err := New("../../..").changed(t.Context(), "stage2_rows", []int{4}, change{"slashUsed", ""})
	if err == nil || !strings.Contains(err.Error(), `no "slashUsed"`) {
		t.Errorf("the error is %v where nothing can be changed", err)
	}
}
