// Exercise 02: find the first solution and stop.
// 연습 02: 첫 해를 찾으면 바로 멈춥니다.
//
// docs/en/09-exercises.md · docs/ko/09-exercises.md
package exercise

// First returns the first solution of n queens that the search of the stages finds, the row of
// each column's queen, or nil where there is none.
func First(n int) []int {
	panic("write your code here")
}
