package program

import (
	"bytes"
	"io"
	"testing"
)

func TestLimitedBuffer(t *testing.T) {
	var b limitedBuffer
	if _, err := b.Write(make([]byte, OutputLimit)); err != nil || b.full {
		t.Fatalf("the limit itself is refused: %v", err)
	}
	if _, err := b.Write([]byte("x")); err == nil || !b.full {
		t.Error("a byte more is taken")
	}
	if _, ok := any(&b).(io.ReaderFrom); ok {
		t.Error("io.Copy would go round Write")
	}
}

func TestExcerpt(t *testing.T) {
	var e Excerpt
	lines := bytes.Repeat([]byte("\n"), LineLimit-1)
	for _, text := range [][]byte{[]byte("first"), lines, []byte("last\n")} {
		if _, err := e.Write(text); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.HasPrefix(e.First, []byte("first\n")) || !bytes.HasSuffix(e.Last, []byte("\nlast\n")) || e.Lines != LineLimit || len(e.First)+len(e.Last) > 1<<20 {
		t.Errorf("of %d lines %d bytes are kept, from %.10q to %.10q", e.Lines, len(e.First)+len(e.Last), e.First, e.Last[len(e.Last)-10:])
	}
	if _, err := e.Write([]byte("\n")); err == nil {
		t.Error("a line more is taken")
	}
	e = Excerpt{}
	if e.Write(append(lines, "last"...)); !bytes.HasSuffix(e.Last, []byte("last")) {
		t.Errorf("written at once, %.10q is kept", e.Last[len(e.Last)-10:])
	}
}
