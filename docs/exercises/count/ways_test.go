package main

import (
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"example.com/eightqueens/docs/exercises/internal/check"
)

func TestWays(t *testing.T) {
	for _, w := range ways {
		for n := 1; n <= 9; n++ {
			if got := w.count(n, 0, 1, func(int, int) {}); got != check.Counts[n] {
				t.Errorf("-way %s: n = %d: %d solutions, want %d", w.name, n, got, check.Counts[n])
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

// BenchmarkWays times the ways side by side, all but cores on one core. Beside each time it shows how
// many times as fast as the flags of the stages the way is.
//
//	go test -run - -bench . ./docs/exercises/count
func BenchmarkWays(b *testing.B) {
	for _, n := range []int{12, 14} {
		var flagsTime time.Duration
		for _, w := range ways {
			b.Run(fmt.Sprintf("n=%d/%s", n, w.name), func(b *testing.B) {
				if w.name != "cores" {
					defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
				}
				for b.Loop() {
					if got := w.count(n, 0, 1, func(int, int) {}); got != check.Counts[n] {
						b.Fatalf("%d solutions, want %d", got, check.Counts[n])
					}
				}
				perCount := b.Elapsed() / time.Duration(b.N)
				if w.name == "flags" {
					flagsTime = perCount
				}
				b.ReportMetric(float64(flagsTime)/float64(perCount), "×flags")
			})
		}
	}
}
