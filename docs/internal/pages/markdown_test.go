package pages

import (
	"html"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// article returns the HTML of a chapter with the text, in a repository with one stage.
func article(t *testing.T, text string) string {
	t.Helper()
	site := small(t, "stage2_rows/main.go", program, "stage2_rows/words.go", program, "docs/en/02-rows.md", text, "docs/ko/02-rows.md", "# 행\n")
	content := file(t, site, "en/02-rows.html")
	_, content, _ = strings.Cut(content, "<article>")
	content, _, _ = strings.Cut(content, `<nav class="turn" `)
	content = regexp.MustCompile(`(?s)<p class="invite">.*?</p>\s*`).ReplaceAllString(content, "")
	return strings.TrimSpace(strings.ReplaceAll(content, "\n  ", "\n"))
}

func wantPart(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("no\n\t%s\nin\n\t%s", part, text)
		}
	}
}

func TestChapter(t *testing.T) {
	got := article(t, "# Rows\n\n[한국어](../ko/02-rows.md)\n\n## The `set` idea\n\nText.\n\n## The set idea\n\n"+
		"[Back](01-x.md) · [Contents](../README.md) · [Next](03-x.md)\n")
	want := `<h1 id="rows" data-place="0">Rows</h1>
<h2 id="the-set-idea" data-place="1"><a href="#the-set-idea">The <code>set</code> idea</a></h2>
<p>Text.</p>
<h2 id="the-set-idea-1" data-place="2"><a href="#the-set-idea-1">The set idea</a></h2>`
	if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")); diff != "" {
		t.Error(diff)
	}
}

func TestFoldedAnswers(t *testing.T) {
	wantPart(t, article(t, "# Rows\n\n<details><summary>Answer</summary>\n\n**92**\n\n</details>\n"),
		"<details><summary>Answer</summary>\n<p><strong>92</strong></p>\n</details>")
}

func TestQuotedGo(t *testing.T) {
	got := article(t, "# Rows\n\n```go stage2_rows/main.go \"func main\" \"}\"\nfunc main() {\n...\n}\n```\n")
	wantPart(t, got,
		`<figcaption><a href="stage2_rows.html">stage2_rows/main.go</a></figcaption>`,
		`<span class="number" data-number="4"></span><span class="text"><span class="keyword">func</span> main() {</span>`,
		`<span class="number" data-number=""></span><span class="text">...</span>`,
		`<span class="number" data-number="6"></span><span class="text">}</span>`)
	wantPart(t, article(t, "# Rows\n\n```go stage2_rows/main.go \"println\"\n\tprintln(\"a < b\")\n```\n"),
		`<span class="number" data-number="5"></span><span class="text"><span class="indent in1">`+"\t</span>println(")
	if got := article(t, "# Rows\n\n```go stage2_rows/main.go main\nfunc main() { println() }\n```\n"); strings.Contains(got, "number") {
		t.Errorf("lines that are no longer in the file have numbers:\n%s", got)
	}
	wantPart(t, article(t, "# Rows\n\n```go sketch\nx := `a\nb` // c\n```\n"),
		`x := <span class="string">`+"`a</span></span>\n",
		`<span class="text"><span class="string">b`+"`</span> "+`<span class="comment">// c</span></span>`)
	if got := article(t, "# Rows\n\n```go sketch\nx\n```\n"); strings.Contains(got, "number") {
		t.Errorf("Go from no file has line numbers:\n%s", got)
	}
}

func TestQuotedC(t *testing.T) {
	site := small(t, "docs/en/02-rows.md", "# Rows\n\n```c docs/c/x.c \"int b\"\nint b;\n```\n", "docs/c/x.c", "int a;\nint b;\n")
	wantPart(t, file(t, site, "en/02-rows.html"),
		`<figcaption><a href="source/docs/c/x.c.html">docs/c/x.c</a></figcaption>`,
		`<span class="number" data-number="2"></span><span class="text">int b;</span>`)
	wantPart(t, file(t, site, "en/source/docs/c/x.c.html"), "int a;")
}

