package markdown

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark/ast"
)

// Headings of one page after another and the anchors that GitHub gives them.
func TestAnchors(t *testing.T) {
	for _, page := range [][][2]string{
		{
			{"alpha", "alpha"}, {"alpha", "alpha-1"}, {"Alpha", "alpha-2"},
			{"echo", "echo"}, {"echo", "echo-1"}, {"echo 1", "echo-1-1"}, {"echo-1", "echo-1-2"}, {"echo", "echo-2"},
			{"foxtrot-1", "foxtrot-1"}, {"foxtrot", "foxtrot"}, {"foxtrot", "foxtrot-2"},
		},
		{
			{"bravoCharlieDelta", "bravocharliedelta"}, {"heading with a - dash", "heading-with-a---dash"},
			{"with an _ underscore", "with-an-_-underscore"}, {"with a period.txt", "with-a-periodtxt"},
			{"exchange.bind_headers(exchange, routing [, bindCallback])", "exchangebind_headersexchange-routing--bindcallback"},
			{"apostrophe’s should be trimmed", "apostrophes-should-be-trimmed"}, {"I ♥ unicode", "i--unicode"},
			{"en–dash", "endash"}, {"Привет non-latin 你好", "привет-non-latin-你好"}, {"Ⅷ ８", "ⅷ-８"},
			{"1단계: 가지 뻗기", "1단계-가지-뻗기"}, {"`go run`이 덧붙이는 줄", "go-run이-덧붙이는-줄"},
			{"The `set(i)` of *stage* **2**", "the-seti-of-stage-2"}, {"See [the end](x.md#end)", "see-the-end"},
			{"8 × 8 squares, n² lines", "8--8-squares-n-lines"}, {"What & why: a_b?", "what--why-a_b"},
			{"&#x20;a&#x20;", "-a-"}, {`\* and a \ diagonal`, "-and-a--diagonal"}, {"_emphasis_", "emphasis"},
		},
	} {
		var source string
		for _, pair := range page {
			source += "## " + pair[0] + "\n\n"
		}
		at := 0
		for heading := range Nodes[*ast.Heading](Parse([]byte(source))) {
			if got, want := Anchor(heading), page[at][1]; got != want {
				t.Errorf("%s has the anchor %s, want %s", page[at][0], got, want)
			}
			at++
		}
		if at != len(page) {
			t.Errorf("%d headings, want %d", at, len(page))
		}
	}
}

const source = "# Title\n\nA *b* `c` [d](e.md)\nf &amp; \\* <https://go.dev/>\n\n" +
	"```go x.go y\nz\n```\n\n| h | i |\n| --- | ---: |\n| `j` | 1 |\n\n" +
	"## One\n\ntext\n\n### In it\n\n## Two\n\n- k\n"

func TestText(t *testing.T) {
	p := Parse([]byte(strings.ReplaceAll(source, "\n", "\r\n")))
	paragraph, fence := first[*ast.Paragraph](p), first[*ast.FencedCodeBlock](p)
	for got, want := range map[string]string{
		p.Text(paragraph):  "A b c d\nf & * https://go.dev/",
		p.Prose(paragraph): "A b  d\nf & * https://go.dev/",
		p.Kind(fence):      "go",
		p.Info(fence):      "go x.go y",
		p.Text(fence):      "z\n",
		p.Prose(fence):     "",
	} {
		if got != want {
			t.Errorf("the text is %q, want %q", got, want)
		}
	}
	var lines []int
	for node := range Nodes[ast.Node](p) {
		switch node.Kind() {
		case ast.KindHeading, ast.KindLink, ast.KindFencedCodeBlock, ast.KindListItem:
			lines = append(lines, p.Line(node))
		}
	}
	if want := []int{1, 3, 6, 14, 18, 20, 22}; !slices.Equal(lines, want) {
		t.Errorf("the nodes are on the lines %v, want %v", lines, want)
	}
}

func first[T ast.Node](p *Page) T { return slices.Collect(Nodes[T](p))[0] }

func TestSections(t *testing.T) {
	p := Parse([]byte(source))
	var got string
	for _, s := range p.Sections() {
		got += p.Text(s.Heading) + ":"
		for _, block := range s.Blocks {
			got += p.Text(block) + ";"
		}
	}
	if want := "One:text;In it;Two:k;"; got != want {
		t.Errorf("the sections are %s, want %s", got, want)
	}
}

func TestFolds(t *testing.T) {
	const begin, end = "<details><summary>A</summary>\n\n", "\n\n</details>\n\n"
	for source, want := range map[string]string{
		"text\n": "[]",
		begin + "*b*\n\n```c\nd\n```" + end + "x\n\n" + begin + end: "[\"*b*\\n\\n```c\\nd\\n```\" \"\"]",
		"```text\n<details>\n```\n":                                 "[]",
		"<details><summary>A</summary>\nb" + end:                    "line 3: want",
		begin + "b\n\n</details>\nc\n":                              "line 7: want",
		begin + begin + end:                                         "line 5: want",
		begin + "b" + end + end:                                     "line 11: want",
		begin + "b\n":                                               "the last <details> is not closed",
	} {
		p := Parse([]byte("## S\n\n" + source))
		folds, err := p.Folds(p.Sections()[0].Blocks)
		got := fmt.Sprintf("%q", folds)
		if err != nil {
			got = err.Error()
		}
		if !strings.HasPrefix(got, want) {
			t.Errorf("in %q are %s, want %s", source, got, want)
		}
	}
}
