// Exercise 05: no flags: compare each queen with the earlier ones.
// 연습 05: 표시 배열 없이 앞서 놓은 퀸들과 하나씩 비교합니다.
//
// docs/en/09-exercises.md · docs/ko/09-exercises.md
package exercise

// Promising reports whether the queen of column i is attacked by none of the queens in the columns
// before it. What pos holds after column i means nothing.
func Promising(pos []int, i int) bool {
	panic("write your code here")
}

// Count returns the number of solutions for n queens. It keeps pos alone and asks Promising.
func Count(n int) int {
	panic("write your code here")
}
