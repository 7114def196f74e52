// Package main_test holds the chapters to the truth: what they quote, print, count and link to is
// looked up, run, computed and followed, and the two languages are compared.
package main_test

import (
	"io"
	"iter"
	"maps"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/eightqueens/internal/golden"
	"example.com/eightqueens/internal/program"
)

var languages = []string{"ko", "en"}

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

// chapterNames returns the file names of a language's chapters, in order.
func chapterNames(t *testing.T, language string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(language, "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for i, file := range files {
		files[i] = filepath.Base(file)
	}
	return files
}

// chapters returns the chapters, of both languages.
func chapters(t *testing.T) []*page {
	t.Helper()
	var all []*page
	for _, language := range languages {
		for _, name := range chapterNames(t, language) {
			all = append(all, readPage(t, "docs/"+language+"/"+name))
		}
	}
	return all
}

// pages returns the chapters and the two pages that lead to them.
func pages(t *testing.T) []*page {
	t.Helper()
	return append(chapters(t), readPage(t, "docs/README.md"), readPage(t, "README.md"))
}

func TestEveryChapterIsThere(t *testing.T) {
	korean, english := chapterNames(t, "ko"), chapterNames(t, "en")
	if !slices.Equal(korean, english) {
		t.Errorf("docs/ko has %q\nbut docs/en has %q", korean, english)
	}
	for _, name := range slices.Sorted(maps.Keys(titles)) {
		if name < "08" && !slices.Contains(english, name) {
			t.Errorf("docs/en/%s and docs/ko/%s are missing", name, name)
		}
	}
}

