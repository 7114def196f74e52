// want does not compile: undefined: exercise.Placement
// want does not compile: How to read compiler errors: go run . -hint 00.2

// The function has another name.
package exercise

// Placement puts eight queens on the board: the queen of column i stands in row Placement()[i].
func Queens() []int {
	return []int{7, 3, 0, 2, 5, 1, 6, 4}
}
