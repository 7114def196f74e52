package pages

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.com/eightqueens/docs/internal/quote"
)

const repository = "../../.."

func open(t *testing.T, dir string) *Site {
	t.Helper()
	site, err := Open(dir, true, func(string) int { return 4 })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { site.Close() })
	return site
}

func file(t *testing.T, site *Site, name string) string {
	t.Helper()
	content, err := site.File(Request{Name: name})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return string(content)
}

// small writes a repository with the files given by name and text.
func small(t *testing.T, files ...string) *Site {
	t.Helper()
	dir := t.TempDir()
	for i := 0; i < len(files); i += 2 {
		name := filepath.Join(dir, filepath.FromSlash(files[i]))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(files[i+1]), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return open(t, dir)
}

const program = "package main\n\n// main prints.\nfunc main() {\n\tprintln(\"a < b\")\n}\n"

func TestTheStagesOwnSource(t *testing.T) {
	site := open(t, repository)
	for _, stage := range site.Stages() {
		content, err := os.ReadFile(filepath.Join(repository, stage, "main.go"))
		if err != nil {
			t.Fatal(err)
		}
		page := file(t, site, "ko/"+stage+".html")
		_, listing, _ := strings.Cut(page, `<pre class="listing"`)
		listing, _, _ = strings.Cut(listing, "</pre>")
		text := regexp.MustCompile(`<[^>]*>`).ReplaceAllString(listing[strings.Index(listing, ">")+1:], "")
		text = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&", "&#34;", `"`, "&#39;", "'").Replace(text)
		if diff := cmp.Diff(quote.Split(content), strings.Split(strings.TrimSpace(text), "\n")); diff != "" {
			t.Errorf("%s: the page shows another source\n%s", stage, diff)
		}
	}
}

func TestEscaping(t *testing.T) {
	if diff := cmp.Diff([]string{`a &lt; b &amp;&amp; <span class="string">&#34;&lt;&#34;</span>`}, goLines(`a < b && "<"`)); diff != "" {
		t.Error(diff)
	}
	p := &page{Language: "en"}
	wantPart(t, string(p.Say("helpEdit", "stage", "<b>")), "<code>&lt;b&gt;/main.go</code>")
}

func TestTurning(t *testing.T) {
	site := small(t, "docs/ko/00-a.md", "# 가\n", "docs/ko/01-b.md", "# 나\n", "docs/ko/02-c.md", "# 다\n")
	turn := func(name string) string {
		_, nav, _ := strings.Cut(file(t, site, name), `<nav class="turn" `)
		nav, _, _ = strings.Cut(nav, "</nav>")
		return nav
	}
	wantPart(t, turn("ko/01-b.html"), `<a rel="prev" href="00-a.html"><small>이전</small>가</a>`, `<a rel="next" href="02-c.html"><small>다음</small>다</a>`)
	if nav := turn("ko/00-a.html"); strings.Contains(nav, "prev") {
		t.Errorf("before the first chapter comes another: %s", nav)
	}
	if nav := turn("ko/02-c.html"); strings.Contains(nav, `rel="next"`) {
		t.Errorf("after the last chapter comes another: %s", nav)
	}
}

// The chapters follow each other as the contents number them, and no other page is among them.
func TestWay(t *testing.T) {
	site := small(t, "docs/ko/00-a.md", "# 가\n", "docs/ko/01-b.md", "# 나\n", "docs/ko/02-c.md", "# 다\n", "docs/ko/03-d.md", "# 라\n",
		"docs/README.md", "| | 한국어 | English |\n| --- | --- | --- |\n| 0 | [가](ko/00-a.md) | [a](en/00-a.md) |\n| Go | [라](ko/03-d.md) | [d](en/03-d.md) |\n"+
			"| 2 | [다](ko/02-c.md) | [c](en/02-c.md) |\n\n| | | |\n| --- | --- | --- |\n| | [마](ko/04-e.md) | [e](en/04-e.md) |\n| | [나](ko/01-b.md) | [b](en/01-b.md) |\n", "docs/ko/04-e.md", "# 마\n")
	wantPart(t, file(t, site, "ko/03-d.html"), `<a rel="prev" href="00-a.html"><small>`, `<a rel="next" href="02-c.html"><small>`)
	if beside := file(t, site, "ko/01-b.html"); strings.Contains(beside, "<a rel=") {
		t.Errorf("a page that the contents do not number leads to others:\n%s", beside)
	}
	wantPart(t, file(t, site, "ko/index.html"), `<li data-number="0"><a href="00-a.html">가</a></li>`, `<li data-number="Go"><a href="03-d.html">라</a></li>`, "<li><a href=\"04-e.html\">마</a></li>\n        <li><a href=\"01-b.html\">나</a></li>")
}

func TestNoFileElse(t *testing.T) {
	site := open(t, repository)
	outside := filepath.Join(t.TempDir(), "secret.go")
	if err := os.WriteFile(outside, []byte(program), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{
		"", "/", "..", "../go.mod", "ko/../../go.mod", "ko/source/../../../go.mod.html", "ko/source//etc/passwd.html",
		"ko/source/" + filepath.ToSlash(outside) + ".html", "ko/source/.ci/run.html", "ko/source/README.md.html",
		"ko/source/stage2_rows.html", "ko/source/.html", "page.html", "assets/style.css", "figures/../ko/02-rows.md", "figures/none.svg",
		"figures/main.go", "de/index.html", "ko/nothing.html", "ko/02-rows.md", "ko/02-rows", "ko/index", "ko/stage2_rows", "ko", "ko/stage9_none.html", `ko\index.html`, "ko/source/a\x00.go.html",
	} {
		_, err := site.File(Request{Name: name})
		if wrong := (*PageError)(nil); !errors.As(err, &wrong) || !wrong.Missing {
			t.Errorf("%q gives the error %v, want that there is no such page", name, err)
		}
	}
}

func TestNoHiddenFile(t *testing.T) {
	// On Windows a backslash is as good as a slash, elsewhere a letter like others.
	site := small(t, "stage1_x/.notes.txt", "secret", ".git/config.txt", "secret", "stage1_x/notes.txt", "shown", `stage1_x\.notes.txt`, "secret")
	for _, name := range []string{"ko/source/stage1_x/.notes.txt.html", "ko/source/.git/config.txt.html", `ko/source/stage1_x\.notes.txt.html`} {
		if _, err := site.File(Request{Name: name}); err == nil {
			t.Errorf("%s is shown", name)
		}
	}
	wantPart(t, file(t, site, "ko/source/stage1_x/notes.txt.html"), "shown")
}

func TestNoWayOutByALink(t *testing.T) {
	dir := t.TempDir()
	outside := filepath.Join(t.TempDir(), "secret.go")
	if err := os.WriteFile(outside, []byte(program), 0o666); err != nil {
		t.Fatal(err)
	}
	err := os.Symlink(outside, filepath.Join(dir, "link.go"))
	if _, missing := os.Lstat(filepath.Join(dir, "link.go")); err != nil || missing != nil {
		t.Skip("no symbolic links here:", err, missing)
	}
	if _, err := open(t, dir).File(Request{Name: "ko/source/link.go.html"}); err == nil || !strings.Contains(err.Error(), "link.go is a link with an absolute path") {
		t.Errorf("a link leads out of the repository: %v", err)
	}
}

func TestUnreadableFile(t *testing.T) {
	dir := t.TempDir()
	secret := filepath.Join(dir, "secret.go")
	if err := os.WriteFile(secret, []byte(program), 0); err != nil {
		t.Fatal(err)
	}
	if _, err := os.ReadFile(secret); err == nil {
		t.Skip("whoever runs this may read everything")
	}
	if _, err := open(t, dir).File(Request{Name: "ko/source/secret.go.html"}); err == nil || !strings.Contains(err.Error(), "A file cannot be read") {
		t.Errorf("a file that cannot be read: %v", err)
	}
}

func TestBadValues(t *testing.T) {
	site := open(t, repository)
	for _, request := range []Request{
		{N: "0"}, {N: "5"}, {N: "-1"}, {N: "x"}, {N: "4.0"}, {N: "99999999999999999999"}, {N: "4", Step: "0"}, {Step: "-5"}, {Step: "x"},
	} {
		request.Name = "en/stage2_rows.html"
		_, err := site.File(request)
		if wrong := (*PageError)(nil); !errors.As(err, &wrong) || wrong.Missing {
			t.Errorf("n = %q, step = %q gives the error %v, want a bad value", request.N, request.Step, err)
		}
	}
	for _, request := range []Request{{N: "1"}, {N: "4", Step: "1"}, {N: "4", Step: "100000"}, {}} {
		request.Name = "en/stage2_rows.html"
		if _, err := site.File(request); err != nil {
			t.Errorf("n = %q, step = %q: %v", request.N, request.Step, err)
		}
	}
}

func TestErrorPage(t *testing.T) {
	site := open(t, repository)
	wantPart(t, string(site.ErrorPage("en/stage9_<b>.html", pageError(true, "noSuchStage", "stage", "stage9_<b>"))),
		"There is no stage stage9_&lt;b&gt;.", `href="/en/index.html"`, `href="/style.css"`, `<html lang="en">`)
	wantPart(t, string(site.ErrorPage("a/b/c", errNotFound)), "There is no page at this address.", "이 주소에는 페이지가 없습니다.")
}

// said finds the lines of templates, scripts and Go that say a text, or name one that is said elsewhere.
var said = regexp.MustCompile(`\b(?:say\(|Say\(|Say |SayIn |pageError\(|word: )|"why[A-Z]`)

// chosen are the texts that are said by what a trace, an answer or a statement is.
var chosen = []string{
	"endPanic", "endExit", "endSignal", "endSteps", "endDepth", "endOutput", "endTime", "endMemory",
	"broken", "untraceable", "right", "wrong", "shown", "continue", "break",
	"by-step", "by-queen", "by-call", "by-placement", "noteReplaced", "noteFixed", "noteInput", "linerow", "linecolumn", "lineslash", "linebackslash",
	"runDone", "runExit", "runMemory", "runStack", "state:done", "state:wrong", "state:not begun", "state:does not compile",
	"cannotNotBuilt", "cannotNotMain", "cannotGoroutine", "cannotImport", "cannotRangeFunction",
}

func TestWords(t *testing.T) {
	files := []string{"site.go", "workshop.go", "../server/server.go"}
	for _, pattern := range []string{"assets/*.html", "assets/*.js"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatal(found, err)
		}
		files = append(files, found...)
	}
	used := map[string]bool{}
	for _, key := range chosen {
		used[key] = true
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(content)) {
			for _, match := range regexp.MustCompile(`"(\w+)"`).FindAllStringSubmatch(line, -1) {
				used[match[1]] = used[match[1]] || said.MatchString(line)
			}
		}
		for _, match := range regexp.MustCompile(`say\((?:[^()"?]*\? )?"(\w+)"(?: : "(\w+)")?`).FindAllStringSubmatch(string(content), -1) {
			for _, key := range match[1:] {
				if _, ok := words[key]; key != "" && !ok {
					t.Errorf("%s says %q, which is no text", file, key)
				}
			}
		}
	}
	for key := range words {
		if !used[key] {
			t.Errorf("%s is said nowhere", key)
		}
	}
}

func TestUnknownText(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a text that is not there is said")
		}
	}()
	Say("no such text")
}