func TestContents(t *testing.T) {
	contents := readPage(t, "docs/README.md")
	var listed []string
	for _, e := range contents.of(prose) {
		if strings.HasPrefix(e.text, "|") {
			listed = append(listed, links(e.text)...)
		}
	}
	for _, language := range languages {
		var want []string
		for _, name := range chapterNames(t, language) {
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
		lines := p.nonBlank()
		if len(lines) < 3 {
			t.Errorf("%s is empty", p.name)
			continue
		}
		first, last := lines[1], lines[len(lines)-1]
		if want := "../" + other + "/" + p.chapter(); !slices.Contains(links(first.text), want) {
			p.errorf(t, first.line, "the line under the title does not link to %s", want)
		}

		names := chapterNames(t, p.language())
		at := slices.Index(names, p.chapter())
		link := func(name string) string {
			title := readPage(t, "docs/"+p.language()+"/"+name).elements[0].text
			return "[" + strings.TrimPrefix(title, "# ") + "](" + name + ")"
		}
		want := []string{map[string]string{"ko": "[차례](../README.md)", "en": "[Contents](../README.md)"}[p.language()]}
		if at > 0 {
			want = slices.Insert(want, 0, link(names[at-1]))
		}
		if at+1 < len(names) {
			want = append(want, link(names[at+1]))
		}
		if want := strings.Join(want, " · "); last.text != want {
			p.errorf(t, last.line, "the last line is %q\nwant %q", last.text, want)
		}
	}
}

// nonBlank returns the elements that are not blank lines.
func (p *page) nonBlank() []element {
	return slices.DeleteFunc(slices.Clone(p.elements), func(e element) bool {
		return e.kind == prose && strings.TrimSpace(e.text) == ""
	})
}

func TestStructure(t *testing.T) {
	for _, p := range chapters(t) {
		title := p.elements[0].text
		if want := titles[p.chapter()]; want != nil && title != "# "+want[p.language()] {
			p.errorf(t, 1, "the title is %q, want %q", title, "# "+want[p.language()])
		}
		sections := p.sections()
		if len(sections) < 2 {
			p.errorf(t, 1, "fewer than two sections")
		}
		for _, s := range sections {
			if level(s.heading.text) == 1 {
				p.errorf(t, s.heading.line, "a second title")
			}
			if !s.isWritten(p.language()) {
				p.errorf(t, s.heading.line, "nothing is written under %q", s.heading.text)
			}
		}
		if p.isStage() {
			p.checkStage(t)
		}
	}
}

// isWritten tells whether a section has at least a sentence in its language.
func (s section) isWritten(language string) bool {
	hangul, latin := 0, 0
	for _, e := range s.elements {
		if e.kind != prose {
			continue
		}
		for _, c := range linkTarget.ReplaceAllString(withoutCode(e.text), "]") {
			switch {
			case '가' <= c && c <= '힣':
				hangul++
			case 'a' <= c && c <= 'z':
				latin++
			}
		}
	}
	if language == "ko" {
		return hangul >= 20 && hangul > latin
	}
	return latin >= 40 && latin > hangul
}

// checkStage checks the chapter of a stage: its sections, and that it quotes, runs and asks.
func (p *page) checkStage(t *testing.T) {
	var got []string
	for _, s := range p.sections() {
		got = append(got, strings.TrimPrefix(s.heading.text, "## "))
	}
	want := slices.Clone(stageSections[p.language()])
	if cost := costSection[p.language()]; p.chapter() == "05-heap.md" && slices.Contains(got, cost) {
		want[5] = cost
	}
	if !slices.Equal(got, want) {
		p.errorf(t, 1, "the sections are %q\nwant %q", got, want)
	}
	for _, word := range []string{"console", "go"} {
		if len(p.fences(word)) == 0 {
			p.errorf(t, 1, "no %s fence", word)
		}
	}
	if len(p.of(answer)) < 2 {
		p.errorf(t, 1, "fewer than two folded answers: one to the prediction, one to the questions")
	}
	if diff := stageDiffs[p.chapter()]; diff != "" &&
		!slices.ContainsFunc(p.fences("diff"), func(e element) bool { return e.text == diff }) {
		p.errorf(t, 1, "no fence ```%s", diff)
	}
}

func TestFoldedAnswers(t *testing.T) {
	for _, p := range chapters(t) {
		for _, e := range p.of(answer) {
			last := len(e.body) - 1
			switch {
			case e.line+last+1 > p.elements[len(p.elements)-1].line:
				p.errorf(t, e.line, "this <details> is never closed")
			case last < 3:
				p.errorf(t, e.line, "this answer is empty")
			case !regexp.MustCompile(`^<details><summary>.+</summary>$`).MatchString(e.body[0]):
				p.errorf(t, e.line, "want <details><summary>some text</summary> on one line, not %q", e.body[0])
			case e.body[1] != "" || e.body[last] != "":
				p.errorf(t, e.line, "want a blank line behind the summary and one before </details>")
			}
		}
	}
}

func TestQuotedGo(t *testing.T) {
	for _, p := range pages(t) {
		for _, e := range p.fences("go") {
			file := strings.TrimPrefix(e.text, "go ")
			switch {
			case file == "sketch": // code that stands in no file
			case !strings.HasSuffix(file, ".go"):
				p.errorf(t, e.line, "```%s names no file; code that is in none is ```go sketch", e.text)
			case strings.TrimSpace(strings.Join(e.body, "")) == "":
				p.errorf(t, e.line, "nothing is quoted")
			default:
				quote := slices.Concat([]string{gap}, e.body, []string{gap})
				if at := mismatch(quote, readLines(t, file)); at >= 0 {
					p.errorf(t, e.line+at, "not in %s, or not at this place: %q", file, quote[at])
				}
			}
		}
	}
}

// gap is the line that stands for any number of lines left out.
const gap = "..."

func isGap(line string) bool { return strings.TrimSpace(line) == gap }

// mismatch tells whether the pattern, whose gaps stand for any number of lines, is the text. It
// returns -1 if so, and else the place in the pattern up to which they agree.
func mismatch(pattern, text []string) int {
	furthest := 0
	lastGap, resume := -1, 0
	p, i := 0, 0
	for i < len(text) {
		switch {
		case p < len(pattern) && isGap(pattern[p]):
			lastGap, resume = p, i
			p++
		case p < len(pattern) && pattern[p] == text[i]:
			p++
			i++
		case lastGap >= 0: // let the gap take in one line more
			resume++
			p, i = lastGap+1, resume
		default:
			return max(0, min(furthest, len(pattern)-1))
		}
		furthest = max(furthest, p)
	}
	for p < len(pattern) && isGap(pattern[p]) {
		p++
	}
	if p == len(pattern) {
		return -1
	}
	return max(0, min(furthest, len(pattern)-1))
}

func TestDiffs(t *testing.T) {
	for _, p := range pages(t) {
		for _, e := range p.fences("diff") {
			files := strings.Fields(e.text)[1:]
			if len(files) != 2 {
				p.errorf(t, e.line, "want ```diff OLD NEW, not ```%s", e.text)
				continue
			}
			p.checkDiff(t, e, readLines(t, files[0]), readLines(t, files[1]))
		}
	}
}

// checkDiff checks that the two files are the same but for the hunks of the diff.
func (p *page) checkDiff(t *testing.T, diff element, oldLines, newLines []string) {
	for _, h := range hunks(diff) {
		if slices.Equal(h.old, h.new) {
			p.errorf(t, h.line, "nothing changes here")
		}
		for !hasPrefix(oldLines, h.old) || !hasPrefix(newLines, h.new) {
			if len(oldLines) == 0 || len(newLines) == 0 || oldLines[0] != newLines[0] {
				p.errorf(t, h.line, "this does not lead from the one file to the other; before it, a change is left out at\n-%q\n+%q",
					firstOf(oldLines), firstOf(newLines))
				return
			}
			oldLines, newLines = oldLines[1:], newLines[1:]
		}
		oldLines, newLines = oldLines[len(h.old):], newLines[len(h.new):]
	}
	if !slices.Equal(oldLines, newLines) {
		p.errorf(t, diff.line, "the files differ behind the last lines of this diff, too")
	}
}

// A hunk is a run of lines of a diff.
type hunk struct {
	line     int // of the page
	old, new []string
}

// hunks returns the hunks of a diff, which gaps separate.
func hunks(diff element) []hunk {
	all := []hunk{{line: diff.line + 1}}
	for i, line := range diff.body {
		h := &all[len(all)-1]
		switch {
		case isGap(line):
			all = append(all, hunk{line: diff.line + 2 + i})
		case strings.HasPrefix(line, "-"):
			h.old = append(h.old, line[1:])
		case strings.HasPrefix(line, "+"):
			h.new = append(h.new, line[1:])
		default:
			h.old = append(h.old, strings.TrimPrefix(line, " "))
			h.new = append(h.new, strings.TrimPrefix(line, " "))
		}
	}
	return slices.DeleteFunc(all, func(h hunk) bool { return len(h.old)+len(h.new) == 0 })
}

func hasPrefix(lines, prefix []string) bool {
	return len(lines) >= len(prefix) && slices.Equal(lines[:len(prefix)], prefix)
}

func firstOf(lines []string) string {
	if len(lines) == 0 {
		return "(the end)"
	}
	return lines[0]
}

// command is what a console block may run. The quoted or bare word goes to standard input.
var command = regexp.MustCompile(`^\$ (?:echo ("[^"]*"|\S+) \| )?go run \./(stage\w+)((?: [-\w]\S*)*)$`)

func TestConsole(t *testing.T) {
	term := terminal{t, map[string]*golden.Program{}, map[string][]string{}}
	for _, p := range pages(t) {
		for _, e := range p.fences("console") {
			_, constant, _ := strings.Cut(e.text, " ")
			if len(e.body) == 0 || !isCommand(e.body[0]) {
				p.errorf(t, e.line, "want a command first, $ go run …")
				continue
			}
			for i := 0; i < len(e.body); {
				line, shown := e.body[i], until(e.body[i+1:], isCommand)
				p.checkOutput(&term, e.line+1+i, line, constant, shown)
				i += 1 + len(shown)
			}
		}
	}
}

var hangul = regexp.MustCompile(`[가-힣]`)

func isCommand(line string) bool { return strings.HasPrefix(line, "$ ") }

// checkOutput runs a command, which stands at a line of the page, and compares what it prints with
// what is shown.
func (p *page) checkOutput(term *terminal, at int, line, constant string, shown []string) {
	if !command.MatchString(line) {
		p.errorf(term.t, at, "cannot run %q", line)
		return
	}
	printed := term.run(line, constant)
	switch wrong := mismatch(shown, printed); {
	case wrong < 0:
		if p.language() == "en" && hangul.MatchString(strings.Join(shown, "")) && !strings.Contains(line, " -h") {
			p.errorf(term.t, at, "this speaks Korean; add -lang en")
		}
	case len(shown) == 0:
		p.errorf(term.t, at, "the output is not shown: %q …", printed[0])
	default:
		p.errorf(term.t, at+1+wrong, "%q does not print this, or not here: %q", line, shown[wrong])
	}
}

// A terminal runs commands, each once, though both languages show it.
type terminal struct {
	t       *testing.T
	built   map[string]*golden.Program
	printed map[string][]string
}

// run runs a command of a console block and returns the lines that it prints, all but the middle
// of what is very long. The constant, as "n=4", is changed in the stage before.
func (term *terminal) run(line, constant string) []string {
	key := line + constant
	if printed, ok := term.printed[key]; ok {
		return printed
	}
	match := command.FindStringSubmatch(line)
	stdin, name, args := strings.Trim(match[1], `"`)+"\n", match[2], strings.Fields(match[3])
	stage := term.stage(name, constant)
	if name == "stage1_branching" && constant == "" && len(args) == 0 {
		term.printed[key] = bothEnds(stage.Lines(term.t, io.Discard))
	} else {
		got := stage.Run(term.t, golden.Case{Args: args, Stdin: stdin, Env: []string{"LANG=C"}})
		term.printed[key] = strings.Split(strings.TrimSuffix(got.Stdout+got.Stderr, "\n"), "\n")
	}
	return term.printed[key]
}

// bothEnds returns the first and the last of very many lines.
func bothEnds(lines iter.Seq[string]) []string {
	const kept = 100
	var first, last []string
	for line := range lines {
		if len(first) < kept {
			first = append(first, line)
			continue
		}
		last = append(last, line)
		if len(last) == 2*kept {
			last = append(last[:0], last[kept:]...)
		}
	}
	return slices.Concat(first, []string{"(and many more)"}, last)
}

// stage returns a stage, built, with the constant changed.
func (term *terminal) stage(name, constant string) *golden.Program {
	key := name + constant
	if term.built[key] == nil {
		var changes []program.Change
		if constant != "" {
			changes = append(changes, program.Change{Old: "const n = 8 ", New: "const " + strings.Replace(constant, "=", " = ", 1) + " "})
		}
		term.built[key] = golden.Build(term.t, filepath.Join(root, name), changes...)
	}
	return term.built[key]
}

// strayMarkup is what looks like something that the tests hold, but is written so that they would
// not see it.
var strayMarkup = regexp.MustCompile("^\\s*(```|~~~)|^\\s+#|<details|<img|<!--.*counts|^\\[[^\\]]*\\]:")

func TestMarkup(t *testing.T) {
	known := []string{"go", "console", "diff", "sh", "powershell", "text", "json", "yaml", "c"}
	for _, p := range chapters(t) {
		for _, e := range p.of(prose) {
			if found := strayMarkup.FindString(withoutCode(e.text)); found != "" {
				p.errorf(t, e.line, "%q is not written as the chapters write it", found)
			}
		}
		for _, e := range p.of(fence) {
			word, _, _ := strings.Cut(e.text, " ")
			if !slices.Contains(known, word) {
				p.errorf(t, e.line, "want a fence of a known kind, %q, not ```%s", known, e.text)
			}
			if word == "console" {
				continue
			}
			for i, line := range e.body {
				if isCommand(line) {
					p.errorf(t, e.line+1+i, "a command with its output belongs in a console fence, where it is tested")
				}
			}
		}
	}
}

func TestLinks(t *testing.T) {
	anchors := map[string]map[string]bool{} // of the pages linked to
	for _, p := range pages(t) {
		for _, e := range p.elements {
			if e.kind != prose && e.kind != heading {
				continue
			}
			for _, link := range links(e.text) {
				if strings.HasPrefix(link, "https://") {
					continue // nothing is asked of the network here
				}
				file, anchor, hasAnchor := strings.Cut(link, "#")
				file, err := url.PathUnescape(file)
				target := path.Join(path.Dir(p.name), file)
				if file == "" {
					target = p.name
				}
				if err != nil || path.IsAbs(file) || target == ".." || strings.HasPrefix(target, "../") {
					p.errorf(t, e.line, "want a relative link within the repository, not %q", link)
					continue
				}
				if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(target))); err != nil {
					p.errorf(t, e.line, "the link %q leads nowhere", link)
					continue
				}
				if !hasAnchor {
					continue
				}
				if !strings.HasSuffix(target, ".md") {
					p.errorf(t, e.line, "the link %q has an anchor that no test can hold in place", link)
					continue
				}
				if anchors[target] == nil {
					anchors[target] = readPage(t, target).anchors()
				}
				if anchor, err := url.PathUnescape(anchor); err != nil || !anchors[target][anchor] {
					p.errorf(t, e.line, "%s has no heading for the link %q", target, link)
				}
			}
		}
	}
}

