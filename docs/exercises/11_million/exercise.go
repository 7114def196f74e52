// Exercise 11: a million queens, without any search.
// 연습 11: 탐색하지 않고 백만 퀸을 놓습니다.
//
// docs/en/09-exercises.md · docs/ko/09-exercises.md
package exercise

// Place returns a solution of n queens, or nil where there is none.
func Place(n int) []int {
	panic("write your code here")
}

// Safe reports whether pos is a solution of len(pos) queens. It looks at each queen once.
func Safe(pos []int) bool {
	panic("write your code here")
}
