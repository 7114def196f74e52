package main

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/yuin/goldmark/ast"
	tableast "github.com/yuin/goldmark/extension/ast"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"example.com/eightqueens/docs/internal/markdown"
	"example.com/eightqueens/docs/internal/tables"
	"example.com/eightqueens/internal/oracle"
)

// A claim is what a chapter says in words about numbers, in both languages. Its values are computed,
// from the tables of the chapters among others: verbs print them, a number as a word where it is a
// [word]; a [span] is not printed but must hold.
type claim struct {
	chapter string
	ko, en  string
	values  []any
}

// A word is a number up to ten that is written as a word, rounded: 3.3 as three, and in Korean as 세
// with a blank behind it, but 10 in figures, since the word for ten is also that for a column.
type word float64

var words = map[string][]string{
	"ko": strings.Split("-,한 ,두 ,세 ,네 ,다섯 ,여섯 ,일곱 ,여덟 ,아홉 ,10", ","),
	"en": strings.Fields("- one two three four five six seven eight nine ten"),
}

// A span is a value and what it lies between.
type span struct{ low, value, high float64 }

// text returns what the claim says in a language.
func (c claim) text(t *testing.T, language string) string {
	var values []any
	for _, value := range c.values {
		switch value := value.(type) {
		case word:
			values = append(values, words[language][int(math.Round(float64(value)))])
		case span:
			if !(value.low <= value.value && value.value <= value.high) {
				t.Errorf("%s: %q: the number is %v", c.chapter, c.en, value.value)
			}
		default:
			values = append(values, value)
		}
	}
	return english.Sprintf(map[string]string{"ko": c.ko, "en": c.en}[language], values...)
}

var english = message.NewPrinter(language.English)

