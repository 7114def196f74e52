// Package solution solves exercise 05.
package solution

// Promising reports whether the queen of column i is attacked by none of the queens in the columns
// before it. What pos holds after column i means nothing.
func Promising(pos []int, i int) bool {
	for k := range i {
		if pos[i] == pos[k] || abs(pos[i]-pos[k]) == i-k {
			return false
		}
	}
	return true
}

// abs returns the distance of x from 0.
func abs(x int) int {
	if x < 0 {
		return -x
	}
	return x
}

// Count returns the number of solutions for n queens. It keeps pos alone and asks Promising.
func Count(n int) int {
	return set(make([]int, n), 0)
}

// set puts a queen in column i, in every row in turn, and goes on to the next column where that is
// promising. It returns how many solutions this led to.
func set(pos []int, i int) int {
	if i == len(pos) {
		return 1
	}
	count := 0
	for j := range pos {
		pos[i] = j
		if Promising(pos, i) {
			count += set(pos, i+1)
		}
	}
	return count
}
