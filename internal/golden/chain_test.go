package golden_test

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/eightqueens/internal/golden"
	"github.com/google/go-cmp/cmp"
)

// The chain proves that each rule removes exactly what it forbids: the placements of a stage are
// those of the stage before it that keep the new rule. The rules are checked here on finished
// placements, pair by pair, and share nothing with the flags of the search.

// everyPair tells whether a rule holds for each two queens of a printed placement, a digit a queen.
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

// keeping returns the lines of a stage whose placements keep the rule.
func keeping(t *testing.T, stage *golden.Stage, rule func(columns, rows int) bool) []string {
	var kept []string
	for line := range stage.Lines(t, io.Discard) {
		if everyPair(line, rule) {
			kept = append(kept, line)
		}
	}
	return kept
}

func TestRowsRemoveSharedRowsAlone(t *testing.T) {
	want := keeping(t, golden.Build(t, "../../stage1_branching"), differentRows)
	got := slices.Collect(golden.Build(t, "../../stage2_rows").Lines(t, io.Discard))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("stage 1 without shared rows, and stage 2 (-want +got):\n%s", diff)
	}
}

func TestDiagonalsRemoveSharedDiagonalsAlone(t *testing.T) {
	want := keeping(t, golden.Build(t, "../../stage2_rows"), differentDiagonals)
	got := slices.Collect(golden.Build(t, "../../stage3_diagonals").Lines(t, io.Discard))
	got = got[:max(0, len(got)-1)] // the last line tells the count
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("stage 2 without shared diagonals, and stage 3 (-want +got):\n%s", diff)
	}
}

func TestStagesAgreeOnEightQueens(t *testing.T) {
	want := golden.Build(t, "../../stage3_diagonals").Run(t, golden.Case{Args: []string{"-board", "-lang", "en"}})
	for _, dir := range []string{"../../stage4_ngeneral", "../../stage5_dynamic"} {
		got := golden.Build(t, dir).Run(t, golden.Case{Args: []string{"-n", "8", "-lang", "en"}})
		if diff := cmp.Diff(strings.Split(want.Stdout, "\n"), strings.Split(got.Stdout, "\n")); diff != "" {
			t.Errorf("stage 3, and %s with n = 8 (-want +got):\n%s", dir, diff)
		}
	}
}

// TestCounts compares with the published counts, https://oeis.org/A000170.
func TestCounts(t *testing.T) {
	for _, dir := range []string{"../../stage4_ngeneral", "../../stage5_dynamic"} {
		stage := golden.Build(t, dir)
		for i, count := range []int{1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200} {
			stage.Check(t, golden.Case{
				Name:   fmt.Sprintf("%s n=%d", stage.Name, i+1),
				Args:   []string{"-count", "-n", strconv.Itoa(i + 1)},
				Stdout: fmt.Sprintln(count),
			})
		}
	}
}
