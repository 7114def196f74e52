package main

import (
	"io/fs"
	"syscall"
	"testing"

	"example.com/eightqueens/internal/golden"
)

func TestStage(t *testing.T) {
	stage := golden.Build(t, ".")
	stage.CheckStream(t, golden.Stream{
		Lines:  16_777_216,
		SHA256: "a5a8246147985c46d3e4185cd6637136fa5f01735fcd9b9ed9e7c4be16c1c2b3",
		First:  golden.File(t, "testdata/head.txt"),
		Last:   golden.File(t, "testdata/tail.txt"),
	})
	stage.CheckManners(t, "stage1_branching: cannot write the output: write /dev/stdout: no space left on device\n")
}

// TestClosedPipe stands in for Windows, where a closed pipe is an error and not a signal.
func TestClosedPipe(t *testing.T) {
	for code, want := range map[syscall.Errno]bool{109: true, 232: true, syscall.ENOSPC: false} {
		if err := (&fs.PathError{Err: code}); isClosedPipe(err) != want {
			t.Errorf("isClosedPipe(%d) is not %v", code, want)
		}
	}
}
