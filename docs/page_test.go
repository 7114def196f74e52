package main_test

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const root = ".." // the repository, seen from this folder

// A page is one Markdown file of the tutorial.
type page struct {
	name     string // from the root of the repository, with slashes: docs/ko/02-rows.md
	elements []element
}

// An element is a piece of a page that the tests know. Its text is
//   - of a heading, the line: "## The idea"
//   - of a fence, the words behind the backquotes, the info string: "go stage2_rows/main.go"
//   - of a table of counts, its name
//   - of a folded answer, nothing
//   - of prose, the line.
type element struct {
	kind kind
	line int // counted from 1
	text string
	body []string // the lines of a fence, of a table of counts, of a folded answer
}

type kind string

const (
	heading kind = "heading"
	fence   kind = "fence"
	counts  kind = "table of counts"
	answer  kind = "folded answer"
	prose   kind = "prose"
)

var countsComment = regexp.MustCompile(`^<!-- counts: (\S+) -->$`)

// readPage reads a page and takes it apart. Headings, links and the like inside a fence are none.
func readPage(t *testing.T, name string) *page {
	t.Helper()
	p := &page{name: name}
	lines := readLines(t, name)
	for i := 0; i < len(lines); i++ {
		e := element{kind: prose, line: i + 1, text: lines[i]}
		switch {
		case strings.HasPrefix(lines[i], "```"):
			e.kind, e.text = fence, strings.TrimPrefix(lines[i], "```")
			e.body = until(lines[i+1:], func(line string) bool { return line == "```" })
			i += len(e.body) + 1
			if i >= len(lines) {
				t.Fatalf("%s:%d: this fence is never closed", name, e.line)
			}
		case strings.HasPrefix(lines[i], "#"):
			e.kind = heading
		case countsComment.MatchString(lines[i]):
			e.kind, e.text = counts, countsComment.FindStringSubmatch(lines[i])[1]
			e.body = until(lines[i+1:], func(line string) bool { return !strings.HasPrefix(line, "|") })
		case strings.HasPrefix(lines[i], "<details>"):
			e.kind, e.text = answer, ""
			e.body = until(lines[i:], func(line string) bool { return line == "</details>" })
		}
		p.elements = append(p.elements, e)
	}
	return p
}

// readLines returns the lines of a file of the repository.
func readLines(t *testing.T, name string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

// until returns the lines before the first that is the end, all of them where none is.
func until(lines []string, isEnd func(string) bool) []string {
	for i, line := range lines {
		if isEnd(line) {
			return lines[:i]
		}
	}
	return lines
}

// errorf reports what is wrong at a line of the page.
func (p *page) errorf(t *testing.T, line int, format string, values ...any) {
	t.Helper()
	t.Errorf("%s:%d: %s", p.name, line, fmt.Sprintf(format, values...))
}

// of returns the elements of one kind.
func (p *page) of(k kind) []element {
	var found []element
	for _, e := range p.elements {
		if e.kind == k {
			found = append(found, e)
		}
	}
	return found
}

// fences returns the fences whose info string begins with the word.
func (p *page) fences(word string) []element {
	var found []element
	for _, e := range p.of(fence) {
		if first, _, _ := strings.Cut(e.text, " "); first == word {
			found = append(found, e)
		}
	}
	return found
}

// language is the language of the page, "ko" or "en".
func (p *page) language() string { return path.Base(path.Dir(p.name)) }

// chapter is the file name of the page, the same in both languages.
func (p *page) chapter() string { return path.Base(p.name) }

// isStage tells whether the page is the chapter of a stage.
func (p *page) isStage() bool {
	return p.chapter() >= "01" && p.chapter() < "06"
}

// A section is a heading and all that follows it up to the next heading of its level or above.
type section struct {
	heading  element
	elements []element
}

// sections returns the sections below the headings of level 2.
func (p *page) sections() []section {
	var all []section
	for _, e := range p.elements {
		if e.kind == heading && level(e.text) <= 2 {
			all = append(all, section{heading: e})
		} else if len(all) > 0 {
			last := &all[len(all)-1]
			last.elements = append(last.elements, e)
		}
	}
	if len(all) > 0 && level(all[0].heading.text) == 1 {
		all = all[1:] // the title
	}
	return all
}

// level is the level of a heading: 2 of "## The idea".
func level(heading string) int {
	return len(heading) - len(strings.TrimLeft(heading, "#"))
}

var (
	codeSpan   = regexp.MustCompile("`+[^`]+`+")
	linkTarget = regexp.MustCompile(`\]\(([^)]*)\)`)
	image      = regexp.MustCompile(`!\[([^\]]*)\]\(([^)]*)\)`)
)

// withoutCode is a line without its `code`.
func withoutCode(line string) string { return codeSpan.ReplaceAllString(line, "") }

// links returns where the links and images of a line of prose lead.
func links(line string) []string {
	var targets []string
	for _, match := range linkTarget.FindAllStringSubmatch(withoutCode(line), -1) {
		targets = append(targets, match[1])
	}
	return targets
}

var (
	markup     = regexp.MustCompile("[`*]|!?\\[|\\]\\([^)]*\\)")
	notForSlug = regexp.MustCompile(`[^\p{L}\p{M}\p{N} _-]`)
)

// anchors returns the anchors of a page's headings, made as GitHub makes them.
func (p *page) anchors() map[string]bool {
	all := map[string]bool{}
	for _, e := range p.of(heading) {
		text := strings.TrimSpace(strings.TrimLeft(e.text, "#"))
		text = strings.ToLower(markup.ReplaceAllString(text, ""))
		slug := strings.ReplaceAll(notForSlug.ReplaceAllString(text, ""), " ", "-")
		unique := slug
		for again := 1; all[unique]; again++ {
			unique = fmt.Sprintf("%s-%d", slug, again)
		}
		all[unique] = true
	}
	return all
}
