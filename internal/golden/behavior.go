package golden

import (
	"io"
	"os"
	"runtime"
	"strings"
	"testing"

	"example.com/eightqueens/internal/program"
)

// CheckOptions checks what a program with words of its own owes its user on the command line: help,
// and clear refusals.
func (p *Program) CheckOptions(t *testing.T) {
	check := func(firstLine string, exit int, args ...string) {
		step(t, strings.Join(args, " "), func(t *testing.T) {
			got := p.Run(t, Case{Args: args})
			wantUsage := "\nUsage: go run ./" + p.Name + "\n"
			if !strings.HasPrefix(got.Stderr, firstLine) || !strings.Contains(got.Stderr, wantUsage) {
				t.Errorf("it said:\n%.500s\nwant it to begin with:\n%s\nand to hold:%s", got.Stderr, firstLine, wantUsage)
			}
			// What it says is judged; the rest is to be as in any case.
			for _, problem := range (Case{Stderr: got.Stderr, Exit: exit}).problems(got) {
				t.Error(problem)
			}
		})
	}
	check("Prints ", 0, "-h")
	check("flag provided but not defined: -colour\n", 2, "-colour")
	check(`unexpected argument: "8"`+"\n", 2, "8")
}

// CheckFullDisk checks that the program, run with the arguments, says in one line that its output
// cannot be written.
func (p *Program) CheckFullDisk(t *testing.T, args ...string) {
	step(t, "full disk", func(t *testing.T) {
		full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
		if err != nil {
			t.Skip("this system has no /dev/full")
		}
		defer full.Close()
		var stderr strings.Builder
		cmd := p.Command(t, Case{Args: args, Env: []string{"LANG=en_US.UTF-8"}})
		cmd.Stdout, cmd.Stderr = full, &stderr
		got := program.Result{Exit: finish(t, cmd), Stderr: stderr.String()}
		want := Case{Stderr: p.Name + ": cannot write the output: write /dev/stdout: no space left on device\n", Exit: 1}
		for _, problem := range want.problems(got) {
			t.Error(problem)
		}
	})
}

// CheckClosedPipe checks that the program, run with the arguments, fails quietly where nobody reads
// its output. One line may be said on Windows alone, and only if the program is so simple that it
// cannot know this failure from others.
func (p *Program) CheckClosedPipe(t *testing.T, simple bool, args ...string) {
	step(t, "closed pipe", func(t *testing.T) {
		reader, writer, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		defer writer.Close()
		reader.Close()
		var stderr strings.Builder
		cmd := p.Command(t, Case{Args: args})
		cmd.Stdout, cmd.Stderr = writer, &stderr
		if finish(t, cmd) == 0 {
			t.Error("it ended as if all had been read")
		}
		lines := strings.Count(stderr.String(), "\n")
		if stderr.String() != "" && !(simple && runtime.GOOS == "windows" && lines == 1) {
			t.Errorf("it did not end quietly: %.500s", stderr.String())
		}
	})
}

// CheckPrompt checks that the whole prompt is to be seen before anything is typed, and that rest
// follows when answer is.
func (p *Program) CheckPrompt(t *testing.T, prompt, answer, rest string) {
	var stderr strings.Builder
	cmd := p.Command(t, Case{})
	cmd.Stderr = &stderr
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	shown := make([]byte, len(prompt))
	if _, err := io.ReadFull(stdout, shown); err != nil || string(shown) != prompt {
		t.Fatalf("before the answer it printed %q, want %q", shown, prompt)
	}
	io.WriteString(stdin, answer)
	stdin.Close()
	got, err := io.ReadAll(io.LimitReader(stdout, program.OutputLimit))
	if err != nil {
		t.Fatal(err)
	}
	if diff := Diff(lines(rest), lines(string(got))); diff != "" {
		t.Errorf("after the answer: %s", diff)
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	if diff := Diff(lines(""), lines(stderr.String())); diff != "" {
		t.Errorf("standard error: %s", diff)
	}
}
