// Exercise 14: draw a board the usual way round.
// 연습 14: 체스판을 보통의 방향으로 그립니다.
//
// docs/en/09-exercises.md · docs/ko/09-exercises.md
package exercise

// Draw returns the board on which the queen of column i stands in row pos[i]. Each row is a line, from
// row 0 at the top, and in a line the columns go from the left. A square with a queen is "■ ", any other
// is "□ ", and each line ends with "\n".
func Draw(pos []int) string {
	panic("write your code here")
}
