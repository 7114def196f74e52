package tables

import "fmt"

// FirstTimed is the n of the first of the Times.
const FirstTimed = 8

// Times holds how long each way takes to count n queens, in millionths of a second, for n = 8, 9 and
// so on: medians on 2026-11-30 of processor time on a core of an AMD EPYC under Linux with Go 1.26.8,
// but for cores of the time that passed with two of them. What is timed is the solutions of the
// exercises, as in
//
//	go test -run - -bench . ./docs/exercises/count
//
// The names are those that `go run ./docs/exercises/count -way` knows.
var Times = map[string][]int{
	"board":  {209, 1_220, 6_290, 34_000, 198_000, 1_210_000, 7_690_000},
	"pairs":  {205, 1_090, 5_270, 25_900, 147_000, 836_000, 5_060_000},
	"flags":  {57, 478, 2_340, 11_500, 63_900, 345_000, 2_140_000},
	"bits":   {8, 33, 204, 1_240, 6_550, 34_400, 213_000, 1_270_000, 8_500_000},
	"cores":  {191, 451, 846, 2_090, 5_190, 22_600, 116_000, 654_000, 4_340_000},
	"mirror": {4, 17, 71, 596, 3_270, 18_300, 102_000, 651_000, 4_350_000},
	"eight":  {8, 24, 63, 418, 2_210, 11_900, 65_100, 380_000, 2_480_000},
	"half":   {64, 368, 255, 2_110, 1_620, 16_300, 17_900, 164_000, 393_000},
}

// speed returns how long a way takes for n queens, in milliseconds, and how many times as fast as
// flags that is.
func speed(way string, n int) (time, speed string) {
	micros, flags := Times[way][n-FirstTimed], Times["flags"][n-FirstTimed]
	time = english.Sprint((micros + 500) / 1000)
	if micros < 100_000 {
		time = fmt.Sprintf("%.1f", float64(micros)/1000)
	}
	switch ratio := float64(flags) / float64(micros); {
	case micros == flags:
		return time, "1"
	case ratio < 1:
		return time, fmt.Sprintf("%.2f", ratio)
	case ratio < 9.95:
		return time, fmt.Sprintf("%.1f", ratio)
	default:
		return time, fmt.Sprintf("%.0f", ratio)
	}
}
