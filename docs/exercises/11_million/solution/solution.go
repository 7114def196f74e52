// Package solution solves exercise 11.
package solution

import "slices"

// Place returns a solution of n queens, or nil where there is none.
//
// From column to column the queens go on by two rows, as a knight does: first over the rows 1, 3, 5,
// …, then over 0, 2, 4, …. Where n leaves 2 or 3 when it is divided by 6, a queen of the first half
// meets one of the second on a diagonal, so there some change places.
func Place(n int) []int {
	if n == 2 || n == 3 {
		return nil
	}
	pos := make([]int, 0, n)
	for j := 1; j < n; j += 2 {
		pos = append(pos, j)
	}
	for j := 0; j < n; j += 2 {
		pos = append(pos, j)
	}
	odd, even := pos[:n/2], pos[n/2:]
	switch n % 6 {
	case 2: // 2 0 6 8 … 4
		even[0], even[1] = even[1], even[0]
		moveToEnd(even[2:], 1)
	case 3: // 3 5 … 1, and 4 6 … 0 2
		moveToEnd(odd, 1)
		moveToEnd(even, 2)
	}
	return pos
}

// moveToEnd moves the first k numbers of list to its end.
func moveToEnd(list []int, k int) {
	first := slices.Clone(list[:k])
	copy(list, list[k:])
	copy(list[len(list)-k:], first)
}

// Safe reports whether pos is a solution of len(pos) queens. It looks at each queen once.
func Safe(pos []int) bool {
	n := len(pos)
	rowUsed := make([]bool, n)
	slashUsed := make([]bool, 2*n)
	backslashUsed := make([]bool, 2*n)
	for i, j := range pos {
		if j < 0 || j >= n || rowUsed[j] || slashUsed[i+j] || backslashUsed[i-j+n-1] {
			return false
		}
		rowUsed[j] = true
		slashUsed[i+j] = true
		backslashUsed[i-j+n-1] = true
	}
	return true
}
