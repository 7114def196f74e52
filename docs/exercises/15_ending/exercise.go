// Exercise 15: end the recursion on entry, when no column is left.
// 연습 15: 들어오자마자 열이 남아 있는지 보고 재귀를 끝냅니다.
//
// docs/en/09-exercises.md · docs/ko/09-exercises.md
package exercise

const maxN = 12

var n int // queens, columns and rows

// A queen to the left stands in row j, on the / diagonal i+j, on the \ diagonal i-j+n-1.
var rowUsed [maxN]bool
var slashUsed [2*maxN - 1]bool
var backslashUsed [2*maxN - 1]bool

var solutions int // found so far
var calls int     // of set so far

// set fills the columns from i on in every way. It asks first whether a column is left.
func set(i int) {
	calls++
	panic("write your code here")
}

// Search returns the number of solutions for as many queens, at most maxN, and how often set was called.
func Search(queens int) (found, called int) {
	n = queens
	clear(rowUsed[:n])
	clear(slashUsed[:2*n-1])
	clear(backslashUsed[:2*n-1])
	solutions = 0
	calls = 0
	set(0)
	return solutions, calls
}
