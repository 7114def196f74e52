package export

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/eightqueens/docs/internal/pages"
	"example.com/eightqueens/docs/internal/trace"
)

const repository = "../../.."

// exported writes the pages, without the traces, and returns the names of the files.
func exported(t *testing.T) (dir string, names []string) {
	t.Helper()
	site, err := pages.Open(repository, false, trace.MaxN)
	if err != nil {
		t.Fatal(err)
	}
	defer site.Close()
	dir = filepath.Join(t.TempDir(), "여덟 퀸")
	if err := writePages(site, dir); err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			relative, _ := filepath.Rel(dir, name)
			names = append(names, filepath.ToSlash(relative))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return dir, names
}

func TestExportedPages(t *testing.T) {
	dir, names := exported(t)
	for _, want := range []string{"index.html", "ko/index.html", "en/index.html", "style.css", "player.js", "stepper.js", "chapter.js", "icon.svg",
		"figures/shrinking.svg", "ko/stage1_branching.html", "en/stage5_dynamic.html", "ko/source/stage4_ngeneral/input.go.html"} {
		if !slices.Contains(names, want) {
			t.Errorf("%s is not written", want)
		}
	}
	for _, language := range pages.Languages {
		chapters, err := filepath.Glob(filepath.Join(repository, "docs", language, "*.md"))
		if err != nil || len(chapters) == 0 {
			t.Fatal(chapters, err)
		}
		for _, chapter := range chapters {
			if want := language + "/" + strings.TrimSuffix(filepath.Base(chapter), ".md") + ".html"; !slices.Contains(names, want) {
				t.Errorf("%s is not written", want)
			}
		}
	}
	files := map[string]*page{}
	for _, name := range names {
		files[name] = readPage(t, filepath.Join(dir, filepath.FromSlash(name)))
	}
	links := 0
	for name, p := range files {
		links += len(p.links)
		for _, link := range p.links {
			target, err := url.Parse(link)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if target.Scheme == "https" && target.Host != "localhost" && target.Host != "127.0.0.1" {
				continue
			}
			at := name
			if target.Path != "" {
				at = path.Join(path.Dir(name), target.Path)
			}
			switch to := files[at]; {
			case target.Scheme != "" || target.Host != "" || strings.HasPrefix(target.Path, "/"):
				t.Errorf("%s: the address %s does not work from a disk", name, link)
			case to == nil:
				t.Errorf("%s: the address %s leads to no file", name, link)
			case target.Fragment != "" && !slices.Contains(to.places, target.Fragment):
				t.Errorf("%s: the address %s leads to no place", name, link)
			}
		}
		if slices.Contains(p.kinds, "module") {
			t.Errorf("%s has a module, which no browser loads from a disk", name)
		}
	}
	if links < 500 {
		t.Errorf("only %d addresses were found", links)
	}
}

// A page is what a browser finds in an exported file.
type page struct{ links, places, kinds []string }

// readPage reads the addresses, the places that have names, and the types in a file of HTML.
func readPage(t *testing.T, file string) *page {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p := &page{}
	if filepath.Ext(file) != ".html" {
		return p
	}
	decoder := xml.NewDecoder(bytes.NewReader(content))
	decoder.Strict, decoder.AutoClose, decoder.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	for {
		token, err := decoder.RawToken()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		element, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		for _, attribute := range element.Attr {
			switch attribute.Name.Local {
			case "href", "src", "action", "data", "poster":
				p.links = append(p.links, attribute.Value)
			case "id":
				p.places = append(p.places, attribute.Value)
			case "type":
				p.kinds = append(p.kinds, attribute.Value)
			}
		}
	}
	return p
}

// A whole export of a repository with one stage.
func TestExport(t *testing.T) {
	dir, out := t.TempDir(), t.TempDir()
	const program = "package main\n\nconst n = 8\n\nvar pos [n]int\n\nfunc main() {\n\tprintln(len(pos))\n}\n"
	for name, text := range map[string]string{
		"go.mod":                   "module example.com/eightqueens\n\ngo 1.26.0\n",
		"stage1_branching/main.go": program,
		"docs/ko/01-branching.md":  "# 1단계: 가지 뻗기\n",
		"docs/en/01-branching.md":  "# Stage 1: branching\n",
	} {
		if err := write(dir, name, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	var told []string
	if err := Write(t.Context(), dir, out, func(name string) { told = append(told, name) }); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(told, " "); got != "traces/stage1_branching-1.js traces/stage1_branching-2.js traces/stage1_branching-3.js traces/stage1_branching-4.js traces/stage1_branching-5.js" {
		t.Errorf("the traces are %s", got)
	}
	script, err := os.ReadFile(filepath.Join(out, "traces", "stage1_branching-3.js"))
	if err != nil {
		t.Fatal(err)
	}
	text, starts := strings.CutPrefix(string(script), "receiveTrace(")
	text, ends := strings.CutSuffix(text, ");\n")
	if !starts || !ends || !json.Valid([]byte(text)) || !strings.Contains(text, `"n":3`) {
		t.Errorf("the trace is %s", script)
	}
	page, err := os.ReadFile(filepath.Join(out, "en", "stage1_branching.html"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), `data-live="false"`) || !strings.Contains(string(page), `href="?n=5"`) || strings.Contains(string(page), `href="?n=6"`) {
		t.Error("the page offers other n than the exported ones, or asks a server")
	}

	if err := write(dir, "stage1_branching/main.go", []byte(program+"}")); err != nil {
		t.Fatal(err)
	}
	if err := Write(t.Context(), dir, out, func(string) {}); err == nil || !strings.Contains(err.Error(), "stage1_branching, n = 1: main.go:10") {
		t.Errorf("a stage that does not compile gives the error %v", err)
	}
}

// What is not from an export is not written over.
func TestOverwrite(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "site")
	home := []byte("<title>" + pages.Say("title").String() + "</title>")
	for _, c := range []struct {
		name    string
		prepare func() error
		refused bool
	}{
		{"no folder", func() error { return nil }, false},
		{"an empty folder", func() error { return os.Mkdir(out, 0o777) }, false},
		{"other files", func() error { return write(out, "notes.txt", []byte("mine")) }, true},
		{"another site", func() error { return write(out, "index.html", []byte("<title>mine</title>")) }, true},
		{"an earlier export", func() error { return write(out, "index.html", home) }, false},
		{"a file", func() error { return errors.Join(os.RemoveAll(out), os.WriteFile(out, nil, 0o666)) }, true},
	} {
		if err := c.prepare(); err != nil {
			t.Fatal(err)
		}
		if err := check(out); (err != nil) != c.refused {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	site, err := pages.Open(repository, false, trace.MaxN)
	if err != nil {
		t.Fatal(err)
	}
	defer site.Close()
	content, err := site.File(pages.Request{Name: "index.html"})
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(content, home) {
		t.Error("an export would not be known again")
	}
	// Nothing is written where it is refused.
	mine := t.TempDir()
	if err := write(mine, "notes.txt", nil); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if err := Write(ctx, repository, mine, func(string) {}); err == nil || !strings.Contains(err.Error(), "earlier export") {
		t.Errorf("a folder with other files: %v", err)
	}
	if entries, err := os.ReadDir(mine); err != nil || len(entries) != 1 {
		t.Errorf("the folder of somebody else holds %v (%v)", entries, err)
	}
}
