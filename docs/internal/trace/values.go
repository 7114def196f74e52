package trace

import (
	"go/ast"
	"go/constant"
	"go/scanner"
	"go/token"
	"go/types"
	"strings"
)

// value returns how to compute an expression from the variables, as the package comment describes, or
// nil.
func (s *stage) value(e ast.Expr) any {
	known := s.types.Types[e]
	if known.Value != nil {
		switch known.Value.Kind() {
		case constant.Bool:
			return constant.BoolVal(known.Value)
		case constant.Int:
			if number, exact := constant.Int64Val(known.Value); exact {
				return number
			}
		}
		return nil
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		return s.value(e.X)
	case *ast.Ident:
		if variable, ok := s.object(e).(*types.Var); ok {
			return variable.Name()
		}
	case *ast.StarExpr:
		if name, ok := s.value(e.X).(string); ok {
			return "*" + name
		}
	case *ast.SelectorExpr:
		if selection := s.types.Selections[e]; selection != nil && selection.Kind() == types.FieldVal {
			return operation(".", s.value(e.X), e.Sel.Name)
		}
	case *ast.IndexExpr:
		if s.isList(e.X) {
			return operation("[]", s.value(e.X), s.value(e.Index))
		}
	case *ast.UnaryExpr:
		if e.Op != token.AND && e.Op != token.ARROW {
			return operation(e.Op.String(), s.value(e.X))
		}
	case *ast.BinaryExpr:
		return operation(e.Op.String(), s.value(e.X), s.value(e.Y))
	case *ast.CallExpr:
		switch {
		case s.isLen(e):
			return operation("len", s.value(e.Args[0]))
		case len(e.Args) == 1 && s.types.Types[e.Fun].IsType() && isWhole(s.types.TypeOf(e)):
			return s.value(e.Args[0])
		}
	}
	return nil
}

// operation returns nil where an operand is.
func operation(operator string, operands ...any) any {
	list := []any{operator}
	for _, operand := range operands {
		if operand == nil {
			return nil
		}
		list = append(list, operand)
	}
	return list
}

// under returns the underlying type; nil where an import would have to tell.
func under(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	return t.Underlying()
}

// isWhole reports whether the type is one of whole numbers.
func isWhole(t types.Type) bool {
	basic, ok := under(t).(*types.Basic)
	return ok && basic.Info()&types.IsInteger != 0
}

// elements returns the type of the elements of an array or a slice, or nil.
func (s *stage) elements(list ast.Expr) types.Type {
	t := under(s.types.TypeOf(list))
	if pointer, ok := t.(*types.Pointer); ok {
		t = under(pointer.Elem())
	}
	switch t := t.(type) {
	case *types.Array:
		return t.Elem()
	case *types.Slice:
		return t.Elem()
	}
	return nil
}

func (s *stage) isList(e ast.Expr) bool { return s.elements(e) != nil }

// operands returns the largest parts of an expression that have a value which may differ from its text,
// but no conditions.
func (s *stage) operands(e ast.Expr) []ast.Expr {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return s.operands(e.X)
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			return s.operands(e.X)
		}
	case *ast.BinaryExpr:
		if e.Op == token.LAND || e.Op == token.LOR || isComparison(e.Op) {
			return append(s.operands(e.X), s.operands(e.Y)...)
		}
	}
	if s.value(e) != nil {
		if namesSomething(e) {
			return []ast.Expr{e}
		}
		return nil
	}
	var found []ast.Expr
	switch e := e.(type) {
	case *ast.BinaryExpr:
		found = append(s.operands(e.X), s.operands(e.Y)...)
	case *ast.UnaryExpr:
		found = s.operands(e.X)
	case *ast.StarExpr:
		found = s.operands(e.X)
	case *ast.IndexExpr:
		found = append(s.operands(e.X), s.operands(e.Index)...)
	case *ast.CallExpr:
		for _, argument := range e.Args {
			found = append(found, s.operands(argument)...)
		}
	}
	return found
}

// namesSomething reports whether a name stands in the expression, besides true and false.
func namesSomething(e ast.Expr) bool {
	for node := range ast.Preorder(e) {
		if ident, ok := node.(*ast.Ident); ok && ident.Name != "true" && ident.Name != "false" {
			return true
		}
	}
	return false
}

// A flatText is a piece of the source on one line, without comments and the bodies of functions.
type flatText struct {
	text string
	at   map[token.Pos]int // where a token begins in the text
	end  map[token.Pos]int // where it ends
}

// flat makes one line of the source between two positions.
func (s *stage) flat(from, to token.Pos) flatText {
	var bodies []*ast.BlockStmt
	for node := range ast.Preorder(s.file) {
		if literal, ok := node.(*ast.FuncLit); ok && from <= literal.Pos() && literal.End() <= to {
			bodies = append(bodies, literal.Body)
		}
	}
	file := s.fset.File(s.file.FileStart)
	source := s.sources["main.go"][file.Offset(from):file.Offset(to)]
	lines := token.NewFileSet().AddFile("", -1, len(source))
	var scan scanner.Scanner
	scan.Init(lines, source, nil, 0) // comments are left out
	f := flatText{at: map[token.Pos]int{}, end: map[token.Pos]int{}}
	var text strings.Builder
	var before token.Token = token.LPAREN
	end := 0 // of the token before
next:
	for {
		pos, tok, literal := scan.Scan()
		offset := lines.Offset(pos)
		if tok == token.EOF || tok == token.SEMICOLON && literal == "\n" && offset >= len(source) {
			break
		}
		place := from + token.Pos(offset)
		for _, body := range bodies {
			if body.Lbrace < place && place < body.Rbrace {
				end = offset
				continue next
			}
			if place == body.Rbrace && body.Lbrace+1 < body.Rbrace {
				text.WriteString("…")
				end = offset
			}
		}
		if tok == token.SEMICOLON && literal == "\n" {
			text.WriteString(";")
			before = tok
			continue
		}
		if literal == "" || !tok.IsLiteral() && !tok.IsKeyword() {
			literal = tok.String()
		}
		gap := string(source[min(end, offset):offset])
		isBroken := strings.ContainsAny(gap, "\n")
		opens := before == token.LPAREN || before == token.LBRACK || before == token.LBRACE
		closes := tok == token.RPAREN || tok == token.RBRACK || tok == token.RBRACE
		switch {
		case isBroken && closes && before == token.COMMA:
			trimmed := strings.TrimSuffix(text.String(), ",")
			text.Reset()
			text.WriteString(trimmed)
		case gap == "", isBroken && (opens || closes):
		default:
			text.WriteString(" ")
		}
		f.at[place] = text.Len()
		text.WriteString(literal)
		end = offset + len(literal)
		f.end[from+token.Pos(end)] = text.Len()
		before = tok
	}
	f.text = text.String()
	return f
}

// parts cuts the text at the operands, and returns those that it was cut at.
func (f flatText) parts(operands []ast.Expr) (parts []string, kept []ast.Expr) {
	done := 0
	for _, operand := range operands {
		begin, found := f.at[operand.Pos()]
		end := f.end[operand.End()]
		if found && done <= begin && begin < end {
			parts = append(parts, f.text[done:begin], f.text[begin:end])
			kept = append(kept, operand)
			done = end
		}
	}
	return append(parts, f.text[done:]), kept
}
