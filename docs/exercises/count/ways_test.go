package main

import (
	"context"
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	board "example.com/eightqueens/docs/exercises/04_board/solution"
	pairs "example.com/eightqueens/docs/exercises/05_pairs/solution"
	bits "example.com/eightqueens/docs/exercises/08_bits/solution"
	mirror "example.com/eightqueens/docs/exercises/09_mirror/solution"
	cores "example.com/eightqueens/docs/exercises/10_cores/solution"
	halves "example.com/eightqueens/docs/exercises/12_halves/solution"
	"example.com/eightqueens/docs/exercises/internal/check"
)

func TestWays(t *testing.T) {
	for _, w := range ways {
		for n := 1; n <= 9; n++ {
			if got := w.count(n, 0, 1, func(int, int) {}); got != check.Counts[n] {
				t.Errorf("-way %s: n = %d: %d placements, want %d", w.name, n, got, check.Counts[n])
			}
		}
	}
}

// TestWaysDivide adds up the parts of every way that divides, and follows its progress, which is never
// told by two goroutines at the same time.
func TestWaysDivide(t *testing.T) {
	for _, w := range dividing() {
		for n := 1; n <= 11; n++ {
			for _, parts := range []int{1, 2, 7} {
				sum := 0
				for part := range parts {
					told, all := 0, 0
					var telling atomic.Bool
					sum += w.count(n, part, parts, func(done, total int) {
						if telling.Swap(true) {
							t.Errorf("-way %s: n = %d: progress is told by two goroutines at the same time", w.name, n)
						}
						if all = total; done > 0 {
							told++
						}
						if done != told || done > total {
							t.Errorf("-way %s: n = %d: progress %d of %d, want %d", w.name, n, done, total, told)
						}
						runtime.Gosched()
						telling.Store(false)
					})
					if told != all {
						t.Errorf("-way %s: n = %d: the last progress is %d of %d", w.name, n, told, all)
					}
				}
				if sum != check.Counts[n] {
					t.Errorf("-way %s: n = %d: %d parts add up to %d, want %d", w.name, n, parts, sum, check.Counts[n])
				}
			}
		}
	}
}

// BenchmarkWays times the ways side by side. Beside each time it shows how many times as fast as the
// flags of the stages the way is.
//
//	go test -run - -bench . ./docs/exercises/count
func BenchmarkWays(b *testing.B) {
	for _, n := range []int{12, 14} {
		var flagsTime time.Duration
		for _, way := range []struct {
			name  string
			count func(n int) int
		}{
			{"flags", flags},
			{"04-board", board.Count},
			{"05-pairs", pairs.Count},
			{"08-bits", bits.Count},
			{"09-mirror", mirror.CountMirror},
			{"09-eight", mirror.CountEight},
			{"10-cores", func(n int) int {
				count, _ := cores.Count(context.Background(), n, func(int, int) {})
				return count
			}},
			{"12-halves", halves.Count},
		} {
			b.Run(fmt.Sprintf("n=%d/%s", n, way.name), func(b *testing.B) {
				for b.Loop() {
					if got := way.count(n); got != check.Counts[n] {
						b.Fatalf("%d placements, want %d", got, check.Counts[n])
					}
				}
				perCount := b.Elapsed() / time.Duration(b.N)
				if way.name == "flags" {
					flagsTime = perCount
				}
				b.ReportMetric(float64(flagsTime)/float64(perCount), "×flags")
			})
		}
	}
}
