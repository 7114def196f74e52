// Exercise 10: count on all cores, and stop when asked to.
// 연습 10: 모든 코어로 세고, 멈추라고 하면 멈춥니다.
//
// docs/en/09-exercises.md · docs/ko/09-exercises.md
package exercise

import "context"

// Count returns the number of solutions for n queens, counted on all cores. The work is done in
// pieces. After each piece it calls progress, which never runs twice at the same time, with the
// number of pieces that are done and of all pieces. When ctx is done it stops soon and returns the
// error of ctx.
func Count(ctx context.Context, n int, progress func(done, total int)) (int, error) {
	panic("write your code here")
}
