package main

import (
	"fmt"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/yuin/goldmark/ast"
	tableast "github.com/yuin/goldmark/extension/ast"

	"example.com/eightqueens/docs/internal/markdown"
)

const root = "../.."

// A page is one file of Markdown.
type page struct {
	*markdown.Page
	name     string // from the root of the repository, with slashes: docs/ko/02-rows.md
	language string // of a chapter: ko
	chapter  string // the same in both languages: 02-rows.md
}

// read are the pages that were read, by their names.
var read = map[string]*page{}

func readPage(t *testing.T, name string) *page {
	t.Helper()
	if read[name] != nil {
		return read[name]
	}
	source, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	read[name] = &page{markdown.Parse(source), name, path.Base(path.Dir(name)), path.Base(name)}
	return read[name]
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

// chapters returns the chapters, of both languages or of one.
func chapters(t *testing.T, of ...string) []*page {
	t.Helper()
	if of == nil {
		of = languages
	}
	return slices.DeleteFunc(pages(t), func(p *page) bool { return !slices.Contains(of, p.language) })
}

// errorf reports what is wrong at a node of the page.
func (p *page) errorf(t *testing.T, node ast.Node, format string, values ...any) {
	t.Helper()
	t.Errorf("%s:%d: %s", p.name, p.Line(node), fmt.Sprintf(format, values...))
}

// link returns a link to the page, with its title, from the folder of the language or another.
func (p *page) link(folder string) string {
	return "[" + p.Text(p.Document.FirstChild()) + "](" + folder + p.chapter + ")"
}

// numbered is a line of the contents: its number, and what it links to in both languages.
var numbered = regexp.MustCompile(`(?m)^\| (\S*) ?\| (\[.*\]\(ko/(.*\.md)\)) \| (\[.*\]\(en/(.*\.md)\)) \|$`)

// The links from page to page are in the order of the contents, which name every page by its title.
func TestWayThroughTheChapters(t *testing.T) {
	lines := numbered.FindAllStringSubmatch(string(readPage(t, "docs/README.md").Source), -1)
	for k, language := range []string{"ko", "en"} {
		var listed, way []string // all pages; those that follow each other
		for _, line := range lines {
			name := line[2*k+3]
			if p := readPage(t, "docs/"+language+"/"+name); p.link(language+"/") != line[2*k+2] {
				t.Errorf("docs/README.md has %s, want %s", line[2*k+2], p.link(language+"/"))
			}
			listed = append(listed, name)
			if line[1] != "" {
				way = append(way, name)
			}
		}
		var all []string
		for _, p := range chapters(t, language) {
			all = append(all, p.chapter)
			links := []string{map[string]string{"ko": "[차례](../README.md)", "en": "[Contents](../README.md)"}[language]}
			if at := slices.Index(way, p.chapter); at >= 0 {
				if at > 0 {
					links = slices.Insert(links, 0, readPage(t, "docs/"+language+"/"+way[at-1]).link(""))
				}
				if at+1 < len(way) {
					links = append(links, readPage(t, "docs/"+language+"/"+way[at+1]).link(""))
				}
			}
			first := map[string]string{"ko": "[English](../en/", "en": "[한국어](../ko/"}[language] + p.chapter + ")"
			last := strings.Join(links, " · ")
			if lines := strings.Split(string(p.Source), "\n"); lines[2] != first || lines[len(lines)-2] != last {
				t.Errorf("%s: want the line %s under the title, and at the end %s", p.name, first, last)
			}
		}
		if slices.Sort(listed); !slices.Equal(listed, all) {
			t.Errorf("docs/README.md lists %q, there are %q", listed, all)
		}
	}
}

func TestStructure(t *testing.T) {
	var stage []string // the sections of the chapter of the first stage
	for _, p := range chapters(t) {
		for heading := range markdown.Nodes[*ast.Heading](p.Page) {
			if isFirst := heading == p.Document.FirstChild(); isFirst != (heading.Level == 1) {
				p.errorf(t, heading, "want one title, above all else")
			}
		}
		var sections []string
		for _, s := range p.Sections() {
			sections = append(sections, p.Text(s.Heading))
			if folds, err := p.Folds(s.Blocks); err != nil || slices.Contains(folds, "") {
				p.errorf(t, s.Heading, "an answer below is empty, or: %v", err)
			}
			prose := ""
			for _, block := range s.Blocks {
				prose += p.Prose(block)
			}
			k, e := len(hangul.FindAllString(prose, -1)), len(latin.FindAllString(prose, -1))
			if p.language == "ko" && (k < 20 || k < e) || p.language == "en" && (e < 40 || e < k) {
				p.errorf(t, s.Heading, "nothing is written in the language of the page under %q", p.Text(s.Heading))
			}
		}
		// The chapter of a stage runs it, quotes it, asks and says what changed, in the same order as the first.
		if p.chapter < "01" || p.chapter >= "06" {
			continue
		}
		if p.chapter < "02" {
			stage = sections
		}
		if len(sections) > 5 && len(stage) > 5 {
			sections[5] = stage[5] // how much smaller, or in chapter 5 what it costs
		}
		all := strings.Join(p.common(), "\n")
		if !slices.Equal(sections, stage) || !strings.Contains(all, "```console") || !strings.Contains(all, "```go stage") ||
			strings.Count(all, "<details>") < 2 || p.chapter > "02" && !strings.Contains(all, "```diff") {
			t.Errorf("%s: want console, go and diff fences, two folded answers, and the sections %q, not %q", p.name, stage, sections)
		}
	}
}

var hangul, latin = regexp.MustCompile(`[가-힣]`), regexp.MustCompile(`[a-z]`)

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
				kind, text := p.Kind(node), "\n"+p.Text(node)
				if !slices.Contains(known, kind) || kind != "console" && strings.Contains(text, "\n$ ") {
					p.errorf(t, node, "want one of the fences %q, and commands with their output in a console", known)
				}
				// Help speaks both languages.
				if p.language == "en" && kind == "console" && hangul.MatchString(text) && !strings.Contains(text, " -h\n") {
					p.errorf(t, node, "this speaks Korean; add -lang en")
				}
			case *ast.Paragraph, *ast.TextBlock, *ast.Heading, *tableast.TableCell:
				if found := brokenMarkup.FindString(p.Prose(node)); found != "" {
					p.errorf(t, node, "%q is shown as it is", found)
				}
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
			link, err := url.PathUnescape(link)
			file, anchor, hasAnchor := strings.Cut(link, "#")
			file, _, _ = strings.Cut(file, "?") // which the pages of the site read
			target := path.Join(path.Dir(p.name), file)
			if file == "" {
				target = p.name
			}
			if err != nil || path.IsAbs(file) || strings.HasPrefix(target+"/", "../") {
				p.errorf(t, node, "want a relative link within the repository, not %q", link)
			} else if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(target))); err != nil {
				p.errorf(t, node, "the link %q leads nowhere", link)
			} else if hasAnchor && !readPage(t, target).hasAnchor(anchor) {
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
			if strings.TrimSpace(p.Text(image)) == "" {
				p.errorf(t, image, "this figure has no text for those who cannot see it")
			}
			shown[path.Base(string(image.Destination))] = true
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
	korean, english := chapters(t, "ko"), chapters(t, "en")
	if len(korean) == 0 || len(korean) != len(english) {
		t.Fatalf("%d chapters are Korean, %d are English", len(korean), len(english))
	}
	for i := range korean {
		if diff := cmp.Diff(korean[i].common(), english[i].common()); diff != "" {
			t.Errorf("%s and %s differ (-Korean +English):\n%s", korean[i].name, english[i].name, diff)
		}
	}
}

