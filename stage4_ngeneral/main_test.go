package main

import (
	"strconv"
	"strings"
	"testing"
	"unsafe"

	"example.com/eightqueens/internal/golden"
)

func TestStage(t *testing.T) {
	const prompt = "체스판을 n * n으로 만듭니다\nn의 값 : "
	stage := golden.Build(t, ".")
	for _, n := range []string{"1", "2", "4", "6"} {
		korean := golden.File(t, "testdata/n"+n+".ko.txt")
		english := golden.File(t, "testdata/n"+n+".en.txt")
		stage.Check(t,
			golden.Case{Name: "Korean n=" + n, Stdin: n + "\n", Stdout: korean},
			golden.Case{Name: "English n=" + n, Stdin: n + "\n", Args: []string{"-lang", "en"}, Stdout: english},
			golden.Case{Name: "flag n=" + n, Args: []string{"-n", n}, Stdout: strings.TrimPrefix(korean, prompt)},
		)
	}
	stage.Check(t, golden.Case{Name: "an empty line", Stdin: "\n4\n", Stdout: prompt, Exit: 1,
		Stderr: "stage4_ngeneral: n이 입력되지 않았습니다. 1부터 800까지의 정수가 필요합니다\n"})
	stage.CheckPrompt(t, prompt, "4\n", strings.TrimPrefix(golden.File(t, "testdata/n4.ko.txt"), prompt))
	stage.CheckInput(t, "800")
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
