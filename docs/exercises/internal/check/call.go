// Package check is what the tests of the exercises share. It guards every call of the code under
// test and turns what goes wrong into one message in the reader's language.
package check

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"example.com/eightqueens/docs/internal/language"
	"example.com/eightqueens/docs/internal/result"
)

const maxHeap = 512 << 20 // bytes

// maxStack is how many bytes endless recursion may take. A browser has less room, and would end the
// program without a word of Go's.
var maxStack = 16 << 20

// timeLimit is how long one call may take.
var timeLimit = 10 * time.Second

func init() {
	if runtime.GOARCH == "wasm" {
		maxStack = 256 << 10
	}
	debug.SetMaxStack(maxStack)
	if limit, err := time.ParseDuration(os.Getenv("EXERCISE_TIME_LIMIT")); err == nil {
		timeLimit = limit // for the tests of endless programs
	}
}

// begun holds the names of the tests in which a call has returned.
var begun = map[string]bool{}

// Call runs f, which makes the given call, and returns its result. The test is skipped if the call
// meets a stub before anything else was done, and fails if the call panics, takes too much memory or
// does not end. Of a call that does not end, why is the likely cause where it is not the usual one.
func Call[T any](t *testing.T, call string, f func() T, why ...string) T {
	t.Helper()
	recordCall(t, call)

	var returned T
	ended := make(chan *crash, 1)
	go func() {
		crashed := &crash{value: goexit}
		defer func() {
			if value := recover(); value != nil {
				crashed = &crash{value, result.TestedLine(string(debug.Stack()))}
			}
			ended <- crashed
		}()
		returned = f()
		crashed = nil
	}()

	timeOver := time.After(timeLimit)
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case crash := <-ended:
			if crash != nil {
				crash.report(t, call)
			}
			begun[t.Name()] = true
			return returned
		case <-timeOver:
			line, waiting := lastSeen(allStacks())
			cause := strings.Join(why, " ")
			if waiting {
				cause = language.Say("고루틴이 모두 기다리고 있습니다. 채널을 닫는지, Done이나 Unlock을 빠뜨리지 않았는지, 너무 일찍 기다리지 않는지 봅니다.",
					"every goroutine waits. Is a channel not closed, a Done or Unlock missing, or somebody waited for too early?")
			}
			Fail(t, call, language.Say("%v초 안에 끝나지 않았습니다(%s). %s", "not done after %v seconds (%s): %s",
				timeLimit.Seconds(), line, cmp.Or(cause, language.Say(
					"끝나지 않는 반복이거나, 안 될 가지를 자르지 않는 탐색입니다.",
					"a loop without end, or a search that does not cut off branches."))))
		case <-tick.C:
			var memory runtime.MemStats
			runtime.ReadMemStats(&memory)
			if memory.HeapAlloc > maxHeap {
				Fail(t, call, language.Say(
					"메모리를 %dMB 넘게 씁니다. 끝나지 않는 반복에서 무엇인가를 모으고 있지 않습니까?",
					"takes more than %d MB of memory: does a loop without end gather something?", maxHeap>>20))
			}
		}
	}
}

// A crash is a panic, and the line where it happened.
type crash struct {
	value any
	place string
}

// goexit is in the place of the value of a panic where the code under test ended its goroutine.
var goexit = new(int)

// report skips the test if the call met a stub before anything else was done, and fails it otherwise.
func (c *crash) report(t *testing.T, call string) {
	t.Helper()
	switch {
	case c.value == result.Stub && !begun[t.Name()]:
		t.Skip(language.Say("시작 전입니다.", "not begun."))
	case c.value == result.Stub:
		Fail(t, call, language.Say(
			"이 함수는 아직 작성하지 않았습니다(%s).",
			"this function is not written yet (%s).", c.place))
	case c.value == goexit:
		Fail(t, call, language.Say("runtime.Goexit을 부르지 않아야 합니다.", "it must not call runtime.Goexit."))
	case strings.Contains(fmt.Sprint(c.value), "os.Exit"): // which a test does not let pass
		Fail(t, call, language.Say("os.Exit을 부르지 않아야 합니다(%s).", "it must not call os.Exit (%s).", c.place))
	default:
		Fail(t, call, language.Say("패닉이 일어났습니다(%s): %v", "panics (%s): %v", c.place, c.value))
	}
}

// allStacks returns the stacks of all goroutines, however many there are.
func allStacks() []byte {
	for size := 1 << 20; ; size *= 2 {
		stacks := make([]byte, size)
		if length := runtime.Stack(stacks, true); length < size {
			return stacks[:length]
		}
	}
}

var waits = regexp.MustCompile(`^goroutine \d+ \[(chan |select|sync\.|semacquire|coroutine)`)

// lastSeen returns a line where the code under test is at work or, if all its goroutines wait, a line
// where one of them does.
func lastSeen(stacks []byte) (line string, waiting bool) {
	for stack := range bytes.SplitSeq(stacks, []byte("\n\n")) {
		switch found := result.TestedLine(string(stack)); {
		case found == "exercise.go":
		case !waits.Match(stack):
			return found, false
		case line == "":
			line, waiting = found, true
		}
	}
	return cmp.Or(line, "exercise.go"), waiting
}

// Fail ends the test with a message: the call, unless it is empty, and the given lines.
func Fail(t *testing.T, call string, lines ...string) {
	t.Helper()
	if call != "" {
		lines = append([]string{language.Say("호출: %s", "call: %s", call)}, lines...)
	}
	stopped = true
	text := strings.TrimSuffix(strings.Join(lines, "\n"), "\n")
	recordMessage(t, strings.Split(text, "\n"))
	fmt.Fprintln(t.Output(), text)
	t.FailNow()
}

// Goroutines waits until there are no more goroutines than before, and fails the test with the given
// line if that does not come.
func Goroutines(t *testing.T, call string, before int, line string) {
	t.Helper()
	for wait := 0; runtime.NumGoroutine() > before; wait++ {
		if wait == 100 {
			Fail(t, call, line)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// Equal fails the test unless the call came to what was wanted; notes say more about the mistake.
func Equal[T any](t *testing.T, call string, got, want T, notes ...string) {
	t.Helper()
	if reflect.DeepEqual(got, want) {
		return
	}
	Fail(t, call, append([]string{Got(got), language.Say("기대: %v", "want: %v", want)}, notes...)...)
}

// Got returns the line of a message that shows what a call came to.
func Got(value any) string {
	if pos, isSlice := value.([]int); isSlice && pos == nil {
		value = "nil" // and not []
	}
	return language.Say("결과: %v", "got:  %v", value)
}
