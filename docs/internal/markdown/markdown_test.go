package markdown

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
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
			{"bravoCharlieDelta", "bravocharliedelta"},
			{"heading with a - dash", "heading-with-a---dash"},
			{"heading with an _ underscore", "heading-with-an-_-underscore"},
			{"heading with a period.txt", "heading-with-a-periodtxt"},
			{"exchange.bind_headers(exchange, routing [, bindCallback])", "exchangebind_headersexchange-routing--bindcallback"},
			{"apostrophe’s should be trimmed", "apostrophes-should-be-trimmed"},
			{"I ♥ unicode", "i--unicode"},
			{"en–dash", "endash"},
			{"Привет non-latin 你好", "привет-non-latin-你好"},
			{"1단계: 가지 뻗기", "1단계-가지-뻗기"},
			{"`go run`이 덧붙이는 줄", "go-run이-덧붙이는-줄"},
			{"The `set(i)` of *stage* **2**", "the-seti-of-stage-2"},
			{"See [the end](x.md#end)", "see-the-end"},
			{"8 × 8 squares, n² lines", "8--8-squares-n-lines"},
			{"What & why: a_b?", "what--why-a_b"},
			{"&#x20;a&#x20;", "-a-"},
			{`\* and a \ diagonal`, "-and-a--diagonal"},
			{"_emphasis_", "emphasis"},
			{"Ⅷ ８", "ⅷ-８"},
		},
	} {
		var source strings.Builder
		var want, got []string
		for _, pair := range page {
			source.WriteString("## " + pair[0] + "\n\n")
			want = append(want, pair[0]+" → "+pair[1])
		}
		p := Parse([]byte(source.String()))
		for heading := range Nodes[*ast.Heading](p) {
			got = append(got, page[len(got)][0]+" → "+Anchor(heading))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-GitHub +ours):\n%s", diff)
		}
	}
}

const source = "# Title\n\nA *b* `c` [d](e.md)\nf &amp; \\* <https://go.dev/>\n\n" +
	"```go x.go y\nz\n```\n\n| h | i |\n| --- | ---: |\n| `j` | 1 |\n\n" +
	"## One\n\ntext\n\n### In it\n\n## Two\n\n- k\n"

func TestText(t *testing.T) {
	p := Parse([]byte(strings.ReplaceAll(source, "\n", "\r\n")))
	paragraph := slices.Collect(Nodes[*ast.Paragraph](p))[0]
	if got, want := p.Text(paragraph), "A b c d\nf & * https://go.dev/"; got != want {
		t.Errorf("the text is %q, want %q", got, want)
	}
	if got, want := p.Prose(paragraph), "A b  d\nf & * https://go.dev/"; got != want {
		t.Errorf("the prose is %q, want %q", got, want)
	}
	fence := slices.Collect(Nodes[*ast.FencedCodeBlock](p))[0]
	if p.Kind(fence) != "go" || p.Info(fence) != "go x.go y" || p.Text(fence) != "z\n" || p.Prose(fence) != "" {
		t.Errorf("the fence is %q, %q, %q, %q", p.Kind(fence), p.Info(fence), p.Text(fence), p.Prose(fence))
	}
	var lines []int
	for node := range Nodes[ast.Node](p) {
		switch node.Kind() {
		case ast.KindHeading, ast.KindLink, ast.KindFencedCodeBlock, ast.KindListItem:
			lines = append(lines, p.Line(node))
		}
	}
	if diff := cmp.Diff([]int{1, 3, 6, 14, 18, 20, 22}, lines); diff != "" {
		t.Errorf("the nodes are on other lines (-want +got):\n%s", diff)
	}
}

func TestSections(t *testing.T) {
	p := Parse([]byte(source))
	var got []string
	for _, s := range p.Sections() {
		words := p.Text(s.Heading) + ":"
		for _, block := range s.Blocks {
			words += " " + p.Text(block)
		}
		got = append(got, words)
	}
	if diff := cmp.Diff([]string{"One: text In it", "Two: k"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestFolds(t *testing.T) {
	for _, c := range []struct {
		name, source string
		want         []Fold
		wrong        string
	}{
		{"none", "text\n", nil, ""},
		{"two", "<details><summary>A</summary>\n\n*b*\n\n```c\nd\n```\n\n</details>\n\n<details><summary>E</summary>\n\n</details>",
			[]Fold{{"A", "*b*\n\n```c\nd\n```"}, {"E", ""}}, ""},
		{"in code", "```text\n<details>\n```\n", nil, ""},
		{"no blank line before", "<details><summary>A</summary>\nb\n\n</details>\n", nil, "line 3: want"},
		{"text behind", "<details><summary>A</summary>\n\nb\n\n</details>\nc\n", nil, "line 7: want"},
		{"one in another", "<details><summary>A</summary>\n\n<details><summary>B</summary>\n\n</details>\n", nil, "line 5: want"},
		{"closed twice", "<details><summary>A</summary>\n\nb\n\n</details>\n\n</details>\n", nil, "line 9: want"},
		{"never closed", "<details><summary>A</summary>\n\nb\n", nil, "line 3: this <details> is not closed"},
	} {
		p := Parse([]byte("## S\n\n" + c.source))
		got, err := p.Folds(p.Sections()[0].Blocks)
		if diff := cmp.Diff(c.want, got); diff != "" && c.wrong == "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
		if err != nil && c.wrong == "" || c.wrong != "" && (err == nil || !strings.Contains(err.Error(), c.wrong)) {
			t.Errorf("%s: the error is %v, want %q", c.name, err, c.wrong)
		}
	}
}