func TestFigures(t *testing.T) {
	shown := map[string]bool{}
	for _, p := range chapters(t) {
		for _, e := range p.of(prose) {
			for _, match := range image.FindAllStringSubmatch(e.text, -1) {
				if strings.TrimSpace(match[1]) == "" {
					p.errorf(t, e.line, "the figure %s has no text for those who cannot see it", match[2])
				}
				shown[path.Base(match[2])] = true
			}
		}
	}
	figures, err := filepath.Glob("figures/*.svg")
	if err != nil {
		t.Fatal(err)
	}
	for _, figure := range figures {
		if !shown[filepath.Base(figure)] {
			t.Errorf("docs/%s is shown in no chapter", filepath.ToSlash(figure))
		}
	}
}

func TestLanguagesAgree(t *testing.T) {
	for _, name := range chapterNames(t, "en") {
		if !slices.Contains(chapterNames(t, "ko"), name) {
			continue // TestEveryChapterIsThere says so
		}
		korean, english := readPage(t, "docs/ko/"+name), readPage(t, "docs/en/"+name)
		k, e := korean.skeleton(), english.skeleton()
		for i := range max(len(k), len(e)) {
			if i >= len(k) || i >= len(e) || k[i].text != e[i].text {
				t.Errorf("%s\nand %s differ", describe(korean, k, i), describe(english, e, i))
				break
			}
		}
	}
}