func claims(t *testing.T) []claim {
	// at returns the number in a table of a chapter, in the line that begins with a text.
	at := func(chapter, line, column string) float64 {
		t.Helper()
		p := readPage(t, "docs/en/"+chapter+".md")
		for table := range markdown.Nodes[*tableast.Table](p.Page) {
			var columns []string
			for row := table.FirstChild(); row != nil; row = row.NextSibling() {
				var cells []string
				for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
					cells = append(cells, p.Text(cell))
				}
				if columns == nil {
					columns = cells
				}
				if k := slices.Index(columns, column); k >= 0 && cells[0] == line {
					number, err := strconv.ParseFloat(strings.ReplaceAll(cells[k], ",", ""), 64)
					if err != nil {
						t.Error(err)
					}
					return number
				}
			}
		}
		t.Errorf("docs/en/%s.md: no table has a line %q and a column %q", chapter, line, column)
		return 0
	}
	// shrinks returns how many times less of something stage 2 or 3 has than the stage before it.
	shrinks := func(stage int, column string) float64 {
		t.Helper()
		lines := []string{"one queen a column (stage 1)", "and one a row (stage 2)", "and at most one a diagonal (stage 3)"}
		chapter := []string{2: "02-rows", 3: "03-diagonals"}[stage]
		return at(chapter, lines[stage-2], column) / at(chapter, lines[stage-1], column)
	}
	calls := func(n int) float64 { return at("04-any-n", strconv.Itoa(n), "calls of set") }
	seconds := func(n int) float64 { return at("04-any-n", "seconds", strconv.Itoa(n)) }
	looks := func(way string, n int) float64 { return at("08-other-roads", way, fmt.Sprint("n = ", n)) }
	micros := func(way string, n int) float64 { return float64(tables.Times[way][n-tables.FirstTimed]) }
	faster := func(way, other string, n int) float64 { return micros(other, n) / micros(way, n) }
	// The calls of stage 2 for column i are the ways to fill the i columns to the left.
	callsOfStage2 := func(n int) (sum int) {
		ways := 1
		for i := range n {
			sum += ways
			ways *= n - i
		}
		return sum
	}
	deadEnds := 0
	for pos := range oracle.Ways(8, 7, oracle.All) {
		if !slices.ContainsFunc([]int{0, 1, 2, 3, 4, 5, 6, 7}, func(j int) bool { return oracle.Keeps(append(slices.Clone(pos), j), oracle.All) }) {
			deadEnds++
		}
	}
	attacked := func(i, j int) (squares int) {
		for k := range 8 {
			for l := range 8 {
				if (k != i || l != j) && (k == i || oracle.Shared(i, j, k, l) != oracle.None) {
					squares++
				}
			}
		}
		return squares
	}
	four, eight := oracle.Measure(4, oracle.All), oracle.Measure(8, oracle.All)
	const year = 365.25 * 24 * 60 * 60
	const orders = 8 * 7 * 6 * 5 * 4 * 3 * 2 * 1
	const oneAfterAnother, oneAColumn = 64 * 63 * 62 * 61 * 60 * 59 * 58 * 57, 1 << 24
	const million = 1e6 // placements a second

	slowest, fastest := math.Inf(1), math.Inf(-1) // of two n, the factor of the time
	for n := 12; n < 15; n++ {
		slowest, fastest = min(slowest, seconds(n+1)/seconds(n)), max(fastest, seconds(n+1)/seconds(n))
	}
	perQueen := math.Cbrt(74 / 0.25)
	const n20, n22 = 64 * 8.5, 1000 * 36 // seconds
	later := math.Sqrt(n22 / n20)

	return []claim{
		{"00-problem", "2열 3행의 퀸이 공격하는 칸은 %d개", "in column 2 and row 3 attacks %d squares", []any{attacked(2, 3)}},
		{"00-problem", "5년 반이 넘게 걸립니다", "more than five and a half years", []any{span{5.5, oneAfterAnother / million / year, 6}}},
		{"00-problem", "1시간 15분쯤", "an hour and a quarter", []any{span{1.2, oneAfterAnother / orders / million / 3600, 1.3}}},
		{"00-problem", "그 컴퓨터로는 %.0f초쯤", "and %.0f seconds for that machine", []any{oneAColumn / million}},
		{"00-problem", "0.05초도 걸리지 않습니다", "less than a twentieth of a second", []any{span{0.04, orders / million, 0.05}}},
		{"00-problem", "같은 배치를 %d번 거듭 세게", "each set of squares was counted %d times", []any{orders}},
		{"01-branching", "배치가 %.0f분의 1로", "leaves one placement in %.0f", []any{float64(oneAfterAnother/orders) / oneAColumn}},
		{"01-branching", "%d줄에 하나꼴", "one in %d", []any{oneAColumn / oracle.Published[8]}},
		{"02-rows", "출력된 줄은 %.0f분의 1로, 호출과 살펴본 칸은 %.0f분의 1로, 놓은 퀸은 %.0f분의 1로",
			"There are %.0f times fewer lines, %.0f times fewer calls and squares looked at, and %.0f times fewer queens put down.",
			[]any{shrinks(2, "lines printed"), shrinks(2, "calls of set"), shrinks(2, "queens put down"),
				span{34.5, shrinks(2, "squares looked at"), 35.5}}},
		{"03-diagonals", "약 35분의 1로 줄었습니다", "by about 35", []any{span{34, shrinks(3, "calls"), 36}, span{34, shrinks(3, "looked at"), 36}}},
		{"03-diagonals", "호출 1,965번 가운데 %d번은 막다른 곳", "Of the 1,965 calls, %d are dead ends", []any{deadEnds}},
		{"03-diagonals", "%d + 1 = %d입니다", "%d + 1 = %d.", []any{eight.Placed, eight.Placed + 1}},
		{"03-diagonals", "%d − %d = %d입니다", "%d − %d = %d.", []any{eight.Placed + 1, eight.Found, eight.Calls}},
		{"06-teachers", "n = 4이면 %d번이 %d번이 됩니다", "with n = 4 the %d become %d", []any{four.Calls, four.Placed + 1}},
		{"09-exercises", "호출은 %d번이어야 합니다. 3단계에서는 %d번", "and %d calls; in stage 3 it is %d.", []any{four.Placed + 1, four.Calls}},
		{"04-any-n", "퀸이 하나 늘 때마다 %.1f배에서 %.1f배", "Each further queen makes the search %.1f to %.1f times as long", []any{slowest, fastest}},
		{"04-any-n", "3. %.0f초쯤 걸립니다", "3. About %.0f seconds", []any{seconds(15)}},
		{"04-any-n", "n = 8에서 %d번, n = 12에서 %d번", "%d of them at n = 8 and %d at n = 12", []any{callsOfStage2(8), callsOfStage2(12)}},
		{"04-any-n", "n = 8에서는 %.0f분의 1로, n = 12에서는 %.0f분의 1로", "one in %.0f of them at n = 8, and one in %.0f at n = 12",
			[]any{float64(callsOfStage2(8)) / calls(8), float64(callsOfStage2(12)) / calls(12)}},
		{"04-any-n", "3에서 4로 갈 때는 %.1f배, 7에서 8로 갈 때는 %.1f배, 11에서 12로 갈 때는 %.1f배",
			"times %.1f from 3 to 4, times %.1f from 7 to 8, times %.1f from 11 to 12",
			[]any{calls(4) / calls(3), calls(8) / calls(7), calls(12) / calls(11)}},
		{"04-any-n", "12에서 13으로 갈 때 시간은 %.1f배가 되고, 13에서 14로 갈 때는 %.1f배, 14에서 15로 갈 때는 %.1f배",
			"From 12 to 13 the time is multiplied by %.1f, from 13 to 14 by %.1f, and from 14 to 15 by %.1f",
			[]any{seconds(13) / seconds(12), seconds(14) / seconds(13), seconds(15) / seconds(14)}},
		{"05-heap", "시간이 %.0f%% 더 듭니다", "The price is %.0f%% more time", []any{100 * (at("05-heap", "stage 5", "seconds")/at("05-heap", "stage 4", "seconds") - 1)}},
		{"05-heap", "n = 8일 때 %.0f킬로바이트쯤", "saves about %.0f kilobytes for n = 8", []any{(at("05-heap", "8", "stage 4") - at("05-heap", "8", "stage 5")) / 1000}},
		{"06-teachers", "호출은 %.1f배가 되고", "the calls become %.1f times as many", []any{calls(12) / calls(11)}},
		{"06-teachers", "%.0f배쯤 오래", "about %.0f times as long", []any{10 * math.Round(seconds(15)/seconds(12)/10)}},
		{"08-other-roads", "Go에서는 %.1f배 빠릅니다", "%.1f times as fast in Go", []any{faster("flags", "board", 14)}},
		{"08-other-roads", "연습 04의 모범 답안보다 %.1f배에서 %.1f배", "In Go they were %.1f to %.1f times as fast", []any{faster("flags", "board", 12), faster("flags", "board", 14)}},
		{"08-other-roads", "체스판을 따라갈 때의 절반쯤만", "about half as much as the board", []any{span{0.45, looks("pair by pair", 8) / looks("whole board", 8), 0.55},
			span{0.45, looks("pair by pair", 12) / looks("whole board", 12), 0.55}}},
		{"08-other-roads", "%s배쯤 빠릅니다", "and is %s times as fast", []any{word(faster("bits", "flags", 14))}},
		{"08-other-roads", "n = 8에서 %.1f배, n = 12에서 %.1f배나 많이", "looks at %.1f times as much as the flags at n = 8, and at %.1f times as much at n = 12",
			[]any{looks("whole board", 8) / looks("flags", 8), looks("whole board", 12) / looks("flags", 12)}},
		{"08-other-roads", "비트만 쓸 때보다 %s배 빠릅니다", "At n = 14 it is %s times as fast as bits alone", []any{word(faster("eight", "bits", 14))}},
		{"08-other-roads", "천 쌍에 한 쌍만", "One pair in a thousand", []any{span{900, at("08-other-roads", "12", "pairs of these") / at("08-other-roads", "12", "pairs that use all rows"), 1100}}},
		{"08-other-roads", "비트는 그 %.0f분의 1이면", "bits an eighth of that", []any{faster("bits", "half", 8), span{0.85, faster("half", "flags", 8), 1.15}}},
		{"08-other-roads", "n = 16의 해는 %d개이고, 그 8분의 1만", "an eighth of the %d at n = 16", []any{oracle.Published[16]}},
		{"08-other-roads", "n = 8에서는 `board`만큼", "at n = 8 it is as slow as `board`", []any{span{0.85, faster("cores", "board", 8), 1.15}}},
		{"08-other-roads", "n = 15부터는 `mirror`의 선과", "From n = 15 on its line lies on that of `mirror`", []any{span{0.97, faster("cores", "mirror", 15), 1.03}, span{0.97, faster("cores", "mirror", 16), 1.03}}},
		{"08-other-roads", "그다음으로 빠른 방법보다 %s배", "at n = 16 it is %s times as fast as the next", []any{word(faster("half", "eight", 16))}},
		{"08-other-roads", "n = 9와 11은 다음 짝수보다 오히려 오래", "n = 9 and 11 even take longer than the next even n", []any{span{1, micros("half", 9) / micros("half", 10), 9}, span{1, micros("half", 11) / micros("half", 12), 9}}},
		{"cluster", "0.25초, 2.3초, 9초, 74초", "took 0.25 s, 2.3 s, 9 s and 74 s", nil},
		{"cluster", "%s배쯤 걸리는 셈", "about %s times as long for each n", []any{word(perQueen)}},
		{"cluster", "%s배가 넘었습니다", "more than %s for each n", []any{word(later), span{8, later, 8.5}}},
		{"cluster", "전체에는 코어 하나로 9분쯤", "about 9 minutes for the whole", []any{span{8.5, n20 / 60., 9.5}}},
		{"cluster", "36초씩 걸렸으므로 %.0f시간쯤", "36 s each, which makes about %.0f hours", []any{n22 / 3600.}},
		{"cluster", "반년이 넘게", "more than half a year", []any{span{0.5, n22 * later * later * later / year, 0.7}}},
		{"trouble", "%.1f배에서 %.1f배까지 오래 걸립니다. %.1f초가 걸린 n = 15", "takes %.1f to %.1f times as long. After the %.1f seconds of n = 15", []any{slowest, fastest, seconds(15)}},
	}
}

