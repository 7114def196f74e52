package main

// rules are what a queen has to keep to, as they were added stage by stage.
type rules int

const (
	oneAColumn   rules = iota + 1 // stage 1
	oneARow                       // and stage 2
	oneADiagonal                  // and stage 3
)

// A search is one run of set over the whole board.
type search struct {
	n                                   int
	rules                               rules
	pos                                 []int
	rowUsed, slashUsed, backslashUsed   []bool
	placed                              func(pos []int) // told of each queen put; pos, the rows of all so far, is used again
	calls, queens, lookedAt, placements int
}

// run searches the whole board of n columns; placed may be nil.
func run(n int, r rules, placed func(pos []int)) *search {
	s := &search{
		n:             n,
		rules:         r,
		pos:           make([]int, n),
		rowUsed:       make([]bool, n),
		slashUsed:     make([]bool, 2*n-1),
		backslashUsed: make([]bool, 2*n-1),
		placed:        placed,
	}
	s.set(0)
	return s
}

func (s *search) set(i int) {
	s.calls++
	for j := range s.n {
		s.lookedAt++
		if s.refused(i, j) {
			continue
		}
		s.pos[i] = j
		s.queens++
		if s.placed != nil {
			s.placed(s.pos[:i+1])
		}
		if i == s.n-1 {
			s.placements++
		} else {
			s.mark(i, j, true)
			s.set(i + 1)
			s.mark(i, j, false)
		}
	}
}

func (s *search) refused(i, j int) bool {
	return s.rules >= oneARow && s.rowUsed[j] ||
		s.rules >= oneADiagonal && (s.slashUsed[i+j] || s.backslashUsed[i-j+s.n-1])
}

func (s *search) mark(i, j int, used bool) {
	s.rowUsed[j] = used
	s.slashUsed[i+j] = used
	s.backslashUsed[i-j+s.n-1] = used
}

// solutions gives all placements of n queens of which none attacks another.
func solutions(n int) [][]int {
	var all [][]int
	run(n, oneADiagonal, func(pos []int) {
		if len(pos) == n {
			all = append(all, append([]int(nil), pos...))
		}
	})
	return all
}
