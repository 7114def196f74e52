package main

import "example.com/eightqueens/internal/oracle"

func squaresLookedAt() *figure {
	f := &figure{
		name:  "squares-looked-at",
		title: "Squares looked at for n queens · n에 따라 살펴본 칸의 수",
		english: "Three lines on a logarithmic scale: the squares looked at for n queens in stages 1, 2 and 3. " +
			"At n = 8 they are 19,173,960, 554,248 and 15,720; each rule flattens the line.",
		korean: "로그 눈금에 그린 선 세 개로, 1단계, 2단계, 3단계에서 살펴본 칸의 수를 n에 따라 나타냅니다. " +
			"n = 8일 때 차례로 19,173,960, 554,248, 15,720이며, 규칙을 더할수록 선이 완만해집니다.",
		width:  800,
		height: 516,
	}
	p := plot{left: 134, right: 624, top: 52, bottom: 452, minN: 1, maxN: 12, decades: 8}
	p.axes(f, "squares looked at · 살펴본 칸", grouped)
	x, _ := p.point(8, 1)
	f.line(x, p.top, x, p.bottom, "soft-line dashed")

	lines := squaresByStage()
	for _, s := range lines {
		p.draw(f, s)
	}
	for k, s := range lines {
		x, y := p.point(len(s.values), s.values[len(s.values)-1])
		place, away := "start", 16.0
		if k == 0 { // to the right the next line would run through it
			place, away = "end", -16.0
		}
		f.text(x+away, y-8, "code bold card-line halo "+s.color+" "+place, s.name)
		x, y = p.point(8, s.values[7])
		f.text(x+away, y+10, "card-line halo ink "+place, grouped(s.values[7]))
	}
	return f
}

// squaresByStage returns the squares that each stage looks at for n = 1, 2 and so on, as far as it is
// quick to count them.
func squaresByStage() []series {
	count := func(lines oracle.Lines, maxN int) (values []int) {
		for n := 1; n <= maxN; n++ {
			values = append(values, oracle.Measure(n, lines).Looked)
		}
		return values
	}
	return []series{
		{"stage1_branching", "blue", roundMark, count(oracle.None, 8)},
		{"stage2_rows", "orange", squareMark, count(oracle.Row, 10)},
		{"stage3_diagonals", "green", triangleMark, count(oracle.All, 12)},
	}
}
