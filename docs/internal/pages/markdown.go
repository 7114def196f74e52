package pages

import (
	"bytes"
	"fmt"
	"html"
	"path"
	"regexp"
	"strconv"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	rendererhtml "github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// A chapter is a page of Markdown, read.
type chapter struct {
	title   string
	heading string // the title as HTML
	body    string // the rest as HTML
}

// readChapter renders the chapter docs/LANGUAGE/NAME.md. The links to the other language, in the
// first line, and to the neighbors, in the last, are left to the frame of the page.
func (s *Site) readChapter(language, name string) (*chapter, error) {
	file := path.Join("docs", language, name+".md")
	source, err := s.repository.ReadFile(file)
	if err != nil {
		return nil, err
	}
	source = []byte(splitSource(source))
	markdown := goldmark.New(
		goldmark.WithExtensions(extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute)),
			extension.Linkify, extension.NewCJK(extension.WithEscapedSpace())),
		goldmark.WithParserOptions(parser.WithAutoHeadingID()),
		goldmark.WithRendererOptions(
			rendererhtml.WithUnsafe(), // for <details>: the chapters are the repository's own
			renderer.WithNodeRenderers(util.Prioritized(&codeRenderer{s, language}, 100)),
		),
	)
	document := markdown.Parser().Parse(text.NewReader(source), parser.WithContext(parser.NewContext(parser.WithIDs(slugs{}))))
	c := &chapter{title: name}
	if heading, ok := document.FirstChild().(*ast.Heading); ok {
		c.title = plainText(heading, source)
		if first := heading.NextSibling(); linksTo(first, func(target string) bool { return path.Base(target) == name+".md" }) {
			document.RemoveChild(document, first)
		}
	}
	if last := document.LastChild(); linksTo(last, func(target string) bool { return target == "../README.md" }) {
		document.RemoveChild(document, last)
	}
	headings := 0
	err = ast.Walk(document, func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch node := node.(type) {
		case *ast.Link:
			node.Destination = []byte(s.linkFrom(language, path.Dir(file), string(node.Destination)))
		case *ast.Heading:
			// The same place of the chapter in the other language has the same number.
			node.SetAttributeString("data-place", []byte(fmt.Sprint(headings)))
			headings++
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := markdown.Renderer().Render(&out, source, document); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	c.body = out.String()
	if heading, body, ok := strings.Cut(c.body, "</h1>\n"); ok {
		c.heading, c.body = heading+"</h1>", body
	}
	return c, nil
}

// linksTo tells whether the node is a paragraph with a link whose target is the one.
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

func plainText(node ast.Node, source []byte) string {
	var out strings.Builder
	ast.Walk(node, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if leaf, ok := n.(*ast.Text); ok && entering {
			out.Write(leaf.Segment.Value(source))
		}
		return ast.WalkContinue, nil
	})
	return out.String()
}

// slugs are the anchors of headings, as GitHub makes them.
type slugs map[string]bool

var (
	markup     = regexp.MustCompile("[`*]|!?\\[|\\]\\([^)]*\\)")
	notForSlug = regexp.MustCompile(`[^\p{L}\p{M}\p{N} _-]`)
)

func (s slugs) Generate(heading []byte, _ ast.NodeKind) []byte {
	words := strings.ToLower(markup.ReplaceAllString(strings.TrimSpace(string(heading)), ""))
	slug := strings.ReplaceAll(notForSlug.ReplaceAllString(words, ""), " ", "-")
	unique := slug
	for again := 1; s[unique]; again++ {
		unique = fmt.Sprintf("%s-%d", slug, again)
	}
	s[unique] = true
	return []byte(unique)
}

func (s slugs) Put(id []byte) { s[string(id)] = true }

// A codeRenderer renders fences: where they are from, line numbers, colors.
type codeRenderer struct {
	site     *Site
	language string
}

func (r *codeRenderer) RegisterFuncs(register renderer.NodeRendererFuncRegisterer) {
	register.Register(ast.KindFencedCodeBlock, r.render)
}

func (r *codeRenderer) render(w util.BufWriter, source []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	block := node.(*ast.FencedCodeBlock)
	var info []string
	if block.Info != nil {
		info = strings.Fields(string(block.Info.Segment.Value(source)))
	}
	code := strings.TrimSuffix(string(block.Lines().Value(source)), "\n")
	kind := "text"
	if len(info) > 0 {
		kind = info[0]
	}
	fmt.Fprintf(w, `<figure class="code %s">`, html.EscapeString(kind))
	switch {
	case kind == "go" && len(info) == 2 && info[1] != "sketch":
		fmt.Fprintf(w, `<figcaption>%s</figcaption>`, r.sourceLink(info[1]))
		writeLines(w, goLines(code), r.numbers(code, info[1]))
	case kind == "go":
		writeLines(w, goLines(code), nil)
	case kind == "diff":
		if len(info) == 3 {
			fmt.Fprintf(w, `<figcaption>%s → %s</figcaption>`, r.sourceLink(info[1]), r.sourceLink(info[2]))
		}
		writeLines(w, classedLines(code, func(line string) string {
			switch {
			case strings.HasPrefix(line, "+"):
				return "added"
			case strings.HasPrefix(line, "-"):
				return "removed"
			}
			return ""
		}), nil)
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

// numbers finds the line of the file for each line of a quoted piece; 0 stands for none.
func (r *codeRenderer) numbers(code, file string) []int {
	content, err := r.site.repository.ReadFile(file)
	if err != nil {
		return nil
	}
	whole := strings.Split(splitSource(content), "\n")
	var numbers []int
	from := 0
	for piece := range strings.SplitSeq(code, "\n...\n") {
		lines := strings.Split(piece, "\n")
		at := indexLines(whole[from:], lines)
		if at < 0 {
			return nil
		}
		for i := range lines {
			numbers = append(numbers, from+at+i+1)
		}
		numbers = append(numbers, 0) // of the line ...
		from += at + len(lines)
	}
	return numbers
}

// indexLines is where the part begins in the whole, or -1.
func indexLines(whole, part []string) int {
	for i := range len(whole) - len(part) + 1 {
		same := true
		for k := range part {
			same = same && whole[i+k] == part[k]
		}
		if same {
			return i
		}
	}
	return -1
}

// writeLines writes lines of HTML as a block of code. Numbers are nil, or one for each line; a
// line with 0 has none.
func writeLines(w util.BufWriter, lines []string, numbers []int) {
	w.WriteString(`<pre tabindex="0"><code>`)
	for i, line := range lines {
		w.WriteString(`<span class="line">`)
		if numbers != nil {
			number := ""
			if numbers[i] > 0 {
				number = strconv.Itoa(numbers[i])
			}
			fmt.Fprintf(w, `<span class="number" data-number="%s"></span>`, number)
		}
		fmt.Fprintf(w, "<span class=\"text\">%s</span>\n</span>", line)
	}
	w.WriteString("</code></pre>")
}
