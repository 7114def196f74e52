// Exercise 07: which solutions are truly different?
// 연습 07: 정말로 서로 다른 해만 고릅니다.
//
// docs/en/09-exercises.md · docs/ko/09-exercises.md
package exercise

// Classes sorts the solutions of n queens into classes: those that are turned or mirrored images
// of one another. first[k] is the first solution of class k in the order of the stages, size[k]
// how many solutions belong to it; the classes come in the order of their first solutions.
func Classes(n int) (first [][]int, size []int) {
	panic("write your code here")
}
