package main

import "example.com/eightqueens/internal/oracle"

// oneQueen draws what the queen of the chapters' first example attacks.
func oneQueen() *figure {
	const (
		n           = 8
		side        = 48.0
		left, top   = 56.0, 56.0
		column, row = 2, 3
	)
	f := &figure{
		name:  "one-queen",
		title: "What one queen attacks · 퀸 하나가 공격하는 칸",
		english: "A board of 8 columns i and 8 rows j with one queen in column 2, row 3. " +
			"She attacks 25 squares: 7 of her column, 7 of her row, 5 of the / diagonal and 6 of the \\ diagonal.",
		korean: "8열 8행의 체스판 2열 3행에 퀸이 하나 있습니다. " +
			"이 퀸이 공격하는 칸은 25개로, 열의 칸 7개, 행의 칸 7개, / 대각선의 칸 5개, \\ 대각선의 칸 6개입니다.",
		width:  left + n*side + left,
		height: top + n*side + 44,
	}
	f.squares(left, top, side, n)
	for i := range n {
		for j := range n {
			x, y := left+side*float64(i), top+side*float64(j)
			color := "blue"
			switch shared := oracle.Shared(column, row, i, j); {
			case i == column && j == row:
				f.queen(x, y, side, "ink")
				continue
			case shared == oracle.Slash || shared == oracle.Backslash:
				color = "orange"
			case shared == oracle.None && i != column:
				continue
			}
			f.rect(x, y, side, side, color+"-tint card-line")
			f.circle(x+side/2, y+side/2, 5, color)
		}
	}
	f.numbers(left, top, side, n)
	return f
}