// common returns what is the same in both languages of a chapter: its name, and the levels of the
// headings, figures, folded answers, counted tables, and of a fence what is the author's.
func (p *page) common() []string {
	parts := []string{p.chapter}
	for node := range markdown.Nodes[ast.Node](p.Page) {
		switch node := node.(type) {
		case *ast.Heading:
			parts = append(parts, strings.Repeat("#", node.Level))
		case *ast.Image:
			parts = append(parts, "the figure "+string(node.Destination))
		case *ast.HTMLBlock:
			html, _, _ := strings.Cut(p.Lines(node), "<summary>")
			parts = append(parts, html)
		case *ast.FencedCodeBlock:
			info := p.Info(node)
			if kind := p.Kind(node); !slices.Contains([]string{"go", "c", "diff", "console"}, kind) {
				info = kind
			}
			parts = append(parts, "```"+info)
			for line := range strings.Lines(p.Text(node)) {
				if isCommand(line) {
					parts = append(parts, strings.Replace(line, " -lang en", "", 1))
				} else if info == "go sketch" {
					code, _, _ := strings.Cut(line, "//") // comments are in the language of the page
					parts = append(parts, strings.TrimSpace(code))
				}
			}
		}
	}
	return parts
}

// Chapter 2 says in its text, too, which step of the stepper a step of its tables is.
func TestStepsInTheText(t *testing.T) {
	for language, format := range map[string]string{
		"ko": "1번은 스테퍼의 %s번째 걸음이고 11번은 %s번째 걸음입니다",
		"en": "step 1 here is step %s there, and step 11 is step %s.",
	} {
		p := readPage(t, "docs/"+language+"/02-rows.md")
		links := regexp.MustCompile(`\[1\]\(\S*&step=(\d+)\)[^$]*\[11\]\(\S*&step=(\d+)\)`).FindStringSubmatch(string(p.Source))
		if links == nil || !strings.Contains(string(p.Source), fmt.Sprintf(format, links[1], links[2])) {
			t.Errorf("%s does not say that steps 1 and 11 are those of the links %q", p.name, links)
		}
	}
}
