// Package quote takes out of the files of the repository what the chapters show of them.
package quote

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strings"
)

// Gap is the line that stands for lines left out.
const Gap = "..."

// A Line is a line of a quotation.
type Line struct {
	Number int // in the file, from 1; 0 of a gap
	Text   string
}

// Lines returns the lines of a Go file that a selection names, as the info string of a fence has it:
//
//	set                         the declaration of set
//	//set                       its comment and its declaration
//	"pos["                      the line that begins with pos[, blanks apart
//	"pos[" to "set("            from there to the next line that begins with set(
//	"pos[" to "set(" in report  the same, looked for in the declaration of report alone
//
// Several of these, in the order of the file, have a gap between them where more than blank lines
// is left out. An empty selection is the whole file.
func Lines(source []byte, selection string) ([]Line, error) {
	file := Split(source)
	var quoted []Line
	add := func(first, last int) { // lines counted from 1
		for number := first; number <= last; number++ {
			quoted = append(quoted, Line{number, file[number-1]})
		}
	}
	if strings.TrimSpace(selection) == "" {
		add(1, len(file))
	}
	end := 0 // of what is quoted so far
	for _, piece := range pieces.FindAllStringSubmatch(selection, -1) {
		first, last, err := find(file, piece[1], piece[2], piece[3], piece[4])
		switch {
		case err != nil:
			return nil, err
		case first <= end:
			return nil, fmt.Errorf("%s comes before what is quoted above it", piece[0])
		case end > 0 && strings.TrimSpace(strings.Join(file[end:first-1], "")) == "":
			first = end + 1
		case end > 0:
			quoted = append(quoted, Line{Text: Gap})
		}
		add(first, last)
		end = last
	}
	return quoted, nil
}

// pieces finds the pieces of a selection: a name; or a text, perhaps another, and perhaps a name.
var pieces = regexp.MustCompile(`([^\s"]+)|"([^"]+)"(?: to "([^"]+)")?(?: in (\S+))?`)

// find returns the numbers of the first and the last line of a piece.
func find(file []string, name, from, to, scope string) (first, last int, err error) {
	if name != "" {
		return declaration(file, name)
	}
	start, end := 1, len(file)
	if scope != "" {
		if start, end, err = declaration(file, scope); err != nil {
			return 0, 0, err
		}
	}
	for number := start; number <= end; number++ {
		line := strings.TrimSpace(file[number-1])
		switch {
		case strings.HasPrefix(line, from) && first > 0:
			return 0, 0, fmt.Errorf("lines %d and %d begin with %q: say more of the one that is meant", first, number, from)
		case strings.HasPrefix(line, from):
			first = number
		case first > 0 && last == 0 && to != "" && strings.HasPrefix(line, to):
			last = number
		}
	}
	switch {
	case first == 0:
		return 0, 0, fmt.Errorf("no line begins with %q", from)
	case to == "":
		return first, first, nil
	case last == 0:
		return 0, 0, fmt.Errorf("no line below %q begins with %q", from, to)
	}
	return first, last, nil
}

// Split returns the lines of a text, without their ends.
func Split(text []byte) []string {
	return strings.Split(strings.TrimSuffix(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n"), "\n")
}

// declaration returns the numbers of the first and the last line of a declaration; with // before
// its name, its comment is part of it.
func declaration(file []string, name string) (first, last int, err error) {
	files := token.NewFileSet()
	source, err := parser.ParseFile(files, "", strings.Join(file, "\n"), parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return 0, 0, err
	}
	bare, withComment := strings.CutPrefix(name, "//")
	for _, decl := range source.Decls {
		names, comment := declared(decl)
		if !slices.Contains(names, bare) {
			continue
		}
		if last > 0 {
			return 0, 0, fmt.Errorf("%s is declared more than once", bare)
		}
		start := decl.Pos()
		if withComment && comment != nil {
			start = comment.Pos()
		}
		first, last = files.Position(start).Line, files.Position(decl.End()).Line
	}
	if last == 0 {
		return 0, 0, fmt.Errorf("%s is not declared", bare)
	}
	return first, last, nil
}

// declared returns the names that a declaration declares, and its comment.
func declared(decl ast.Decl) (names []string, comment *ast.CommentGroup) {
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		return []string{decl.Name.Name}, decl.Doc
	case *ast.GenDecl:
		for _, spec := range decl.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				names = append(names, spec.Name.Name)
			case *ast.ValueSpec:
				for _, name := range spec.Names {
					names = append(names, name.Name)
				}
			}
		}
		return names, decl.Doc
	}
	return nil, nil
}
