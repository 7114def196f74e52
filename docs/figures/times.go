package main

import "strconv"

// timed holds how long each way takes to count n queens, in millionths of a second, for n = 8, 9 and
// so on: medians on 2026-11-30 of processor time on a core of an AMD EPYC under Linux with Go 1.26.8,
// but for cores of the time that passed with two of them. What is timed is the solutions of the
// exercises, as in
//
//	go test -run - -bench . ./docs/exercises/count
//
// The names are those that `go run ./docs/exercises/count -way` knows.
var timed = []series{
	{"board", "orange", squareMark, []int{209, 1_220, 6_290, 34_000, 198_000, 1_210_000, 7_690_000}},
	{"pairs", "orange", triangleMark, []int{205, 1_090, 5_270, 25_900, 147_000, 836_000, 5_060_000}},
	{"flags", "blue", roundMark, []int{57, 478, 2_340, 11_500, 63_900, 345_000, 2_140_000}},
	{"bits", "green", roundMark, []int{8, 33, 204, 1_240, 6_550, 34_400, 213_000, 1_270_000, 8_500_000}},
	{"cores", "blue", diamondMark, []int{191, 451, 846, 2_090, 5_190, 22_600, 116_000, 654_000, 4_340_000}},
	{"mirror", "green", squareMark, []int{4, 17, 71, 596, 3_270, 18_300, 102_000, 651_000, 4_350_000}},
	{"eight", "green", triangleMark, []int{8, 24, 63, 418, 2_210, 11_900, 65_100, 380_000, 2_480_000}},
	{"half", "ink", diamondMark, []int{64, 368, 255, 2_110, 1_620, 16_300, 17_900, 164_000, 393_000}},
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
	p := plot{left: 118, right: 690, top: 52, bottom: 556, minN: 8, maxN: 16, decades: 7}
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
