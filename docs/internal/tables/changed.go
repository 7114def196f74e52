package tables

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"example.com/eightqueens/internal/program"
)

// A change is what a learner changes in a stage: pairs of a text and what stands in its place.
type change []string

// changed runs a stage for each of some n with each of the changes, and returns how many placements
// it finds: a line for each change, and in it, behind the author's words, a cell for each n.
//
// To print millions of lines takes long, and to build dozens of programs, too. So the search of the
// stage, that is set with the variables and constants, becomes a function of its own for each n and
// each change, in one program that counts the calls of report.
func (t *Tables) changed(ctx context.Context, stage string, ns []int, changes ...change) ([][]string, error) {
	source, err := readMain(t.root, stage)
	if err != nil {
		return nil, err
	}
	var searches []string
	for _, c := range changes {
		for _, n := range ns {
			search, err := searchOf(source, append(change{"const n = 8", fmt.Sprint("const n = ", n)}, c...))
			if err != nil {
				return nil, fmt.Errorf("%s: %w", stage, err)
			}
			searches = append(searches, search)
		}
	}
	numbers, err := run(ctx, searches)
	if err != nil {
		return nil, fmt.Errorf("%s, changed: %w", stage, err)
	}
	var cells [][]string
	for range changes {
		found := line("")
		for range ns {
			found = append(found, line(numbers[0])...)
			numbers = numbers[1:]
		}
		cells = append(cells, found)
	}
	return cells, nil
}

// readMain returns the source of a stage's main.go.
func readMain(root, stage string) (string, error) {
	source, err := os.ReadFile(filepath.Join(root, stage, "main.go"))
	return strings.ReplaceAll(string(source), "\r\n", "\n"), err
}

// searchOf returns the body of a function that runs the search in the source, with the change, and
// returns how many placements it finds.
func searchOf(source string, c change) (string, error) {
	for k := 0; k < len(c); k += 2 {
		if !strings.Contains(source, c[k]) {
			return "", fmt.Errorf("main.go has no %q that could be changed", c[k])
		}
	}
	source = strings.NewReplacer(c...).Replace(source)
	file, err := parser.ParseFile(token.NewFileSet(), "main.go", source, 0)
	if err != nil {
		return "", err
	}
	text := func(from, to token.Pos) string { return source[from-file.FileStart : to-file.FileStart] }
	var search strings.Builder
	search.WriteString("found := 0\nreport := func() { found++ }\n")
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				value, ok := spec.(*ast.ValueSpec)
				if !ok || d.Tok == token.VAR && value.Values != nil {
					continue // what is printed to
				}
				fmt.Fprintln(&search, d.Tok, text(value.Pos(), value.End()))
				for _, name := range value.Names {
					fmt.Fprintln(&search, "_ =", name) // not every change uses it
				}
			}
		case *ast.FuncDecl:
			if d.Name.Name == "set" {
				fmt.Fprintf(&search, "var set func(int)\nset = func%s\n", text(d.Type.Params.Pos(), d.End()))
			}
		}
	}
	search.WriteString("set(0)\nreturn found\n")
	return search.String(), nil
}

// run builds a program of the searches, runs it, and returns what each of them returns.
func run(ctx context.Context, searches []string) (numbers []int, err error) {
	folder, err := os.MkdirTemp("", "eightqueens-tables-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	source := "package main\n\nimport \"fmt\"\n\nfunc main() {\n"
	for _, search := range searches {
		source += "fmt.Println(func() int {\n" + search + "}())\n"
	}
	for name, text := range map[string]string{"go.mod": "module changed\n\ngo 1.26\n", "main.go": source + "}\n"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
			return nil, err
		}
	}
	p, err := program.Build(folder, folder)
	if err != nil {
		return nil, err
	}
	result, err := p.Run(ctx, program.Run{})
	if err != nil {
		return nil, err
	}
	if result.Exit != 0 {
		return nil, fmt.Errorf("exit status %d\n%.2000s", result.Exit, result.Stderr)
	}
	for line := range strings.Lines(result.Stdout) {
		number, err := strconv.Atoi(strings.TrimSpace(line))
		if err != nil {
			return nil, err
		}
		numbers = append(numbers, number)
	}
	return numbers, nil
}
