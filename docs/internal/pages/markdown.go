package pages

import (
	"bytes"
	"cmp"
	"fmt"
	"html"
	"path"
	"regexp"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"

	"example.com/eightqueens/docs/internal/markdown"
	"example.com/eightqueens/docs/internal/quote"
)

// A chapter is a page of Markdown, read.
type chapter struct {
	title    string
	sections []link // to its headings of level 2
	heading  string // the title as HTML
	body     string // the rest as HTML
}

// readChapter renders the chapter docs/LANGUAGE/NAME.md. The links to the other language, in the
// first line, and to the neighbors, in the last, are left to the frame of the page.
func (s *Site) readChapter(language, name string) (*chapter, error) {
	file := path.Join("docs", language, name+".md")
	source, err := s.repository.ReadFile(file)
	if err != nil {
		return nil, err
	}
	page := markdown.Parse(source)
	c := &chapter{title: name}
	if heading, ok := page.Document.FirstChild().(*ast.Heading); ok {
		c.title = page.Text(heading)
		if first := heading.NextSibling(); linksTo(first, func(target string) bool { return path.Base(target) == name+".md" }) {
			page.Document.RemoveChild(page.Document, first)
		}
	}
	if last := page.Document.LastChild(); linksTo(last, func(target string) bool { return target == "../README.md" }) {
		page.Document.RemoveChild(page.Document, last)
	}
	place := 0
	for node := range markdown.Nodes[ast.Node](page) {
		switch node := node.(type) {
		case *ast.Link:
			node.Destination = []byte(s.linkFrom(language, path.Dir(file), string(node.Destination)))
		case *ast.Heading:
			// The same place of the chapter in the other language has the same number.
			node.SetAttributeString("data-place", []byte(strconv.Itoa(place)))
			place++
		}
	}
	for _, section := range page.Sections() {
		c.sections = append(c.sections, link{Target: "#" + markdown.Anchor(section.Heading), Title: page.Text(section.Heading)})
	}
	var out bytes.Buffer
	if err := page.WriteHTML(&out, &codeRenderer{s, language, page}); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	c.body = s.dress(language, out.String())
	if heading, body, ok := strings.Cut(c.body, "</h1>\n"); ok {
		c.heading, c.body = heading+"</h1>", body
	}
	return c, nil
}

// linksTo reports whether the node is a paragraph with a link whose target is the one.
func linksTo(node ast.Node, isTheOne func(target string) bool) bool {
	if node == nil || node.Kind() != ast.KindParagraph {
		return false
	}
	for child := node.FirstChild(); child != nil; child = child.NextSibling() {
		if link, ok := child.(*ast.Link); ok && isTheOne(string(link.Destination)) {
			return true
		}
	}
	return false
}

var (
	codeSpans = regexp.MustCompile(`<code>[^<]*</code>`)
	options   = regexp.MustCompile(`([ >])(-\w[\w-]*)`)
	headings  = regexp.MustCompile(`<(h[2-6]) id="([^"]*)"([^>]*)>(.*)</h[2-6]>`)
	tables    = strings.NewReplacer("<table>", `<div class="table"><table>`, "</table>", "</table></div>")
	pictures  = regexp.MustCompile(`<p>(<img src="([^"]*)"[^>]*>)</p>(?:\n<p><em>((?:[^\n<]|<code>[^\n<]*</code>)*)</em></p>)?`)

	viewBox      = regexp.MustCompile(`viewBox="[^"]*"`)
	pictureLinks = regexp.MustCompile(`(?s)<g class="links">.*?</g>`)
	href         = regexp.MustCompile(`href="([^"]*)"`)
)

// dress adds to HTML what Markdown has no word for: headings link to themselves, tables can be
// scrolled, and an image that stands alone is a figure. Its caption is a paragraph below it that is
// emphasized as a whole.
func (s *Site) dress(language, body string) string {
	body = codeSpans.ReplaceAllStringFunc(body, keepOptions)
	body = tables.Replace(headings.ReplaceAllString(body, `<$1 id="$2"$3><a href="#$2">$4</a></$1>`))
	return pictures.ReplaceAllStringFunc(body, func(picture string) string {
		parts := pictures.FindStringSubmatch(picture)
		image, caption := parts[1], parts[3]
		if svg, err := s.read(path.Join("docs", language, parts[2])); err == nil && pictureLinks.Match(svg) {
			image = fmt.Sprintf(`<div class="linked">%s<svg %s>%s</svg></div>`, image, viewBox.Find(svg), s.links(language, svg))
		}
		if caption != "" {
			caption = "<figcaption>" + caption + "</figcaption>"
		}
		return `<figure class="picture">` + image + caption + "</figure>"
	})
}

// keepOptions lets no option of a command be broken behind its hyphen.
func keepOptions(html string) string {
	return options.ReplaceAllString(html, `$1<span class="option">$2</span>`)
}

