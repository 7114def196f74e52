package main

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"example.com/eightqueens/internal/golden"
)

// TestProgram runs the program as a reader does.
func TestProgram(t *testing.T) {
	program := golden.Build(t, ".")
	for _, test := range []struct {
		arguments string
		stdout    string
		stderr    string
		code      int
	}{
		{"-n 8", "92\n", "", 0},
		{"-n 1", "1\n", "", 0},
		{"-n 3", "0\n", "", 0},
		{"-n 12 -way bits", "14200\n", "", 0},
		{"-n 010 -way cores", "724\n", "", 0},
		{"-n ８ -way board", "92\n", "", 0},
		{"", "", "count: give the number of queens with -n\n", 2},
		{"-n 0", "", "count: with -way half, n must be a whole number from 1 to 25, not \"0\"\n", 2},
		{"-n 26", "", "count: with -way half, n must be a whole number from 1 to 25, not \"26\"\n", 2},
		{"-n 28 -way bits", "", "count: with -way bits, n must be a whole number from 1 to 27, not \"28\"\n", 2},
		{"-n 100000000000000000008", "", "count: with -way half, n must be a whole number from 1 to 25, not \"10000000000000000000\"…\n", 2},
		{"-n ８ -part ０/１", "-n 8 -way half -part 0/1: 92\n", "", 0},
		{"-n 4 -way cores -part 1/3", "-n 4 -way cores -part 1/3: 1\n", "", 0}, // of the two pieces one, or none
		{"-n 4 -way cores -part 2/3", "-n 4 -way cores -part 2/3: 0\n", "", 0},
		{"-sum", "", "count: there is no line that -part printed\n", 1},
		{"-sum -n 4", "", "count: -n has no place beside -sum\n", 2},
		{"-sum 4", "", "count: unexpected argument: \"4\"\n", 2},
		{"-n 0x8", "", "count: with -way half, n must be a whole number from 1 to 25, not \"0x8\"\n", 2},
		{"-n 99999999999999999999", "", "count: with -way half, n must be a whole number from 1 to 25, not \"99999999999999999999\"\n", 2},
		{"-n 8 -way magic", "", "count: there is no way \"magic\"; there are flags, board, pairs, iterator, classes, bits, mirror, eight, cores, half\n", 2},
		{"-n 8 -way bits -part 0/2", "", "count: -way bits cannot count in parts; those that can: cores, half\n", 2},
		{"-n 8 -part 2/2", "", "count: the first number of -part must be smaller than the second, not \"2/2\"\n", 2},
		{"-n 8 -part 0/0", "", "count: -part must be like 0/64, 1/64, …, 63/64, with up to 1048576 parts, not \"0/0\"\n", 2},
		{"-n 8 -part -1/2", "", "count: -part must be like 0/64, 1/64, …, 63/64, with up to 1048576 parts, not \"-1/2\"\n", 2},
		{"-n 8 -part 3", "", "count: -part must be like 0/64, 1/64, …, 63/64, with up to 1048576 parts, not \"3\"\n", 2},
		{"-n 8 -part 0/1048577", "", "count: -part must be like 0/64, 1/64, …, 63/64, with up to 1048576 parts, not \"0/1048577\"\n", 2},
		{"-n 8 9", "", "count: unexpected argument: \"9\"\n", 2},
		{"-lang ko", "", "count: -n으로 퀸의 수를 정해 주십시오.\n", 2},
	} {
		if strconv.IntSize == 32 {
			test.stderr = strings.NewReplacer("1 to 25", "1 to 18", "1 to 27", "1 to 18").Replace(test.stderr)
		}
		program.Check(t, golden.Case{
			Name: test.arguments, Args: strings.Fields(test.arguments), Env: []string{"LANG=en_US.UTF-8"},
			Stdout: test.stdout, Stderr: test.stderr, Exit: test.code,
		})
	}
	t.Run("unknown flag", func(t *testing.T) {
		got := program.Run(t, golden.Case{Args: []string{"-queens", "8"}})
		if got.Stdout != "" || !strings.Contains(got.Stderr, "-queens") || got.Exit != 2 {
			t.Errorf("got %+v", got)
		}
	})
	program.CheckFullDisk(t, "-n", "4")
	t.Run("sum", func(t *testing.T) {
		var lines string
		for part := range 3 {
			lines += program.Run(t, golden.Case{Args: []string{"-n", "8", "-part", fmt.Sprintf("%d/3", part)}}).Stdout
		}
		program.Check(t, golden.Case{Args: []string{"-sum"}, Stdin: lines, Stdout: "92\n"})
	})
}

// TestProgress lets the progress write to a file as if it were a terminal.
func TestProgress(t *testing.T) {
	file, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if p := newProgress(file); p.file != nil {
		t.Error("a file is taken for a terminal")
	}
	p := newProgress(file)
	p.file = file
	p.show(3, 64)
	p.show(4, 64) // too soon
	p.end()
	text, err := os.ReadFile(file.Name())
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\r")
	if len(lines) != 4 || !strings.Contains(lines[1], "64") || strings.TrimSpace(lines[2]) != "" ||
		!regexp.MustCompile(`^(time|걸린 시간): \d+(\.\d+)?[mµ]?s\n$`).MatchString(lines[3]) {
		t.Errorf("got %q", text)
	}
}
