package golden_test

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"

	"example.com/eightqueens/internal/golden"
)

// The chain proves that each rule removes exactly what it forbids: the placements of a stage are
// those of the stage before it that keep the new rule. The rules are checked here on finished
// placements, pair by pair, and share nothing with the flags of the search.

// everyPair reports whether a rule holds for each two queens of a printed placement, one digit per queen.
func everyPair(line string, rule func(columns, rows int) bool) bool {
	rows := strings.ReplaceAll(line, " ", "")
	for i := range rows {
		for k := range i {
			if !rule(i-k, int(rows[i])-int(rows[k])) {
				return false
			}
		}
	}
	return true
}

func differentRows(_, rows int) bool { return rows != 0 }

func differentDiagonals(columns, rows int) bool { return rows != columns && rows != -columns }

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

// keeping returns the lines of a stage whose placements keep the rule.
func keeping(t *testing.T, stage *golden.Program, rule func(columns, rows int) bool) []string {
	var kept []string
	for line := range stage.Lines(t, io.Discard) {
		if everyPair(line, rule) {
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

	sameLines(t, stage2, keeping(t, stage1, differentRows))
	const count = "가능한 8퀸 배치 수 : 92"
	sameLines(t, stage3, append(keeping(t, stage2, differentDiagonals), count))

	boards := stage3.Run(t, golden.Case{Args: []string{"-board", "-lang", "en"}}).Stdout
	// The counts are those of https://oeis.org/A000170.
	counts := []int{1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200}
	for _, stage := range anyN {
		stage.Check(t, golden.Case{
			Name:   stage.Name + " agrees with stage 3",
			Args:   []string{"-n", "8", "-lang", "en"},
			Stdout: boards,
		})
		for i, count := range counts {
			n := strconv.Itoa(i + 1)
			stage.Check(t, golden.Case{
				Name:   stage.Name + " n=" + n,
				Args:   []string{"-count", "-n", n},
				Stdout: fmt.Sprintln(count),
			})
		}
	}
}
