// want wrong: the length must be 8, not 9.

// One number too many.
package exercise

// Placement puts eight queens on the board: the queen of column i stands in row Placement()[i].
func Placement() []int {
	return []int{7, 3, 0, 2, 5, 1, 6, 4, 0}
}
