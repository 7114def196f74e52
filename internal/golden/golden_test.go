package golden

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"example.com/eightqueens/internal/oracle"
	"example.com/eightqueens/internal/program"
)

func TestDiff(t *testing.T) {
	want := strings.Split("a b c d", " ")
	if diff := Diff(want, want); diff != "" {
		t.Errorf("no difference, yet %q", diff)
	}
	many := append(strings.Split("a b x", " "), make([]string, 1_000_000)...)
	diff := Diff(want, many)
	if !strings.Contains(diff, "from line 3 on") || strings.Count(diff, "\n") > 20 {
		t.Errorf("want line 3 named, in a few lines, not: %.500s", diff)
	}
	if cut := Diff([]string{"□ □ □ □ ■ □ □ □ "}, []string{"■ □ □ □ □ □ □ □ "}); strings.Contains(cut, `\x`) {
		t.Errorf("a square is cut in half: %s", cut)
	}
}

// TestChecks has each check look at a program that does one thing wrong. A check that fails fails its
// test, so each runs in a process of its own: this test binary, told which by a variable.
func TestChecks(t *testing.T) {
	const well, full = "well\n", "said: cannot write the output: write /dev/stdout: no space left on device\n"
	check := func(t *testing.T, said *Program) { said.Check(t, Case{Name: "case", Stdout: well}) }
	stream := func(sum, next string) func(*testing.T, *Program) {
		return func(t *testing.T, said *Program) {
			said.CheckStream(t, Stream{1, Sum(sum), well, well, oracle.Row, Sum(next)})
		}
	}
	options := func(t *testing.T, said *Program) { said.CheckOptions(t) }
	fullDisk := func(t *testing.T, said *Program) { said.CheckFullDisk(t) }
	closedPipe := func(t *testing.T, said *Program) { said.CheckClosedPipe(t, false) }
	prompt := func(t *testing.T, said *Program) { said.CheckPrompt(t, "we", "", "ll\n") }
	taken := func(t *testing.T, said *Program) { said.checkInput(t, Case{}, "well", 1) }
	refused := func(t *testing.T, said *Program) { said.checkInput(t, Case{}, "refused", 1) }
	line := func(t *testing.T, said *Program) { said.checkLineTaken(t, "") }
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	path := os.Getenv("SAID_PATH")
	if path == "" {
		path = Build(t, "testdata/said").Path
	}

	const usage = "Prints \nUsage: go run ./said\n"

	for _, c := range []struct {
		name           string
		check          func(*testing.T, *Program)
		stdout, stderr string
		exit           string
		want           string // what the check says, nothing where all is well
	}{
		{"case", check, well, "", "0", ""},
		{"case, standard output", check, "ill\n", "", "0", "standard output: from line 1"},
		{"case, standard error", check, well, "ill\n", "0", "standard error: from line 1"},
		{"case, exit status", check, well, "", "3", "exit status 3, want 0"},
		{"stream", stream(well, well), well, "", "0", ""},
		{"stream, a line too many", stream(well, well), well + well, "", "0", "2 lines, want 1"},
		{"stream, standard error", stream(well, well), well, "ill\n", "0", "ill"},
		{"stream, exit status", stream(well, well), well, "", "3", "exit status 3"},
		{"stream, sum", stream("", well), well, "", "0", "SHA-256 of the output"},
		{"stream, next stage", stream(well, ""), well, "", "0", "SHA-256 of the lines of the next stage"},
		{"options, standard output", options, well, usage, "0", "standard output: from line 1"},
		{"options, standard error", options, "", "Prints \n", "0", "and to hold"},
		{"options, exit status", options, "", usage, "2", "exit status 2, want 0"},
		{"full disk", fullDisk, "", full, "1", ""},
		{"full disk, standard error", fullDisk, "", "ill\n", "1", "standard error: from line 1"},
		{"full disk, exit status", fullDisk, "", full, "0", "exit status 0, want 1"},
		{"closed pipe", closedPipe, "", "", "1", ""},
		{"closed pipe, standard error", closedPipe, "", "ill\n", "1", "did not end quietly"},
		{"closed pipe, exit status", closedPipe, "", "", "0", "as if all had been read"},
		{"prompt", prompt, well, "", "0", ""},
		{"prompt, late", prompt, "ill\n", "", "0", "before the answer"},
		{"prompt, rest", prompt, "we", "", "0", "after the answer"},
		{"prompt, standard error", prompt, well, "ill\n", "0", "standard error: from line 1"},
		{"prompt, exit status", prompt, well, "", "3", "exit status 3"},
		{"taken", taken, well, "", "0", ""},
		{"taken, standard error", taken, well, "ill\n", "0", "standard error: from line 1"},
		{"taken, exit status", taken, well, "", "1", "exit status 1, want 0"},
		{"refused", refused, "", "ill\n", "1", ""},
		{"refused, standard output", refused, well, "ill\n", "1", "standard output: from line 1"},
		{"refused, two lines", refused, "", "ill\nill\n", "1", "want one line"},
		{"refused, exit status", refused, "", "ill\n", "2", "exit status 2, want 1"},
		{"line", line, "", "", "1", ""},
		{"line, exit status", line, "", "", "0", "exit status 0, want 1"},
	} {
		if os.Getenv("SAID_CHECK") == c.name {
			c.check(t, &Program{&program.Program{Name: "said", Path: os.Getenv("SAID_PATH")}})
			return
		}
		if os.Getenv("SAID_CHECK") != "" {
			continue
		}
		cmd := exec.CommandContext(t.Context(), self, "-test.run=^TestChecks$")
		cmd.Env = append(os.Environ(), "SAID_PATH="+path, "SAID_CHECK="+c.name, "SAID_STDOUT="+c.stdout, "SAID_STDERR="+c.stderr, "SAID_EXIT="+c.exit)
		said, err := cmd.CombinedOutput()
		if failed := err != nil; failed != (c.want != "") || !strings.Contains(string(said), c.want) {
			t.Errorf("%s: failed %t, want what fails to say %q, not\n%s", c.name, failed, c.want, said)
		}
	}
}
