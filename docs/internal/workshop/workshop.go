// Package workshop packs Go's own compiler for the browser: compiler and linker, what a program of the tutorial may
// import, and the tutorial's own tool. All of it is made from the Go at hand, and nothing is fetched.
package workshop

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"example.com/eightqueens/docs/internal/repository"
)

// Recorder is the import path of what a program imports to be traced.
const Recorder = repository.Module + "/docs/internal/trace/recorder"

// offered are the packages that a program may import, besides all that they need.
var offered = []string{
	"bufio", "bytes", "cmp", "container/list", "errors", "flag", "fmt", "io", "iter", "maps", "math", "math/bits", "math/rand", "os",
	"runtime", "slices", "sort", "strconv", "strings", "sync", "sync/atomic", "testing", "time", "unicode", "unicode/utf8",
	"golang.org/x/text/language", "golang.org/x/text/message", "golang.org/x/text/message/catalog", "golang.org/x/text/width",
	Recorder, repository.Module + "/docs/exercises/internal/check", repository.Module + "/internal/oracle",
}

// small makes what is packed small: functions are not copied to where they are called, and nothing is there for a
// debugger. Names of functions and numbers of lines stay. Fast is for the linker, which is twice as fast then.
var (
	small = []string{"-trimpath", "-ldflags=-s -w", "-gcflags=all=-l -dwarf=false"}
	fast  = []string{"-trimpath", "-ldflags=-s -w", "-gcflags=all=-dwarf=false"}
)

// A Pack is all that the page needs to make programs.
type Pack struct {
	Name string // of its content: another one for another content
	Exec []byte // the script with which the browser runs a program of Go

	License []byte // of Go
	Files   []File
	Data    []byte // of all files, one after the other, compressed
}

// A File is one of a pack, under the name that it has in the page.
type File struct {
	Name string
	Size int
}

// Make makes the pack for the tutorial in the folder root, and tells of each thing that takes its time. What was
// made once is kept in the user's folder for such things.
func Make(ctx context.Context, root string, tell func(what string)) (*Pack, error) {
	work, err := workFolder()
	if err != nil {
		return nil, err
	}
	g := &goCommand{ctx, root}
	goroot, err := g.run("env", "GOROOT")
	if err != nil {
		return nil, err
	}
	tell("packages")
	packages, err := g.packages()
	if err != nil {
		return nil, err
	}
	p := &Pack{}
	if p.Exec, err = os.ReadFile(filepath.Join(goroot, "lib", "wasm", "wasm_exec.js")); err != nil {
		return nil, err
	}
	if p.License, err = os.ReadFile(filepath.Join(goroot, "LICENSE")); err != nil {
		return nil, err
	}
	var content [][]byte
	add := func(name, file string) error {
		data, err := os.ReadFile(file)
		p.Files = append(p.Files, File{name, len(data)})
		content = append(content, data)
		return err
	}
	var settings bytes.Buffer // as compiler and linker read them
	for line := range strings.Lines(packages) {
		name, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		if file == "" { // unsafe has none
			continue
		}
		archive := path.Join("/packages", name+".a")
		fmt.Fprintf(&settings, "packagefile %s=%s\n", name, archive)
		if err := add(archive, file); err != nil {
			return nil, err
		}
	}
	p.Files = append(p.Files, File{"/importcfg", settings.Len()})
	content = append(content, settings.Bytes())

	for _, program := range []string{"cmd/compile", "cmd/link", "./docs/internal/workshop/tool"} {
		tell(program)
		flags := small
		if program == "cmd/link" {
			flags = fast
		}
		name := path.Base(program) + ".wasm"
		file := filepath.Join(work, name)
		if _, err := g.run("build", slices.Concat(flags, []string{"-o", file, program})...); err != nil {
			return nil, err
		}
		if err := add("/"+name, file); err != nil {
			return nil, err
		}
	}
	return p, p.compress(work, content, tell)
}

// compress makes the data of the pack, unless it was made before.
func (p *Pack) compress(work string, content [][]byte, tell func(string)) error {
	hash := sha256.New()
	for _, data := range content {
		fmt.Fprintln(hash, len(data))
		hash.Write(data)
	}
	p.Name = fmt.Sprintf("%x", hash.Sum(nil)[:6])
	file := filepath.Join(work, "pack.gz")
	if data, err := os.ReadFile(file); err == nil {
		reader, err := gzip.NewReader(bytes.NewReader(data))
		if err == nil && reader.Comment == p.Name {
			if _, err := io.Copy(io.Discard, reader); err == nil { // it was written to its end
				p.Data = data
				return nil
			}
		}
	}
	tell("compress")
	var out bytes.Buffer
	writer, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return err
	}
	writer.Comment = p.Name
	for _, data := range content {
		writer.Write(data) // to memory
	}
	writer.Close()
	p.Data = out.Bytes()
	os.WriteFile(file, p.Data, 0o600) // the next time it takes longer, if it fails
	return nil
}

// Parts returns the data as scripts: a page that was opened from a disk can load nothing else.
func (p *Pack) Parts() [][]byte {
	const size = 3 << 18 // bytes, 1 MiB as text
	var parts [][]byte
	for part := range slices.Chunk(p.Data, size) {
		parts = append(parts, fmt.Appendf(nil, "workshop.receive(%d, %q);\n", len(parts), base64.StdEncoding.EncodeToString(part)))
	}
	return parts
}

// Index returns the script that tells of the parts and of the files in them.
func (p *Pack) Index() []byte {
	files := [][2]any{}
	for _, file := range p.Files {
		files = append(files, [2]any{file.Name, file.Size})
	}
	text, err := json.Marshal(map[string]any{
		"name": p.Name, "parts": len(p.Parts()), "files": files, "exec": string(p.Exec), "recorder": Recorder,
	})
	if err != nil {
		panic(err)
	}
	return fmt.Appendf(nil, "workshop.open(%s);\n", text)
}

// workFolder returns a folder that is there the next time, too.
func workFolder() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	folder := filepath.Join(cache, "eightqueens-workshop")
	return folder, os.MkdirAll(folder, 0o700)
}

// A goCommand is the go command for the browser, in the folder of the tutorial.
type goCommand struct {
	ctx  context.Context
	root string
}

// run returns what the command prints, or as an error the first line of what it says is wrong.
func (g *goCommand) run(command string, arguments ...string) (string, error) {
	cmd := exec.CommandContext(g.ctx, "go", append([]string{command}, arguments...)...)
	cmd.Dir = g.root
	cmd.Env = append(cmd.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=-buildvcs=false")
	output, err := cmd.Output()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && g.ctx.Err() == nil {
		said, _, _ := strings.Cut(strings.TrimSpace(string(exit.Stderr)), "\n")
		return "", fmt.Errorf("go %s: %s", command, said)
	}
	return strings.TrimSpace(string(output)), errors.Join(err, g.ctx.Err())
}

// packages returns a line for each package that a program can need: its import path and its archive.
func (g *goCommand) packages() (string, error) {
	arguments := slices.Concat([]string{"-deps", "-export", "-f", "{{.ImportPath}} {{.Export}}"}, small, offered)
	solutions, err := filepath.Glob(filepath.Join(g.root, "docs", "exercises", "*", "solution")) // which the tests import
	if err != nil {
		return "", err
	}
	for _, folder := range solutions {
		arguments = append(arguments, "./docs/exercises/"+filepath.Base(filepath.Dir(folder))+"/solution")
	}
	return g.run("list", arguments...)
}
