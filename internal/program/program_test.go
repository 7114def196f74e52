package program

import (
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
