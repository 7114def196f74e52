// Exercise 01: count the calls of set and the squares that it looks at, with the rules of each stage.
// 연습 01: 단계마다 set을 몇 번 호출하고 칸을 몇 개 살펴보는지 셉니다.
//
// docs/en/09-exercises.md · docs/ko/09-exercises.md
package exercise

// A search is the state of one search with the rules of one stage:
// 1, a queen in each column; 2, and one in each row; 3, and at most one on each diagonal.
type search struct {
	stage, n      int
	rowUsed       []bool
	slashUsed     []bool
	backslashUsed []bool
}

// set puts a queen in column i, in every free row in turn, and goes on to the next column.
func (s *search) set(i int) {
	for j := range s.n {
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
	panic("write your code here")
}
