package yielding

import (
	"go/parser"
	"go/token"
	"strings"
	"testing"
)

func TestSource(t *testing.T) {
	for _, source := range []string{
		"package exercise",
		"package exercise // a comment",
		"package exercise; import \"fmt\"\nfunc f() { fmt.Println() } // {",
		"package exercise\r\n\r\nfunc f() {\r\n\tfor {\r\n\t}\r\n}\r\n",
		"// Package\n/* { */ package exercise\n\nfunc f(n int) {\n\tfor i := range n {\n\t\tfunc() { println(i, \"{\") }()\n\t}\n}\n",
		"package exercise\n\nfunc outside()\n\nvar f = func() {}\n",
	} {
		yielding, err := Source([]byte(source))
		if err != nil {
			t.Errorf("%q: %v", source, err)
			continue
		}
		files := token.NewFileSet()
		if _, err := parser.ParseFile(files, "", yielding, 0); err != nil {
			t.Errorf("%q becomes\n%s\n%v", source, yielding, err)
		}
		lines := strings.Split(string(yielding), "\n")
		for k, line := range strings.Split(source, "\n") {
			line = strings.ReplaceAll(line, "{", "")
			got := strings.NewReplacer(`; import check__ "example.com/eightqueens/docs/exercises/internal/check"`, "", " check__.Yield();", "", "{", "").Replace(lines[k])
			if got != line {
				t.Errorf("%q: line %d becomes %q", source, k+1, lines[k])
			}
		}
		bodies := strings.Count(source, ") {") + strings.Count(source, "for {") + strings.Count(source, "n {")
		if got := strings.Count(string(yielding), " check__.Yield();"); got != bodies {
			t.Errorf("%q: %d calls for %d bodies", source, got, bodies)
		}
	}
	if _, err := Source([]byte("package exercise\nfunc {")); err == nil {
		t.Error("no error for what is no Go")
	}
}
