package main

import (
	"errors"
	"strings"
	"testing"

	"example.com/eightqueens/docs/internal/language"
)

func TestSum(t *testing.T) {
	defer func(chosen string) { language.Chosen = chosen }(language.Chosen)
	language.Chosen = "en"
	const p0, p1, p2 = "-n 8 -way half -part 0/3: 40\n", "-n 8 -way half -part 1/3: 0\n", "-n 8 -way half -part 2/3: 52\n"
	for _, test := range []struct {
		lines string
		want  uint64
		err   string
	}{
		{p0 + p1 + p2, 92, ""},
		{p2 + "\n" + p1 + p2 + p0, 92, ""},
		{strings.ReplaceAll(p1+p2+p0, "\n", "\r\n"), 92, ""},
		{"-n 27 -way bits -part 0/1: 234907967154122528\n", 234_907_967_154_122_528, ""},
		{p0 + p2, 0, "missing: -n 8 -way half -part 1/3"},
		{p2, 0, "missing: -n 8 -way half -part 0/3\nmissing: -n 8 -way half -part 1/3"},
		{p0 + p1 + p2 + "-n 8 -way half -part 2/3: 5\n", 0, "-n 8 -way half -part 2/3 has two counts: 52 and 5"},
		{p0 + "count: killed\n" + p1 + p2, 0, `line 2 is none that -part printed: "count: killed"`},
		{p0 + p1 + "92\n" + p2, 0, `line 3 is none that -part printed: "92"`},
		{p0 + p1 + "-n 8 -way half -part 2/3: 52 queens\n" + p2, 0, `line 3 is none that -part printed: "-n 8 -way half -part"…`},
		{p0 + p1 + p2 + "-n 8 -way half -part 3/3: 0\n", 0, `line 4 is none that -part printed: "-n 8 -way half -part"…`},
		{p0 + p1 + strings.TrimSuffix(p2, "2\n"), 0, // cut off
			"line 3 is none that -part printed: \"-n 8 -way half -part\"…\nmissing: -n 8 -way half -part 2/3"},
		{p0 + p1 + p2 + "-n 8 -way cores -part 2/3: 52\n", 0, "line 4 is no part of -n 8 -way half -part …/3: -n 8 -way cores -part 2/3"},
		{p0 + p1 + p2 + "-n 9 -way half -part 2/3: 52\n", 0, "line 4 is no part of -n 8 -way half -part …/3: -n 9 -way half -part 2/3"},
		{p0 + p1 + p2 + "-n 8 -way half -part 2/4: 52\n", 0, "line 4 is no part of -n 8 -way half -part …/3: -n 8 -way half -part 2/4"},
		{"\n", 0, "there is no line that -part printed"},
	} {
		got, errs := sum(strings.NewReader(test.lines))
		if err := errors.Join(errs...); err != nil {
			if err.Error() != test.err {
				t.Errorf("%q: %v, want %s", test.lines, err, test.err)
			}
		} else if got != test.want || test.err != "" {
			t.Errorf("%q: %d, want %d, error %q", test.lines, got, test.want, test.err)
		}
	}
}
