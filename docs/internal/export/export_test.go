package export

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
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

// TestExportedPages opens every exported file as a browser does, from a disk: each address leads to
// a file, and to a place in it. A parser of XML reads them, so that it does not err as what made them.
func TestExportedPages(t *testing.T) {
	site, err := pages.Open(repository, false, trace.MaxN)
	if err != nil {
		t.Fatal(err)
	}
	defer site.Close()
	site.UseWorkshop()
	dir := filepath.Join(t.TempDir(), "여덟 퀸")
	if err := writePages(site, dir); err != nil {
		t.Fatal(err)
	}
	links, places := map[string][]string{}, map[string][]string{} // by the names of the files
	err = filepath.WalkDir(dir, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(file)
		name, _ := filepath.Rel(dir, file)
		name = filepath.ToSlash(name)
		places[name] = nil
		if path.Ext(name) == ".html" {
			links[name], places[name] = read(t, content)
			if bytes.Contains(content, []byte(`type="module"`)) {
				t.Errorf("%s has a module, which no browser loads from a disk", name)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for name := range links {
		for _, link := range links[name] {
			count++
			target, err := url.Parse(link)
			switch {
			case err != nil:
				t.Errorf("%s: %v", name, err)
				continue
			case target.Scheme == "https":
				continue
			case target.Scheme != "" || target.Host != "" || strings.HasPrefix(target.Path, "/"):
				t.Errorf("%s: the address %s does not work from a disk", name, link)
				continue
			}
			at := name
			if target.Path != "" {
				at = path.Join(path.Dir(name), target.Path)
			}
			if there, ok := places[at]; !ok || target.Fragment != "" && !slices.Contains(there, target.Fragment) {
				t.Errorf("%s: the address %s leads nowhere", name, link)
			}
		}
	}
	if count < 500 {
		t.Errorf("only %d addresses were found", count)
	}
	chapters, err := filepath.Glob(filepath.Join(repository, "docs", "[ek][no]", "*.md"))
	if err != nil || len(chapters) < 20 {
		t.Fatal(chapters, err)
	}
	for _, chapter := range chapters {
		name := filepath.Base(filepath.Dir(chapter)) + "/" + strings.TrimSuffix(filepath.Base(chapter), ".md") + ".html"
		if _, ok := places[name]; !ok {
			t.Errorf("%s is not written", name)
		}
	}
	for _, stage := range site.Stages() {
		if _, ok := places["ko/"+stage+".html"]; !ok {
			t.Errorf("%s is not written", stage)
		}
	}
}

// read returns the addresses in a page, and the places that have names.
func read(t *testing.T, content []byte) (links, places []string) {
	decoder := xml.NewDecoder(bytes.NewReader(content))
	decoder.Strict, decoder.AutoClose, decoder.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	for {
		token, err := decoder.RawToken()
		if err == io.EOF {
			return links, places
		}
		if err != nil {
			t.Fatal(err)
		}
		element, _ := token.(xml.StartElement)
		for _, attribute := range element.Attr {
			switch attribute.Name.Local {
			case "href", "src":
				links = append(links, attribute.Value)
			case "id":
				places = append(places, attribute.Value)
			}
			if name := attribute.Name.Local; name == "style" || strings.HasPrefix(name, "on") {
				t.Errorf("the content policy of the server forbids %s=%q", name, attribute.Value)
			}
		}
	}
}

const program = "package main\n\nconst n = 8\n\nvar pos [n]int\n\nfunc main() {\n\tprintln(len(pos))\n}\n"

// oneStage returns the folder of a tutorial with one stage.
func oneStage(t *testing.T) string {
	dir := t.TempDir()
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
	return dir
}

func TestExport(t *testing.T) {
	dir, out := oneStage(t), t.TempDir()
	var told []string
	if err := Write(t.Context(), dir, out, func(name string) { told = append(told, name) }); err != nil {
		t.Fatal(err)
	}
	if last := len(told) - trace.MaxN("stage1_branching"); last < 1 || !strings.Contains(told[last-1], "exported without Go's compiler in the page: ") {
		t.Errorf("a tutorial without the packages of the workshop is exported with %q", told)
	} else {
		told = told[last:]
	}
	for i, name := range told {
		script, err := os.ReadFile(filepath.Join(out, name))
		text, starts := strings.CutPrefix(string(script), "receiveTrace(")
		text, ends := strings.CutSuffix(text, ");\n")
		if err != nil || !starts || !ends || !json.Valid([]byte(text)) || !strings.Contains(text, fmt.Sprintf(`"n":%d`, i+1)) {
			t.Errorf("%s is %s (%v)", name, script, err)
		}
	}
	page, err := os.ReadFile(filepath.Join(out, "en", "stage1_branching.html"))
	if err != nil {
		t.Fatal(err)
	}
	if offered := strings.Count(string(page), `href="?n=`); offered != len(told) || offered != trace.MaxN("stage1_branching") {
		t.Errorf("the page offers %d n, of %d there are traces", offered, len(told))
	}
	if !strings.Contains(string(page), `data-live="false"`) {
		t.Error("the page asks a server")
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
	dir, out := oneStage(t), filepath.Join(t.TempDir(), "site")
	for _, c := range []struct {
		name    string
		prepare func() error
		refused bool
	}{
		{"no folder", func() error { return nil }, false},
		{"an earlier export", func() error { return nil }, false},
		{"an empty folder", func() error { return errors.Join(os.RemoveAll(out), os.Mkdir(out, 0o777)) }, false},
		{"other files", func() error { return errors.Join(os.RemoveAll(out), write(out, "notes.txt", nil)) }, true},
		{"another site", func() error { return write(out, "index.html", []byte("<title>mine</title>")) }, true},
		{"a file", func() error { return errors.Join(os.RemoveAll(out), os.WriteFile(out, nil, 0o666)) }, true},
	} {
		if err := c.prepare(); err != nil {
			t.Fatal(err)
		}
		before, _ := os.ReadDir(out)
		ctx, stop := context.WithCancel(t.Context())
		stop() // it makes no trace, and says so
		err := Write(ctx, dir, out, func(what string) {
			if c.refused {
				t.Errorf("%s: before it is refused, it makes %s", c.name, what)
			}
		})
		if refused := !errors.Is(err, context.Canceled); refused != c.refused {
			t.Errorf("%s: %v", c.name, err)
		}
		if after, _ := os.ReadDir(out); c.refused && len(after) != len(before) {
			t.Errorf("%s: it is refused, but now there are %v", c.name, after)
		}
	}
}
