// Package pages makes the pages of the tutorial: contents, chapters, source, and the frame of the
// stepper. A page has the same address in the server and in the exported files.
package pages

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"example.com/eightqueens/docs/internal/language"
	"example.com/eightqueens/docs/internal/quote"
)

//go:embed assets
var assets embed.FS

var frame = template.Must(template.New("page.html").Funcs(template.FuncMap{
	"inc":  func(i int) int { return i + 1 },
	"list": func(items ...any) []any { return items },
}).ParseFS(assets, "assets/page.html"))

// Languages are the languages of the tutorial, by the names of their folders.
var Languages = []string{"ko", "en"}

var languageNames = map[string]string{"ko": "한국어", "en": "English"}

// A Site makes the pages of the tutorial in one repository.
type Site struct {
	repository *os.Root // nothing outside is read
	dir        string
	maxN       func(stage string) int
	live       bool
	originals  map[string][]string // by program: the lines of main.go when the site was opened; live only
	workshop   bool                // the pages make programs themselves
}

// Open opens the tutorial in the folder dir. MaxN returns the largest n for which a stage can be
// stepped through; live says that its traces are made when they are asked for.
func Open(dir string, live bool, maxN func(stage string) int) (*Site, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	s := &Site{repository: root, dir: dir, maxN: maxN, live: live, originals: map[string][]string{}}
	if live {
		for _, program := range s.Programs() {
			source, err := s.read(folder(program) + "/main.go")
			if err == nil {
				s.originals[program] = quote.Split(source)
			}
		}
	}
	return s, nil
}

// Close closes the site.
func (s *Site) Close() error { return s.repository.Close() }

// A Request names a page. Only the stepper looks at N and Step.
type Request struct {
	Name    string // like en/02-rows.html
	N, Step string // as they stand in the address
}

// A PageError is a page that cannot be: its text is for the reader.
type PageError struct {
	Text    language.Text
	Missing bool // no such page, else a bad value
}

func (e *PageError) Error() string { return e.Text.String() }

// Say returns a text of the pages with values put in: their names and values follow each other.
func Say(key string, values ...string) language.Text {
	text, ok := words[key]
	if !ok {
		panic("no text " + key)
	}
	return text.With(values...)
}

func pageError(missing bool, key string, values ...string) error {
	return &PageError{Say(key, values...), missing}
}

var errNotFound = pageError(true, "notFound")

// LanguageOf returns the language of the page with the name; "" where it has none.
func LanguageOf(name string) string {
	language, _, _ := strings.Cut(name, "/")
	if slices.Contains(Languages, language) {
		return language
	}
	return ""
}

// Stages returns the names of the stages' folders, in order.
func (s *Site) Stages() []string {
	found, _ := fs.Glob(s.repository.FS(), "stage[0-9]*/main.go")
	for i := range found {
		found[i] = path.Dir(found[i])
	}
	return found
}

// warmup is the small recursion of chapter 1, which comes before the queens.
const warmup = "warmup"

// Programs returns the names of what can be stepped through: the stages, and the warm-up.
func (s *Site) Programs() []string {
	programs := s.Stages()
	if _, err := s.repository.Stat(folder(warmup) + "/main.go"); err == nil {
		programs = append(programs, warmup)
	}
	return programs
}

// folder returns where a program stands in the repository.
func folder(program string) string {
	if program == warmup {
		return "docs/" + warmup
	}
	return program
}

// Dir returns the folder of a program.
func (s *Site) Dir(program string) string {
	return filepath.Join(s.dir, filepath.FromSlash(folder(program)))
}

// Numbers returns the n with which a program can be stepped through.
func (s *Site) Numbers(program string) []int {
	if program == warmup { // it has places for three digits
		return []int{3}
	}
	var numbers []int
	for n := range s.maxN(program) {
		numbers = append(numbers, n+1)
	}
	return numbers
}

// HasWords reports whether the program speaks, and so takes -lang.
func (s *Site) HasWords(program string) bool {
	_, err := s.repository.Stat(folder(program) + "/words.go")
	return err == nil
}

// CheckProgram returns what is wrong with a program and an n of which a trace is wanted.
func (s *Site) CheckProgram(program, n string) error {
	if !slices.Contains(s.Programs(), program) {
		return pageError(true, "noSuchStage", "stage", program)
	}
	if n == "" {
		return nil
	}
	if number, err := strconv.Atoi(n); err != nil || number < 1 || number > s.maxN(program) {
		return pageError(false, "badN", "n", n, "max", strconv.Itoa(s.maxN(program)))
	}
	return nil
}

