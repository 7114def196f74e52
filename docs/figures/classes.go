package main

import (
	"fmt"

	"example.com/eightqueens/internal/oracle"
)

func twelveClasses() *figure {
	const (
		n          = 8
		inARow     = 4
		side       = 17.0
		board      = n * side
		pitchX     = board + 36
		pitchY     = board + 74
		left, top  = 36.0, 32.0
		labelBelow = 20.0
	)
	f := &figure{
		name:  "twelve-classes",
		title: "The 12 classes of the 92 solutions · 해 92개의 12가지 부류",
		english: "12 boards, one of each class of solutions that turns and mirrors make out of one another, its rows and the size of the class under it. " +
			"Eleven classes have 8 solutions; the tenth, 2 4 1 7 0 6 3 5, has 4: 11 × 8 + 4 = 92.",
		korean: "판이 12개 있습니다. 돌리거나 뒤집어 서로 겹치는 해를 한 부류로 묶어 부류마다 하나씩 그리고, 아래에 행 번호와 부류의 크기를 적었습니다. " +
			"부류 11개에는 해가 8개씩 있고 열째 부류인 2 4 1 7 0 6 3 5에는 4개가 있습니다. 11 × 8 + 4 = 92입니다.",
		width: left + inARow*pitchX,
	}
	all := oracle.Classes(n)
	for k, c := range all {
		x, y := left+float64(k%inARow)*pitchX, top+float64(k/inARow)*pitchY
		f.squares(x, y, side, n)
		color := "blue"
		if c.Size < 8 {
			color = "orange"
			f.rect(x, y, board, board, "open orange-line thick")
		}
		for i, j := range c.First {
			f.queen(x+side*float64(i), y+side*float64(j), side, color)
		}
		f.text(x+board/2, y+board+labelBelow, "code ink", oracle.String(c.First))
		f.text(x+board/2, y+board+labelBelow+22, "bold "+color, fmt.Sprint("× ", c.Size))
	}
	f.height = top + float64(len(all)/inARow)*pitchY + 60
	f.text(f.width/2, f.height-44, "big ink", "11 × 8 + 4 = 92")
	return f
}