// ratios are the words in which the chapters say how many times as much something is.
var ratios = map[string]*regexp.Regexp{
	"ko": regexp.MustCompile(`([\d.]+|[한두세네] ?|(다섯|여섯|일곱|여덟|아홉|열|스무|대여섯) ?)배(쯤|가|까|나|에|로|의|입|,| )|분의 \d|\d%|하나꼴`),
	"en": regexp.MustCompile(`(?i)\b\d[\d.,]* times (as|fewer|more|faster|slower|less)|\btimes \d|\b[a-z]+ times (as|fewer|more|faster|slower|less)|` +
		`\btwice as\b|\bmultiplied by\b|\bone in \d|\b(an eighth|a (twentieth|tenth|third|quarter)) of\b|\d%`),
}

// given are ratios that are not computed here: what the four texts say, what was measured of their
// programs, what holds by the meaning of the words, and questions.
var given = map[string][]string{
	"ko": {
		"가로줄 하나를 올라갈 때마다 10배", "가로줄을 하나 올라갈 때마다 시간은 10배", "2배, 4배, 20배 가운데 하나",
		"스택을 두 배씩", "Go의 한계가 4분의 1", "표시 쪽이 거의 네 배 빠르다고", "표시가 3.8배, `-O2`에서는 2.9배에서 3.3배",
		"두 배로 만들", "두 배로 만듭니다", "그러면 여덟 배 빠릅니까?", "기껏해야 두 배", "그 일을 두 배로", "n = 18이면 그 스무 배가", "4분의 1 체스판",
		"`cores`는 두 배 빠르지만", "같은 일을 두 배로 빨리", "비트는 n = 8에서 두 배", "횟수가 8분의 1로", "한 번만 세어 8분의 1 남짓으로",
	},
	"en": {
		"how many times as", "ten times as much as the one below", "the time is ten times as long",
		"flags almost four times as fast", "3.8 times as fast with `-O0`", "2.9 to 3.3 times as fast with `-O2`",
		"Is that eight times as fast?", "Two cores can be twice as fast", "two of them do twice as much", "Press F5 three times more", "more than twenty times as many at n = 18",
		"bits takes twice as long", "that is an eighth of the joining", "slightly more than an eighth of it", "a quarter of them will do",
	},
}

