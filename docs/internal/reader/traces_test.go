package reader

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"example.com/eightqueens/docs/internal/trace"
)

// A workshop makes traces at command, and knows how many are being made.
type workshop struct {
	made, stopped, now, most atomic.Int32
	finish                   chan struct{}
	toStop                   time.Duration // that it takes
	hash                     *atomic.Value // of the source
}

func (w *workshop) run(ctx context.Context, request trace.Request) (*trace.Trace, error) {
	now := w.now.Add(1)
	defer w.now.Add(-1)
	w.most.Store(max(w.most.Load(), now))
	select {
	case <-w.finish:
		w.made.Add(1)
		trace, err := made(ctx, request)
		trace.Hash = w.hash.Load().(string)
		return trace, err
	case <-ctx.Done():
		time.Sleep(w.toStop)
		w.stopped.Add(1)
		return nil, ctx.Err()
	}
}

// newWorkshop is a workshop and its cache; the source's hash is what hash holds.
func newWorkshop(hash *atomic.Value) (*workshop, *traces) {
	w := &workshop{finish: make(chan struct{}), hash: hash}
	t := newTraces()
	t.run = w.run
	t.hash = func(string) (string, error) { return hash.Load().(string), nil }
	return w, t
}

func source(hash string) *atomic.Value {
	var v atomic.Value
	v.Store(hash)
	return &v
}

var rows = key{stage: "stage2_rows", n: 4}

func TestOneTraceForAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, traces := newWorkshop(source("a"))
		var readers sync.WaitGroup
		for range 10 {
			readers.Go(func() {
				if _, err := traces.get(t.Context(), rows, ""); err != nil {
					t.Error(err)
				}
			})
		}
		synctest.Wait()
		if got := w.now.Load(); got != 1 {
			t.Errorf("%d traces are being made for ten readers of one", got)
		}
		close(w.finish)
		readers.Wait()
		if _, err := traces.get(t.Context(), rows, ""); err != nil || w.made.Load() != 1 {
			t.Errorf("%d traces were made (%v), want one that is kept", w.made.Load(), err)
		}
	})
}

func TestAChangedSourceIsTracedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hash := source("a")
		w, traces := newWorkshop(hash)
		close(w.finish)
		for _, state := range []string{"a", "a", "b", "b"} {
			hash.Store(state)
			if _, err := traces.get(t.Context(), rows, ""); err != nil {
				t.Fatal(err)
			}
		}
		if got := w.made.Load(); got != 2 {
			t.Errorf("%d traces were made of two states of the source", got)
		}
		if got := len(traces.all); got != 1 {
			t.Errorf("%d traces are kept, want the newest alone", got)
		}
	})
}

func TestAChangeWhileTracing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hash := source("a")
		w, traces := newWorkshop(hash)
		var readers sync.WaitGroup
		read := func() {
			readers.Go(func() {
				if _, err := traces.get(t.Context(), rows, ""); err != nil {
					t.Error(err)
				}
			})
			synctest.Wait()
		}
		read()
		hash.Store("b")
		read()
		if stopped, now := w.stopped.Load(), w.now.Load(); stopped != 1 || now != 1 {
			t.Errorf("%d traces are stopped and %d being made, want the old one stopped and the new one made", stopped, now)
		}
		close(w.finish)
		readers.Wait()
		if w.most.Load() != 1 || w.made.Load() != 1 {
			t.Errorf("%d traces at once, %d made, want 1 and 1", w.most.Load(), w.made.Load())
		}
	})
}

// Whoever saves the file just after asking gets the new program; it is not kept as the old one.
func TestAChangeBeforeTheSourceIsRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hash := source("a")
		w, traces := newWorkshop(hash)
		var readers sync.WaitGroup
		readers.Go(func() {
			if _, err := traces.get(t.Context(), rows, ""); err != nil {
				t.Error(err)
			}
		})
		synctest.Wait()
		hash.Store("b")
		close(w.finish)
		readers.Wait()
		hash.Store("a")
		if got, err := traces.get(t.Context(), rows, ""); err != nil || got.hash != "a" {
			t.Errorf("the trace is of the source %q (%v), want a", got.hash, err)
		}
	})
}

func TestWhoGoesAwayStopsTheWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, traces := newWorkshop(source("a"))
		w.toStop = time.Second
		first, leaveFirst := context.WithCancel(t.Context())
		second, leaveSecond := context.WithCancel(t.Context())
		defer leaveSecond()
		var readers sync.WaitGroup
		for _, ctx := range []context.Context{first, second} {
			readers.Go(func() {
				if _, err := traces.get(ctx, rows, ""); !errors.Is(err, context.Canceled) {
					t.Errorf("a reader who went away gets the error %v", err)
				}
			})
		}
		synctest.Wait()
		leaveFirst()
		time.Sleep(2 * w.toStop)
		if w.stopped.Load() != 0 {
			t.Error("the work stops although a reader waits")
		}
		leaveSecond()
		readers.Wait() // they see the work end
		if w.stopped.Load() != 1 || w.now.Load() != 0 {
			t.Error("the work goes on although nobody waits")
		}
		close(w.finish)
		if _, err := traces.get(t.Context(), rows, ""); err != nil {
			t.Errorf("the next reader gets the error %v", err)
		}
	})
}

func TestFewTracesAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, traces := newWorkshop(source("a"))
		var readers sync.WaitGroup
		for n := range 8 {
			readers.Go(func() {
				if _, err := traces.get(t.Context(), key{stage: "stage3_diagonals", n: n}, ""); err != nil {
					t.Error(err)
				}
			})
		}
		synctest.Wait()
		if got := w.now.Load(); got != tracesAtOnce {
			t.Errorf("%d traces are made at once, want %d", got, tracesAtOnce)
		}
		close(w.finish)
		readers.Wait()
		if w.made.Load() != 8 || w.most.Load() != tracesAtOnce {
			t.Errorf("%d traces made, %d at once", w.made.Load(), w.most.Load())
		}
	})
}

func TestAFailureIsNotKept(t *testing.T) {
	traces := newTraces()
	traces.hash = func(string) (string, error) { return "a", nil }
	fail := errors.New("no memory")
	traces.run = func(context.Context, trace.Request) (*trace.Trace, error) { return nil, fail }
	if _, err := traces.get(t.Context(), rows, ""); !errors.Is(err, fail) {
		t.Fatalf("the error is %v", err)
	}
	traces.run = made
	if _, err := traces.get(t.Context(), rows, ""); err != nil {
		t.Errorf("after a failure that is over, the error is %v", err)
	}
}

// A browser that goes away ends the trace that it asked for, through the whole server.
func TestBrowserGoesAway(t *testing.T) {
	started, stopped := make(chan struct{}), make(chan struct{})
	r := newReader(t, func(ctx context.Context, _ trace.Request) (*trace.Trace, error) {
		close(started)
		<-ctx.Done()
		close(stopped)
		return nil, ctx.Err()
	})
	server := httptest.NewServer(r)
	defer server.Close()
	ctx, leave := context.WithCancel(t.Context())
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, server.URL+"/traces/stage2_rows-4.json", nil)
	if err != nil {
		t.Fatal(err)
	}
	answered := make(chan error, 1)
	go func() {
		response, err := http.DefaultClient.Do(request)
		if err == nil {
			response.Body.Close()
		}
		answered <- err
	}()
	<-started
	leave()
	if err := <-answered; !errors.Is(err, context.Canceled) {
		t.Errorf("the browser gets %v", err)
	}
	<-stopped // or the test ends at its time limit
}
