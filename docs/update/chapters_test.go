package main

import (
	"fmt"
	"maps"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark/ast"
	tableast "github.com/yuin/goldmark/extension/ast"

	"example.com/eightqueens/docs/internal/markdown"
)

const root = "../.."

// titles of the chapters that there must be, and of those that may follow.
var titles = map[string]map[string]string{
	"00-problem.md":     {"en": "The problem", "ko": "문제"},
	"01-branching.md":   {"en": "Stage 1: branching", "ko": "1단계: 가지 뻗기"},
	"02-rows.md":        {"en": "Stage 2: rows", "ko": "2단계: 행"},
	"03-diagonals.md":   {"en": "Stage 3: diagonals", "ko": "3단계: 대각선"},
	"04-any-n.md":       {"en": "Stage 4: any n", "ko": "4단계: 일반적인 n"},
	"05-heap.md":        {"en": "Stage 5: the heap", "ko": "5단계: 힙"},
	"06-teachers.md":    {"en": "For teachers", "ko": "교사를 위한 안내"},
	"07-glossary.md":    {"en": "Glossary", "ko": "용어집"},
	"08-other-roads.md": {"en": "Other roads to the same 92", "ko": "같은 92로 가는 다른 길"},
	"09-exercises.md":   {"en": "Exercises", "ko": "연습 문제"},
}

// stageSections are the sections of the chapter of a stage, in this order.
var stageSections = map[string][]string{
	"en": {"The idea", "Predict before you run", "Run it", "The code", "Why it is right",
		"How much smaller", "What changed", "Questions", "Where to go on"},
	"ko": {"핵심 생각", "실행 전에 예상하기", "실행하기", "코드 읽기", "왜 맞는가",
		"얼마나 줄었는가", "무엇이 달라졌는가", "생각해 볼 문제", "다음으로"},
}

// costSection is what chapter 5 has in place of "How much smaller": nothing becomes smaller there.
var costSection = map[string]string{"en": "What it costs and saves", "ko": "비용과 이득"}

// stageDiffs are the diffs that the chapters of the stages show.
var stageDiffs = map[string]string{
	"02-rows.md":      "diff stage1_branching/main.go stage2_rows/main.go",
	"03-diagonals.md": "diff stage2_rows/main.go stage3_diagonals/main.go",
	"04-any-n.md":     "diff stage3_diagonals/main.go stage4_ngeneral/main.go",
	"05-heap.md":      "diff stage4_ngeneral/main.go stage5_dynamic/main.go",
}

// A page is one file of Markdown.
type page struct {
	*markdown.Page
	name string // from the root of the repository, with slashes: docs/ko/02-rows.md
}

func readPage(t *testing.T, name string) *page {
	t.Helper()
	source, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return &page{markdown.Parse(source), name}
}

// errorf reports what is wrong at a node of the page.
func (p *page) errorf(t *testing.T, node ast.Node, format string, values ...any) {
	t.Helper()
	t.Errorf("%s:%d: %s", p.name, p.Line(node), fmt.Sprintf(format, values...))
}

// language is the language of a chapter, "ko" or "en".
func (p *page) language() string { return path.Base(path.Dir(p.name)) }

// chapter is the file name of a chapter, the same in both languages.
func (p *page) chapter() string { return path.Base(p.name) }

// title returns the title of the page.
func (p *page) title() string { return p.Text(p.Document.FirstChild()) }

// fences returns the fences of a kind.
func (p *page) fences(kind string) []*ast.FencedCodeBlock {
	return slices.DeleteFunc(slices.Collect(markdown.Nodes[*ast.FencedCodeBlock](p.Page)), func(fence *ast.FencedCodeBlock) bool {
		return p.Kind(fence) != kind
	})
}

// links returns where the links in a node lead.
func links(node ast.Node) []string {
	var targets []string
	ast.Walk(node, func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		if link, ok := node.(*ast.Link); ok && entering {
			targets = append(targets, string(link.Destination))
		}
		return ast.WalkContinue, nil
	})
	return targets
}

// chapterNames returns the file names of a language's chapters, in order.
func chapterNames(language string) []string {
	var names []string
	for _, name := range pageNames(root) {
		if path.Dir(name) == "docs/"+language {
			names = append(names, path.Base(name))
		}
	}
	return names
}

