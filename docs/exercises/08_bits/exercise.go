// Exercise 08: three whole numbers for the flags.
// 연습 08: 표시를 정수 셋의 비트로 합니다.
//
// docs/en/09-exercises.md · docs/ko/09-exercises.md
package exercise

// Count returns the number of solutions for n queens.
func Count(n int) int {
	panic("write your code here")
}
