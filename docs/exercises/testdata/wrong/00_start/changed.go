// want wrong: call: Placement()
// want wrong: the queens of columns 0 and 3 stand on the same / diagonal.
// want wrong: column  3: □ □ □ □ ■ □ □ □

// One number was changed.
package exercise

// Placement puts eight queens on the board: the queen of column i stands in row Placement()[i].
func Placement() []int {
	return []int{7, 3, 0, 4, 5, 1, 6, 4}
}
