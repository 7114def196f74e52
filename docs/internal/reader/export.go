package reader

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"

	"example.com/eightqueens/docs/internal/pages"
	"example.com/eightqueens/docs/internal/trace"
)

// exportedN are the n of which the exported pages hold traces: boards that a class steps through,
// and of a stage that knows the diagonals the real puzzle.
func exportedN(stage string) []int {
	switch trace.MaxN(stage) {
	case 5:
		return []int{1, 2, 3, 4}
	case 6:
		return []int{1, 2, 3, 4, 5}
	}
	return []int{1, 2, 3, 4, 5, 6, 8}
}

var localLink = regexp.MustCompile(`(?:href|src)="([^":?#]+)(?:[?#][^"]*)?"`)

// Export writes the tutorial as files to the folder out. They work on any web server, and opened
// from a disk. Tell is told of each file that takes its time.
func Export(ctx context.Context, dir, out string, tell func(file string)) error {
	site, err := pages.Open(dir, false, exportedN)
	if err != nil {
		return err
	}
	defer site.Close()
	if err := exportPages(site, out); err != nil {
		return err
	}
	made := newTraces()
	for _, stage := range site.Stages() {
		languages := []string{""}
		if site.HasWords(stage) {
			languages = pages.Languages
		}
		for _, n := range exportedN(stage) {
			for _, language := range languages {
				file := fmt.Sprintf("traces/%s-%d.js", stage, n)
				if language != "" {
					file = fmt.Sprintf("traces/%s-%d.%s.js", stage, n, language)
				}
				tell(file)
				recorded, err := made.get(ctx, key{stage, n, language}, site.StageDir(stage))
				if err != nil {
					return fmt.Errorf("%s, n = %d: %w", stage, n, err)
				}
				content, err := unzip(recorded.gzip)
				if err != nil {
					return err
				}
				script := slices.Concat([]byte("receiveTrace("), bytes.TrimSpace(content), []byte(");\n"))
				if err := write(out, file, script); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// exportPages writes all that links lead to, from the start of the site.
func exportPages(site *pages.Site, out string) error {
	names := []string{"index.html"}
	for i := 0; i < len(names); i++ { // it grows meanwhile
		name := names[i]
		content, err := site.File(pages.Request{Name: name})
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := write(out, name, content); err != nil {
			return err
		}
		if path.Ext(name) != ".html" {
			continue
		}
		for _, link := range localLink.FindAllSubmatch(content, -1) {
			target := path.Join(path.Dir(name), string(link[1]))
			if !slices.Contains(names, target) {
				names = append(names, target)
			}
		}
	}
	return nil
}

func write(out, name string, content []byte) error {
	file := filepath.Join(out, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	return os.WriteFile(file, content, 0o666)
}
