// Package markdown reads the Markdown of the tutorial, for the site, the exercises and the tests alike.
package markdown

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// A Page is a page of Markdown, read.
type Page struct {
	Source   []byte   // with the line ends of Unix
	Document ast.Node // in which each heading has its anchor as the attribute id
}

// Parse reads a page.
func Parse(source []byte) *Page {
	p := &Page{Source: bytes.ReplaceAll(source, []byte("\r\n"), []byte("\n"))}
	p.Document = reader().Parser().Parse(text.NewReader(p.Source))
	used := map[string]bool{}
	for heading := range Nodes[*ast.Heading](p) {
		heading.SetAttributeString("id", []byte(anchor(p.Text(heading), used)))
	}
	return p
}

func reader(options ...renderer.Option) goldmark.Markdown {
	return goldmark.New(
		// A policy that forbids inline style would forbid tables aligned by it.
		goldmark.WithExtensions(extension.Linkify,
			extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute))),
		goldmark.WithRendererOptions(append(options, html.WithUnsafe())...), // for <details>
	)
}

// WriteHTML writes the page as HTML. What nodes has renderers for is rendered by it.
func (p *Page) WriteHTML(w io.Writer, nodes renderer.NodeRenderer) error {
	return reader(renderer.WithNodeRenderers(util.Prioritized(nodes, 100))).Renderer().Render(w, p.Source, p.Document)
}

// Nodes yields the nodes of one type, in the order of the text; Nodes[ast.Node] yields all.
func Nodes[T ast.Node](p *Page) iter.Seq[T] {
	return func(yield func(T) bool) {
		ast.Walk(p.Document, func(node ast.Node, entering bool) (ast.WalkStatus, error) {
			if found, ok := node.(T); ok && entering && !yield(found) {
				return ast.WalkStop, nil
			}
			return ast.WalkContinue, nil
		})
	}
}

// Line returns the line on which a node begins, counted from 1.
func (p *Page) Line(node ast.Node) int {
	return 1 + bytes.Count(p.Source[:max(0, node.Pos())], []byte("\n"))
}

// EndOfLine returns where the line behind that of an offset begins.
func (p *Page) EndOfLine(offset int) int {
	if length := bytes.IndexByte(p.Source[offset:], '\n'); length >= 0 {
		return offset + length + 1
	}
	return len(p.Source)
}

// Text returns what a reader reads in a node, without the markup.
func (p *Page) Text(node ast.Node) string { return p.words(node, true) }

// Prose returns what Text returns, without what is code.
func (p *Page) Prose(node ast.Node) string { return p.words(node, false) }

func (p *Page) words(node ast.Node, code bool) string {
	var words strings.Builder
	ast.Walk(node, func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch node := node.(type) {
		case *ast.CodeSpan:
			if !code {
				return ast.WalkSkipChildren, nil
			}
		case *ast.FencedCodeBlock:
			if code {
				words.Write(node.Lines().Value(p.Source))
			}
		case *ast.Text:
			value := node.Value(p.Source)
			if _, verbatim := node.Parent().(*ast.CodeSpan); !verbatim {
				value = util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations(value)))
			}
			words.Write(value)
			if node.SoftLineBreak() || node.HardLineBreak() {
				words.WriteByte('\n')
			}
		case *ast.AutoLink:
			words.Write(node.Label(p.Source))
		}
		return ast.WalkContinue, nil
	})
	return words.String()
}

// notInAnchor is what GitHub leaves out of an anchor.
var notInAnchor = regexp.MustCompile(`[^\p{L}\p{M}\p{Nd}\p{Nl}\p{Pc} -]`)

// anchor returns the anchor of a heading, as GitHub makes it. Used are the anchors above it on the
// page, to which it is added.
func anchor(heading string, used map[string]bool) string {
	plain := strings.ReplaceAll(notInAnchor.ReplaceAllString(strings.ToLower(heading), ""), " ", "-")
	unique := plain
	for again := 1; used[unique]; again++ {
		unique = fmt.Sprintf("%s-%d", plain, again)
	}
	used[unique] = true
	return unique
}

// Anchor returns the anchor of a heading.
func Anchor(heading *ast.Heading) string {
	id, _ := heading.AttributeString("id")
	return string(id.([]byte))
}

// Info returns the words behind the backquotes of a fence.
func (p *Page) Info(fence *ast.FencedCodeBlock) string {
	if fence.Info == nil {
		return ""
	}
	return string(fence.Info.Value(p.Source))
}

// Kind returns the first of the words behind the backquotes: go, console, diff.
func (p *Page) Kind(fence *ast.FencedCodeBlock) string {
	return string(fence.Language(p.Source))
}

// Lines returns the lines of Markdown of a block that holds text, not blocks.
func (p *Page) Lines(block ast.Node) string {
	return string(block.Lines().Value(p.Source))
}

// A Section is a heading of level 2, and the blocks below it.
type Section struct {
	Heading *ast.Heading
	Blocks  []ast.Node
}

// Sections returns the sections of the page.
func (p *Page) Sections() []Section {
	var all []Section
	for block := p.Document.FirstChild(); block != nil; block = block.NextSibling() {
		if heading, ok := block.(*ast.Heading); ok && heading.Level == 2 {
			all = append(all, Section{Heading: heading})
		} else if len(all) > 0 {
			last := &all[len(all)-1]
			last.Blocks = append(last.Blocks, block)
		}
	}
	return all
}

var (
	foldBegin = regexp.MustCompile(`^<details><summary>.+</summary>\n$`)
	foldEnd   = regexp.MustCompile(`^</details>\n?$`)
)

// Folds returns the Markdown that each <details> among some blocks that follow each other hides.
func (p *Page) Folds(blocks []ast.Node) ([]string, error) {
	var all []string
	begin := -1 // of what an open one hides
	for _, block := range blocks {
		tag, ok := block.(*ast.HTMLBlock)
		if !ok {
			continue
		}
		switch source := p.Lines(tag); {
		case begin < 0 && foldBegin.MatchString(source):
			begin = p.EndOfLine(tag.Pos())
		case begin >= 0 && foldEnd.MatchString(source):
			all = append(all, strings.TrimSpace(string(p.Source[begin:tag.Pos()])))
			begin = -1
		case strings.Contains(source, "details>"):
			return nil, fmt.Errorf("line %d: want <details><summary>some text</summary> on a line, and </details> on another, "+
				"with blank lines around what they hide", p.Line(tag))
		}
	}
	if begin >= 0 {
		return nil, errors.New("the last <details> is not closed in its section")
	}
	return all, nil
}
