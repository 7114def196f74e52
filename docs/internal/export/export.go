// Package export writes the tutorial as files. They work on any web server, and opened from a disk.
package export

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"

	"example.com/eightqueens/docs/internal/language"
	"example.com/eightqueens/docs/internal/pages"
	"example.com/eightqueens/docs/internal/trace"
	"example.com/eightqueens/docs/internal/workshop"
)

// Write writes the tutorial in the folder dir to the folder out, and tells of each file that takes
// its time.
func Write(ctx context.Context, dir, out string, tell func(file string)) error {
	if err := check(out); err != nil {
		return fmt.Errorf("%s: %w", out, err)
	}
	site, err := pages.Open(dir, false, trace.MaxN)
	if err != nil {
		return err
	}
	defer site.Close()
	pack, err := workshop.Make(ctx, dir, func(what string) { tell("workshop: " + what) })
	if err == nil {
		site.UseWorkshop()
	} else if ctx.Err() == nil {
		tell(language.Text{
			"브라우저 안의 Go 컴파일러 없이 내보냅니다: {reason}",
			"exported without Go's compiler in the page: {reason}",
		}.With("reason", err.Error()).String())
		pack, err = nil, nil
	}
	if err == nil {
		err = writePages(site, out) // first, since they show whose folder it is
	}
	if err == nil && pack != nil {
		err = writeWorkshop(pack, out)
	}
	if err == nil {
		err = writeTraces(ctx, site, out, tell)
	}
	if err != nil {
		incomplete := language.Text{"{folder} 폴더는 완성되지 않았습니다.", "the folder {folder} is not complete"}
		return fmt.Errorf("%v: %w", incomplete.With("folder", out), err)
	}
	return nil
}

// check refuses a folder with files of somebody else, and one that cannot be made. An export may be written over an earlier one.
func check(out string) error {
	if info, err := os.Stat(out); err == nil && !info.IsDir() { // of which Windows says that there is no such folder
		return errors.New(language.Text{"폴더가 아니라 파일입니다.", "this is a file, not a folder"}.String())
	}
	entries, err := os.ReadDir(out)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if len(entries) == 0 {
		return os.MkdirAll(out, 0o777) // before anything that takes its time
	}
	home := "<title>" + pages.Say("title").String() + "</title>"
	if index, err := os.ReadFile(filepath.Join(out, "index.html")); err == nil && bytes.Contains(index, []byte(home)) {
		return nil
	}
	return errors.New(language.Text{
		"빈 폴더도 아니고 앞서 내보낸 폴더도 아닙니다.",
		"this folder is neither empty nor an earlier export",
	}.String())
}

var localLink = regexp.MustCompile(`(?:href|src)="([^":?#]+)(?:[?#][^"]*)?"`)

// writePages writes all that links lead to, from the start of the site.
func writePages(site *pages.Site, out string) error {
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

// writeWorkshop writes what the pages need to make programs, with the license under which it may be given on.
func writeWorkshop(pack *workshop.Pack, out string) error {
	files := map[string][]byte{"index.js": pack.Index(), "LICENSE": pack.License}
	for k, part := range pack.Parts() {
		files[fmt.Sprintf("%s/%d.js", pack.Name, k)] = part
	}
	if err := os.RemoveAll(filepath.Join(out, "workshop")); err != nil { // of an earlier export
		return err
	}
	for name, content := range files {
		if err := write(out, "workshop/"+name, content); err != nil {
			return err
		}
	}
	return nil
}

// writeTraces writes a trace for each program, n and language.
func writeTraces(ctx context.Context, site *pages.Site, out string, tell func(file string)) error {
	for _, program := range site.Programs() {
		languages := []string{""}
		if site.HasWords(program) {
			languages = pages.Languages
		}
		for _, n := range site.Numbers(program) {
			for _, chosen := range languages {
				file, request := fmt.Sprintf("traces/%s-%d", program, n), trace.Request{Dir: site.Dir(program), N: n}
				if chosen != "" {
					file += "." + chosen
					request.Args = []string{"-lang", chosen}
				}
				tell(file + ".js")
				made, err := trace.Run(ctx, request)
				if err != nil {
					return fmt.Errorf("%s, n = %d: %w", program, n, err)
				}
				content, err := json.Marshal(made)
				if err != nil {
					return err
				}
				if err := write(out, file+".js", fmt.Appendf(nil, "receiveTrace(%s);\n", content)); err != nil {
					return err
				}
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