func TestTable(t *testing.T) {
	wantPart(t, article(t, "# Rows\n\n| a | b |\n| --- | ---: |\n| \\ c | 1 |\n"), `<div class="table"><table>`, `<td>\ c</td>`, `<td align="right">1</td>`, "</table></div>")
}

func TestIndent(t *testing.T) {
	wantPart(t, article(t, "# Rows\n\n```go sketch\n\t\treturn x\n```\n\n```diff stage2_rows/main.go stage2_rows/words.go\n+\t// c\n```\n"),
		`<span class="text"><span class="indent in2">`+"\t\t"+`</span><span class="keyword">return</span> x</span>`,
		`<span class="added">+<span class="in1">`+"\t"+`</span>// c</span>`)
}

func TestFigures(t *testing.T) {
	wantPart(t, article(t, "# Rows\n\n![A board](x.svg)\n\n*The `set` board.*\n\nText.\n\n![Another](x.svg)\n\n*Not* a caption.\n\nHere is ![one](x.svg).\n"),
		`<figure class="picture"><img src="x.svg" alt="A board"><figcaption>The <code>set</code> board.</figcaption></figure>`+"\n<p>Text.</p>",
		`<figure class="picture"><img src="x.svg" alt="Another"></figure>`+"\n<p><em>Not</em> a caption.</p>",
		`<p>Here is <img src="x.svg" alt="one">.</p>`)
	site := small(t, "stage2_rows/main.go", program, "docs/en/02-rows.md", "# Rows\n\n![A tree](../figures/tree.svg)\n",
		"docs/figures/tree.svg", `<svg viewBox="0 0 8 4" width="8"><rect/><g class="links"><a href="../../stage2_rows/main.go?n=4&amp;step=5"><title>set(1)</title><rect width="2"/></a></g></svg>`)
	wantPart(t, file(t, site, "en/02-rows.html"), `<div class="linked"><img src="../figures/tree.svg" alt="A tree">`+
		`<svg viewBox="0 0 8 4"><g class="links"><a href="stage2_rows.html?n=4&amp;step=5"><title>set(1)</title><rect width="2"/></a></g></svg></div>`)
}

func TestDiffAndConsole(t *testing.T) {
	wantPart(t, article(t, "# Rows\n\n```diff stage2_rows/main.go stage2_rows/words.go\n-a < b\n+c\n d\n```\n"),
		`<a href="stage2_rows.html">stage2_rows/main.go</a> → <a href="source/stage2_rows/words.go.html">stage2_rows/words.go</a>`,
		`<span class="removed">-a &lt; b</span>`, `<span class="added">+c</span>`, `<span class="text"> d</span>`)
	wantPart(t, article(t, "# Rows\n\n```console n=4\n$ go run .\n 0 1\n```\n"),
		`<span class="command">$ go run .</span>`, `<span class="text"> 0 1</span>`)
	wantPart(t, article(t, "# Rows\n\n```sh\ngo run . -n 4\n```\n\nSay `go run . -n 4`, `-h`.\n"),
		`<span class="text">go run . <span class="option">-n</span> 4</span>`, `<code>go run . <span class="option">-n</span> 4</code>, <code><span class="option">-h</span></code>`)
}

