package main

import (
	"strconv"
	"strings"
	"testing"

	"example.com/eightqueens/internal/golden"
)

func TestStage(t *testing.T) {
	stage := golden.Build(t, ".")
	stage.CheckN(t, "체스판을 n * n으로 만듭니다\nn의 값: ", "1000000")
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
