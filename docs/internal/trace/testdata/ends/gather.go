package main

import (
	"os"
	"runtime"
	"time"
)

// gather takes memory in a file that is not traced, but not all of it where nobody ends it.
func gather() {
	list := []byte("q")
	for len(list) < 1<<30 {
		list = append(list, list...)
	}
	for range 100 {
		time.Sleep(50 * time.Millisecond)
	}
	runtime.KeepAlive(list)
	os.Exit(1) // nobody has looked
}
