package trace

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Hash returns a hash of what a trace of the stage is made from: of the files of
// the stage and of the packages of its module that it imports.
func Hash(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	module := dir
	for module != filepath.Dir(module) && !isFile(filepath.Join(module, "go.mod")) {
		module = filepath.Dir(module)
	}
	settings, _ := os.ReadFile(filepath.Join(module, "go.mod"))
	sums, _ := os.ReadFile(filepath.Join(module, "go.sum")) // it may not be there
	hash := sha256.New()
	fmt.Fprintf(hash, "%q %q\n", settings, sums)
	packages := []string{dir}
	for i := 0; i < len(packages); i++ { // they become more meanwhile
		files, err := sourceFiles(packages[i])
		if i > 0 && errors.Is(err, fs.ErrNotExist) {
			continue // what is imported is not there
		}
		for _, path := range files {
			text, failed := os.ReadFile(path)
			err = cmp.Or(err, failed)
			fmt.Fprintf(hash, "%q %q\n", path, text)
			for _, below := range importsBelow(settings, text) {
				if folder := filepath.Join(module, below); !slices.Contains(packages, folder) {
					packages = append(packages, folder)
				}
			}
		}
		if err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("%x", hash.Sum(nil)), nil
}

var modulePath = regexp.MustCompile(`(?m)^module\s+"?([^\s"]+)`)

// importsBelow returns the packages of the module that a file imports, if it is one of Go, as folders.
func importsBelow(settings, text []byte) (folders []string) {
	module := modulePath.FindSubmatch(settings)
	file, err := parser.ParseFile(token.NewFileSet(), "", text, parser.ImportsOnly)
	if module == nil || err != nil {
		return nil
	}
	for _, imported := range file.Imports {
		path, _ := strconv.Unquote(imported.Path.Value)
		if below, ok := strings.CutPrefix(path, string(module[1])+"/"); ok {
			folders = append(folders, filepath.FromSlash(below))
		}
	}
	return folders
}

// sourceFiles returns the files in a folder that may be a part of its program: tests and hidden files are
// not, folders below only where a file embeds others.
func sourceFiles(dir string) (files []string, err error) {
	entries, err := os.ReadDir(dir)
	embeds := false
	for _, entry := range entries {
		name, path := entry.Name(), filepath.Join(dir, entry.Name())
		if strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") || strings.HasSuffix(name, "_test.go") || !isFile(path) {
			continue
		}
		files = append(files, path)
		text, _ := os.ReadFile(path)
		embeds = embeds || filepath.Ext(name) == ".go" && bytes.Contains(text, []byte("//go:embed"))
	}
	if !embeds {
		return files, err
	}
	files = nil
	err = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && isFile(path) && entry.Name() != "go.mod" {
			files = append(files, path)
		}
		return err
	})
	return files, err
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
