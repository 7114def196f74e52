package main

import (
	"bytes"
	"fmt"
	"math"

	"example.com/eightqueens/internal/oracle"
)

// shrinking draws each stage's placements as a square whose area is their count; the small square in it is
// the next stage at the same scale, enlarged beside it.
func shrinking() *figure {
	const (
		n    = 8
		side = 190.0
		gap  = 92.0
		left = 40.0
		top  = 88.0
	)
	f := &figure{
		name:  "shrinking",
		title: "16,777,216 → 40,320 → 92",
		english: "Three squares, from left to right: the 16,777,216 placements of stage 1, in them a small square, true to scale, " +
			"for the 40,320 of stage 2, enlarged beside it, and in that again a small one for the 92 of stage 3, enlarged as 92 boards.",
		korean: "왼쪽부터 정사각형이 셋 있습니다. 1단계의 배치 16,777,216개 안에 2단계의 40,320개를 같은 축척의 작은 정사각형으로 그려 옆에 확대하였고, " +
			"그 안에 다시 3단계의 92개를 작게 그려 옆에 판 92개로 확대하였습니다.",
		width:  left + 3*side + 2*gap + left,
		height: top + side + 56,
	}
	stages := []struct {
		lines               oracle.Lines // that no two queens share
		color, stage, power string
	}{
		{oracle.None, "blue", "stage1_branching", "8⁸"},
		{oracle.Row, "orange", "stage2_rows", "8!"},
		{oracle.All, "green", "stage3_diagonals", ""},
	}
	before := 0
	for k, s := range stages {
		count := oracle.Measure(n, s.lines).Found
		x := left + float64(k)*(side+gap)
		if k > 0 {
			small := side * math.Sqrt(float64(count)/float64(before))
			smallX, smallY := x-gap-24-small, top+(side-small)/2
			f.add(`<path class="%s-tint" opacity="0.55" d="M%s %sL%s %sV%sL%s %sZ"/>`,
				s.color, smallX+small, smallY, x, top, top+side, smallX+small, smallY+small)
			f.rect(smallX, smallY, small, small, s.color)
			f.text(x-gap/2, 36, "big soft", "→")
			f.text(x-gap/2, 64, "soft", fmt.Sprintf("≈ %.0f : 1", float64(before)/float64(count)))
		}
		f.rect(x, top, side, side, s.color+"-tint "+s.color+"-line")
		f.text(x+side/2, 36, "big "+s.color, grouped(count))
		f.text(x+side/2, 64, "mid soft", s.power)
		f.text(x+side/2, top+side+28, "code soft", s.stage)
		before = count
	}

	const inARow, pitch, dot = 10, 18.0, 2.0
	x0, y0 := left+2*(side+gap)+6, top+6
	for k, pos := range oracle.Full(n, n, oracle.All) {
		x, y := x0+float64(k%inARow)*pitch, y0+float64(k/inARow)*pitch
		f.rect(x, y, n*dot, n*dot, "card")
		var d bytes.Buffer
		for i, j := range pos {
			fmt.Fprintf(&d, "M%s %sh2v2h-2z", number(x+dot*float64(i)), number(y+dot*float64(j)))
		}
		f.add(`<path class="ink" d="%s"/>`, d.String())
	}
	return f
}
