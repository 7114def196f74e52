package golden

import (
	"io"
	"os"
	"strings"
	"testing"
)

// CheckManners checks what every stage owes its user: help, clear refusals, and an honest end
// where its output cannot be written. flags are those that make the stage run without being asked
// for anything; wantFull is what it says when the disk is full.
func (s *Stage) CheckManners(t *testing.T, wantFull string, flags ...string) {
	usage := func(t *testing.T, firstLine string, exit int, args ...string) {
		t.Helper()
		got := s.Run(t, Case{Args: args})
		if got.Stdout != "" {
			t.Errorf("%q printed on standard output:\n%.500s", args, got.Stdout)
		}
		if !strings.HasPrefix(got.Stderr, firstLine) {
			t.Errorf("%q said:\n%.500s\nwant it to begin with:\n%s", args, got.Stderr, firstLine)
		}
		if want := "\nUsage: go run ./" + s.Name + "\n"; !strings.Contains(got.Stderr, want) {
			t.Errorf("%q does not tell the usage:\n%.500s", args, got.Stderr)
		}
		if got.Exit != exit {
			t.Errorf("%q: exit status %d, want %d", args, got.Exit, exit)
		}
	}
	step(t, "help", func(t *testing.T) { usage(t, "Prints ", 0, "-h") })
	step(t, "unknown flag", func(t *testing.T) {
		usage(t, "flag provided but not defined: -colour\n", 2, "-colour")
	})
	step(t, "stray argument", func(t *testing.T) { usage(t, `unexpected argument: "8"`+"\n", 2, "8") })

	step(t, "full disk", func(t *testing.T) {
		full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
		if err != nil {
			t.Skip("this system has no /dev/full")
		}
		defer full.Close()
		var stderr limitedBuffer
		cmd := s.Command(t, Case{Args: flags, Env: []string{"LANG=en_US.UTF-8"}})
		cmd.Stdout, cmd.Stderr = full, &stderr
		cmd.Run()
		if diff := Diff(lines(wantFull), lines(stderr.String())); diff != "" {
			t.Errorf("standard error: %s", diff)
		}
		if exit := cmd.ProcessState.ExitCode(); exit != 1 {
			t.Errorf("exit status %d, want 1", exit)
		}
	})

	step(t, "closed pipe", func(t *testing.T) {
		reader, writer, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		defer writer.Close()
		reader.Close()
		var stderr limitedBuffer
		cmd := s.Command(t, Case{Args: flags})
		cmd.Stdout, cmd.Stderr = writer, &stderr
		if cmd.Run() == nil {
			t.Error("it ended as if all had been read")
		}
		if stderr.String() != "" {
			t.Errorf("it did not end quietly: %.500s", stderr.String())
		}
	})
}

// CheckPrompt checks that the whole prompt is to be seen before anything is typed, and that rest
// follows when answer is.
func (s *Stage) CheckPrompt(t *testing.T, prompt, answer, rest string) {
	cmd := s.Command(t, Case{})
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
	got, err := io.ReadAll(io.LimitReader(stdout, outputLimit))
	if err != nil {
		t.Fatal(err)
	}
	if diff := Diff(lines(rest), lines(string(got))); diff != "" {
		t.Errorf("after the answer: %s", diff)
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}
