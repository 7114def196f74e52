package trace

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// A location is where a program is.
type location struct{ module, dir string }

// locate finds the module of a folder. The error is a *SourceError where there is no main.go, or a
// link that leads out of the module.
func locate(dir string) (location, error) {
	dir, err := filepath.Abs(dir)
	l := location{dir, dir}
	for err == nil && !l.isFile(filepath.Join(l.module, "go.mod")) {
		if l.module == filepath.Dir(l.module) {
			return l, fmt.Errorf("%s is in no module: there is no go.mod", dir)
		}
		l.module = filepath.Dir(l.module)
	}
	if err == nil && !l.isFile(filepath.Join(dir, "main.go")) {
		err = untraceable("notBuilt", "there is no file main.go")
	}
	return l, err
}

// isFile reports whether a file is there, or a link to one in the module.
func (l location) isFile(path string) bool {
	info, err := os.Lstat(path)
	if err == nil && info.Mode().Type() == fs.ModeSymlink {
		module, _ := filepath.EvalSymlinks(l.module)
		path, _ = filepath.EvalSymlinks(path)
		if below, err := filepath.Rel(module, path); err != nil || !filepath.IsLocal(below) {
			return false
		}
		info, err = os.Lstat(path)
	}
	return err == nil && info.Mode().IsRegular()
}

// files yields the files of the module below a folder, hidden folders aside.
func (l location) files(dir string) func(yield func(path string) bool) {
	return func(yield func(string) bool) {
		dir += string(filepath.Separator) // which follows a link
		filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil, entry.IsDir() && path != dir && strings.HasPrefix(entry.Name(), "."):
				return fs.SkipDir
			case (entry.Type().IsRegular() || entry.Type() == fs.ModeSymlink && l.isFile(path)) && !yield(path):
				return fs.SkipAll
			}
			return nil
		})
	}
}

// Hash returns a hash of what a trace of the stage in a folder is made from: of the files in it, and
// of the source of its module. The error is a *SourceError where main.go is no file of the module.
func Hash(dir string) (string, error) {
	l, err := locate(dir)
	if err != nil {
		return "", err
	}
	hash := sha256.New()
	for path := range l.files(l.module) {
		switch filepath.Ext(path) {
		case ".go", ".mod", ".sum":
			text, err := os.ReadFile(path)
			fmt.Fprintf(hash, "%q %d %v\n%s", path, len(text), err, text)
		default: // it may be embedded; it may be large
			below, _ := filepath.Rel(l.dir, path)
			if info, err := os.Stat(path); err == nil && filepath.IsLocal(below) {
				fmt.Fprintf(hash, "%q %d %v\n", path, info.Size(), info.ModTime())
			}
		}
	}
	return fmt.Sprintf("%x", hash.Sum(nil)), nil
}
