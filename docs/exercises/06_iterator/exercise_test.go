package exercise_test

import (
	"fmt"
	"iter"
	"runtime"
	"slices"
	"testing"

	exercise "example.com/eightqueens/docs/exercises/06_iterator"
	"example.com/eightqueens/docs/exercises/06_iterator/solution"
	"example.com/eightqueens/docs/exercises/internal/check"
	"example.com/eightqueens/docs/internal/language"
	"example.com/eightqueens/internal/oracle"
)

func TestExercise(t *testing.T) { test(t, exercise.Placements) }
func TestSolution(t *testing.T) { test(t, solution.Placements) }

func test(t *testing.T, placements func(n int) iter.Seq[[]int]) {
	before := runtime.NumGoroutine()
	for _, n := range []int{4, 1, 2, 3, 5, 6, 7, 8, 9} {
		testKept(t, placements, n)
	}
	testChanged(t, placements)
	testEarlyStop(t, placements, before)
	testAgain(t, placements)
	testTwoLoops(t, placements)
}

// testKept keeps all solutions and checks them when the loop is over.
func testKept(t *testing.T, placements func(n int) iter.Seq[[]int], n int) {
	call := fmt.Sprintf("slices.Collect(Placements(%d))", n)
	var then []string // what each slice held when it came
	kept := check.Call(t, call, func() (kept [][]int) {
		for pos := range placements(n) {
			kept = append(kept, pos)
			then = append(then, fmt.Sprint(pos))
		}
		return kept
	})
	for k, pos := range kept {
		if fmt.Sprint(pos) != then[k] {
			check.Fail(t, call, language.Say(
				"%d번째 해는 나올 때 %s였는데, 반복이 끝난 뒤에는 %v입니다. 반복문에 건네는 슬라이스가 모두 같은 배열을 가리킵니다.",
				"solution %d was %s when it came, and is %v now that the loop is over: all slices share one array.",
				k+1, then[k], pos))
		}
		check.Placement(t, call, n, pos)
	}
	want := oracle.Full(n, n, oracle.All)
	if len(kept) != len(want) {
		check.Fail(t, call, language.Say("결과: 해 %d개", "got:  %d solutions", len(kept)),
			language.Say("기대: 해 %d개", "want: %d solutions", len(want)))
	}
	for k := range want {
		check.Equal(t, call, kept[k], want[k], language.Say("%d번째 해입니다.", "(solution %d)", k+1))
	}
}

// testChanged writes over each solution as soon as it comes.
func testChanged(t *testing.T, placements func(n int) iter.Seq[[]int]) {
	const call = "for pos := range Placements(8) { …; clear(pos) }"
	came := check.Call(t, call, func() (came [][]int) {
		for pos := range placements(8) {
			came = append(came, slices.Clone(pos))
			clear(pos)
		}
		return came
	})
	check.Equal(t, call, came, oracle.Full(8, 8, oracle.All), language.Say(
		"반복문이 받은 슬라이스를 바꾸어도 탐색은 그대로여야 합니다.",
		"the loop may change its slice without disturbing the search."))
}

// testEarlyStop leaves the loop after three solutions of a board with billions of them. No more
// goroutines than before may be left then.
func testEarlyStop(t *testing.T, placements func(n int) iter.Seq[[]int], before int) {
	const call = "for pos := range Placements(20) { …; break }"
	kept := check.Call(t, call, func() (kept [][]int) {
		for pos := range placements(20) {
			if kept = append(kept, pos); len(kept) == 3 {
				break
			}
		}
		return kept
	})
	for _, pos := range kept {
		check.Placement(t, call, 20, pos)
	}
	if len(slices.CompactFunc(kept, slices.Equal)) != 3 {
		check.Fail(t, call, check.Got(kept), language.Say("기대: 서로 다른 해 셋", "want: three different solutions"))
	}
	check.Goroutines(t, call, before, language.Say(
		"반복이 끝난 뒤에도 고루틴이 남아 있습니다. 탐색이 계속되고 있거나, 받을 곳이 없는 채널에 보내려고 기다립니다.",
		"a goroutine is left after the loop has ended: it searches on, or waits to send what nobody will take."))
}

// testAgain leaves a loop and runs it again.
func testAgain(t *testing.T, placements func(n int) iter.Seq[[]int]) {
	const call = "all := Placements(6); for range all { break }; for range all { … }"
	count := check.Call(t, call, func() (count int) {
		all := placements(6)
		for range all {
			break
		}
		for range all {
			count++
		}
		return count
	})
	check.Equal(t, call, count, check.Counts[6], language.Say(
		"같은 반복을 다시 해도 처음부터 나와야 합니다.",
		"the same loop, run again, must start from the beginning."))
}

// testTwoLoops runs one loop inside another.
func testTwoLoops(t *testing.T, placements func(n int) iter.Seq[[]int]) {
	const call = "all := Placements(6); for range all { for range all { … } }"
	count := check.Call(t, call, func() (count int) {
		all := placements(6)
		for range all {
			for range all {
				count++
			}
		}
		return count
	})
	check.Equal(t, call, count, check.Counts[6]*check.Counts[6], language.Say(
		"두 반복이 함께 돌 때에도 각각 자기 체스판이 있어야 합니다.",
		"each loop needs a board of its own, also while another is running."))
}
