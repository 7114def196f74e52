package main

import (
	"testing"

	"example.com/eightqueens/internal/golden"
)

func TestStage(t *testing.T) {
	stage := golden.Build(t, ".")
	stage.CheckStream(t, golden.Stream{
		Lines:  40_320,
		SHA256: "dc798ab6cf0ce482651bafaa0e1042c7b086e1d13b59d0f1ca1238d333732f1b",
		First:  golden.File(t, "testdata/head.txt"),
		Last:   golden.File(t, "testdata/tail.txt"),
	})
	stage.CheckFullDisk(t)
	stage.CheckClosedPipe(t, true)
}
