package golden

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"testing"

	"example.com/eightqueens/internal/oracle"
)

// CheckN checks a stage that reads n: its boards, which at n = 8 are those of stage 3, its counts and
// its prompt, what is taken for n on standard input and as -n, and how the rest is refused. limit is the
// largest n.
func (p *Program) CheckN(t *testing.T, prompt, limit string) {
	for _, n := range []string{"1", "2", "4", "6"} {
		korean, english := File(t, "testdata/n"+n+".ko.txt"), File(t, "testdata/n"+n+".en.txt")
		p.Check(t,
			Case{Name: "Korean n=" + n, Stdin: n + "\n", Stdout: korean},
			Case{Name: "English n=" + n, Stdin: n + "\n", Args: []string{"-lang", "en"}, Stdout: english},
			Case{Name: "flag n=" + n, Args: []string{"-n", n}, Stdout: strings.TrimPrefix(korean, prompt)},
		)
	}
	p.Check(t,
		Case{Name: "as stage 3", Args: []string{"-n", "8", "-lang", "en"}, Stdout: File(t, "../stage3_diagonals/testdata/board.en.txt")},
		Case{Name: "an empty line", Stdin: "\n4\n", Stdout: prompt, Exit: 1,
			Stderr: p.Name + ": n이 입력되지 않았습니다. 1부터 " + limit + "까지의 정수가 필요합니다\n"},
	)
	for n := 1; n <= 12; n++ {
		p.Check(t, Case{Name: fmt.Sprint("count n=", n), Args: []string{"-count", "-n", strconv.Itoa(n)}, Stdout: fmt.Sprintln(oracle.Published[n])})
	}
	p.CheckPrompt(t, prompt, "4\n", strings.TrimPrefix(File(t, "testdata/n4.ko.txt"), prompt))

	for line := range strings.Lines(File(t, "../internal/golden/testdata/input.tsv")) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		escaped, want, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		stdin, err := strconv.Unquote(`"` + escaped + `"`)
		if err != nil {
			t.Fatalf("%s: %v", escaped, err)
		}
		step(t, escaped, func(t *testing.T) {
			p.checkInput(t, Case{Args: []string{"-count"}, Stdin: stdin}, want, 1)
			if !strings.Contains(stdin, "\x00") { // which no argument can hold
				p.checkInput(t, Case{Args: []string{"-count", "-n", stdin}}, want, 2)
			}
		})
	}

	many := strings.Repeat("9", 70_000)
	for _, c := range []struct{ name, stdin, korean, english string }{
		{"nothing", "",
			"n이 입력되지 않았습니다. 1부터 LIMIT까지의 정수가 필요합니다",
			"no n was given; want a whole number from 1 to LIMIT"},
		{"no number", "여덟\n",
			`n은 1부터 LIMIT까지의 정수여야 합니다. 입력한 값: "여덟"`,
			`n must be a whole number from 1 to LIMIT, not "여덟"`},
		{"long", many,
			`n은 1부터 LIMIT까지의 정수여야 합니다. 입력한 값: "99999999999999999999"…`,
			`n must be a whole number from 1 to LIMIT, not "99999999999999999999"…`},
		{"UTF-16", "\xff\xfe8\x00\n\x00",
			`n은 1부터 LIMIT까지의 정수여야 합니다. 입력한 값: "\xff\xfe8\x00" (UTF-8이 아니라 UTF-16인 것 같습니다)`,
			`n must be a whole number from 1 to LIMIT, not "\xff\xfe8\x00" (which seems to be UTF-16, not UTF-8)`},
	} {
		for language, message := range map[string]string{"ko": c.korean, "en": c.english} {
			p.Check(t, Case{
				Name:   c.name + " in " + language,
				Args:   []string{"-count", "-lang", language},
				Stdin:  c.stdin,
				Stderr: p.Name + ": " + strings.ReplaceAll(message, "LIMIT", limit) + "\n",
				Exit:   1,
			})
		}
	}

	p.checkLineTaken(t, "xecho HI\n")
	p.checkLineTaken(t, many+"\n")
	endless := strings.Repeat(" ", 1<<20-1) + "800" // cut off somewhere, it might be 8
	p.checkInput(t, Case{Args: []string{"-count"}, Stdin: endless}, "refused", 1)
}

// checkInput checks the count that is wanted, or that the run is refused with the exit status.
func (p *Program) checkInput(t *testing.T, c Case, want string, refusal int) {
	t.Helper()
	got := p.Run(t, c)
	if want == "refused" {
		c.Exit, c.Stderr = refusal, got.Stderr
		if refusal == 2 && !strings.HasPrefix(got.Stderr, "invalid value ") {
			t.Errorf("%q: want it refused as a wrong flag, not %q", c.Args, got.Stderr)
		}
		if refusal == 1 && strings.Count(got.Stderr, "\n") != 1 {
			t.Errorf("%q: want one line on standard error, not %q", c.Args, got.Stderr)
		}
	} else {
		c.Stdout = want + "\n"
	}
	for _, problem := range c.problems(got) {
		t.Errorf("%q: %s", c.Args, problem)
	}
}

// checkLineTaken checks that the whole first line of the input is read, even where it is refused:
// what is left of it would go to the shell.
func (p *Program) checkLineTaken(t *testing.T, line string) {
	stdin, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	go func() {
		io.WriteString(writer, line)
		writer.Close()
	}()
	cmd := p.Command(t, Case{Args: []string{"-count"}})
	cmd.Stdin = stdin
	if exit := finish(t, cmd); exit != 1 {
		t.Errorf("%.20q…: exit status %d, want 1", line, exit)
	}
	if rest, err := io.ReadAll(stdin); err != nil || len(rest) > 0 {
		t.Errorf("left %d bytes of the line, %.20q, and %v", len(rest), rest, err)
	}
}
