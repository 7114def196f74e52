package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
)

var drawn = figures()

// figureNamed gives one of them.
func figureNamed(t *testing.T, name string) *figure {
	t.Helper()
	for _, f := range drawn {
		if f.name == name {
			return f
		}
	}
	t.Fatalf("no figure %q", name)
	return nil
}

func TestCommittedFiguresAreWhatIsDrawn(t *testing.T) {
	var names []string
	for _, f := range drawn {
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

// Text in a figure may be numbers and signs, and these names of the code.
var textWithoutLanguage = regexp.MustCompile(`^([0-9 ,:=×+!⁸≈→]+|i|j|n|i\+j|i-j\+7|set\([0-3]\)|report\(\)|stage1_branching|stage2_rows|stage3_diagonals|10* (s|ms|µs)|board|pairs|flags|bits|mirror|eight|cores|half)?$`)

func TestEveryFigureIsSoundSVG(t *testing.T) {
	for _, f := range drawn {
		t.Run(f.name, func(t *testing.T) {
			texts := 0
			inside := map[string]string{} // the text of each kind of element seen last
			svg := f.svg()
			decoder := xml.NewDecoder(bytes.NewReader(svg))
			element := ""
			for {
				token, err := decoder.Token()
				if errors.Is(err, io.EOF) {
					break
				}
				if err != nil {
					t.Fatal(err)
				}
				switch token := token.(type) {
				case xml.StartElement:
					element = token.Name.Local
					if element == "text" {
						texts++
					}
					for _, attr := range token.Attr {
						checkAttribute(t, f, svg, element, attr.Name.Local, attr.Value)
					}
				case xml.CharData:
					if text := string(token); strings.TrimSpace(text) != "" {
						inside[element] = text
						if element == "text" && !textWithoutLanguage.MatchString(text) {
							t.Errorf("text %q", text)
						}
					}
				}
			}
			if texts == 0 {
				t.Error("no text at all")
			}
			for _, element := range []string{"title", "desc"} {
				if !strings.Contains(string(svg), fmt.Sprintf(`<%s id="%s-%[1]s">`, element, f.name)) {
					t.Errorf("no %s under the name that aria-labelledby gives", element)
				}
			}
			if english, korean := numbersIn(f.english), numbersIn(f.korean); !slices.Equal(english, korean) {
				t.Errorf("the description says %q in English, %q in Korean", english, korean)
			}
			if strings.IndexFunc(f.english, isHangul) >= 0 || strings.IndexFunc(f.korean, isHangul) < 0 || inside["desc"] != f.english+" "+f.korean {
				t.Errorf("desc %q is not English and then Korean", inside["desc"])
			}
			if !strings.Contains(inside["style"], "@media (prefers-color-scheme: dark)") {
				t.Error("no colors for dark mode")
			}
			for _, size := range regexp.MustCompile(`(\d+)px system-ui|font-size: (\d+)px`).FindAllStringSubmatch(inside["style"], -1) {
				if px, _ := strconv.Atoi(size[1] + size[2]); px < 11 {
					t.Errorf("text of %d px", px)
				}
			}
		})
	}
}

// checkAttribute checks that a class is defined and that nothing begins outside the figure.
func checkAttribute(t *testing.T, f *figure, svg []byte, element, name, value string) {
	t.Helper()
	limit := f.width
	switch name {
	case "class":
		for class := range strings.FieldsSeq(value) {
			if !bytes.Contains(svg, []byte("."+class+" {")) {
				t.Errorf("<%s>: class %q is not defined", element, class)
			}
		}
	case "y", "cy":
		limit = f.height
		fallthrough
	case "x", "cx":
		if at, err := strconv.ParseFloat(value, 64); err != nil || at < 0 || at > limit {
			t.Errorf("<%s>: %s=%q lies outside", element, name, value)
		}
	}
}

func isHangul(r rune) bool { return unicode.Is(unicode.Hangul, r) }

// numbersIn gives the numbers that a text names, sorted, each once.
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

func TestSearchDoesTheWorkThatIsKnown(t *testing.T) {
	for _, test := range []struct {
		n                                   int
		rules                               rules
		calls, queens, lookedAt, placements int
	}{
		{8, oneAColumn, 2_396_745, 19_173_960, 19_173_960, 16_777_216},
		{8, oneARow, 69_281, 109_600, 554_248, 40_320},
		{8, oneADiagonal, 1_965, 2_056, 15_720, 92},
		{4, oneADiagonal, 15, 16, 60, 2},
		{1, oneADiagonal, 1, 1, 1, 1},
	} {
		s := run(test.n, test.rules, nil)
		if s.calls != test.calls || s.queens != test.queens || s.lookedAt != test.lookedAt || s.placements != test.placements {
			t.Errorf("n = %d, rules %d: %d calls, %d queens, %d squares looked at, %d placements; want %d, %d, %d, %d", test.n, test.rules,
				s.calls, s.queens, s.lookedAt, s.placements, test.calls, test.queens, test.lookedAt, test.placements)
		}
	}
}

func TestDiagonalsAre15Lanes(t *testing.T) {
	for _, test := range []struct {
		name  string
		index func(i, j int) int
		down  int // one column to the right on a lane, j changes by this; rows count downwards
	}{
		{"/", func(i, j int) int { return i + j }, -1},
		{`\`, func(i, j int) int { return i - j + 7 }, 1},
	} {
		all := lanes(8, test.index)
		if len(all) != 15 {
			t.Errorf("%s: %d lanes, want 15", test.name, len(all))
		}
		for k, squares := range all {
			if want := 8 - max(k-7, 7-k); len(squares) != want {
				t.Errorf("%s: lane %d has %d squares, want %d", test.name, k, len(squares), want)
			}
			for m := 1; m < len(squares); m++ {
				a, b := squares[m-1], squares[m]
				if b[0]-a[0] != 1 || b[1]-a[1] != test.down {
					t.Errorf("%s: lane %d goes from %v to %v", test.name, k, a, b)
				}
			}
		}
	}
	for _, f := range []*figure{figureNamed(t, "slash-diagonals"), figureNamed(t, "backslash-diagonals")} {
		wantDrawn(t, f, 15, "-tint-line")
		// A number k stands on each square of its lane and, up to 7, beside a column and a row.
		for k := range 15 {
			want := 8 - max(k-7, 7-k)
			if k < 8 {
				want += 2
			}
			wantDrawn(t, f, want, fmt.Sprintf(">%d</text>", k))
		}
	}
	// The longest lane runs from corner to corner, / upwards and \ downwards.
	wantDrawn(t, figureNamed(t, "slash-diagonals"), 1, `d="M80 456L416 120"`)
	wantDrawn(t, figureNamed(t, "backslash-diagonals"), 1, `d="M80 120L416 456"`)
}

func TestCallTreeOfFour(t *testing.T) {
	calls, queens := 0, 0
	var full, dead []string
	var visit func(at *node)
	visit = func(at *node) {
		rows := strings.Trim(fmt.Sprint(at.pos), "[]")
		queens += len(at.children)
		switch {
		case len(at.pos) == treeN:
			full = append(full, rows)
		case len(at.children) == 0:
			calls++
			dead = append(dead, rows)
		default:
			calls++
		}
		for _, child := range at.children {
			if !slices.Equal(child.pos[:len(at.pos)], at.pos) || len(child.pos) != len(at.pos)+1 {
				t.Errorf("%v stands below %v", child.pos, at.pos)
			}
			visit(child)
		}
	}
	visit(buildTree(treeN))
	if calls != 15 || queens != 16 {
		t.Errorf("%d calls and %d queens, want 15 and 16", calls, queens)
	}
	if want := []string{"1 3 0 2", "2 0 3 1"}; !slices.Equal(full, want) {
		t.Errorf("full placements %q, want %q", full, want)
	}
	if want := []string{"0 2", "0 3 1", "3 0 2", "3 1"}; !slices.Equal(dead, want) {
		t.Errorf("dead ends %q, want %q", dead, want)
	}

	f := figureNamed(t, "call-tree-4")
	wantDrawn(t, f, 2, `<circle class="green"`)  // ticks
	wantDrawn(t, f, 4, `<circle class="orange"`) // dead ends
	wantDrawn(t, f, 16, `<circle class="blue"`)  // squares taken
	wantDrawn(t, f, 2*(60-16), `"orange-line"`)  // squares refused, two strokes each
	wantDrawn(t, f, 16, `"open soft-line" stroke-width`)
	wantDescribed(t, f, "15", strings.Join(full, " and "), strings.Join(full, "와 "))
	wantDescribed(t, f, "0 2, 0 3 1, 3 0 2 and 3 1", "0 2, 0 3 1, 3 0 2, 3 1에서")
}

func TestShrinkingIsTrueToScale(t *testing.T) {
	f := figureNamed(t, "shrinking")
	if f.title != "16,777,216 → 40,320 → 92" {
		t.Errorf("title %q", f.title)
	}
	wantDescribed(t, f, "16,777,216", "40,320", "92")
	for _, count := range []string{"16,777,216", "40,320", "92"} {
		wantDrawn(t, f, 1, ">"+count+"<")
	}
	for _, small := range []string{"9.31", "9.08"} { // 190 · √(40,320 / 16,777,216), 190 · √(92 / 40,320)
		wantDrawn(t, f, 1, fmt.Sprintf(`width="%s" height="%[1]s"`, small))
	}
	wantDrawn(t, f, 92, `<path class="ink"`)
	wantDrawn(t, f, 92*8, "h2v2h-2z")
}

func TestSquaresLookedAt(t *testing.T) {
	lines := lookedAt()
	f := figureNamed(t, "squares-looked-at")
	for n := 1; n <= 12; n++ {
		// Without bounding, and with one a row, what is looked at follows from a formula: n squares a call.
		branching, rows := 0, 0
		for callsA, callsB, i := 1, 1, 0; i < n; i++ {
			branching, rows = branching+n*callsA, rows+n*callsB
			callsA, callsB = callsA*n, callsB*(n-i)
		}
		for k, want := range []int{branching, rows} {
			if n <= len(lines[k].values) && lines[k].values[n-1] != want {
				t.Errorf("%s, n = %d: %d, want %d", lines[k].name, n, lines[k].values[n-1], want)
			}
		}
	}
	for k, want := range []int{19_173_960, 554_248, 15_720} {
		if got, want := len(lines[k].values), 8+2*k; got != want {
			t.Errorf("%s runs to n = %d, want %d", lines[k].name, got, want)
		}
		if got := lines[k].values[7]; got != want {
			t.Errorf("%s, n = 8: %d, want %d", lines[k].name, got, want)
		}
		wantDescribed(t, f, grouped(want))
		wantDrawn(t, f, 1, ">"+grouped(want)+"<")
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

func TestOtherRoads(t *testing.T) {
	f := figureNamed(t, "other-roads")
	wantDrawn(t, f, 7, `<circle class="blue card-line"`)
	wantDrawn(t, f, 9, `<circle class="green card-line"`)
	wantDrawn(t, f, 9, `<rect class="green card-line"`)
	wantDrawn(t, f, 9, `<path class="green card-line"`)
	wantDrawn(t, f, 9, `<path class="blue card-line"`)
	wantDrawn(t, f, 7, `<rect class="orange card-line"`)
	wantDrawn(t, f, 7, `<path class="orange card-line"`)
	wantDrawn(t, f, 9, `<path class="ink card-line"`)

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

func TestTimesAreThoseOfTheChapter(t *testing.T) {
	milliseconds := func(micros int) string {
		if micros < 100_000 {
			return fmt.Sprintf("%.1f", float64(micros)/1000)
		}
		return grouped((micros + 500) / 1000)
	}
	ratio := func(flags, micros int) string {
		r := float64(flags) / float64(micros)
		switch {
		case micros == flags:
			return "1"
		case r < 1:
			return fmt.Sprintf("%.2f", r)
		case r < 9.95:
			return fmt.Sprintf("%.1f", r)
		}
		return fmt.Sprintf("%.0f", r)
	}
	flags := timed[slices.IndexFunc(timed, func(s series) bool { return s.name == "flags" })]
	for _, language := range []string{"ko", "en"} {
		chapter, err := os.ReadFile(filepath.Join("..", language, "08-other-roads.md"))
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range timed {
			want := ""
			for _, n := range []int{12, 14} {
				want += " | " + milliseconds(s.values[n-8]) + " | " + ratio(flags.values[n-8], s.values[n-8])
			}
			row := regexp.MustCompile("(?m)^\\| `" + s.name + "` \\|.*$").FindString(string(chapter))
			if !strings.HasSuffix(row, want+" |") {
				t.Errorf("%s: the line of %s is %q, want it to end in %q", language, s.name, row, want+" |")
			}
		}
	}
}

func TestClassesOfPlacements(t *testing.T) {
	for k, want := range []int{1, 0, 0, 1, 2, 1, 6, 12, 46} {
		if got := len(classesOf(k + 1)); got != want {
			t.Errorf("n = %d: %d classes, want %d", k+1, got, want)
		}
	}
	sum, eights, four := 0, 0, ""
	for _, c := range classesOf(8) {
		sum += c.size
		switch c.size {
		case 8:
			eights++
		case 4:
			four += fmt.Sprint(c.first)
		}
		if attacked(c.first) {
			t.Errorf("queens attack one another in %v", c.first)
		}
	}
	if sum != 92 || eights != 11 || four != "[2 4 1 7 0 6 3 5]" {
		t.Errorf("%d placements, %d classes of 8, class of 4 %s; want 92, 11 and one of [2 4 1 7 0 6 3 5]", sum, eights, four)
	}
	f := figureNamed(t, "twelve-classes")
	wantDrawn(t, f, 11, ">× 8<")
	wantDrawn(t, f, 1, ">× 4<")
	wantDrawn(t, f, 12*8, crown)
	wantDescribed(t, f, "the tenth, 2 4 1 7 0 6 3 5, has 4", "열째 부류인 2 4 1 7 0 6 3 5에는 4개")
	if tenth := classesOf(8)[9]; tenth.size != 4 {
		t.Errorf("the tenth class has %d placements, want 4", tenth.size)
	}
}

// attacked says whether any two queens share a row or a diagonal.
func attacked(pos []int) bool {
	for b := range pos {
		for a := range b {
			if apart := pos[b] - pos[a]; apart == 0 || apart == b-a || apart == a-b {
				return true
			}
		}
	}
	return false
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
