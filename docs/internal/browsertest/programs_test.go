package browsertest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// written serves a stage 2 whose main.go is what was written last.
func written(t *testing.T) (address string, write func(source string)) {
	t.Helper()
	folder := copied(t, "go.mod", "go.sum", "docs/internal", "docs/en", "docs/ko", stage2)
	if err := os.Remove(filepath.Join(folder, stage2, "main_test.go")); err != nil {
		t.Fatal(err)
	}
	address, stop, err := serve(folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	return address, func(source string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(folder, stage2, "main.go"), []byte(source), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

const (
	withBits = `package main

import "fmt"

const n = 8

var pos [n]int

func set(i, used int) {
	if i == n {
		fmt.Println(pos)
		return
	}
	for j := 0; j < n; j++ {
		if used&(1<<j) != 0 {
			continue
		}
		pos[i] = j
		set(i+1, used|1<<j)
	}
}

func main() { set(0, 0) }
`
	withList = `package main

const n = 8

type queen struct {
	row  int
	next *queen
}

var count int

func isFree(row int, q *queen) bool {
	for ; q != nil; q = q.next {
		if q.row == row {
			return false
		}
	}
	return true
}

func set(column int, placed *queen) {
	if column == n {
		count++
		return
	}
	for row := range n {
		if isFree(row, placed) {
			set(column+1, &queen{row, placed})
		}
	}
}

func main() { set(0, nil) }
`
	byRow = `package main

const n = 8

var pos [n]int
var used [n]bool

func set(row int) {
	for col := range n {
		if used[col] {
			continue
		}
		pos[row] = col
		if row == n-1 {
			println("found")
			continue
		}
		used[col] = true
		set(row + 1)
		used[col] = false
	}
}

func main() { set(0) }
`
)

// Searches that are written in other ways are drawn and told by what they do.
func TestOtherSearches(t *testing.T) {
	t.Parallel()
	site, write := written(t)
	for _, test := range []struct {
		name, source string
		queens       string   // at the first placement
		said, later  []string // there, and when set(2, …) has returned
		told         string   // at the end
	}{
		{"bits", withBits, "[[0 0] [1 1] [2 2]]", []string{"The condition i == n is 3 == 3: true.", "A placement is found: 0 1 2 (number 1)."}, []string{"set(2, 3) returned", "i = 1, used = 1, j = 1 again"}, "Placements found: 6."},
		{"a linked list", withList, "[[0 0] [1 1] [2 2]]", []string{"The condition column == n is 3 == 3: true.", "A placement is found: 0 1 2 (number 1)."}, []string{"set(2) returned", "column = 1, row = 1 again"}, "Placements found: 6."},
		{"rows", byRow, "[[0 0] [1 1] [2 2]]", []string{"pos[2] = 2: the queen of column 2 stands in row 2.", "A placement is found: 0 1 2 (number 1)."}, []string{"set(2) returned", "row = 1, col = 1 again"}, "Placements found: 6."},
	} {
		write(test.source)
		w := stepper(t, site, "en/"+stage2+".html?n=3")
		w.press("n")
		w.wantSaid(test.said...)
		if got := fmt.Sprint(w.squares(".queen")); got != test.queens {
			t.Errorf("%s: queens stand on %s, want %s", test.name, got, test.queens)
		}
		for range 200 {
			w.press(kb.ArrowRight)
			if strings.Contains(w.text("#narration"), test.later[0]) {
				break
			}
		}
		w.wantSaid(test.later...)
		if test.name == "rows" {
			w.walk("pos[row] = col")
			w.press(kb.ArrowRight)
			w.wantSaid("pos[1] = 2: the queen of column 2 stands in row 1.")
			if got := fmt.Sprint(w.squares(".queen")); got != "[[0 0] [2 1]]" {
				t.Errorf("%s: queens stand on %s", test.name, got)
			}
		}
		w.press(kb.End)
		w.wantSaid(test.told)
	}
}

// What the page says of a program as a whole, in both languages.
func TestWordsOnPrograms(t *testing.T) {
	t.Parallel()
	site, write := written(t)
	main := func(imports, body string) string {
		return "package main\n\nimport (\n" + imports + ")\n\nfunc main() {\n" + body + "}\n"
	}
	for _, test := range []struct{ name, source, english, korean string }{
		{"exit", main("\t\"os\"\n", "\tprintln(\"one\")\n\tos.Exit(3)\n"), "ends itself at line 9, with exit status 3", "9번째 줄에서 스스로 끝납니다. 종료 상태는 3입니다"},
		{"panic", main("\t\"os\"\n", "\tpanic(len(os.Args))\n"), "ends in a panic at line 8", "8번째 줄에서 패닉으로 끝납니다"},
		{"lost", main("\t\"bufio\"\n\t\"os\"\n", "\tout := bufio.NewWriter(os.Stdout)\n\tout.WriteString(\"four\")\n"), "4 characters stayed in a buffer", "4자는 버퍼에 남았습니다"},
		{"stderr", main("\t\"fmt\"\n\t\"os\"\n", "\tfmt.Fprintln(os.Stderr, \"beside\")\n"), "Written to standard error:beside", "표준 오류에 쓴 것:beside"},
		{"fixed", strings.Replace(byRow, "n = 8", "n = 4", 1) + "\nvar last = &pos[3]\n", "fixes n as 4. It was run with that", "n은 늘 4입니다"},
		{"input", main("\t\"fmt\"\n", "\tvar n int\n\tfmt.Scan(&n)\n\tfmt.Println(n)\n"), "n = 3 was given on standard input", "표준 입력으로 준 값은 n = 3입니다"},
		{"replaced", byRow, "Run with n = 3 in place of 8", "n = 3일 때를 실행했습니다. 원래 값은 8입니다"},
		{"none", main("\t\"fmt\"\n", "\tfmt.Println()\n"), "No number n of queens is found", "퀸의 수 n이 보이지 않습니다"},
		{"notMain", "package rows\n", "main.go is not in the package main", "main.go가 main 패키지에 있지 않습니다"},
		{"notBuilt", "//go:build ignore\n\npackage main\n\nfunc main() {}\n", "main.go is not built on this system", "main.go를 빌드하지 않습니다"},
		{"goroutine", main("\t\"os\"\n", "\tgo os.Exit(0)\n"), "main.go:8 Goroutines cannot be followed", "고루틴이 있으면 따라갈 수 없습니다"},
		{"import", main("\t\"sync\"\n", "\tvar m sync.Mutex\n\tm.Lock()\n"), "uses this package cannot be followed", "이 패키지를 쓰는 프로그램은 따라갈 수 없습니다"},
		{"rangeFunction", "package main\n\nfunc all(yield func(int) bool) { yield(1) }\n\nfunc main() {\n\tfor range all {\n\t}\n}\n", "range over a function of the program itself cannot be followed", "프로그램 자신의 함수를 도는 range는 따라갈 수 없습니다"},
	} {
		write(test.source)
		for language, want := range map[string]string{"en": test.english, "ko": test.korean} {
			w := open(t, site+"/"+language+"/"+stage2+".html?n=3")
			w.wait(`document.querySelector("#notices .notice, .remark") !== null`)
			if got := w.text("#notices") + " " + w.text(".listing"); !strings.Contains(got, want) {
				t.Errorf("%s: the page says %q without %q", test.name, got, want)
			}
		}
	}

	// A run that ends at a limit is told by the limit.
	write(byRow)
	for language, wants := range map[string][]string{
		"en": {"There are too many steps. The first", "The calls went too deep", "Too much was printed", "The run took too long", "Look for a loop without an end", "took too much memory"},
		"ko": {"걸음이 너무 많아 처음", "호출이 너무 깊어져", "출력이 너무 많아", "시간이 너무 오래 걸려", "끝나지 않는 반복문인지", "메모리를 너무 많이 써서"},
	} {
		w := stepper(t, site, language+"/"+stage2+".html?n=2")
		w.change(`loadTrace(stepper.stage, stepper.n, stepper.language).then(trace => window.trace = trace)`)
		w.wait(`window.trace`)
		told := eval[string](w, `["steps", "depth", "output", "time", "memory"].map(end => { stepper.showTrace({ ...trace, end, stuck: end === "time" }); return notices.textContent; }).join()`)
		for _, want := range wants {
			if !strings.Contains(told, want) {
				t.Errorf("of the limits the page says %q without %q", told, want)
			}
		}
	}
}
