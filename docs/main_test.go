package main

import (
	"bufio"
	"errors"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The tests run this very program: the test binary is it, where the variable says so.
const asProgram = "EIGHTQUEENS_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

func command(t *testing.T, arguments ...string) *exec.Cmd {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), program, arguments...)
	cmd.Env = append(os.Environ(), asProgram+"=1")
	return cmd
}

func TestWrongUsage(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name      string
		arguments []string
		status    int
		said      string
		oneLine   bool
		change    func(*exec.Cmd)
	}{
		{"help", []string{"-h"}, 0, "Usage: go run ./docs", false, nil},
		{"unknown flag", []string{"-x"}, 2, "flag provided but not defined: -x", false, nil},
		{"stray argument", []string{"x"}, 2, `unexpected argument: "x"`, false, nil},
		{"no address", []string{"-addr", "x"}, 2, "missing port", false, nil},
		{"every interface", []string{"-addr", "0.0.0.0:0"}, 2, "not this machine itself", false, nil},
		{"taken address", []string{"-addr", taken.Addr().String()}, 1, "address", true, nil},
		{"outside the repository", nil, 1, "run this inside the folder of the tutorial", true, func(cmd *exec.Cmd) { cmd.Dir = t.TempDir() }},
		{"another module", nil, 1, "run this inside the folder of the tutorial", true, func(cmd *exec.Cmd) {
			cmd.Dir = t.TempDir()
			if err := os.WriteFile(filepath.Join(cmd.Dir, "go.mod"), []byte("module example.com/other\n"), 0o666); err != nil {
				t.Fatal(err)
			}
		}},
		{"no go command", nil, 1, "the go command is not found", true, func(cmd *exec.Cmd) { cmd.Env = append(cmd.Env, "PATH=") }},
		{"export to a file", []string{"-export", file}, 1, filepath.Base(file), true, nil},
	} {
		cmd := command(t, c.arguments...)
		if c.change != nil {
			c.change(cmd)
		}
		var stderr strings.Builder
		cmd.Stderr = &stderr
		stdout, err := cmd.Output()
		status := 0
		if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
			status = exit.ExitCode()
		} else if err != nil {
			t.Fatal(err)
		}
		if status != c.status {
			t.Errorf("%s: status %d, want %d", c.name, status, c.status)
		}
		if !strings.Contains(stderr.String(), c.said) || c.oneLine && strings.Count(stderr.String(), "\n") != 1 {
			t.Errorf("%s: standard error is\n%s", c.name, &stderr)
		}
		if len(stdout) > 0 {
			t.Errorf("%s: standard output is\n%s", c.name, stdout)
		}
	}
}

// Started in a folder within the repository, the program prints where it can be read.
func TestShows(t *testing.T) {
	cmd := command(t, "-addr", "127.0.0.1:0")
	output, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	defer cmd.Process.Kill()
	address, err := bufio.NewReader(output).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.Get(strings.TrimSpace(address) + "ko/02-rows.html")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		t.Errorf("the chapter has the status %s", response.Status)
	}
}
