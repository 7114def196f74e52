package main

import "strconv"

func slashDiagonals() *figure {
	return drawDiagonals(&figure{
		name:  "slash-diagonals",
		title: "The / diagonals · / 대각선",
		english: "A board of 8 columns i and 8 rows j. Each square carries i + j. " +
			"The squares of one / diagonal carry the same number, 0 at the top left to 14 at the bottom right: 15 lanes.",
		korean: "8열 8행의 판입니다. 칸마다 열 번호 i와 행 번호 j의 합 i + j가 적혀 있습니다. " +
			"같은 / 대각선 위의 칸은 수가 같고, 왼쪽 위의 0부터 오른쪽 아래의 14까지 대각선은 15개입니다.",
	}, "i+j", func(i, j int) int { return i + j })
}

func backslashDiagonals() *figure {
	return drawDiagonals(&figure{
		name:  "backslash-diagonals",
		title: `The \ diagonals · \ 대각선`,
		english: "A board of 8 columns i and 8 rows j. Each square carries i - j + 7. " +
			`The squares of one \ diagonal carry the same number, 0 at the bottom left to 14 at the top right: 15 lanes.`,
		korean: "8열 8행의 판입니다. 칸마다 열 번호 i에서 행 번호 j를 빼고 7을 더한 i - j + 7이 적혀 있습니다. " +
			`같은 \ 대각선 위의 칸은 수가 같고, 왼쪽 아래의 0부터 오른쪽 위의 14까지 대각선은 15개입니다.`,
	}, "i-j+7", func(i, j int) int { return i - j + 7 })
}

// drawDiagonals draws each lane as a band through the squares that share an index.
func drawDiagonals(f *figure, formula string, index func(i, j int) int) *figure {
	const (
		n         = 8
		side      = 48.0
		left, top = 56.0, 96.0
	)
	f.width, f.height = left+n*side+left, top+n*side+44
	f.text(left+n*side/2, 32, "code ink big", formula)
	f.squares(left, top, side, n)

	middle := func(i, j int) (x, y float64) {
		return left + side*(float64(i)+0.5), top + side*(float64(j)+0.5)
	}
	for k, squares := range lanes(n, index) {
		first, last := squares[0], squares[len(squares)-1]
		x1, y1 := middle(first[0], first[1])
		x2, y2 := middle(last[0], last[1])
		color := []string{"blue-tint-line", "orange-tint-line"}[k%2]
		f.add(`<path class="%s" stroke-width="27" d="M%s %sL%s %s"/>`, color, x1, y1, x2, y2)
	}
	for i := range n {
		for j := range n {
			x, y := middle(i, j)
			f.text(x, y, "ink", strconv.Itoa(index(i, j)))
		}
	}

	f.numbers(left, top, side, n)
	return f
}

// lanes groups the squares, column and row, by their index, column by column.
func lanes(n int, index func(i, j int) int) [][][2]int {
	all := make([][][2]int, 2*n-1)
	for i := range n {
		for j := range n {
			k := index(i, j)
			all[k] = append(all[k], [2]int{i, j})
		}
	}
	return all
}