// Every ratio in words is computed, or known to be given.
func TestNumbersInWords(t *testing.T) {
	all := claims(t)
	unused := map[string]bool{}
	for language, phrases := range given {
		for _, phrase := range phrases {
			unused[language+": "+phrase] = true
		}
	}
	for _, p := range chapters(t) {
		var known []string
		for _, c := range all {
			if c.chapter+".md" != p.chapter {
				continue
			}
			text := c.text(t, p.language)
			if !strings.Contains(string(p.Source), text) {
				t.Errorf("%s does not say %q", p.name, text)
			}
			known = append(known, text)
		}
		known = append(known, given[p.language]...)
		slices.SortFunc(known, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
		for node := range markdown.Nodes[ast.Node](p.Page) {
			switch node.(type) {
			case *ast.Paragraph, *ast.TextBlock:
			default:
				continue
			}
			text := p.Lines(node)
			for _, phrase := range known {
				if strings.Contains(text, phrase) {
					delete(unused, p.language+": "+phrase)
					text = strings.ReplaceAll(text, phrase, "…")
				}
			}
			if found := ratios[p.language].FindString(text); found != "" {
				p.errorf(t, node, "%q: let claims compute it, in both languages", found)
			}
		}
	}
	for _, phrase := range slices.Sorted(maps.Keys(unused)) {
		t.Errorf("no chapter says %s", phrase)
	}
}
