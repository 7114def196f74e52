// want wrong: exercise.go:
// want wrong: counts are to be found by searching

// The counts are looked up.
package exercise

var counts = []int{1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200}

// Count returns the number of placements of n queens.
func Count(n int) int {
	return counts[n]
}
