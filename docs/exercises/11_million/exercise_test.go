package exercise_test

import (
	"fmt"
	"slices"
	"testing"

	exercise "example.com/eightqueens/docs/exercises/11_million"
	"example.com/eightqueens/docs/exercises/11_million/solution"
	"example.com/eightqueens/docs/exercises/internal/check"
	"example.com/eightqueens/docs/internal/language"
	"example.com/eightqueens/internal/oracle"
)

func TestExercise(t *testing.T) { test(t, exercise.Place, exercise.Safe) }
func TestSolution(t *testing.T) { test(t, solution.Place, solution.Safe) }

const million = 1_000_000

func test(t *testing.T, place func(n int) []int, safe func(pos []int) bool) {
	// One n of every remainder comes early, the two without a solution after it.
	for _, n := range []int{4, 5, 6, 7, 8, 9, 1, 2, 3} {
		testPlace(t, place, n)
	}
	for n := 10; n < 110; n++ {
		testPlace(t, place, n)
	}
	testLarge(t, place, million)
	for n := 1; n <= 4; n++ {
		testSafe(t, safe, n)
	}
	testSafeLarge(t, safe)
}

// testPlace compares the queens pair by pair.
func testPlace(t *testing.T, place func(n int) []int, n int) {
	call := fmt.Sprintf("Place(%d)", n)
	pos := check.Call(t, call, func() []int { return place(n) })
	check.Placement(t, call, n, pos)
}

// testLarge sorts the rows and the diagonals of the queens, and looks for two that are the same.
func testLarge(t *testing.T, place func(n int) []int, n int) {
	call := fmt.Sprintf("Place(%d)", n)
	pos := check.Call(t, call, func() []int { return place(n) })
	if len(pos) != n {
		check.Fail(t, call, language.Say("길이가 %d이어야 하는데 %d입니다.", "the length must be %d, not %d.", n, len(pos)))
	}
	rows, sums, differences := slices.Clone(pos), slices.Clone(pos), slices.Clone(pos)
	for i := range pos {
		sums[i] += i
		differences[i] -= i
	}
	if slices.Min(pos) < 0 || slices.Max(pos) >= n || repeats(rows) || repeats(sums) || repeats(differences) {
		check.Fail(t, call, language.Say("해가 아닙니다.", "it is not a solution."))
	}
}

// repeats reports whether a number stands in the list twice. It sorts the list.
func repeats(list []int) bool {
	slices.Sort(list)
	return len(slices.Compact(list)) < len(list)
}

// testSafe asks for every way to write n rows from -1 to n, of which some are not on the board.
func testSafe(t *testing.T, safe func(pos []int) bool, n int) {
	for _, pos := range oracle.Full(n+2, n, oracle.None) {
		for i := range pos {
			pos[i]--
		}
		call := fmt.Sprintf("Safe(%v)", pos)
		got := check.Call(t, call, func() bool { return safe(slices.Clone(pos)) })
		fault := check.Fault(n, pos)
		check.Equal(t, call, got, fault == "", fault)
	}
}

// testSafeLarge asks for a million queens, with and without a mistake.
func testSafeLarge(t *testing.T, safe func(pos []int) bool) {
	pos := solution.Place(million)
	ask := func(how string, want bool) {
		call := fmt.Sprintf("Safe(pos), %s", how)
		check.Equal(t, call, check.Call(t, call, func() bool { return safe(pos) }), want)
	}
	ask(language.Say("백만 퀸의 해", "a solution of a million queens"), true)
	pos[million-1], pos[million-2] = pos[million-2], pos[million-1]
	ask(language.Say("마지막 두 퀸을 맞바꾼 것", "the same with the last two queens exchanged"), false)
}
