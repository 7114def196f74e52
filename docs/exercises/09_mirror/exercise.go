// Exercise 09: half the work, and less, by symmetry.
// 연습 09: 대칭으로 일을 절반으로, 더 적게 줄입니다.
//
// docs/en/09-exercises.md · docs/ko/09-exercises.md
package exercise

// CountMirror returns the number of solutions for n queens. It searches for half of them.
func CountMirror(n int) int {
	panic("write your code here")
}

// CountEight returns the number of solutions for n queens. Of the up to eight that become each
// other by turning and mirroring the board, it searches for one.
func CountEight(n int) int {
	panic("write your code here")
}
