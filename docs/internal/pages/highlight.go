package pages

import (
	"go/scanner"
	"go/token"
	"html"
	"strings"
)

// goLines returns each line of Go as HTML, with its keywords, texts and comments marked. The source
// may be a piece of a file, or wrong.
func goLines(source string) []string {
	var out strings.Builder
	fset := token.NewFileSet()
	file := fset.AddFile("", fset.Base(), len(source))
	var s scanner.Scanner
	s.Init(file, []byte(source), func(token.Position, string) {}, scanner.ScanComments)
	end := 0 // of what is written
	for {
		position, kind, literal := s.Scan()
		if kind == token.EOF {
			break
		}
		class := ""
		switch {
		case kind == token.COMMENT:
			class = "comment"
		case kind == token.STRING || kind == token.CHAR:
			class = "string"
		case kind.IsKeyword():
			class = "keyword"
		}
		start := file.Offset(position)
		stop := start + len(literal)
		if class == "" || start < end || stop > len(source) || source[start:stop] != literal {
			continue
		}
		out.WriteString(html.EscapeString(source[end:start]))
		for i, line := range strings.Split(literal, "\n") {
			if i > 0 {
				out.WriteString("\n")
			}
			out.WriteString(`<span class="` + class + `">` + html.EscapeString(line) + `</span>`)
		}
		end = stop
	}
	out.WriteString(html.EscapeString(source[end:]))
	return strings.Split(out.String(), "\n")
}

// plainLines returns each line of a text as HTML.
func plainLines(source string) []string {
	return strings.Split(keepOptions(html.EscapeString(source)), "\n")
}