// A bone is what both languages of a page must have in the same place.
type bone struct {
	line int
	text string
}

// skeleton returns what is the same in both languages of a page: the levels of the headings, code,
// diffs, commands, figures, counts and folded answers, in order.
func (p *page) skeleton() []bone {
	var bones []bone
	add := func(e element, lines ...string) {
		bones = append(bones, bone{e.line, strings.Join(lines, "\n")})
	}
	for _, e := range p.elements {
		switch e.kind {
		case heading:
			add(e, "a heading of level "+strings.Repeat("#", level(e.text)))
		case counts:
			add(e, append([]string{"counts " + e.text}, numbers(e.body)...)...)
		case answer:
			add(e, "a folded answer")
		case prose:
			for _, match := range image.FindAllStringSubmatch(e.text, -1) {
				add(e, "the figure "+match[2])
			}
		case fence:
			switch word, _, _ := strings.Cut(e.text, " "); word {
			case "go", "diff":
				lines := []string{"```" + e.text}
				for _, line := range e.body {
					if e.text == "go sketch" { // whose comments may be in the language of the page
						line, _, _ = strings.Cut(line, "//")
					}
					lines = append(lines, line)
				}
				add(e, lines...)
			case "console":
				lines := []string{"```" + e.text}
				for _, line := range e.body {
					if isCommand(line) {
						lines = append(lines, strings.Replace(line, " -lang en", "", 1))
					}
				}
				add(e, lines...)
			default:
				add(e, "```"+word)
			}
		}
	}
	return bones
}

// describe says which bone of a page is meant.
func describe(p *page, bones []bone, i int) string {
	if i >= len(bones) {
		return p.name + ", which ends there,"
	}
	return p.name + ":" + strconv.Itoa(bones[i].line) + ": " + bones[i].text
}

func TestCounts(t *testing.T) {
	computed := map[string][]string{} // each table once, though both languages show it
	for _, p := range pages(t) {
		for _, e := range p.of(counts) {
			got, want := numbers(e.body), computed[e.text]
			if traces[e.text] != nil {
				got = codeAndNumbers(e.body)
			}
			if want == nil {
				want = compute(e.text)
				computed[e.text] = want
			}
			if want == nil {
				p.errorf(t, e.line, "no test computes the counts %q", e.text)
			} else if !slices.Equal(got, want) {
				p.errorf(t, e.line, "the table has %q\nwant %q", got, want)
			}
		}
	}
}

// compute returns the cells of a table of counts that the test knows by that name.
func compute(name string) []string {
	if trace := traces[name]; trace != nil {
		return trace()
	}
	var cells []string
	if table := tables[name]; table != nil {
		for _, number := range table() {
			cells = append(cells, separate(number))
		}
	}
	return cells
}
