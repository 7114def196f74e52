package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"
	"testing"

	"example.com/eightqueens/internal/golden"
	"example.com/eightqueens/internal/oracle"
	"example.com/eightqueens/internal/program"
)

func TestStage(t *testing.T) {
	stage := golden.Build(t, ".")
	stage.CheckStream(t, golden.Stream{
		Lines: 16_777_216,
		Sum:   golden.File(t, "testdata/sha256.txt"),
		First: golden.File(t, "testdata/head.txt"),
		Last:  golden.File(t, "testdata/tail.txt"),
		Rule:  oracle.Row,
		Next:  golden.File(t, "../stage2_rows/testdata/sha256.txt"),
	})
	small := program.Change{Old: "const n = 8 ", New: "const n = 5 "} // prints more than the buffer holds
	golden.Build(t, ".", small).CheckFullDisk(t)
	stage.CheckClosedPipe(t, true)
}

// ways are ways to print the placement in pos, fastest first.
var ways = []struct {
	name  string
	print func()
}{
	{"append", func() {
		line := out.AvailableBuffer()
		for i := range n {
			line = append(line, ' ', '0'+byte(pos[i]))
		}
		out.Write(append(line, '\n'))
	}},
	{"WriteByte", func() {
		for i := range n {
			out.WriteByte(' ')
			out.WriteByte('0' + byte(pos[i]))
		}
		out.WriteByte('\n')
	}},
	{"Itoa", report},
	{"Fprintf", func() {
		for i := range n {
			fmt.Fprintf(out, " %d", pos[i])
		}
		fmt.Fprintln(out)
	}},
}

// printTo makes w take the output until the test or the benchmark is over.
func printTo(t testing.TB, w io.Writer) {
	before := out
	t.Cleanup(func() { out, pos = before, [n]int{} })
	out = bufio.NewWriter(w)
}

func TestWaysPrintTheSame(t *testing.T) {
	for _, way := range ways {
		var printed bytes.Buffer
		printTo(t, &printed)
		for i := range n {
			pos[i] = (3*i + 1) % n
		}
		way.print()
		out.Flush()
		if want := " 1 4 7 2 5 0 3 6\n"; printed.String() != want {
			t.Errorf("%s prints %q, want %q", way.name, &printed, want)
		}
	}
}

// BenchmarkPrint prints a placement. Stage 1 does so 16,777,216 times.
func BenchmarkPrint(b *testing.B) {
	for _, way := range ways {
		b.Run(way.name, func(b *testing.B) {
			printTo(b, io.Discard)
			for b.Loop() {
				way.print()
			}
			b.SetBytes(int64(n*len(" "+strconv.Itoa(0)) + len("\n")))
		})
	}
}
