package check

import "runtime"

var (
	turns   uint // of the code under test, or as many as were counted
	stopped bool // the test has failed
)

// Yield lets other goroutines run now and then. Once the test has failed it does not return, so that a
// loop without end does not keep a browser, which has one thread, from anything else. Package
// yielding inserts its calls.
func Yield() {
	if turns++; turns%1024 == 0 {
		yield()
	}
}

func yield() {
	if stopped {
		select {}
	}
	runtime.Gosched()
}
