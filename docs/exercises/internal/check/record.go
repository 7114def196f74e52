package check

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"example.com/eightqueens/docs/internal/result"
)

var (
	record   = openRecord()      // nil if nobody has asked for it
	recorded = map[string]bool{} // the tests whose end will be in the record
	stdout   = os.Stdout         // a test may divert what is printed
)

// openRecord opens the file of the record. The code under test does not see its name.
func openRecord() *os.File {
	name := os.Getenv(result.RecordVariable)
	if name == "" {
		return nil
	}
	os.Unsetenv(result.RecordVariable)
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		panic(err)
	}
	return file
}

func write(event result.Event) {
	line, err := json.Marshal(event)
	if err == nil {
		_, err = record.Write(append(line, '\n'))
	}
	if err != nil {
		panic(err)
	}
}

// recordCall records that a call begins.
func recordCall(t *testing.T, call string) {
	if record == nil {
		return
	}
	recordEnd(t)
	write(result.Event{Call: call})
	fmt.Fprintf(stdout, "%c", result.BeginMark)
}

// recordMessage records what is wrong.
func recordMessage(t *testing.T, message []string) {
	if record == nil {
		return
	}
	recordEnd(t)
	write(result.Event{Message: message})
}

// recordEnd sees to it that the end of the test is recorded.
func recordEnd(t *testing.T) {
	if recorded[t.Name()] {
		return
	}
	recorded[t.Name()] = true
	t.Cleanup(func() {
		end := "pass"
		if t.Skipped() {
			end = "skip"
		} else if t.Failed() {
			end = "fail"
		}
		write(result.Event{End: end})
		fmt.Fprintf(stdout, "%c", result.EndMark)
	})
}
