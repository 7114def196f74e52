package main

import (
	"strconv"
	"strings"
	"testing"
	"unsafe"

	"example.com/eightqueens/internal/golden"
)

func TestStage(t *testing.T) {
	stage := golden.Build(t, ".")
	stage.CheckN(t, "체스판을 n * n으로 만듭니다\nn의 값 : ", "800")
	stage.CheckOptions(t)
	stage.CheckFullDisk(t, "-n", "16")
	stage.CheckClosedPipe(t, false, "-n", "16")
}

func TestLargestN(t *testing.T) {
	n, err := readN(strings.NewReader(strconv.Itoa(maxN)), words)
	if n != maxN || err != nil {
		t.Errorf("n = %d is not taken: %d, %v", maxN, n, err)
	}
}

func TestDiagonalsReach(t *testing.T) {
	const corner = maxN - 1
	if last := corner + corner; last >= len(slashUsed) {
		t.Errorf("the / diagonal %d has no place among %d", last, len(slashUsed))
	}
	if last := corner - 0 + maxN - 1; last >= len(backslashUsed) {
		t.Errorf("the \\ diagonal %d has no place among %d", last, len(backslashUsed))
	}
}

// TestMemory holds the chapters to what the arrays take where an int has 8 bytes.
func TestMemory(t *testing.T) {
	bytes := unsafe.Sizeof(pos) + unsafe.Sizeof(rowUsed) + unsafe.Sizeof(slashUsed) + unsafe.Sizeof(backslashUsed)
	if strconv.IntSize == 64 && bytes != 13*maxN-2 {
		t.Errorf("the arrays take %d bytes, want %d", bytes, 13*maxN-2)
	}
}
