package main

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/yuin/goldmark/ast"
	tableast "github.com/yuin/goldmark/extension/ast"
	"golang.org/x/text/unicode/norm"

	"example.com/eightqueens/docs/internal/markdown"
	"example.com/eightqueens/docs/internal/quote"
)

// avoid are ways of writing that the chapters do not use, and what they use instead.
var avoid = map[string][]struct {
	pattern *regexp.Regexp
	instead string
}{
	"ko": {
		{regexp.MustCompile(`백\s?트레킹|백 트래킹|퇴각\s?검색|되추적|역추적`), "백트래킹"},
		{regexp.MustCompile(`가지\s?치기|한정조작|바운딩`), "한정 조작"},
		{regexp.MustCompile(`가지뻗기|브랜칭`), "가지 뻗기"},
		{regexp.MustCompile(`분기한정법|분기\s?한정\s?기법`), "분기 한정법"},
		{regexp.MustCompile(`분할\s?정복|분할해결법`), "분할 해결법"},
		{regexp.MustCompile(`여왕`), "퀸"},
		{regexp.MustCompile(`자료형`), "타입"},
		{regexp.MustCompile(`복사본`), "사본"},
		{regexp.MustCompile(`까닭`), "이유"},
		{regexp.MustCompile(`핵심 생각`), "핵심 아이디어"},
		{regexp.MustCompile(`부른 (쪽|곳)`), "호출한 쪽"},
		{regexp.MustCompile(`막다른 길`), "막다른 곳"},
		{regexp.MustCompile(`많아야`), "최대"},
		{regexp.MustCompile(`칸[은을이]? 거절|거절된 칸`), "건너뛰다"},
		{regexp.MustCompile(`(^|[^0-9] )열 (번|줄|개|가지|장|배)`), "10번, not a column"},
		{regexp.MustCompile(`열두 (가지|개|부류)`), "12가지, not a column"},
		{regexp.MustCompile(`빈칸 하나와|빈칸을 출력`), "공백"},
		{regexp.MustCompile(`해(와|나)? 배치|올바른 배치|맞는 배치|틀린 배치`), "해"},
		{regexp.MustCompile(`(왼쪽|오른쪽|우상향|우하향|좌|우) ?대각선|슬래시 대각선`), `/ 대각선, \ 대각선`},
		{regexp.MustCompile(`견[주줄]`), "비교하다"},
		{regexp.MustCompile(`(^|[^가-힣])[를을] (또 |더 |한 번 )?(부르|부른|부를|부릅|불러|불렀)`), "호출하다"},
		{regexp.MustCompile(`물음`), "질문"},
		{regexp.MustCompile(`닿을 수`), "가리키다"},
	},
	"en": {
		{regexp.MustCompile(`(?i)\bback[- ]track`), "backtrack"},
		{regexp.MustCompile(`(?i)\bprun(e|es|ed|ing)\b`), "bound, bounding"},
		{regexp.MustCompile(`(?i)\bbranch-and-bound\b|\bbranch & bound\b`), "branch and bound"},
		{regexp.MustCompile(`(?i)\bdivide-and-conquer\b|\bdivide & conquer\b`), "divide and conquer"},
		{regexp.MustCompile(`(?i)\b(8|n)[- ]queens? (problem|puzzle)|\beight[- ]queen (problem|puzzle)`), "the eight queens problem"},
		{regexp.MustCompile(`(?i)\b(right|wrong|correct|valid) placement`), "solution"},
		{regexp.MustCompile(`(?i)\bflags? (comes?|goes|go|came|went) (on|off)\b`), "the flag is set, is cleared"},
		{regexp.MustCompile(`(?i)\btells whether\b`), "says whether"},
		{regexp.MustCompile(`(?i)\bof which none\b`), "no two attack each other"},
		{regexp.MustCompile(`(?i)\banti-?diagonal|\b(left|right|main|forward|slash|backslash) diagonal`), "the / diagonal, the \\ diagonal"},
	},
}

