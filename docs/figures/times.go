package main

import (
	"strconv"

	"example.com/eightqueens/docs/internal/tables"
)

// timed are the ways to count, with their times from n = 8 on.
var timed = []series{
	{"board", "orange", squareMark, tables.Times["board"]},
	{"pairs", "orange", triangleMark, tables.Times["pairs"]},
	{"flags", "blue", roundMark, tables.Times["flags"]},
	{"bits", "green", roundMark, tables.Times["bits"]},
	{"cores", "blue", diamondMark, tables.Times["cores"]},
	{"mirror", "green", squareMark, tables.Times["mirror"]},
	{"eight", "green", triangleMark, tables.Times["eight"]},
	{"half", "ink", diamondMark, tables.Times["half"]},
}

func timesToCount() *figure {
	f := &figure{
		name:  "other-roads",
		title: "Time to count n queens · n퀸을 세는 데 걸리는 시간",
		english: "Eight lines on a logarithmic scale: the time that each way takes to count n queens. At n = 14, from the slowest to the " +
			"fastest: board, pairs, flags, bits, cores, mirror, eight, half. The line of half is the flattest.",
		korean: "로그 눈금에 그린 선 여덟 개로, 방법마다 n퀸을 세는 데 걸리는 시간을 나타냅니다. n = 14일 때 느린 것부터 " +
			"board, pairs, flags, bits, cores, mirror, eight, half이고, half의 선이 가장 완만합니다.",
		width:  800,
		height: 616,
	}
	p := plot{left: 118, right: 690, top: 52, bottom: 556, minN: tables.FirstTimed, maxN: 16, decades: 7}
	p.axes(f, "time · 시간", duration)
	for _, s := range timed {
		p.draw(f, s)
	}
	lift := map[string]float64{"board": -6, "flags": 2, "bits": -5, "cores": -5, "mirror": 8, "eight": 7} // so that no name lies on another
	for _, s := range timed {
		x, y := p.point(p.minN+len(s.values)-1, s.values[len(s.values)-1])
		f.text(x+14, y+lift[s.name], "code bold card-line halo start "+s.color, s.name)
	}
	return f
}

// duration writes millionths of a second in a larger unit where they are many.
func duration(micros int) string {
	switch {
	case micros >= 1_000_000:
		return strconv.Itoa(micros/1_000_000) + " s"
	case micros >= 1_000:
		return strconv.Itoa(micros/1_000) + " ms"
	}
	return strconv.Itoa(micros) + " µs"
}
