// Package solution is another of the 92 answers to exercise 00.
package solution

// Placement puts eight queens on the board: the queen of column i stands in row Placement()[i].
func Placement() []int {
	return []int{7, 3, 0, 2, 5, 1, 6, 4}
}
