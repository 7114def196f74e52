package reader

import (
	"encoding/json"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/eightqueens/docs/internal/pages"
)

// exported writes the pages, without the traces, and returns the names of the files.
func exported(t *testing.T) (dir string, names []string) {
	t.Helper()
	site, err := pages.Open(repository, false, exportedN)
	if err != nil {
		t.Fatal(err)
	}
	defer site.Close()
	dir = filepath.Join(t.TempDir(), "여덟 퀸")
	if err := exportPages(site, dir); err != nil {
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
	address := regexp.MustCompile(`(?:href|src)="([^"]*)"`)
	for _, name := range names {
		content, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		if path.Ext(name) != ".html" {
			continue
		}
		for _, match := range address.FindAllStringSubmatch(string(content), -1) {
			link, _, _ := strings.Cut(match[1], "#")
			link, _, _ = strings.Cut(link, "?")
			switch {
			case link == "" || strings.HasPrefix(link, "https://"):
			case strings.HasPrefix(link, "/") || path.Ext(link) == "" || strings.Contains(link, ":"):
				t.Errorf("%s: the address %s does not work from a disk", name, match[1])
			case !slices.Contains(names, path.Join(path.Dir(name), link)):
				t.Errorf("%s: the address %s leads to no file", name, match[1])
			}
		}
		for _, never := range []string{`type="module"`, "127.0.0.1", "localhost"} {
			if strings.Contains(string(content), never) && !strings.Contains(name, "source/") {
				t.Errorf("%s has %s", name, never)
			}
		}
	}
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
	if err := Export(t.Context(), dir, out, func(name string) { told = append(told, name) }); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(told, " "); got != "traces/stage1_branching-1.js traces/stage1_branching-2.js traces/stage1_branching-3.js traces/stage1_branching-4.js" {
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
	if !strings.Contains(string(page), `data-live="false"`) || !strings.Contains(string(page), `href="?n=4"`) || strings.Contains(string(page), `href="?n=5"`) {
		t.Error("the page offers other n than the exported ones, or asks a server")
	}

	if err := write(dir, "stage1_branching/main.go", []byte(program+"}")); err != nil {
		t.Fatal(err)
	}
	if err := Export(t.Context(), dir, out, func(string) {}); err == nil || !strings.Contains(err.Error(), "stage1_branching, n = 1: main.go:10") {
		t.Errorf("a stage that does not compile gives the error %v", err)
	}
}