// chapters returns the names of the chapters in the language, without .md, in the order of their names.
func (s *Site) chapters(language string) []string {
	found, _ := fs.Glob(s.repository.FS(), "docs/"+language+"/*.md")
	for i := range found {
		found[i] = strings.TrimSuffix(path.Base(found[i]), ".md")
	}
	return found
}

// listed are the lines of the contents in docs/README.md: the number, and the name without .md.
var listed = regexp.MustCompile(`(?m)^\| (\S*) ?\|.*\]\(ko/([^()/]+)\.md\)`)

// way returns the chapters in the order of the contents, and the number of each. Those with a number
// follow each other, the others are read beside them; without contents all follow each other.
func (s *Site) way(language string) (follow, beside []string, numbers map[string]string) {
	rest := s.chapters(language)
	contents, _ := s.read("docs/README.md")
	numbers = map[string]string{}
	for _, match := range listed.FindAllSubmatch(contents, -1) {
		number, name := string(match[1]), string(match[2])
		at := slices.Index(rest, name)
		if at < 0 {
			continue
		}
		rest = slices.Delete(rest, at, at+1)
		if numbers[name] = number; number != "" {
			follow = append(follow, name)
		} else {
			beside = append(beside, name)
		}
	}
	if follow == nil {
		return rest, nil, numbers
	}
	return follow, append(beside, rest...), numbers
}

// stageOf returns the stage of a chapter: 02-rows is about stage2_rows. Other chapters have none.
func (s *Site) stageOf(chapter string) string {
	for _, stage := range s.Stages() {
		if strings.HasPrefix(chapter, "0"+number(stage)+"-") {
			return stage
		}
	}
	return ""
}

func (s *Site) chapterOf(language, program string) string {
	for _, chapter := range s.chapters(language) {
		if strings.HasPrefix(chapter, "0"+number(program)+"-") {
			return chapter
		}
	}
	return ""
}

// number returns the number of a program's chapter, which is in the name of a stage: "2" of stage2_rows.
func number(program string) string {
	if program == warmup {
		return "1"
	}
	return string(strings.TrimPrefix(program, "stage")[0])
}

// A page is what the template shows.
type page struct {
	Kind     string // home, contents, chapter, source, stepper, error
	Language string
	Base     string // the way up to the start of the site: ../
	Name     string // without the language: 02-rows.html
	Title    string
	Head     template.HTML // of a chapter: its title
	Body     template.HTML

	Chapters       []link // that follow each other
	Beside         []link // the others
	Stages         []link
	Sections       []link // of the chapter
	Previous, Next *link
	Chapter        *link  // of the stage
	Stage          string // or another program
	Files          []link // the other files of the program
	Lines          []template.HTML
	Original       []string // of a stage that is edited: the lines as they were
	Messages       []string
	Numbers        []int // n that can be traced
	N              int
	Live           bool
	HasWords       bool

	Workshop   bool              // the page makes programs itself
	Exercises  []link            // that can be solved in the pages
	Number     string            // of the exercise
	Edited     string            // the file that is edited
	Sources    map[string]string // the files of its program, by name
	ReadsInput bool
}

// Folder returns the folder of the program.
func (p *page) Folder() string { return folder(p.Stage) }

type link struct {
	Target, Title, Number string
	Max                   int    // n that can be traced, of a stage
	Folder                string // of an exercise
}

// Say is called by the template. What stands in backquotes becomes code.
func (p *page) Say(key string, values ...string) template.HTML {
	return p.SayIn(p.Language, key, values...)
}

var inBackquotes = regexp.MustCompile("`([^`]*)`")

func (p *page) SayIn(language, key string, values ...string) template.HTML {
	escaped := template.HTMLEscapeString(Say(key, values...).In(language))
	return template.HTML(inBackquotes.ReplaceAllString(escaped, "<code>$1</code>"))
}

// Words returns all texts in the language of the page, for the scripts.
func (p *page) Words() map[string]string {
	texts := map[string]string{}
	for key, t := range words {
		texts[key] = t.In(p.Language)
	}
	return texts
}

func (p *page) Other() string {
	if p.Language == "ko" {
		return "en"
	}
	return "ko"
}

// Placement returns the first of the 92: the row of each column's queen.
func (p *page) Placement() []int { return []int{0, 4, 7, 5, 2, 6, 1, 3} }

func (p *page) LanguageName(language string) string { return languageNames[language] }

func (s *Site) newPage(kind, name, title string) *page {
	p := &page{Kind: kind, Language: LanguageOf(name), Title: title, Live: s.live, Workshop: s.workshop}
	p.Base = strings.Repeat("../", strings.Count(name, "/"))
	p.Name = strings.TrimPrefix(name, p.Language+"/")
	return p
}