// otherName is what other books call a term, named in brackets: 백트래킹(퇴각 검색).
var otherName = regexp.MustCompile(`\([^()]*(가지치기|분할 정복|퇴각 검색|pruning)[^()]*\)`)

// casual are Korean endings other than those of the 합니다 form.
var casual = regexp.MustCompile(`[^필중수개주소]요[.?!]|[^니]다\.`)

var (
	longNumber = regexp.MustCompile(`\b\d{5,}\b`)
	emoji      = regexp.MustCompile(`[\x{1F000}-\x{1FAFF}\x{FE0F}]`)
)

func TestText(t *testing.T) {
	for _, p := range pages(t) {
		for i, line := range quote.Split(p.Source) {
			if !norm.NFC.IsNormalString(line) {
				t.Errorf("%s:%d: not in Unicode's normal form C: %q", p.name, i+1, line)
			}
			if emoji.MatchString(line) {
				t.Errorf("%s:%d: an emoji: %q", p.name, i+1, line)
			}
		}
	}
}

func TestTermsAndStyle(t *testing.T) {
	for _, p := range pages(t) {
		for node := range markdown.Nodes[ast.Node](p.Page) {
			switch node.(type) {
			case *ast.Paragraph, *ast.TextBlock, *ast.Heading, *tableast.TableCell:
				p.checkStyle(t, node)
			}
		}
	}
}

func (p *page) checkStyle(t *testing.T, node ast.Node) {
	text := p.Prose(node)
	if found := longNumber.FindString(text); found != "" {
		p.errorf(t, node, "want commas in %s", found)
	}
	if found := casual.FindString(text); found != "" && p.language == "ko" {
		p.errorf(t, node, "want the 합니다 form: %q", found)
	}
	if p.chapter == "07-glossary.md" {
		return // it says how others call things
	}
	text = otherName.ReplaceAllString(text, "")
	here := []string{p.language}
	if avoid[p.language] == nil {
		here = languages // the pages that lead to the chapters speak both
	}
	for _, language := range here {
		for _, a := range avoid[language] {
			if found := a.pattern.FindString(text); found != "" {
				p.errorf(t, node, "%q: want %s", found, a.instead)
			}
		}
	}
}

// names are those of the stages and of the four programs that the tutorial follows.
var names = strings.Fields(`
	pos rowUsed slashUsed backslashUsed set report count printRows printBoard chessboard newChessboard
	flag flag_h flag_l flag_r print setQueens printChessboard Chessboard initializeChessboard freeChessboard
	QueenBB EightQueen flag_a flag_b flag_c
	check1 check2 [N-1+c-r] check3 DFS sol cnt MAXN Chess[y][x]
	row[i] cols_check left_diagonal_check right_diagonal_check [row-col+n-1] backtrack answer`)

func TestGlossary(t *testing.T) {
	// A term stands in a row with its name in the other language, and in the other glossary likewise.
	row := regexp.MustCompile(`(?m)^\| ([^|` + "`" + `]+) \| ([^|]+) \| [^| ][^|]* \|$`)
	text := func(language string) string { return string(readPage(t, "docs/"+language+"/07-glossary.md").Source) }
	terms := func(language string, own, other int) (pairs []string) {
		for _, match := range row.FindAllStringSubmatch(text(language), -1) {
			pairs = append(pairs, match[own]+" = "+match[other])
		}
		return pairs
	}
	korean, english := terms("ko", 2, 1), terms("en", 1, 2)
	if diff := cmp.Diff(korean[1:], english[1:]); diff != "" || len(korean) < 40 {
		t.Errorf("the glossaries have %d terms, and not the same (-Korean +English):\n%s", len(korean), diff)
	}
	for _, language := range languages {
		for _, name := range names {
			if !strings.Contains(text(language), "`"+name+"`") {
				t.Errorf("docs/%s/07-glossary.md does not name `%s`", language, name)
			}
		}
	}
}
