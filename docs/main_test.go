package main

import (
	"bufio"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"example.com/eightqueens/docs/internal/server"
	"example.com/eightqueens/internal/golden"
)

// TestProgram runs the program as a reader does.
func TestProgram(t *testing.T) {
	docs := golden.Build(t, ".")
	t.Run("wrong usage", func(t *testing.T) { testWrongUsage(t, docs) })
	t.Run("shows", func(t *testing.T) { testShows(t, docs) })
	t.Run("taken port", func(t *testing.T) { testTakenPort(t, docs) })
}

func testWrongUsage(t *testing.T, docs *golden.Program) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	another := t.TempDir()
	if err := os.WriteFile(filepath.Join(another, "go.mod"), []byte("module example.com/other\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		golden.Case
		said    string
		oneLine bool
	}{
		{golden.Case{Name: "help", Args: []string{"-h"}}, "Usage: go run ./docs", false},
		{golden.Case{Name: "unknown flag", Args: []string{"-x"}, Exit: 2}, "flag provided but not defined: -x", false},
		{golden.Case{Name: "stray argument", Args: []string{"x"}, Exit: 2}, `unexpected argument: "x"`, false},
		{golden.Case{Name: "no address", Args: []string{"-addr", "x"}, Exit: 2}, "missing port", false},
		{golden.Case{Name: "every interface", Args: []string{"-addr", "0.0.0.0:0"}, Exit: 2}, "0.0.0.0 is not this machine itself", false},
		{golden.Case{Name: "taken address", Args: []string{"-addr", taken.Addr().String()}, Exit: 1}, taken.Addr().String(), true},
		{golden.Case{Name: "outside the repository", Dir: t.TempDir(), Exit: 1}, "run this inside the folder of the tutorial", true},
		{golden.Case{Name: "another module", Dir: another, Exit: 1}, "run this inside the folder of the tutorial", true},
		{golden.Case{Name: "no go command", Env: []string{"PATH="}, Exit: 1}, "the go command is not found", true},
		{golden.Case{Name: "export to a file", Args: []string{"-export", file}, Exit: 1}, "this is a file, not a folder", true},
		{golden.Case{Name: "export to no folder", Args: []string{"-export", ""}, Exit: 2}, "no folder is named", false},
		{golden.Case{Name: "export over other files", Args: []string{"-export", another}, Exit: 1}, "neither empty nor an earlier export", true},
		{golden.Case{Name: "export and address", Args: []string{"-addr", ":0", "-export", "site"}, Exit: 2}, "-addr and -export do not go together", false},
	} {
		t.Run(c.Name, func(t *testing.T) {
			got := docs.Run(t, c.Case)
			if got.Exit != c.Exit {
				t.Errorf("status %d, want %d", got.Exit, c.Exit)
			}
			if !strings.Contains(got.Stderr, c.said) || c.oneLine && strings.Count(got.Stderr, "\n") != 1 {
				t.Errorf("standard error is\n%s", got.Stderr)
			}
			if got.Stdout != "" {
				t.Errorf("standard output is\n%s", got.Stdout)
			}
		})
	}
}

// start starts the program, which ends with the test, and returns it with what it prints.
func start(t *testing.T, docs *golden.Program, args ...string) (*exec.Cmd, *bufio.Scanner) {
	t.Helper()
	cmd := docs.Command(t, golden.Case{Args: args, Dir: "internal/browsertest"}) // a module of its own
	output, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	return cmd, bufio.NewScanner(output)
}

// Started in a folder within the repository, even in that of another module, the program prints where
// it can be read, and ends when it is told to.
func testShows(t *testing.T, docs *golden.Program) {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}
	if runtime.GOOS == "windows" {
		signals = []os.Signal{os.Kill} // it knows no other from another process
	}
	for _, end := range signals {
		t.Run(end.String(), func(t *testing.T) {
			if signal.Ignored(end) {
				t.Skip("it is ignored here, as under nohup, and so by the program")
			}
			cmd, lines := start(t, docs, "-addr", "127.0.0.1:0")
			lines.Scan()
			response, err := http.Get(lines.Text() + "ko/02-rows.html")
			if err != nil {
				t.Fatal(err)
			}
			defer response.Body.Close()
			if response.StatusCode != http.StatusOK {
				t.Errorf("the chapter has the status %s", response.Status)
			}
			begun := time.Now()
			if err := cmd.Process.Signal(end); err != nil {
				t.Fatal(err)
			}
			if err := cmd.Wait(); err != nil && end != os.Kill {
				t.Errorf("it ends with %v", err)
			}
			if took := time.Since(begun); took > 2*time.Second {
				t.Errorf("it goes on for %v", took)
			}
		})
	}
}

func testTakenPort(t *testing.T, docs *golden.Program) {
	says := func(want ...string) {
		t.Helper()
		cmd, lines := start(t, docs)
		defer cmd.Wait()
		defer cmd.Process.Kill()
		for _, want := range want {
			if !lines.Scan() || !strings.Contains(lines.Text(), want) {
				t.Fatalf("it says %q, want %q", lines.Text(), want)
			}
		}
	}
	taken, err := net.Listen("tcp", server.DefaultAddress)
	says(server.DefaultAddress+" is not free", "http://127.0.0.1:", "Ctrl+C")
	if err != nil {
		t.Skip("somebody else has the port")
	}
	taken.Close()
	says("http://"+server.DefaultAddress+"/", "Ctrl+C")
}
