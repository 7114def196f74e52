package oracle

import (
	"fmt"
	"slices"
	"testing"
)

func TestPublishedCounts(t *testing.T) {
	for n := 1; n <= 11; n++ {
		if got := Measure(n, All).Found; got != Published[n] {
			t.Errorf("n = %d: %d placements, want %d", n, got, Published[n])
		}
	}
	for n := 1; n <= 10; n++ {
		if got := len(Classes(n)); got != PublishedClasses[n] {
			t.Errorf("n = %d: %d classes, want %d", n, got, PublishedClasses[n])
		}
	}
}

// TestMeasure compares the work with what the programs were measured to do that the stages follow.
func TestMeasure(t *testing.T) {
	for _, test := range []struct {
		n                            int
		lines                        Lines
		calls, placed, looked, found int
	}{
		{8, None, 2_396_745, 19_173_960, 19_173_960, 16_777_216},
		{8, Row, 69_281, 109_600, 554_248, 40_320},
		{8, All, 1_965, 2_056, 15_720, 92},
		{4, All, 15, 16, 60, 2},
		{1, All, 1, 1, 1, 1},
	} {
		w := Measure(test.n, test.lines)
		got := []int{w.Calls, w.Placed, w.Looked, w.Found}
		if want := []int{test.calls, test.placed, test.looked, test.found}; !slices.Equal(got, want) {
			t.Errorf("n = %d, lines %03b: calls, placed, looked at, found are %d, want %d", test.n, test.lines, got, want)
		}
	}
	for _, test := range []struct {
		n     int
		lines Lines
		want  []int
	}{
		{6, None, []int{1, 6, 36, 216, 1296, 7776}},
		{6, Row, []int{1, 6, 30, 120, 360, 720}},
		{4, All, []int{1, 4, 6, 4}},
	} {
		if got := Measure(test.n, test.lines).CallsAt; !slices.Equal(got, test.want) {
			t.Errorf("n = %d, lines %03b: calls at each column: %d, want %d", test.n, test.lines, got, test.want)
		}
	}
}

// TestPermutations looks for placements in another way: each permutation of the rows is one of
// stage 2, and has queens on as many diagonals as there are queens if no two share one.
func TestPermutations(t *testing.T) {
	for n := 1; n <= 7; n++ {
		rows := make([]int, n)
		for i := range rows {
			rows[i] = i
		}
		var all, solutions [][]int
		for {
			all = append(all, slices.Clone(rows))
			sums, differences := map[int]bool{}, map[int]bool{}
			for i, j := range rows {
				sums[i+j], differences[i-j] = true, true
			}
			if len(sums) == n && len(differences) == n {
				solutions = append(solutions, slices.Clone(rows))
			} else if Keeps(rows, All) {
				t.Errorf("%v passes", rows)
			}
			if !Keeps(rows, Row) || Keeps(rows, Slash) != (len(sums) == n) || Keeps(rows, Backslash) != (len(differences) == n) {
				t.Errorf("%v is judged wrongly on some line", rows)
			}
			if !nextPermutation(rows) {
				break
			}
		}
		if got := Full(n, n, Row); fmt.Sprint(got) != fmt.Sprint(all) {
			t.Errorf("n = %d: one a row: %d placements, want %d, or not in this order", n, len(got), len(all))
		}
		if got := Full(n, n, All); fmt.Sprint(got) != fmt.Sprint(solutions) {
			t.Errorf("n = %d: the solutions are %v, want %v", n, got, solutions)
		}
	}
}

// nextPermutation makes of a permutation the next in order, and reports whether there is one.
func nextPermutation(p []int) bool {
	i := len(p) - 2
	for i >= 0 && p[i] > p[i+1] {
		i--
	}
	if i < 0 {
		return false
	}
	k := len(p) - 1
	for p[k] < p[i] {
		k--
	}
	p[i], p[k] = p[k], p[i]
	slices.Reverse(p[i+1:])
	return true
}

func TestShared(t *testing.T) {
	for i := range 8 {
		for j := range 8 {
			want := map[[2]int]Lines{} // walk from the square in each direction to the edge
			for columns := -1; columns <= 1; columns += 2 {
				for rows, line := range map[int]Lines{0: Row, -columns: Slash, columns: Backslash} {
					for k, l := i+columns, j+rows; 0 <= k && k < 8 && 0 <= l && l < 8; k, l = k+columns, l+rows {
						want[[2]int{k, l}] = line
					}
				}
			}
			for k := range 8 {
				for l := range 8 {
					if k != i && Shared(i, j, k, l) != want[[2]int{k, l}] {
						t.Errorf("(%d, %d) and (%d, %d) share %03b, want %03b", i, j, k, l, Shared(i, j, k, l), want[[2]int{k, l}])
					}
				}
			}
		}
	}
}

func TestWays(t *testing.T) {
	var ways []string
	for pos := range Ways(3, 2, All) {
		ways = append(ways, fmt.Sprint(pos))
	}
	if want := []string{"[]", "[0]", "[0 2]", "[1]", "[2]", "[2 0]"}; !slices.Equal(ways, want) {
		t.Errorf("the ways are %q, want %q", ways, want)
	}
	for k := range ways {
		seen := 0
		for range Ways(3, 2, All) {
			if seen++; seen > k {
				break
			}
		}
		if seen != k+1 {
			t.Errorf("a loop left after %d ways saw %d", k+1, seen)
		}
	}
}

// TestImages moves each queen as the eight ways to lay a board on itself do: columns and rows may
// change places, and either may be counted from the other end.
func TestImages(t *testing.T) {
	for _, pos := range append(Full(6, 6, All), []int{0, 1, 3, 2, 4}, []int{2, 0, 1}) {
		var want [][]int
		for way := range 8 {
			image := make([]int, len(pos))
			for i, j := range pos {
				if way&1 != 0 {
					i, j = j, i
				}
				if way&2 != 0 {
					i = len(pos) - 1 - i
				}
				if way&4 != 0 {
					j = len(pos) - 1 - j
				}
				image[i] = j
			}
			want = append(want, image)
		}
		got := Images(pos)
		if !slices.Equal(got[0], pos) {
			t.Errorf("the first image of %v is %v", pos, got[0])
		}
		slices.SortFunc(got, slices.Compare)
		slices.SortFunc(want, slices.Compare)
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("the images of %v are %v, want %v", pos, got, want)
		}
	}
}

func TestClasses(t *testing.T) {
	sizes := map[int]int{} // how many classes have a size
	before := []int{}
	for _, class := range Classes(8) {
		sizes[class.Size]++
		if first := slices.MinFunc(Images(class.First), slices.Compare); !slices.Equal(first, class.First) {
			t.Errorf("%v stands for a class with %v", class.First, first)
		}
		if slices.Compare(before, class.First) >= 0 {
			t.Errorf("the class of %v comes behind that of %v", class.First, before)
		}
		before = class.First
	}
	if sizes[8] != 11 || sizes[4] != 1 || len(sizes) != 2 {
		t.Errorf("n = 8: classes by their sizes: %v, want 11 of 8 and 1 of 4", sizes)
	}
}