// File returns a file of the site: a page, a figure, or a part of the pages.
func (s *Site) File(request Request) ([]byte, error) {
	name := request.Name
	if !fs.ValidPath(name) || strings.Contains(name, `\`) { // which separates folders on Windows
		return nil, errNotFound
	}
	language := LanguageOf(name)
	rest := strings.TrimPrefix(name, language+"/")
	base, isPage := strings.CutSuffix(rest, ".html")
	switch {
	case name == "index.html":
		return s.newPage("home", name, Say("title").String()).render()
	case language == "" && strings.HasPrefix(name, "figures/") && path.Ext(name) == ".svg":
		return s.read("docs/" + name)
	case language == "":
		if content, err := assets.ReadFile("assets/" + name); err == nil && !isPage {
			return content, nil
		}
		return nil, errNotFound
	case !isPage:
		return nil, errNotFound
	case base == "index":
		return s.contents(name)
	case strings.HasPrefix(base, "source/"):
		return s.source(name, strings.TrimPrefix(base, "source/"))
	case slices.Contains(s.chapters(language), base):
		return s.chapter(name, base)
	case s.workshop && strings.HasPrefix(base, exercisePage):
		return s.exercise(name, strings.TrimPrefix(base, exercisePage))
	case base == warmup, strings.HasPrefix(base, "stage"):
		return s.stepper(name, base, request.N, request.Step)
	}
	return nil, errNotFound
}

func (p *page) render() ([]byte, error) {
	var out bytes.Buffer
	if err := frame.Execute(&out, p); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// read reads a file of the repository.
func (s *Site) read(name string) ([]byte, error) {
	info, err := s.repository.Stat(name)
	switch link, _ := s.repository.Lstat(name); {
	case err == nil && !info.Mode().IsRegular(), errors.Is(err, fs.ErrNotExist):
		return nil, errNotFound
	case err != nil && link != nil && link.Mode()&fs.ModeSymlink != 0:
		return nil, pageError(true, "outsideLink", "file", name)
	}
	content, err := s.repository.ReadFile(name)
	if err != nil {
		return nil, pageError(true, "unreadable", "reason", err.Error())
	}
	return content, nil
}

func (s *Site) contents(name string) ([]byte, error) {
	p := s.newPage("contents", name, "")
	p.Title = Say("title").In(p.Language)
	var err error
	follow, beside, numbers := s.way(p.Language)
	for _, name := range slices.Concat(follow, beside) {
		c, err := s.readChapter(p.Language, name)
		if err != nil {
			return nil, err
		}
		l := link{Target: name + ".html", Title: c.title, Number: numbers[name]}
		if slices.Contains(beside, name) {
			p.Beside = append(p.Beside, l)
		} else {
			p.Chapters = append(p.Chapters, l)
		}
	}
	p.Stages = s.stageLinks()
	if p.Exercises, err = s.exerciseLinks(p.Language); err != nil {
		return nil, err
	}
	return p.render()
}

func (s *Site) stageLinks() []link {
	var links []link
	for _, stage := range s.Stages() {
		links = append(links, link{Target: stage + ".html", Title: stage, Number: number(stage), Max: s.maxN(stage)})
	}
	return links
}

func (s *Site) chapter(name, base string) ([]byte, error) {
	language := LanguageOf(name)
	c, err := s.readChapter(language, base)
	if err != nil {
		return nil, err
	}
	if s.workshop && base == exercisesChapter {
		if c.body, err = s.withWays(language, c.body); err != nil {
			return nil, err
		}
	}
	p := s.newPage("chapter", name, c.title)
	p.Head, p.Body, p.Sections = template.HTML(c.heading), template.HTML(c.body), c.sections
	all, _, _ := s.way(language)
	at := slices.Index(all, base)
	for _, neighbor := range []struct {
		at int
		to **link
	}{{at - 1, &p.Previous}, {at + 1, &p.Next}} {
		if at < 0 || neighbor.at < 0 || neighbor.at == len(all) {
			continue
		}
		n, err := s.readChapter(language, all[neighbor.at])
		if err != nil {
			return nil, err
		}
		*neighbor.to = &link{Target: all[neighbor.at] + ".html", Title: n.title}
	}
	if p.Stage = s.stageOf(base); p.Stage != "" {
		if err := s.addSource(p, p.Stage+"/main.go"); err != nil {
			return nil, err
		}
	}
	return p.render()
}

// shown are the kinds of files that have a page of their own.
var shown = []string{".c", ".go", ".mod", ".tsv", ".txt"}

func (s *Site) source(name, file string) ([]byte, error) {
	hidden := slices.ContainsFunc(strings.Split(file, "/"), func(part string) bool { return strings.HasPrefix(part, ".") })
	if hidden || !slices.Contains(shown, path.Ext(file)) {
		return nil, errNotFound
	}
	p := s.newPage("source", name, file)
	if err := s.addSource(p, file); err != nil {
		return nil, err
	}
	return p.render()
}

// addSource puts the lines of a file on the page.
func (s *Site) addSource(p *page, file string) error {
	content, err := s.read(file)
	if err != nil {
		return err
	}
	source := strings.Join(quote.Split(content), "\n")
	lines := plainLines(source)
	if path.Ext(file) == ".go" {
		lines = goLines(source)
	}
	for _, line := range lines {
		p.Lines = append(p.Lines, template.HTML(indented(line)))
	}
	return nil
}

func (s *Site) stepper(name, program, n, step string) ([]byte, error) {
	if err := s.CheckProgram(program, n); err != nil {
		return nil, err
	}
	if number, err := strconv.Atoi(step); step != "" && (err != nil || number < 1) {
		return nil, pageError(false, "badStep", "step", step)
	}
	p := s.newPage("stepper", name, program)
	p.Stage, p.Original = program, s.originals[program]
	p.Stages, p.Numbers = s.stageLinks(), s.Numbers(program)
	p.HasWords = s.HasWords(program)
	if chapter := s.chapterOf(p.Language, program); chapter != "" {
		c, err := s.readChapter(p.Language, chapter)
		if err != nil {
			return nil, err
		}
		p.Chapter = &link{Target: chapter + ".html", Title: c.title}
	}
	files, _ := fs.Glob(s.repository.FS(), p.Folder()+"/*.go")
	for _, file := range files {
		if base := path.Base(file); base != "main.go" && !strings.HasSuffix(base, "_test.go") {
			p.Files = append(p.Files, link{Target: "source/" + file + ".html", Title: base})
		}
	}
	if err := s.addSource(p, p.Folder()+"/main.go"); err != nil {
		return nil, err
	}
	if s.workshop {
		names := []string{"main.go"}
		for _, file := range p.Files {
			names = append(names, file.Title)
			p.ReadsInput = p.ReadsInput || file.Title == "input.go"
		}
		if err := s.addEditor(p, p.Folder(), names); err != nil {
			return nil, err
		}
	}
	return p.render()
}

// ErrorPage returns a page with the message of an error, in the language of the page that failed.
func (s *Site) ErrorPage(name string, err error) []byte {
	p := s.newPage("error", name, "")
	languages := []string{p.Language}
	if p.Language == "" {
		languages = Languages
		p.Language = "ko"
	}
	message := Say("failed", "reason", err.Error())
	if wrong, ok := errors.AsType[*PageError](err); ok {
		message = wrong.Text
	}
	for _, language := range languages {
		p.Messages = append(p.Messages, message.In(language))
	}
	p.Title = p.Messages[0]
	// A wrong address may be as deep as it likes: links are from the root, as only a server shows this page.
	p.Base = "/"
	p.Name = "index.html"
	content, renderError := p.render()
	if renderError != nil {
		return fmt.Appendf(nil, "%v\n%v\n", err, renderError)
	}
	return content
}

// linkFrom returns the address, as seen from a page in the folder of the language, of what the
// target is from the folder `from` of the repository.
func (s *Site) linkFrom(language, from, target string) string {
	end := strings.IndexAny(target+"#", "?#")
	address, anchor := target[:end], target[end:] // or a step: ?n=4&step=12
	if address == "" || strings.Contains(address, ":") {
		return target
	}
	file := path.Join(from, address)
	switch parts := strings.Split(file, "/"); {
	case len(parts) == 3 && parts[0] == "docs" && slices.Contains(Languages, parts[1]) && path.Ext(file) == ".md":
		page := strings.TrimSuffix(parts[2], ".md") + ".html" + anchor
		if parts[1] != language {
			page = "../" + parts[1] + "/" + page
		}
		return page
	case path.Base(file) == "README.md" || file == ".":
		return "index.html"
	case strings.HasPrefix(file, "docs/figures/") && path.Ext(file) == ".svg":
		return "../" + strings.TrimPrefix(file, "docs/")
	}
	for _, program := range s.Programs() {
		if file == folder(program) || file == folder(program)+"/main.go" {
			return program + ".html" + anchor
		}
	}
	for _, candidate := range []string{file, file + "/main.go", file + "/exercise.go"} {
		if info, err := s.repository.Stat(candidate); err == nil && info.Mode().IsRegular() && slices.Contains(shown, path.Ext(candidate)) {
			return "source/" + candidate + ".html" + anchor
		}
	}
	return target
}
