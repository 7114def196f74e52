package quote

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const source = `package main

import "fmt"

const n = 8 // queens

// pos holds rows.
var pos [n]int

// set does it.
func set(i int) {
	for j := range n {
		pos[i] = j
	}
	fmt.Println()
}

func (b board) report() {
	for j := range n {
		fmt.Println(j)
	}
}

type board struct {
	a, b int
}
`

func TestLines(t *testing.T) {
	for _, c := range []struct{ selection, want string }{
		{"n", "5 const n = 8 // queens"},
		{"pos", "8 var pos [n]int"},
		{"//pos", "7 // pos holds rows.|8 var pos [n]int"},
		{"n //pos", "5 const n = 8 // queens|6 |7 // pos holds rows.|8 var pos [n]int"},
		{"n pos", "5 const n = 8 // queens|0 ...|8 var pos [n]int"},
		{"report", "18 func (b board) report() {|19 \tfor j := range n {|20 \t\tfmt.Println(j)|21 \t}|22 }"},
		{"board", "24 type board struct {|25 \ta, b int|26 }"},
		{`"pos[i]"`, "13 \t\tpos[i] = j"},
		{`"pos[i]" to "}"`, "13 \t\tpos[i] = j|14 \t}"},
		{`"pos[i]" "fmt.Println()" to "}"`, "13 \t\tpos[i] = j|0 ...|15 \tfmt.Println()|16 }"},
		{`"for" to "}" in set`, "12 \tfor j := range n {|13 \t\tpos[i] = j|14 \t}"},
	} {
		got, err := Lines([]byte(strings.ReplaceAll(source, "\n", "\r\n")), c.selection)
		if err != nil {
			t.Errorf("%s: %v", c.selection, err)
		}
		var lines []string
		for _, line := range got {
			lines = append(lines, fmt.Sprint(line.Number, " ", line.Text))
		}
		if diff := cmp.Diff(strings.Split(c.want, "|"), lines); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.selection, diff)
		}
	}
	if whole, err := Lines([]byte(source), ""); err != nil || len(whole) != 26 || whole[25] != (Line{26, "}"}) {
		t.Errorf("the whole file is %v, %v", whole, err)
	}
}

func TestLinesRefuses(t *testing.T) {
	for selection, wrong := range map[string]string{
		"none":                    "none is not declared",
		`"none"`:                  `no line begins with "none"`,
		`"pos" to "none"`:         `no line below "pos" begins with "none"`,
		`"for"`:                   "lines 12 and 19 begin with",
		`"pos" to "fmt" in board`: `no line begins with "pos"`,
		"pos n":                   "n comes before",
	} {
		if _, err := Lines([]byte(source), selection); err == nil || !strings.Contains(err.Error(), wrong) {
			t.Errorf("%s: the error is %v, want %s", selection, err, wrong)
		}
	}
	if _, err := Lines([]byte("package main\n\nfunc main( {\n}\n"), "main"); err == nil {
		t.Error("a file that does not parse is quoted")
	}
}

func TestDiff(t *testing.T) {
	for _, c := range []struct {
		name, old, new string
		context        int
		want           string
	}{
		{"the same", "a|b", "a|b", 3, ""},
		{"first and last", "a|b|c", "x|b|y", 0, "-a|+x|...|-c|+y"},
		{"context", "1|2|3|a|4|5|6|7|8|b", "1|2|3|x|4|5|6|7|8", 1, " 3|-a|+x| 4|...| 8|-b"},
		{"hunks that meet", "1|a|2|3|b", "1|x|2|3|y", 1, " 1|-a|+x| 2| 3|-b|+y"},
		{"blank lines beside a gap", "1|a||2|||3|b||4", "1|x||2|||3|y||4", 2, " 1|-a|+x|| 2|...| 3|-b|+y|| 4"},
		{"blank lines at the ends", "a||b||c", "a||x||c", 1, "-b|+x"},
		{"a blank line between", "a||b", "x||y", 1, "-a|+x||-b|+y"},
		{"added between the same lines", "f {|}|", "f {|}||g {|}|", 0, "+g {|+}|+"},
		{"no brace of another function", "f {|1|}|g {|2|}|k {|", "h {|3|}|i {|4|}|j {|", 3,
			"-f {|-1|-}|-g {|-2|-}|-k {|+h {|+3|+}|+i {|+4|+}|+j {"},
		{"once there, twice here", "a|}|b", "c|}|d|}|e", 3, "-a|-}|-b|+c|+}|+d|+}|+e"},
		{"twice there, once here", "c|}|d|}|e", "a|}|b", 3, "-c|-}|-d|-}|-e|+a|+}|+b"},
		{"lines within what changed", "a|in|b|", "c|in|d|", 3, "-a|+c| in|-b|+d"},
	} {
		var want []string
		if c.want != "" {
			want = strings.Split(c.want, "|")
		}
		got := Diff(strings.Split(c.old, "|"), strings.Split(c.new, "|"), c.context)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}
