// Exercise 06: solutions for a range loop, one at a time.
// 연습 06: range 반복문에 해를 하나씩 건네줍니다.
//
// docs/en/09-exercises.md · docs/ko/09-exercises.md
package exercise

import "iter"

// Placements returns the solutions of n queens, in the order of the stages. The search goes on
// only while the loop asks for more. Each slice belongs to the loop, which may keep or change it.
func Placements(n int) iter.Seq[[]int] {
	panic("write your code here")
}
