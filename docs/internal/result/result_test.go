package result

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"example.com/eightqueens/docs/internal/language"
)

func TestResult(t *testing.T) {
	chosen := language.Chosen
	defer func() { language.Chosen = chosen }()
	language.Chosen = "en"

	const call = `{"Call":"First(1)"}` + "\n" + `{"Call":"First(4)"}` + "\n"
	const stack = "\ngoroutine 7 [running]:\nmain.main()\n\t/x/exercise.go:12 +0x1d\n"
	for _, test := range []struct {
		name   string
		record string
		output string
		exit   int
		over   time.Duration
		want   Result
	}{
		{"done", call + `{"End":"pass"}` + "\n", "\x1epanic: no\n\x1fPASS\n", 0, 0, Result{State: Done}},
		{"not begun", call + `{"End":"skip"}` + "\n", "", 0, 0, Result{State: NotBegun}},
		{"wrong", call + `{"Message":["got:  1","want: 2"]}` + "\n" + `{"End":"fail"}` + "\n",
			"said before\n\x1epanic: no\n\n\x1f--- FAIL: TestExercise (0.00s)\nFAIL\n", 1, 0,
			Result{Wrong, []string{"got:  1", "want: 2", "printed:", "  panic: no"}}},
		{"panic", call, "\x1eone\npanic: zero\n\ngoroutine 1:\npanic: bad [recovered, repanicked]\n" + stack, 2, 0,
			Result{Wrong, []string{"call: First(4)", "the program died (exercise.go:12): bad",
				"printed:", "  one", "  panic: zero", "  goroutine 1:"}}},
		{"stack overflow", call, "\x1eone\nruntime: goroutine stack exceeds 16777216-byte limit\nruntime: sp=0x1\nfatal error: stack overflow\n" + stack, 2, 0,
			Result{Wrong, []string{"call: First(4)",
				"the recursion does not end (exercise.go:12): when does it return without calling itself again?", "printed:", "  one"}}},
		{"panic without a call", "", "panic: bad\n" + stack, 2, 0, Result{Wrong, []string{"the program died (exercise.go:12): bad"}}},
		{"panic after the test", call + `{"End":"fail"}` + "\n", "\x1eone\n\x1f--- FAIL\npanic: bad\n" + stack, 2, 0,
			Result{Wrong, []string{"call: First(4)", "the program died (exercise.go:12): bad", "printed:", "  one"}}},
		{"exit", call, "\x1epanic: no\n", 1, 0, Result{Wrong, []string{"call: First(4)",
			"the program ended there: it must not call os.Exit or log.Fatal.", "printed:", "  panic: no"}}},
		{"exit before the test", "", "PASS\n", 0, 0, Result{Wrong, []string{
			"the program ended there: it must not call os.Exit or log.Fatal.", "printed:", "  PASS"}}},
		{"exit after the test", call + `{"End":"pass"}` + "\n", "", 3, 0, Result{Wrong, []string{"call: First(4)",
			"the program ended there: it must not call os.Exit or log.Fatal."}}},
		{"cut off", call + `{"End":"pa`, "", 0, 0, Result{Wrong, []string{"call: First(4)",
			"the program ended there: it must not call os.Exit or log.Fatal."}}},
		{"time", call, "", -1, time.Second, Result{Wrong, []string{"call: First(4)", "all calls together were not done after 1s."}}},
		{"much printed", call, "\x1e" + strings.Repeat("x", 101) + "\n" + strings.Repeat("y\n", 10), 1, 0, Result{Wrong, []string{
			"call: First(4)", "the program ended there: it must not call os.Exit or log.Fatal.", "printed:",
			"  " + strings.Repeat("x", 100) + "…", "  y", "  y", "  y", "  y", "  y", "  y", "  y", "  y", "  y", "  …"}}},
	} {
		run := Run{Record: []byte(test.record), Exit: test.exit, Over: test.over}
		for line := range strings.Lines(test.output) {
			fmt.Fprint(&run.Output, line)
		}
		if diff := cmp.Diff(test.want, run.Result()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}

	got := OfBuild("# example.com/x\nexercise.go:3:1: syntax error\r\n", "hint 00.2")
	want := Result{NotCompiled, []string{"exercise.go:3:1: syntax error", "How to read compiler errors: hint 00.2"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("of a build (-want +got):\n%s", diff)
	}
}

// TestOutput lets a call print without end, and then die.
func TestOutput(t *testing.T) {
	var o Output
	fmt.Fprintf(&o, "before%cfirst\n", BeginMark)
	for range 100_000 {
		fmt.Fprintln(&o, "again and again")
	}
	fmt.Fprintln(&o, "last")
	lines, _ := o.lines()
	if lines[0] != "first" || lines[len(lines)-1] != "last" {
		t.Errorf("the lines begin with %q and end with %q", lines[0], lines[len(lines)-1])
	}
	if kept := len(o.first) + len(o.last); kept > 3*maxKept {
		t.Errorf("%d bytes are kept", kept)
	}
}

func TestTestedLine(t *testing.T) {
	for stack, want := range map[string]string{
		"/x/check.go:3\n/x/solution.go:12 +0x1\n/x/exercise.go:20": "solution.go:12",
		"/x/exercise.go:1 +0x1\n/x/exercise.go:10":                 "exercise.go:10",
		"/x/myexercise.go:3":                                       "exercise.go",
	} {
		if got := TestedLine(stack); got != want {
			t.Errorf("%q: %s, want %s", stack, got, want)
		}
	}
}
