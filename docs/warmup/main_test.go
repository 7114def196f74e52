package main

import (
	"fmt"
	"strings"
	"testing"

	"example.com/eightqueens/internal/golden"
	"example.com/eightqueens/internal/program"
)

var _ = loops // which main calls in the test alone

// The loops and the function that calls itself print the same.
func TestWarmup(t *testing.T) {
	var want strings.Builder
	for number := range 1000 {
		fmt.Fprintf(&want, "[%d %d %d]\n", number/100, number/10%10, number%10)
	}
	for _, call := range []string{"fill(0)", "loops()"} {
		golden.Build(t, ".", program.Change{Old: "\tfill(0)\n", New: "\t" + call + "\n"}).
			Check(t, golden.Case{Name: call, Stdout: want.String()})
	}
}