// chapters returns the chapters, of both languages.
func chapters(t *testing.T) []*page {
	return slices.DeleteFunc(pages(t), func(p *page) bool { return !slices.Contains(languages, p.language()) })
}

// pages returns the chapters and the two pages that lead to them.
func pages(t *testing.T) []*page {
	t.Helper()
	var all []*page
	for _, name := range pageNames(root) {
		all = append(all, readPage(t, name))
	}
	return all
}

func TestEveryChapterIsThere(t *testing.T) {
	korean, english := chapterNames("ko"), chapterNames("en")
	if !slices.Equal(korean, english) {
		t.Errorf("docs/ko has %q\nbut docs/en has %q", korean, english)
	}
	for _, name := range slices.Sorted(maps.Keys(titles)) {
		if !slices.Contains(english, name) {
			t.Errorf("docs/en/%s and docs/ko/%s are missing", name, name)
		}
	}
}

func TestContents(t *testing.T) {
	var listed []string
	for table := range markdown.Nodes[*tableast.Table](readPage(t, "docs/README.md").Page) {
		listed = append(listed, links(table)...)
	}
	for _, language := range languages {
		var want []string
		for _, name := range chapterNames(language) {
			want = append(want, language+"/"+name)
		}
		got := slices.DeleteFunc(slices.Clone(listed), func(link string) bool {
			return !strings.HasPrefix(link, language+"/")
		})
		if !slices.Equal(got, want) {
			t.Errorf("docs/README.md lists the chapters %q\nwant %q", got, want)
		}
	}
}

func TestWayThroughTheChapters(t *testing.T) {
	for _, p := range chapters(t) {
		other := map[string]string{"ko": "en", "en": "ko"}[p.language()]
		first, last := p.Document.FirstChild().NextSibling(), p.Document.LastChild()
		if want := "../" + other + "/" + p.chapter(); first == nil || !slices.Contains(links(first), want) {
			t.Errorf("%s: the line under the title does not link to %s", p.name, want)
		}

		names := chapterNames(p.language())
		at := slices.Index(names, p.chapter())
		link := func(name string) string {
			return "[" + readPage(t, "docs/"+p.language()+"/"+name).title() + "](" + name + ")"
		}
		want := []string{map[string]string{"ko": "[차례](../README.md)", "en": "[Contents](../README.md)"}[p.language()]}
		if at > 0 {
			want = slices.Insert(want, 0, link(names[at-1]))
		}
		if at+1 < len(names) {
			want = append(want, link(names[at+1]))
		}
		if want := strings.Join(want, " · "); strings.TrimSpace(p.Lines(last)) != want {
			p.errorf(t, last, "the last line is %q\nwant %q", p.Lines(last), want)
		}
	}
}

func TestStructure(t *testing.T) {
	for _, p := range chapters(t) {
		if want := titles[p.chapter()]; want != nil && p.title() != want[p.language()] {
			t.Errorf("%s: the title is %q, want %q", p.name, p.title(), want[p.language()])
		}
		for heading := range markdown.Nodes[*ast.Heading](p.Page) {
			if isFirst := heading == p.Document.FirstChild(); isFirst != (heading.Level == 1) {
				p.errorf(t, heading, "want one title, above all else")
			}
		}
		sections := p.Sections()
		if len(sections) < 2 {
			t.Errorf("%s: fewer than two sections", p.name)
		}
		for _, s := range sections {
			if !p.isWritten(s) {
				p.errorf(t, s.Heading, "nothing is written under %q", p.Text(s.Heading))
			}
		}
		if "01" <= p.chapter() && p.chapter() < "06" {
			p.checkStage(t)
		}
	}
}

// isWritten reports whether a section has at least a sentence in the language of the page.
func (p *page) isWritten(s markdown.Section) bool {
	hangul, latin := 0, 0
	for _, block := range s.Blocks {
		for _, c := range p.Prose(block) {
			switch {
			case '가' <= c && c <= '힣':
				hangul++
			case 'a' <= c && c <= 'z':
				latin++
			}
		}
	}
	if p.language() == "ko" {
		return hangul >= 20 && hangul > latin
	}
	return latin >= 40 && latin > hangul
}

