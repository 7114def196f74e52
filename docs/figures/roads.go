package main

import "strconv"

// timed holds how long each way takes to count n queens, in millionths of a second, for n = 8, 9 and
// so on: medians on 2026-11-30 of processor time on a core of an AMD EPYC under Linux with Go 1.26.8.
// What is timed is the solutions of the exercises, as in
//
//	go test -bench . ./docs/exercises/count
//
// The names are those that `go run ./docs/exercises/count -way` knows.
var timed = []series{
	{"board", "orange", squareMark, []int{183, 889, 4_370, 24_700, 145_000, 934_000, 5_660_000}},
	{"pairs", "orange", triangleMark, []int{158, 769, 3_540, 18_000, 98_900, 593_000, 3_890_000}},
	{"flags", "blue", roundMark, []int{53, 364, 1_920, 9_620, 53_000, 282_000, 1_760_000}},
	{"bits", "green", roundMark, []int{6, 20, 173, 1_000, 5_380, 29_200, 173_000, 1_180_000, 7_430_000}},
	{"mirror", "green", squareMark, []int{3, 10, 43, 482, 2_670, 14_600, 85_200, 618_000, 4_010_000}},
	{"eight", "green", triangleMark, []int{10, 19, 48, 382, 1_930, 9_820, 55_400, 364_000, 2_250_000}},
	{"half", "ink", diamondMark, []int{58, 175, 308, 1_100, 2_830, 7_940, 36_800, 172_000, 533_000}},
}

func otherRoads() *figure {
	f := &figure{
		name:  "other-roads",
		title: "Time to count n queens · n퀸을 세는 데 걸리는 시간",
		english: "Seven lines on a logarithmic scale: the time that each way takes to count n queens. At n = 14, from the slowest to the " +
			"fastest: board, pairs, flags, bits, mirror, eight, half. The line of half is the flattest.",
		korean: "로그 눈금에 그린 선 일곱 개로, 방법마다 n퀸을 세는 데 걸리는 시간을 나타냅니다. n = 14일 때 느린 것부터 " +
			"board, pairs, flags, bits, mirror, eight, half이고, half의 선이 가장 완만합니다.",
		width:  800,
		height: 600,
	}
	p := plot{left: 118, right: 690, top: 36, bottom: 540, minN: 8, maxN: 16, decades: 7}
	p.axes(f, duration)
	for _, s := range timed {
		p.draw(f, s)
	}
	lift := map[string]float64{"board": -6, "flags": 2} // so that no name lies on another
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
