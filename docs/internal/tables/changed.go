package tables

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"example.com/eightqueens/internal/program"
)

// A change is what a learner changes in a stage: pairs of a text and what stands in its place.
type change []string

// names are those that a search declares and calls.
var names = regexp.MustCompile(`\b(n|pos|rowUsed|slashUsed|backslashUsed|count|out|set)\b`)

// changed runs a stage for each of some n with each of the changes, and returns how many placements
// it finds: a line for each change, and in it, behind the author's words, a cell for each n.
//
// To print millions of lines takes long, and to build dozens of programs, too. So the lines of main.go
// from n to set stand in one program once for each change and each n, with names of their own, and
// report counts its calls.
func (t *Tables) changed(ctx context.Context, stage string, ns []int, changes ...change) (cells [][]any, err error) {
	file := filepath.Join(t.root, stage, "main.go")
	source, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	search := strings.ReplaceAll(string(source), "\r\n", "\n")
	search = search[max(0, strings.Index(search, "const n = 8")):]
	search, _, _ = strings.Cut(search, "\n// report ")
	declared := "package main\nimport (\"bufio\"; \"fmt\"; \"os\")\nvar _ = bufio.NewWriter(os.Stdout)\nvar found int\nfunc report() { found++ }\n"
	called := "func main() {\n"
	for k, c := range changes {
		for _, n := range ns {
			pairs := append(change{"const n = 8", fmt.Sprint("const n = ", n)}, c...)
			for old := range slices.Chunk(pairs, 2) {
				if !strings.Contains(search, old[0]) {
					return nil, fmt.Errorf("%s has no %q that could be changed", file, old[0])
				}
			}
			own := fmt.Sprintf("_%d_%d", k, n)
			declared += names.ReplaceAllString(strings.NewReplacer(pairs...).Replace(search), "${1}"+own)
			called += "set" + own + "(0)\nfmt.Println(found)\nfound = 0\n"
		}
	}

	folder, err := os.MkdirTemp("", "eightqueens-tables-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	for name, text := range map[string]string{"go.mod": "module changed\n\ngo 1.26\n", "main.go": declared + called + "}\n"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
			return nil, err
		}
	}
	p, err := program.Build(folder, folder)
	if err != nil {
		return nil, fmt.Errorf("%s, changed: %w", stage, err)
	}
	result, err := p.Run(ctx, program.Run{})
	if err != nil {
		return nil, err
	}
	printed := strings.NewReader(result.Stdout)
	for range changes {
		line := []any{""}
		for range ns {
			var found int
			if _, err := fmt.Fscan(printed, &found); err != nil {
				return nil, fmt.Errorf("%s, changed: %w\n%.2000s", stage, err, result.Stderr)
			}
			line = append(line, found)
		}
		cells = append(cells, line)
	}
	return cells, nil
}
