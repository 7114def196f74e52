package reader

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"sync"

	"example.com/eightqueens/docs/internal/trace"
)

// tracesAtOnce is how many stages are built and run at a time.
const tracesAtOnce = 2

// A key tells one trace from another.
type key struct {
	stage    string
	n        int
	language string // "" where the stage has no words
}

// A recording is a trace as it is sent.
type recording struct {
	hash  string // of the source
	steps int
	gzip  []byte // its JSON, compressed
}

// traces makes the traces that are asked for, one a stage and n at a time, and keeps the newest.
type traces struct {
	run  func(context.Context, trace.Request) (*trace.Trace, error)
	hash func(dir string) (string, error)
	free chan struct{} // a place for each trace that may be made now

	mu  sync.Mutex
	all map[key]*flight
}

// A flight is a trace that is being made or, once done is closed, is made.
type flight struct {
	hash    string
	waiting int // readers; the last that goes away stops the work
	cancel  context.CancelFunc
	done    chan struct{}
	result  *recording
	err     error
}

func newTraces() *traces {
	return &traces{
		run:  trace.Run,
		hash: trace.Hash,
		free: make(chan struct{}, tracesAtOnce),
		all:  map[key]*flight{},
	}
}

// get gives the trace of the source that is in the folder now.
func (t *traces) get(ctx context.Context, k key, dir string) (*recording, error) {
	for {
		hash, err := t.hash(dir)
		if err != nil {
			return nil, err
		}
		result, err := t.wait(ctx, k, t.join(k, dir, hash))
		// Where the source changed meanwhile, another reader has stopped the work.
		if errors.Is(err, context.Canceled) && ctx.Err() == nil {
			continue
		}
		return result, err
	}
}

// join gives the flight for this state of the source, one that is on its way if there is one.
func (t *traces) join(k key, dir, hash string) *flight {
	t.mu.Lock()
	defer t.mu.Unlock()
	old := t.all[k]
	if old != nil && old.hash == hash {
		old.waiting++
		return old
	}
	ctx, cancel := context.WithCancel(context.Background())
	f := &flight{hash: hash, waiting: 1, cancel: cancel, done: make(chan struct{})}
	t.all[k] = f
	go func() {
		defer cancel()
		if old != nil { // its source is no more: one trace a stage and n at a time
			old.cancel()
			<-old.done
		}
		f.result, f.err = t.make(ctx, k, dir)
		t.mu.Lock()
		if stale := f.err != nil || f.result.hash != hash; stale && t.all[k] == f { // or saved in between
			delete(t.all, k)
		}
		t.mu.Unlock()
		close(f.done)
	}()
	return f
}

// wait waits for the flight to land, or for the reader to go away. The last reader to go stops the
// work and sees it end: no program and no folder of it is left behind.
func (t *traces) wait(ctx context.Context, k key, f *flight) (*recording, error) {
	select {
	case <-f.done:
		return f.result, f.err
	case <-ctx.Done():
	}
	t.mu.Lock()
	f.waiting--
	isLast := f.waiting == 0
	if isLast && t.all[k] == f {
		delete(t.all, k)
	}
	t.mu.Unlock()
	if isLast {
		f.cancel()
		<-f.done
	}
	return nil, ctx.Err()
}

// make traces the stage.
func (t *traces) make(ctx context.Context, k key, dir string) (*recording, error) {
	select {
	case t.free <- struct{}{}:
		defer func() { <-t.free }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	request := trace.Request{Dir: dir, N: k.n}
	if k.language != "" {
		request.Args = []string{"-lang", k.language}
	}
	made, err := t.run(ctx, request)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	compressed := gzip.NewWriter(&out)
	if err := json.NewEncoder(compressed).Encode(made); err != nil {
		return nil, err
	}
	if err := compressed.Close(); err != nil {
		return nil, err
	}
	return &recording{made.Hash, len(made.Steps), out.Bytes()}, nil
}