func TestLinks(t *testing.T) {
	site := small(t, "stage2_rows/main.go", program, "stage2_rows/words.go", program, "docs/en/02-rows.md", "", "docs/ko/02-rows.md", "",
		"docs/exercises/00_start/exercise.go", program, "docs/exercises/main.go", program, "docs/warmup/main.go", program)
	for link, want := range map[string]string{
		"03-diagonals.md":                        "03-diagonals.html",
		"03-diagonals.md#why":                    "03-diagonals.html#why",
		"../ko/02-rows.md#왜":                     "../ko/02-rows.html#왜",
		"../README.md":                           "index.html",
		"../../README.md":                        "index.html",
		"../figures/shrinking.svg":               "../figures/shrinking.svg",
		"../../stage2_rows/main.go#L5":           "stage2_rows.html#L5",
		"../../stage2_rows/main.go?n=4&step=5":   "stage2_rows.html?n=4&step=5",
		"../../stage2_rows":                      "stage2_rows.html",
		"../warmup/main.go?n=3&step=1":           "warmup.html?n=3&step=1",
		"../../stage2_rows/words.go":             "source/stage2_rows/words.go.html",
		"../exercises":                           "source/docs/exercises/main.go.html",
		"../exercises/00_start":                  "source/docs/exercises/00_start/exercise.go.html",
		"../exercises/00_start/exercise.go#L3":   "source/docs/exercises/00_start/exercise.go.html#L3",
		"#here":                                  "#here",
		"https://go.dev/dl/":                     "https://go.dev/dl/",
		"../../../outside/main.go":               "../../../outside/main.go",
		"../exercises/09_no_such/exercise.go#L3": "../exercises/09_no_such/exercise.go#L3",
	} {
		if got := site.linkFrom("en", "docs/en", link); got != want {
			t.Errorf("the link %s becomes %s, want %s", link, got, want)
		}
	}
}

// What a reader of the Markdown reads is what a reader of the page reads, letter by letter. Only
// blanks, and signs that are markup as well, are left out of the comparison.
func TestEveryWordIsShown(t *testing.T) {
	site := open(t, repository)
	for _, language := range Languages {
		for _, name := range site.chapters(language) {
			source, err := os.ReadFile(filepath.Join(repository, "docs", language, name+".md"))
			if err != nil {
				t.Fatal(err)
			}
			c, err := site.readChapter(language, name)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(plainMarkdown(string(source)), plainHTML(c.heading+"\n"+c.body)); diff != "" {
				t.Errorf("%s/%s (-Markdown +page):\n%s", language, name, diff)
			}
		}
	}
}

var (
	lineMarkup   = regexp.MustCompile(`^( *[-*] | *\d+\. |> ?|#+ )+`)
	inlineMarkup = regexp.MustCompile(`!\[[^\]]*\]\([^)]*\)|\]\(([^()]|\([^()]*\))*\)|</?(details|summary)>|<!--.*-->|^\|[ :|-]+\|$`)
	kept         = regexp.MustCompile(`\\([|*_\[\]])|<(https://[^>]*)>`)
	caption      = regexp.MustCompile(`<figure class="code [^>]*><figcaption>.*?</figcaption>`)
	tag          = regexp.MustCompile(`<title>.*?</title>|<[^>]*>`) // a title names a link over a figure
	alsoMarkup   = regexp.MustCompile(`[\s*|\[\]\x60]`)
)

// plainMarkdown returns the lines of a chapter's text as they are read, without the help of the
// reader of Markdown.
func plainMarkdown(source string) []string {
	lines := strings.Split(strings.TrimSpace(strings.ReplaceAll(source, "\r\n", "\n")), "\n")
	lines = slices.Delete(lines[:len(lines)-1], 1, 3) // the links that the frame of the page has
	code := false
	for i, line := range lines {
		switch {
		case strings.HasPrefix(line, "```"):
			code = !code
			lines[i] = ""
		case !code:
			line = inlineMarkup.ReplaceAllString(lineMarkup.ReplaceAllString(line, ""), "")
			lines[i] = kept.ReplaceAllString(line, "$1$2")
		}
	}
	return withoutMarkup(lines)
}

// plainHTML returns the lines of a page's text as they are read. Cells of a row are joined.
func plainHTML(source string) []string {
	source = strings.NewReplacer("</th>\n", "", "</td>\n", "", "<tr>\n", "").Replace(caption.ReplaceAllString(source, ""))
	return withoutMarkup(strings.Split(html.UnescapeString(tag.ReplaceAllString(source, "")), "\n"))
}

func withoutMarkup(lines []string) []string {
	var all []string
	for _, line := range lines {
		if line = alsoMarkup.ReplaceAllString(line, ""); line != "" {
			all = append(all, line)
		}
	}
	return all
}
