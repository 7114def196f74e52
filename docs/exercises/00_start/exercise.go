// Exercise 00: run the test, change one number, run it again.
// 연습 00: 테스트를 실행하고, 수를 하나 바꾸고, 다시 실행합니다.
//
// docs/en/09-exercises.md · docs/ko/09-exercises.md
package exercise

// Placement puts eight queens on the board: the queen of column i stands in row Placement()[i].
func Placement() []int {
	return []int{0, 4, 7, 5, 2, 6, 1, 3}
}
