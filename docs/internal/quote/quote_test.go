package quote

import (
	"fmt"
	"strings"
	"testing"
)

func TestLines(t *testing.T) {
	source := []byte(strings.ReplaceAll("package main||// n is.|const n = 8||func a() {|\tfor {|\t\tb()|\t}|}||func c() {|\tfor {|\t}|}|", "|", "\r\n"))
	for selection, want := range map[string]string{
		`"b("`:                         "8 \t\tb()",
		`"// n" to "const"`:            "3 // n is.|4 const n = 8",
		`"func a" to "}"`:              "6 func a() {|7 \tfor {|8 \t\tb()|9 \t}|10 }",
		`"for" to "}"`:                 "7 \tfor {|8 \t\tb()|9 \t}",
		`"const" "b("`:                 "4 const n = 8|0 ...|8 \t\tb()",
		`"const" "func a"`:             "4 const n = 8|5 |6 func a() {",
		`"package"  "func c" to "for"`: `!no line begins with "for"`,
		`"none"`:                       `!no line begins with "none"`,
		`"func" "const"`:               `!no line begins with "const"`,
		`func a`:                       "!want lines as in",
		`"func a" to }`:                "!want lines as in",
		"":                             "!want lines as in",
	} {
		quoted, err := Lines(source, selection)
		got := "!" + fmt.Sprint(err)
		if err == nil {
			var lines []string
			for _, line := range quoted {
				lines = append(lines, fmt.Sprint(line.Number, " ", line.Text))
			}
			got, want = strings.Join(lines, "|")+"$", want+"$"
		}
		if !strings.HasPrefix(got, want) {
			t.Errorf("%s: quoted is\n%s\nwant\n%s", selection, got, want)
		}
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
		{"once there, twice here", "a|}|b", "c|}|d|}|e", 3, "-a|-}|-b|+c|+}|+d|+}|+e"},
		{"twice there, once here", "c|}|d|}|e", "a|}|b", 3, "-c|-}|-d|-}|-e|+a|+}|+b"},
		{"lines within what changed", "a|in|b|", "c|in|d|", 3, "-a|+c| in|-b|+d"},
	} {
		got := strings.Join(Diff(strings.Split(c.old, "|"), strings.Split(c.new, "|"), c.context), "|")
		if got != c.want {
			t.Errorf("%s: the diff is\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}