// checkStage checks the chapter of a stage: its sections, and that it quotes, runs and asks.
func (p *page) checkStage(t *testing.T) {
	var got []string
	folds := 0
	for _, s := range p.Sections() {
		got = append(got, p.Text(s.Heading))
		if found, err := p.Folds(s.Blocks); err == nil { // TestFoldedAnswers reports it
			folds += len(found)
		}
	}
	want := slices.Clone(stageSections[p.language()])
	if cost := costSection[p.language()]; p.chapter() == "05-heap.md" && slices.Contains(got, cost) {
		want[5] = cost
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s: the sections are %q\nwant %q", p.name, got, want)
	}
	for _, kind := range []string{"console", "go"} {
		if len(p.fences(kind)) == 0 {
			t.Errorf("%s: no %s fence", p.name, kind)
		}
	}
	if folds < 2 {
		t.Errorf("%s: fewer than two folded answers: one to the prediction, one to the questions", p.name)
	}
	if diff := stageDiffs[p.chapter()]; diff != "" &&
		!slices.ContainsFunc(p.fences("diff"), func(fence *ast.FencedCodeBlock) bool { return strings.HasPrefix(p.Info(fence), diff) }) {
		t.Errorf("%s: no fence ```%s", p.name, diff)
	}
}

func TestFoldedAnswers(t *testing.T) {
	for _, p := range chapters(t) {
		for _, s := range p.Sections() {
			folds, err := p.Folds(s.Blocks)
			if err != nil {
				t.Errorf("%s: %v", p.name, err)
			}
			for _, fold := range folds {
				if fold.Text == "" {
					p.errorf(t, s.Heading, "the answer %q below is empty", fold.Summary)
				}
			}
		}
	}
}

// knownHTML is all the HTML that the chapters have.
var knownHTML = regexp.MustCompile(`^(<details><summary>.+</summary>|</details>|<!-- counts: \S+ -->)\n?$`)

// brokenMarkup is markup that a reader would see.
var brokenMarkup = regexp.MustCompile(`\*\*|\]\(`)

func TestMarkup(t *testing.T) {
	known := []string{"go", "console", "diff", "sh", "powershell", "text", "json", "yaml", "c"}
	for _, p := range chapters(t) {
		for node := range markdown.Nodes[ast.Node](p.Page) {
			switch node := node.(type) {
			case *ast.RawHTML:
				p.errorf(t, node, "HTML within a line")
			case *ast.HTMLBlock:
				if source := p.Lines(node); !knownHTML.MatchString(source) {
					p.errorf(t, node, "%q is not HTML that the chapters have", source)
				}
			case *ast.CodeBlock:
				p.errorf(t, node, "code by indentation: want a fence")
			case *ast.FencedCodeBlock:
				if kind := p.Kind(node); !slices.Contains(known, kind) {
					p.errorf(t, node, "want a fence of a known kind, %q, not %q", known, kind)
				} else if kind != "console" && strings.Contains("\n"+p.Text(node), "\n$ ") {
					p.errorf(t, node, "a command with its output belongs in a console fence, where it is run")
				}
			case *ast.Paragraph, *ast.TextBlock, *ast.Heading, *tableast.TableCell:
				if found := brokenMarkup.FindString(p.Prose(node)); found != "" {
					p.errorf(t, node, "%q is shown as it is", found)
				}
			}
		}
	}
}

// hangul is what an English reader cannot read. Help speaks both languages.
var hangul = regexp.MustCompile(`[가-힣]`)

func TestOutputsAreInTheLanguageOfThePage(t *testing.T) {
	for _, p := range chapters(t) {
		for _, fence := range p.fences("console") {
			if text := p.Text(fence); p.language() == "en" && hangul.MatchString(text) && !strings.Contains(text, " -h\n") {
				p.errorf(t, fence, "this speaks Korean; add -lang en")
			}
		}
	}
}

