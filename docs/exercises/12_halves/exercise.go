// Exercise 12: fill half boards and join those that fit.
// 연습 12: 체스판의 절반을 따로 채우고 서로 맞는 것끼리 짝짓습니다.
//
// docs/en/09-exercises.md · docs/ko/09-exercises.md
package exercise

// Count returns the number of solutions for n queens.
func Count(n int) int {
	panic("write your code here")
}
