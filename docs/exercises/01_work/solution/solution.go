// Package solution solves exercise 01.
package solution

// A search is the state of one search with the rules of one stage:
// 1, a queen in each column; 2, and one in each row; 3, and at most one on each diagonal.
type search struct {
	stage, n      int
	rowUsed       []bool
	slashUsed     []bool
	backslashUsed []bool
	calls         int // of set so far
	looked        int // squares looked at so far
}

// set puts a queen in column i, in every free row in turn, and goes on to the next column.
func (s *search) set(i int) {
	s.calls++
	for j := range s.n {
		s.looked++
		if s.stage >= 2 && s.rowUsed[j] {
			continue
		}
		if s.stage >= 3 && (s.slashUsed[i+j] || s.backslashUsed[i-j+s.n-1]) {
			continue
		}
		if i < s.n-1 {
			s.rowUsed[j] = true
			s.slashUsed[i+j] = true
			s.backslashUsed[i-j+s.n-1] = true
			s.set(i + 1)
			s.rowUsed[j] = false
			s.slashUsed[i+j] = false
			s.backslashUsed[i-j+s.n-1] = false
		}
	}
}

// Work does a whole search for n queens with the rules of the given stage, 1, 2 or 3. It returns
// how often set was called and how many squares these calls looked at.
func Work(stage, n int) (calls, looked int) {
	s := &search{
		stage:         stage,
		n:             n,
		rowUsed:       make([]bool, n),
		slashUsed:     make([]bool, 2*n-1),
		backslashUsed: make([]bool, 2*n-1),
	}
	s.set(0)
	return s.calls, s.looked
}
