package main

import (
	"strings"
	"testing"

	"example.com/eightqueens/internal/golden"
	"example.com/eightqueens/internal/oracle"
)

func TestStage(t *testing.T) {
	stage := golden.Build(t, ".")
	next, _, _ := strings.Cut(golden.File(t, "../stage3_diagonals/testdata/rows.en.txt"), "8-queens")
	stage.CheckStream(t, golden.Stream{
		Lines: 40_320,
		Sum:   golden.File(t, "testdata/sha256.txt"),
		First: golden.File(t, "testdata/head.txt"),
		Last:  golden.File(t, "testdata/tail.txt"),
		Rule:  oracle.Slash | oracle.Backslash,
		Next:  golden.Sum(next),
	})
	stage.CheckFullDisk(t)
	stage.CheckClosedPipe(t, true)
}
