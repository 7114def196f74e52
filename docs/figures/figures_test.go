package main

import (
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unicode"

	"example.com/eightqueens/internal/oracle"
)

// drawn are the figures, drawn once.
var drawn = sync.OnceValues(func() ([]*figure, error) { return figures(context.Background(), "../..") })

func allFigures(t *testing.T) []*figure {
	t.Helper()
	all, err := drawn()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// figureNamed returns one of them.
func figureNamed(t *testing.T, name string) *figure {
	t.Helper()
	for _, f := range allFigures(t) {
		if f.name == name {
			return f
		}
	}
	t.Fatalf("no figure %q", name)
	return nil
}

func TestCommittedFiguresAreWhatIsDrawn(t *testing.T) {
	var names []string
	for _, f := range allFigures(t) {
		file := f.name + ".svg"
		names = append(names, file)
		committed, err := os.ReadFile(file)
		if err != nil {
			t.Error(err)
		} else if !bytes.Equal(committed, f.svg()) {
			t.Errorf("%s is not what the program draws: run `go run ./docs/figures`", file)
		}
	}
	slices.Sort(names)
	files, err := filepath.Glob("*.svg")
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(files, names) {
		t.Errorf("the folder holds %q, the program draws %q", files, names)
	}
}

// Text in a figure may be numbers and signs, these names of the code, or words in English and Korean.
var textWithoutLanguage = regexp.MustCompile(`^([0-9 ,:=×+!⁸≈→]+|i|j|n|i\+j|i-j\+7|set\([0-3]\)|report\(\)|stage1_branching|stage2_rows|stage3_diagonals|10* (s|ms|µs)|board|pairs|flags|bits|mirror|eight|cores|half|[a-z ]+ · [가-힣 ]+)?$`)

func TestEveryFigureIsSoundSVG(t *testing.T) {
	for _, f := range allFigures(t) {
		t.Run(f.name, func(t *testing.T) {
			svg := f.svg()
			var parsed struct {
				Title string   `xml:"title"`
				Desc  string   `xml:"desc"`
				Style string   `xml:"style"`
				Texts []string `xml:"text"`
			}
			if err := xml.Unmarshal(svg, &parsed); err != nil {
				t.Fatal(err)
			}
			for _, text := range parsed.Texts {
				if !textWithoutLanguage.MatchString(text) {
					t.Errorf("text %q", text)
				}
			}
			for _, classes := range regexp.MustCompile(`class="([^"]*)"`).FindAllSubmatch(svg, -1) {
				for class := range strings.FieldsSeq(string(classes[1])) {
					if !strings.Contains(parsed.Style, "."+class+" {") {
						t.Errorf("class %q is not defined", class)
					}
				}
			}
			if parsed.Title != f.title || parsed.Desc != f.english+" "+f.korean {
				t.Errorf("title %q, desc %q", parsed.Title, parsed.Desc)
			}
			if strings.IndexFunc(f.english, isHangul) >= 0 || strings.IndexFunc(f.korean, isHangul) < 0 {
				t.Errorf("%q is not English, or %q not Korean", f.english, f.korean)
			}
			if english, korean := numbersIn(f.english), numbersIn(f.korean); !slices.Equal(english, korean) {
				t.Errorf("the description says %q in English, %q in Korean", english, korean)
			}
		})
	}
}

func isHangul(r rune) bool { return unicode.Is(unicode.Hangul, r) }

// numbersIn returns the numbers that a text names, sorted, each once.
func numbersIn(text string) []string {
	all := regexp.MustCompile(`\d+(,\d{3})*`).FindAllString(text, -1)
	slices.Sort(all)
	return slices.Compact(all)
}

func TestColorsKeepTheirContrast(t *testing.T) {
	for _, pair := range [][2]string{
		{"ink", "card"}, {"soft", "card"}, {"blue", "card"}, {"orange", "card"}, {"green", "card"},
		{"ink", "blue-tint"}, {"ink", "orange-tint"}, {"ink", "deep"}, {"ink", "pale"},
	} {
		front, back := colorNamed(t, pair[0]), colorNamed(t, pair[1])
		for mode := range 2 {
			a, b := luminance(t, front[mode]), luminance(t, back[mode])
			if ratio := (max(a, b) + 0.05) / (min(a, b) + 0.05); ratio < 4.5 {
				t.Errorf("%s on %s (%s on %s): contrast %.1f, want 4.5", pair[0], pair[1], front[mode], back[mode], ratio)
			}
		}
	}
}

func colorNamed(t *testing.T, name string) [2]string {
	t.Helper()
	for _, c := range palette {
		if c.name == name {
			return [2]string{c.light, c.dark}
		}
	}
	t.Fatalf("no color %q", name)
	return [2]string{}
}

// luminance is the relative luminance that WCAG defines.
func luminance(t *testing.T, color string) float64 {
	t.Helper()
	rgb, err := strconv.ParseUint(strings.TrimPrefix(color, "#"), 16, 32)
	if err != nil {
		t.Fatal(err)
	}
	linear := func(c uint64) float64 {
		v := float64(c&0xff) / 255
		if v <= 0.04045 {
			return v / 12.92
		}
		return math.Pow((v+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(rgb>>16) + 0.7152*linear(rgb>>8) + 0.0722*linear(rgb)
}

// TestDiagonals reads the numbers on the squares and the bands: two squares carry the same number, and
// lie on the same band, if they share the diagonal.
func TestDiagonals(t *testing.T) {
	number := regexp.MustCompile(`<text class="ink" x="(\d+)" y="(\d+)">(\d+)</text>`)
	band := regexp.MustCompile(`<path class="\w+-tint-line" stroke-width="27" d="M(\d+) (\d+)L(\d+) (\d+)"/>`)
	for name, line := range map[string]oracle.Lines{"slash-diagonals": oracle.Slash, "backslash-diagonals": oracle.Backslash} {
		drawing := figureNamed(t, name).body.String()
		numbers := map[[2]int]int{} // by the places in the figure
		for _, square := range integers(number.FindAllStringSubmatch(drawing, -1)) {
			numbers[[2]int{square[0], square[1]}] = square[2]
		}
		if len(numbers) != 64 {
			t.Errorf("%s: %d squares", name, len(numbers))
		}
		for a, k := range numbers {
			for b, l := range numbers {
				if a[0] != b[0] && (k == l) != (oracle.Shared(a[0], a[1], b[0], b[1]) == line) {
					t.Errorf("%s: %d at %v and %d at %v", name, k, a, l, b)
				}
			}
		}
		banded := map[int]bool{}
		for _, ends := range integers(band.FindAllStringSubmatch(drawing, -1)) {
			from, to := numbers[[2]int{ends[0], ends[1]}], numbers[[2]int{ends[2], ends[3]}]
			if from != to {
				t.Errorf("%s: a band from a square with %d to one with %d", name, from, to)
			}
			banded[from] = true
		}
		if len(banded) != 15 {
			t.Errorf("%s: bands for %d numbers, want 15", name, len(banded))
		}
	}
}

func TestOneQueen(t *testing.T) {
	f := figureNamed(t, "one-queen")
	attacked := map[[2]int]bool{} // walk from the queen in each direction to the edge
	for right := -1; right <= 1; right++ {
		for down := -1; down <= 1; down++ {
			for i, j := 2+right, 3+down; 0 <= i && i < 8 && 0 <= j && j < 8 && (right != 0 || down != 0); i, j = i+right, j+down {
				attacked[[2]int{i, j}] = true
			}
		}
	}
	for square := range attacked {
		x, y := 56+48*square[0], 56+48*square[1]
		wantDrawn(t, f, 1, fmt.Sprintf(`-tint card-line" x="%d" y="%d"`, x, y))
	}
	wantDrawn(t, f, 7+7, `<circle class="blue"`)   // column and row
	wantDrawn(t, f, 5+6, `<circle class="orange"`) // diagonals
	wantDrawn(t, f, 1, fmt.Sprintf(`translate(%d %d)`, 56+48*2, 56+48*3))
	wantDescribed(t, f, fmt.Sprint("attacks ", len(attacked)), fmt.Sprint(len(attacked), "개로"))
}

// integers returns the groups of each match as numbers.
func integers(matches [][]string) [][]int {
	var all [][]int
	for _, match := range matches {
		var numbers []int
		for _, group := range match[1:] {
			number, _ := strconv.Atoi(group)
			numbers = append(numbers, number)
		}
		all = append(all, numbers)
	}
	return all
}

func TestCallTree(t *testing.T) {
	f := figureNamed(t, "call-tree-4")
	work := oracle.Measure(4, oracle.All)
	var ways, full, dead []string
	longer := map[string]bool{} // the ways that can be gone on with
	for pos := range oracle.Ways(4, 4, oracle.All) {
		way := oracle.String(pos)
		ways = append(ways, way)
		if len(pos) > 0 {
			longer[oracle.String(pos[:len(pos)-1])] = true
			wantDrawn(t, f, 1, ">"+way+"<")
		}
		if len(pos) == 4 {
			full = append(full, way)
			longer[way] = true
		}
	}
	for _, way := range ways {
		if !longer[way] {
			dead = append(dead, way)
		}
	}
	wantDrawn(t, f, len(full), `<circle class="green"`)                   // ticks
	wantDrawn(t, f, len(dead), `<circle class="orange"`)                  // dead ends
	wantDrawn(t, f, work.Placed, `<circle class="blue"`)                  // squares taken
	wantDrawn(t, f, 2*(work.Looked-work.Placed), `"orange-line"`)         // squares refused, two strokes each
	wantDrawn(t, f, work.Placed, `"open soft-line" stroke-width`)         // branches
	wantDrawn(t, f, work.Calls-len(dead), `<rect class="open soft-line"`) // boards that a call goes on with
	wantDescribed(t, f, fmt.Sprint(work.Calls), strings.Join(full, " and "), strings.Join(full, "와 "))
	wantDrawn(t, f, work.Calls, "<title>set(")
	wantDrawn(t, f, len(full), "<title>report()")
	steps := integers(regexp.MustCompile(`step=(\d+)"`).FindAllStringSubmatch(f.body.String(), -1))
	if !slices.IsSortedFunc(steps, slices.Compare) || slices.ContainsFunc(steps, func(step []int) bool { return step[0] == 0 }) {
		t.Errorf("the links lead to the steps %v, want them in the order of the calls", steps)
	}
	last := len(dead) - 1
	wantDescribed(t, f, strings.Join(dead[:last], ", ")+" and "+dead[last], strings.Join(dead, ", ")+"에서")
}

func TestShrinkingIsTrueToScale(t *testing.T) {
	f := figureNamed(t, "shrinking")
	var counts []string
	before := 0
	rects := regexp.MustCompile(`<rect class="(?:blue|orange|green)(?:-tint [a-z-]+)?" [^>]*width="([\d.]+)" height="([\d.]+)"`).
		FindAllStringSubmatch(f.body.String(), -1) // each stage with the next one in it
	if len(rects) != 5 {
		t.Fatalf("%d squares, want 5", len(rects))
	}
	for k, lines := range []oracle.Lines{oracle.None, oracle.Row, oracle.All} {
		count := oracle.Measure(8, lines).Found
		counts = append(counts, grouped(count))
		wantDrawn(t, f, 1, ">"+counts[k]+"<")
		if k > 0 {
			area := func(rect []string) float64 {
				width, _ := strconv.ParseFloat(rect[1], 64)
				height, _ := strconv.ParseFloat(rect[2], 64)
				return width * height
			}
			small, whole := area(rects[2*k-1]), area(rects[2*k-2])
			if want := float64(count) / float64(before); math.Abs(small/whole/want-1) > 0.01 {
				t.Errorf("the small square is %.5f of the large one, want %.5f", small/whole, want)
			}
		}
		before = count
	}
	if title := strings.Join(counts, " → "); f.title != title {
		t.Errorf("title %q, want %q", f.title, title)
	}
	wantDescribed(t, f, counts...)
	wantDrawn(t, f, 92, `<path class="ink"`)
	wantDrawn(t, f, 92*8, "h2v2h-2z")
}

func TestSquaresLookedAt(t *testing.T) {
	f := figureNamed(t, "squares-looked-at")
	for _, lines := range []oracle.Lines{oracle.None, oracle.Row, oracle.All} {
		count := grouped(oracle.Measure(8, lines).Looked)
		wantDescribed(t, f, count)
		wantDrawn(t, f, 1, ">"+count+"<")
	}
	// Each line has marks of its own shape: the color is not all that tells them apart.
	wantDrawn(t, f, 8, `<circle class="blue card-line"`)
	wantDrawn(t, f, 10, `<rect class="orange card-line"`)
	wantDrawn(t, f, 12, `<path class="green card-line"`)
	p := plot{left: 0, right: 110, top: 0, bottom: 80, minN: 1, maxN: 12, decades: 8}
	if x, y := p.point(8, 1000); math.Abs(x-70) > 1e-9 || math.Abs(y-50) > 1e-9 {
		t.Errorf("n = 8, 1000 lies at %g, %g, want 70, 50", x, y)
	}
}

func TestTimesToCount(t *testing.T) {
	f := figureNamed(t, "other-roads")
	at := func(s series, n int) int { return s.values[n-8] }
	slowestFirst := slices.SortedFunc(slices.Values(timed), func(a, b series) int { return at(b, 14) - at(a, 14) })
	var names []string
	for _, s := range slowestFirst {
		names = append(names, s.name)
		wantDrawn(t, f, 1, ">"+s.name+"<")
	}
	wantDescribed(t, f, "fastest: "+strings.Join(names, ", ")+".", "것부터 "+strings.Join(names, ", ")+"이고")
	flattest := slices.MinFunc(timed, func(a, b series) int {
		return at(a, 14)*at(b, 8) - at(b, 14)*at(a, 8)
	})
	wantDescribed(t, f, "The line of "+flattest.name, flattest.name+"의 선이 가장 완만")
}

func TestTwelveClasses(t *testing.T) {
	f := figureNamed(t, "twelve-classes")
	sizes := map[int]int{} // how many classes have a size
	classes := oracle.Classes(8)
	for _, class := range classes {
		sizes[class.Size]++
		wantDrawn(t, f, 1, ">"+oracle.String(class.First)+"<")
	}
	for size, count := range sizes {
		wantDrawn(t, f, count, fmt.Sprintf(">× %d<", size))
	}
	wantDrawn(t, f, 8*len(classes), crown)
	sum := fmt.Sprintf("%d × 8 + 4 = %d", sizes[8], 8*sizes[8]+4*sizes[4])
	wantDrawn(t, f, 1, ">"+sum+"<")
	tenth := classes[9]
	wantDescribed(t, f, sum, fmt.Sprintf("the tenth, %s, has %d", oracle.String(tenth.First), tenth.Size),
		fmt.Sprintf("열째 부류인 %s에는 %d개", oracle.String(tenth.First), tenth.Size))
}

// wantDrawn checks how often something stands in the drawing.
func wantDrawn(t *testing.T, f *figure, want int, something string) {
	t.Helper()
	if got := strings.Count(f.body.String(), something); got != want {
		t.Errorf("%s: %s is drawn %d times, want %d", f.name, something, got, want)
	}
}

// wantDescribed checks that the description says something.
func wantDescribed(t *testing.T, f *figure, somethings ...string) {
	t.Helper()
	for _, something := range somethings {
		if desc := f.english + " " + f.korean; !strings.Contains(desc, something) {
			t.Errorf("%s: the description does not say %q: %s", f.name, something, desc)
		}
	}
}