// links returns the links of a figure, to be laid over its image, in which they cannot be followed.
func (s *Site) links(language string, svg []byte) string {
	return href.ReplaceAllStringFunc(string(pictureLinks.Find(svg)), func(attribute string) string {
		target := html.UnescapeString(href.FindStringSubmatch(attribute)[1])
		return fmt.Sprintf(`href="%s"`, html.EscapeString(s.linkFrom(language, "docs/figures", target)))
	})
}

// A codeRenderer renders fences: where they are from, line numbers, colors.
type codeRenderer struct {
	site     *Site
	language string
	page     *markdown.Page
}

func (r *codeRenderer) RegisterFuncs(register renderer.NodeRendererFuncRegisterer) {
	register.Register(ast.KindFencedCodeBlock, r.render)
}

func (r *codeRenderer) render(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	fence := node.(*ast.FencedCodeBlock)
	code := strings.TrimSuffix(r.page.Text(fence), "\n")
	kind, rest, _ := strings.Cut(cmp.Or(r.page.Info(fence), "text"), " ")
	file, rest, _ := strings.Cut(rest, " ")
	fmt.Fprintf(w, `<figure class="code %s">`, html.EscapeString(kind))
	switch {
	case kind == "go" && path.Ext(file) == ".go":
		fmt.Fprintf(w, `<figcaption>%s</figcaption>`, r.sourceLink(file))
		writeLines(w, goLines(code), r.numbers(code, file, rest))
	case kind == "go":
		writeLines(w, goLines(code), nil)
	case kind == "diff":
		to, _, _ := strings.Cut(rest, " ")
		fmt.Fprintf(w, `<figcaption>%s → %s</figcaption>`, r.sourceLink(file), r.sourceLink(to))
		writeLines(w, classedLines(code, func(line string) string {
			switch {
			case strings.HasPrefix(line, "+"):
				return "added"
			case strings.HasPrefix(line, "-"):
				return "removed"
			}
			return ""
		}), nil)
	case kind == "c":
		fmt.Fprintf(w, `<figcaption>%s</figcaption>`, r.sourceLink(file))
		writeLines(w, plainLines(code), r.numbers(code, file, rest))
	case kind == "console":
		writeLines(w, classedLines(code, func(line string) string {
			if strings.HasPrefix(line, "$ ") {
				return "command"
			}
			return ""
		}), nil)
	default:
		writeLines(w, plainLines(code), nil)
	}
	w.WriteString("</figure>\n")
	return ast.WalkSkipChildren, nil
}

// classedLines wraps each line in a span of its class.
func classedLines(code string, class func(line string) string) []string {
	lines := plainLines(code)
	for i, line := range strings.Split(code, "\n") {
		if c := class(line); c != "" {
			lines[i] = `<span class="` + c + `">` + lines[i] + `</span>`
		}
	}
	return lines
}

func (r *codeRenderer) sourceLink(file string) string {
	return fmt.Sprintf(`<a href="%s">%s</a>`, html.EscapeString(r.site.linkFrom(r.language, ".", file)), html.EscapeString(file))
}

// numbers returns the line of the file for each line of a quotation; 0 stands for none. They are nil
// where the file has changed since.
func (r *codeRenderer) numbers(code, file, selection string) []int {
	content, err := r.site.repository.ReadFile(file)
	if err != nil {
		return nil
	}
	quoted, err := quote.Lines(content, selection)
	if err != nil {
		return nil
	}
	var numbers []int
	var text []string
	for _, line := range quoted {
		numbers = append(numbers, line.Number)
		text = append(text, line.Text)
	}
	if strings.Join(text, "\n") != code {
		return nil
	}
	return numbers
}

// writeLines writes lines of HTML as a block of code. Numbers are nil, or one for each line; a
// line with 0 has none.
func writeLines(w util.BufWriter, lines []string, numbers []int) {
	w.WriteString(`<pre><code>`)
	for i, line := range lines {
		w.WriteString(`<span class="line">`)
		if numbers != nil {
			number := ""
			if numbers[i] > 0 {
				number = strconv.Itoa(numbers[i])
			}
			fmt.Fprintf(w, `<span class="number" data-number="%s"></span>`, number)
		}
		fmt.Fprintf(w, "<span class=\"text\">%s</span>\n</span>", indented(line))
	}
	w.WriteString("</code></pre>")
}

var leadingTabs = regexp.MustCompile(`^((?:<span[^>]*>)?[ +-]?)(\t{1,6})`)

// indented marks the indent of a line of HTML, so that what does not fit hangs below its beginning.
func indented(line string) string {
	return leadingTabs.ReplaceAllStringFunc(line, func(begin string) string {
		before, tabs := begin[:strings.IndexByte(begin, '\t')], strings.Count(begin, "\t")
		class := fmt.Sprintf("in%d", tabs)
		if before == "" {
			class = "indent " + class
		}
		return fmt.Sprintf(`%s<span class="%s">%s</span>`, before, class, begin[len(before):])
	})
}