func TestLinks(t *testing.T) {
	for _, p := range pages(t) {
		for node := range markdown.Nodes[ast.Node](p.Page) {
			var link string
			switch node := node.(type) {
			case *ast.Link:
				link = string(node.Destination)
			case *ast.Image:
				link = string(node.Destination)
			}
			if link == "" || strings.HasPrefix(link, "https://") {
				continue // nothing is asked of the network here
			}
			file, anchor, hasAnchor := strings.Cut(link, "#")
			file, _, _ = strings.Cut(file, "?") // of the stepper: n and a step
			file, err := url.PathUnescape(file)
			target := path.Join(path.Dir(p.name), file)
			if file == "" {
				target = p.name
			}
			if err != nil || path.IsAbs(file) || target == ".." || strings.HasPrefix(target, "../") {
				p.errorf(t, node, "want a relative link within the repository, not %q", link)
				continue
			}
			if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(target))); err != nil {
				p.errorf(t, node, "the link %q leads nowhere", link)
				continue
			}
			if !hasAnchor {
				continue
			}
			if !strings.HasSuffix(target, ".md") {
				p.errorf(t, node, "the link %q has an anchor that no test can hold in place", link)
				continue
			}
			anchor, err = url.PathUnescape(anchor)
			if err != nil || !readPage(t, target).hasAnchor(anchor) {
				p.errorf(t, node, "%s has no heading for the link %q", target, link)
			}
		}
	}
}

func (p *page) hasAnchor(anchor string) bool {
	for heading := range markdown.Nodes[*ast.Heading](p.Page) {
		if markdown.Anchor(heading) == anchor {
			return true
		}
	}
	return false
}

func TestFigures(t *testing.T) {
	shown := map[string]bool{}
	for _, p := range chapters(t) {
		for image := range markdown.Nodes[*ast.Image](p.Page) {
			figure := string(image.Destination)
			if strings.TrimSpace(p.Text(image)) == "" {
				p.errorf(t, image, "the figure %s has no text for those who cannot see it", figure)
			}
			shown[path.Base(figure)] = true
		}
	}
	figures, err := filepath.Glob(filepath.Join(root, "docs/figures/*.svg"))
	if err != nil || len(figures) == 0 {
		t.Fatal(figures, err)
	}
	for _, figure := range figures {
		if name := filepath.Base(figure); !shown[name] {
			t.Errorf("docs/figures/%s is shown in no chapter", name)
		}
	}
}

func TestLanguagesAgree(t *testing.T) {
	for _, name := range chapterNames("en") {
		if !slices.Contains(chapterNames("ko"), name) {
			continue // TestEveryChapterIsThere reports it
		}
		korean, english := readPage(t, "docs/ko/"+name), readPage(t, "docs/en/"+name)
		k, e := korean.common(), english.common()
		for i := range max(len(k), len(e)) {
			if i >= len(k) || i >= len(e) || k[i].text != e[i].text {
				t.Errorf("%s\nand %s differ", korean.describe(k, i), english.describe(e, i))
				break
			}
		}
	}
}

// A part is what both languages of a chapter have in the same place.
type part struct {
	line int
	text string
}

// common returns what is the same in both languages of a chapter: the levels of the headings, code,
// diffs, commands, figures, counted tables and folded answers, in order.
func (p *page) common() []part {
	var parts []part
	for node := range markdown.Nodes[ast.Node](p.Page) {
		var text string
		switch node := node.(type) {
		case *ast.Heading:
			text = fmt.Sprint("a heading of level ", node.Level)
		case *ast.Image:
			text = "the figure " + string(node.Destination)
		case *ast.HTMLBlock:
			if text = p.Lines(node); strings.HasPrefix(text, "<details>") {
				text = "a folded answer"
			}
		case *ast.FencedCodeBlock:
			text = p.commonCode(node)
		}
		if text != "" {
			parts = append(parts, part{p.Line(node), text})
		}
	}
	return parts
}

// commonCode returns what both languages have of a fence. What the command writes below its first
// line follows from that.
func (p *page) commonCode(fence *ast.FencedCodeBlock) string {
	text := "```" + p.Info(fence)
	switch kind := p.Kind(fence); kind {
	case "go", "diff", "console":
		for line := range strings.Lines(p.Text(fence)) {
			if kind == "console" && isCommand(line) {
				text += "\n" + strings.Replace(line, " -lang en", "", 1)
			} else if p.Info(fence) == "go sketch" {
				code, _, _ := strings.Cut(line, "//") // comments are in the language of the page
				text += "\n" + strings.TrimRight(code, "\n")
			}
		}
		return text
	}
	return "```" + p.Kind(fence)
}

// describe says which part of a page is meant.
func (p *page) describe(parts []part, i int) string {
	if i >= len(parts) {
		return p.name + ", which ends there,"
	}
	return fmt.Sprintf("%s:%d: %s", p.name, parts[i].line, parts[i].text)
}
