// Package solution solves exercise 14.
package solution

// Draw returns the board on which the queen of column i stands in row pos[i]. Each row is a line, from
// row 0 at the top, and in a line the columns go from the left. A square with a queen is "■ ", any other
// is "□ ", and each line ends with "\n".
func Draw(pos []int) string {
	board := ""
	for j := range len(pos) {
		for i := range len(pos) {
			if pos[i] == j {
				board += "■ "
			} else {
				board += "□ "
			}
		}
		board += "\n"
	}
	return board
}
