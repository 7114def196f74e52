package main

import (
	"os"
	"runtime"
	"time"
)

// gather takes memory in a file that is not traced, but not all of it where nobody ends it.
func gather() {
	list := []byte("q")
	for len(list) < 1<<27 {
		list = append(list, list...)
	}
	for range 100 {
		time.Sleep(50 * time.Millisecond)
	}
	runtime.KeepAlive(list)
	os.Exit(1) // nobody has looked
}

// endless yields bytes without an end, of which most are no text.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(i)
	}
	return len(p), nil
}
