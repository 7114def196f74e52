// Exercise 04: keep the whole board, and look along its lines.
// 연습 04: 체스판 전체를 2차원 배열에 두고 줄을 따라 살펴봅니다.
//
// docs/en/09-exercises.md · docs/ko/09-exercises.md
package exercise

// Free reports whether no queen in the columns left of column i attacks the square in row j of
// column i. board[i][j] is true where a queen stands.
func Free(board [][]bool, i, j int) bool {
	panic("write your code here")
}

// Count returns the number of solutions for n queens. It keeps a board and asks Free.
func Count(n int) int {
	panic("write your code here")
}
