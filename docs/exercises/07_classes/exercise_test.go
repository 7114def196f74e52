package exercise_test

import (
	"fmt"
	"slices"
	"testing"

	exercise "example.com/eightqueens/docs/exercises/07_classes"
	"example.com/eightqueens/docs/exercises/07_classes/solution"
	"example.com/eightqueens/docs/exercises/internal/check"
	"example.com/eightqueens/docs/internal/language"
	"example.com/eightqueens/internal/oracle"
)

func TestExercise(t *testing.T) { test(t, exercise.Classes) }
func TestSolution(t *testing.T) { test(t, solution.Classes) }

func test(t *testing.T, classes func(n int) (first [][]int, size []int)) {
	for _, n := range []int{4, 1, 2, 3, 5, 6, 7, 8, 9, 10} {
		testClasses(t, classes, n)
	}
}

func testClasses(t *testing.T, classes func(n int) (first [][]int, size []int), n int) {
	call := fmt.Sprintf("Classes(%d)", n)
	var size []int
	first := check.Call(t, call, func() (first [][]int) {
		first, size = classes(n)
		return first
	})
	if len(first) != len(size) {
		check.Fail(t, call, language.Say("결과: first에 %d개, size에 %d개", "got:  %d in first, %d in size", len(first), len(size)),
			language.Say("기대: 같은 개수", "want: as many in the one as in the other"))
	}

	classOf := map[string]int{} // of all solutions in the classes so far
	for k, pos := range first {
		which := fmt.Sprintf("%s → first[%d]", call, k)
		check.Placement(t, which, n, pos)
		if earlier, ok := classOf[fmt.Sprint(pos)]; ok {
			check.Fail(t, which, check.Got(pos), language.Say(
				"first[%d]의 해를 돌리거나 뒤집은 모양이므로 같은 부류입니다.\n%s",
				"it is a turned or mirrored image of first[%d], so they are one class.\n%s",
				earlier, check.Board(n, pos)))
		}
		class := oracle.Images(pos)
		slices.SortFunc(class, slices.Compare)
		class = slices.CompactFunc(class, slices.Equal)
		check.Equal(t, which, pos, class[0], language.Say(
			"부류의 해 가운데 단계의 순서로 첫째여야 합니다.",
			"it must be the first of its class in the order of the stages."))
		check.Equal(t, fmt.Sprintf("%s → size[%d]", call, k), size[k], len(class), language.Say(
			"이 해의 부류에 속하는 서로 다른 해의 수입니다.\n%s",
			"how many different solutions are in the class of this one:\n%s", check.Board(n, pos)))
		for _, image := range class {
			classOf[fmt.Sprint(image)] = k
		}
	}
	if len(first) != check.Classes[n] {
		check.Fail(t, call, language.Say("결과: 부류 %d개, 모두 %d개의 해", "got:  %d classes, %d solutions in all", len(first), len(classOf)),
			language.Say("기대: 부류 %d개, 모두 %d개의 해", "want: %d classes, %d solutions in all", check.Classes[n], check.Counts[n]))
	}
	if !slices.IsSortedFunc(first, slices.Compare) {
		check.Fail(t, call, check.Got(first), language.Say("기대: 단계의 순서", "want: the order of the stages"))
	}
}
