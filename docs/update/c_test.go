package main

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"example.com/eightqueens/internal/oracle"
)

// The programs in C that the chapters quote and time count as the stages do, and a C compiler has
// nothing to say against them.
func TestC(t *testing.T) {
	t.Parallel()
	compiler, err := exec.LookPath("cc")
	if err != nil {
		t.Skip("no C compiler: ", err)
	}
	sources, err := filepath.Glob(filepath.Join(root, "docs/c/*.c"))
	if err != nil || len(sources) != 3 {
		t.Fatal(sources, err)
	}
	for _, source := range sources {
		built := filepath.Join(t.TempDir(), "queens.exe")
		// With MAXN 14 the arrays of bounds.c are long enough for all n tried here.
		arguments := []string{"-O2", "-Wall", "-Wextra", "-Werror", "-o", built, source}
		if filepath.Base(source) == "bounds.c" {
			arguments = append(arguments, "-DMAXN=14")
		}
		if message, err := exec.CommandContext(t.Context(), compiler, arguments...).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", source, err, message)
			continue
		}
		for n := 1; n <= 10; n++ {
			count := exec.CommandContext(t.Context(), built)
			count.Stdin = strings.NewReader(fmt.Sprintln(n))
			if got, err := count.Output(); err != nil || string(got) != fmt.Sprintln(oracle.Published[n]) {
				t.Errorf("%s: n = %d: %q, %v, want %d", source, n, got, err, oracle.Published[n])
			}
		}
	}
}
