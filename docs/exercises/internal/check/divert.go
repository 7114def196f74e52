package check

import (
	"fmt"
	"io"
	"os"
	"sync"
	"testing"
)

// Divert holds back what is printed on standard output. The function that it returns ends that, prints
// the beginning of what was held back, and returns it.
func Divert(t *testing.T) func() string {
	t.Helper()
	reader, writer, err := os.Pipe()
	if err != nil {
		return divertToFile(t) // a browser has no pipes
	}
	stdout := os.Stdout
	os.Stdout = writer
	held := make(chan string)
	go func() {
		text, _ := io.ReadAll(io.LimitReader(reader, maxHeld))
		io.Copy(io.Discard, reader)
		held <- string(text)
	}()
	return sync.OnceValue(func() string {
		os.Stdout = stdout
		writer.Close()
		text := <-held
		reader.Close()
		fmt.Print(text)
		return text
	})
}

const maxHeld = 4096 // bytes; a loop without end may print far more

// divertToFile is Divert with a file, which a loop without end could make large.
func divertToFile(t *testing.T) func() string {
	t.Helper()
	file, err := os.CreateTemp("", "stdout")
	if err != nil {
		t.Fatal(err)
	}
	stdout := os.Stdout
	os.Stdout = file
	return sync.OnceValue(func() string {
		os.Stdout = stdout
		text, _ := io.ReadAll(io.NewSectionReader(file, 0, maxHeld))
		file.Close()
		os.Remove(file.Name())
		fmt.Print(string(text))
		return string(text)
	})
}
