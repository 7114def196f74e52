package exercise_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	exercise "example.com/eightqueens/docs/exercises/10_cores"
	"example.com/eightqueens/docs/exercises/10_cores/solution"
	"example.com/eightqueens/docs/exercises/internal/check"
	"example.com/eightqueens/docs/internal/language"
)

func TestExercise(t *testing.T) {
	test(t, exercise.Count)
	check.NoTable(t)
}

func TestSolution(t *testing.T) { test(t, solution.Count) }

// TestParts adds the parts of a count up.
func TestParts(t *testing.T) {
	for n := 1; n <= 10; n++ {
		for _, parts := range []int{1, 2, 3, 64} {
			sum := 0
			for part := range parts {
				count, err := solution.CountPart(t.Context(), n, part, parts, func(int, int) {})
				if err != nil {
					t.Fatal(err)
				}
				if parts == 64 && n == 10 && count == check.Counts[n] {
					t.Errorf("n = %d: part %d of %d is the whole", n, part, parts)
				}
				sum += count
			}
			if sum != check.Counts[n] {
				t.Errorf("n = %d: %d parts add up to %d, want %d", n, parts, sum, check.Counts[n])
			}
		}
	}
}

type function = func(ctx context.Context, n int, progress func(done, total int)) (int, error)

func test(t *testing.T, count function) {
	before := runtime.NumGoroutine()
	// There is more than one core to use, whatever the computer has.
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(max(2, runtime.NumCPU())))
	for _, n := range []int{4, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11} {
		testCount(t, count, n)
	}
	testCancel(t, count, before, language.Say("도중에 ctx를 취소", "ctx cancelled on the way"),
		context.Canceled, context.WithCancel)
	testCancel(t, count, before, language.Say("0.1초 뒤에 ctx의 시간이 끝남", "ctx over after 0.1 s"), context.DeadlineExceeded,
		func(ctx context.Context) (context.Context, context.CancelFunc) {
			return context.WithTimeout(ctx, 100*time.Millisecond)
		})
	testGoroutines(t, count, before)
}

// testCount checks the count and the calls of progress.
func testCount(t *testing.T, count function, n int) {
	call := fmt.Sprintf("Count(ctx, %d, progress)", n)
	var running atomic.Int32
	var together atomic.Bool
	var reports [][2]int
	var err error
	got := check.Call(t, call, func() (got int) {
		got, err = count(t.Context(), n, func(done, total int) {
			if running.Add(1) > 1 {
				together.Store(true)
			} else {
				reports = append(reports, [2]int{done, total})
			}
			runtime.Gosched()
			running.Add(-1)
		})
		return got
	})
	if err != nil {
		check.Fail(t, call, check.Got(err), language.Say("기대: 오류 없음", "want: no error"))
	}
	check.Equal(t, call, got, check.Counts[n])
	if together.Load() {
		check.Fail(t, call, language.Say(
			"progress가 두 고루틴에서 동시에 실행됩니다. 한 고루틴에서만 호출하거나 sync.Mutex로 막습니다.",
			"progress runs in two goroutines at the same time; call it from one alone, or guard it with a sync.Mutex."))
	}
	if len(reports) < 2 && n > 7 {
		check.Fail(t, call, language.Say("progress를 호출한 횟수: %d. 일을 여러 조각으로 나누고, 한 조각이 끝날 때마다 호출합니다.",
			"calls of progress: %d. Split the work into several pieces, and call it after each.", len(reports)))
	}
	total := 0
	if len(reports) > 0 {
		total = reports[0][1]
	}
	for k, report := range reports {
		if want := [2]int{k + 1, total}; report != want {
			check.Fail(t, call,
				language.Say("결과: %d번째로 progress(%d, %d)", "got:  call %d is progress(%d, %d)", k+1, report[0], report[1]),
				language.Say("기대: progress(%d, %d)", "want: progress(%d, %d)", want[0], want[1]))
		}
	}
	if len(reports) != total {
		check.Fail(t, call,
			language.Say("결과: 조각 %d개 가운데 %d개가 끝났을 때 Count가 돌아왔습니다.", "got:  Count returned after %[2]d of %[1]d pieces.", total, len(reports)),
			language.Say("기대: 모든 조각이 끝난 뒤에 돌아옵니다.", "want: it returns when all pieces are done."))
	}
}

// testGoroutines counts the goroutines during a count that takes long, until there are enough or two
// seconds are over, and cancels it.
func testGoroutines(t *testing.T, count function, before int) {
	const call = "Count(ctx, 17, progress)"
	// One of those that count may be the one that called Count, and 8 rows of a board are enough.
	most, want := 0, min(runtime.GOMAXPROCS(0), 8)-1
	check.Call(t, call, func() error {
		ctx, cancel := context.WithCancel(t.Context())
		watched := make(chan struct{})
		go func() {
			defer close(watched)
			defer cancel()
			for begun := time.Now(); most < want && time.Since(begun) < 2*time.Second; {
				time.Sleep(time.Millisecond)
				most = max(most, runtime.NumGoroutine()-before-2) // without this one and the one that called Count
			}
		}()
		_, err := count(ctx, 17, func(int, int) {})
		<-watched
		return err
	}, notCancelled())
	if most < want {
		check.Fail(t, call, language.Say(
			"세는 고루틴이 모자랍니다. 처음보다 %d개 늘었는데, runtime.GOMAXPROCS(0)은 %d입니다.",
			"too few goroutines count: there are %d more than before, and runtime.GOMAXPROCS(0) is %d.",
			most, runtime.GOMAXPROCS(0)))
	}
	noneLeft(t, call, before)
}

// noneLeft fails the test if there are more goroutines than before.
func noneLeft(t *testing.T, call string, before int) {
	check.Goroutines(t, call, before, language.Say(
		"Count가 돌아온 뒤에도 고루틴이 남아 있습니다. 고루틴이 기다리는 채널을 닫았는지 봅니다.",
		"goroutines are left after Count has returned: is the channel they wait for closed?"))
}

// notCancelled returns why a count that was cancelled may not have ended.
func notCancelled() string {
	return language.Say("ctx가 취소되었는데도 멈추지 않습니다. ctx.Err()를 확인하는지, 충분히 자주 확인하는지 봅니다.",
		"it does not stop though ctx is cancelled. Is ctx.Err() asked for, and often enough?")
}

// testCancel begins a count that takes long, and ends it before it is done. No more goroutines
// than before may be left then.
func testCancel(t *testing.T, count function, before int, how string, want error,
	derive func(context.Context) (context.Context, context.CancelFunc)) {
	call := "Count(ctx, 17, progress), " + how
	err := check.Call(t, call, func() error {
		ctx, cancel := derive(t.Context())
		defer cancel()
		defer time.AfterFunc(time.Second, cancel).Stop() // the third of large pieces may be late
		_, err := count(ctx, 17, func(done, total int) {
			if want == context.Canceled && done == 3 {
				cancel()
			}
		})
		return err
	}, notCancelled())
	if !errors.Is(err, want) {
		check.Fail(t, call, check.Got(err), language.Say("기대: %v", "want: %v", want))
	}
	noneLeft(t, call, before)
}
