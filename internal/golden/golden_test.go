package golden

import (
	"io"
	"strings"
	"testing"
)

func TestLimitedBuffer(t *testing.T) {
	var b limitedBuffer
	if _, err := b.Write(make([]byte, outputLimit)); err != nil || b.full {
		t.Fatalf("the limit itself is refused: %v", err)
	}
	if _, err := b.Write([]byte("x")); err == nil || !b.full {
		t.Error("a byte more is taken")
	}
	if _, ok := any(&b).(io.ReaderFrom); ok {
		t.Error("io.Copy would go round Write")
	}
}

func TestDiff(t *testing.T) {
	want := strings.Split("a b c d", " ")
	if diff := Diff(want, want); diff != "" {
		t.Errorf("no difference, yet %q", diff)
	}
	many := append(strings.Split("a b x", " "), make([]string, 1_000_000)...)
	diff := Diff(want, many)
	if !strings.Contains(diff, "from line 3 on") || strings.Count(diff, "\n") > 20 {
		t.Errorf("want line 3 named, in a few lines, not: %.500s", diff)
	}
	if cut := Diff([]string{"□ □ □ □ ■ □ □ □ "}, []string{"■ □ □ □ □ □ □ □ "}); strings.Contains(cut, `\x`) {
		t.Errorf("a square is cut in half: %s", cut)
	}
}
