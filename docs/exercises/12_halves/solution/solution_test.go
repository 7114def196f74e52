package solution

import (
	"math/bits"
	"math/rand/v2"
	"testing"
)

// TestPiece counts one piece of boards too large for all of them, and again queen by queen.
func TestPiece(t *testing.T) {
	var counter Counter
	for _, n := range []int{18, 19} {
		number := 0
		for piece := range Pieces(n) {
			if number++; number < 1000 {
				continue
			}
			want := piece.images() * search(piece, 0, make([]int, n))
			if got := counter.Count(piece); got != want || want == 0 {
				t.Errorf("n = %d: %d solutions in a piece, want %d", n, got, want)
			}
			break
		}
	}
}

// search counts the solutions of a piece that begin with the queens of pos before column i.
func search(p Piece, i int, pos []int) int {
	if i == p.n {
		return 1
	}
	rows := p.left
	if i >= p.n/2 {
		rows = p.right
		if i < p.n-p.n/2 {
			rows = p.middle
		}
	}
	count := 0
next:
	for j := range p.n {
		if rows>>j&1 == 0 {
			continue
		}
		for k := range i {
			if pos[k] == j || pos[k]-j == i-k || j-pos[k] == i-k {
				continue next
			}
		}
		pos[i] = j
		count += search(p, i+1, pos)
	}
	return count
}

// TestImages adds the images of all pieces up: they are all ways to share out the rows.
func TestImages(t *testing.T) {
	for n, want := range map[int]int{1: 1, 2: 2, 3: 6, 7: 140, 8: 70, 13: 12_012, 16: 12_870} {
		got := 0
		for piece := range Pieces(n) {
			got += piece.images()
		}
		if got != want {
			t.Errorf("n = %d: %d choices of rows, want %d", n, got, want)
		}
	}
}

// TestPairs compares with a look at each pair, up to as many diagonals as there is room for.
func TestPairs(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 92))
	var counter Counter
	for _, n := range []int{1, 2, 16, 17, 18, 21, MaxN} {
		across := uint64(0)
		for b, size := range sizes(n) {
			across |= (ones(size) | ones(size)<<32) << (8 * b)
		}
		const within = 0xff<<24 | 0xff<<56 // which end before they reach the other half
		// Where most bits were 1, no pair would fit.
		halves := func(count int) []uint64 {
			list := make([]uint64, count)
			for k := range list {
				list[k] = random.Uint64() & random.Uint64() & random.Uint64() & (across | within)
			}
			return list
		}
		for _, lengths := range [][2]int{{0, 3}, {1, 1}, {65, 64}, {1500, 3000}} {
			lefts, rights := halves(lengths[0]), halves(lengths[1])
			want := 0
			for _, left := range lefts {
				for _, right := range rights {
					if left&bits.RotateLeft64(right, 32)&across == 0 {
						want++
					}
				}
			}
			if got := counter.pairs(n, lefts, rights); got != want {
				t.Errorf("n = %d: of %d and %d halves, %d pairs fit, want %d", n, lengths[0], lengths[1], got, want)
			}
		}
	}
}
