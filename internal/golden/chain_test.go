package golden_test

import (
	"fmt"
	"io"
	"strconv"
	"testing"

	"example.com/eightqueens/internal/golden"
	"example.com/eightqueens/internal/oracle"
)

// The chain proves that each rule removes exactly what it forbids: the placements of a stage are
// those of the stage before it that keep the new rule. The oracle judges finished placements.

// sameLines compares the lines of a stage with the wanted ones, and lets it print no more than one
// too many.
func sameLines(t *testing.T, stage *golden.Program, want []string) {
	t.Helper()
	var got []string
	for line := range stage.Lines(t, io.Discard) {
		got = append(got, line)
		if len(got) > len(want) {
			break
		}
	}
	if diff := golden.Diff(want, got); diff != "" {
		t.Fatalf("%s against what is left of the stage before: %s", stage.Name, diff)
	}
}

// keeping returns the lines of a stage, one digit a queen, on which no two queens share any of the
// kinds of lines on the board.
func keeping(t *testing.T, stage *golden.Program, lines oracle.Lines) []string {
	var kept []string
	var pos []int
	for line := range stage.Lines(t, io.Discard) {
		pos = pos[:0]
		for _, c := range []byte(line) {
			if c != ' ' {
				pos = append(pos, int(c-'0'))
			}
		}
		if oracle.Keeps(pos, lines) {
			kept = append(kept, line)
		}
	}
	return kept
}

func TestChain(t *testing.T) {
	stage1 := golden.Build(t, "../../stage1_branching")
	stage2 := golden.Build(t, "../../stage2_rows")
	stage3 := golden.Build(t, "../../stage3_diagonals")
	anyN := []*golden.Program{
		golden.Build(t, "../../stage4_ngeneral"),
		golden.Build(t, "../../stage5_dynamic"),
	}

	sameLines(t, stage2, keeping(t, stage1, oracle.Row))
	const count = "가능한 8퀸 배치 수 : 92"
	sameLines(t, stage3, append(keeping(t, stage2, oracle.Slash|oracle.Backslash), count))

	boards := stage3.Run(t, golden.Case{Args: []string{"-board", "-lang", "en"}}).Stdout
	for _, stage := range anyN {
		stage.Check(t, golden.Case{
			Name:   stage.Name + " agrees with stage 3",
			Args:   []string{"-n", "8", "-lang", "en"},
			Stdout: boards,
		})
		for n := 1; n <= 12; n++ {
			stage.Check(t, golden.Case{
				Name:   fmt.Sprint(stage.Name, " n=", n),
				Args:   []string{"-count", "-n", strconv.Itoa(n)},
				Stdout: fmt.Sprintln(oracle.Published[n]),
			})
		}
	}
}
