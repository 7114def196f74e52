package trace

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"regexp"
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

// cut returns a piece of main.go on one line, without comments and the bodies of functions, in parts:
// the operands that are in it stand at 1, 3, 5 and so on.
func (s *stage) cut(from, to token.Pos, operands []ast.Expr) (parts []string, kept []ast.Expr) {
	source, offset := string(s.sources["main.go"]), s.fset.File(from).Offset
	for node := range ast.Preorder(s.file) {
		if literal, ok := node.(*ast.FuncLit); ok && from <= literal.Pos() && literal.End() <= to {
			begin, end := offset(literal.Body.Lbrace)+1, offset(literal.Body.Rbrace)
			blank := strings.Repeat("\n", end-begin) // as long as the body
			if len(blank) >= len("…") {
				blank = "…" + blank[len("…"):]
			}
			source = source[:begin] + blank + source[end:]
		}
	}
	for _, operand := range operands {
		if begin, end := operand.Pos(), operand.End(); from <= begin && end <= to {
			parts = append(parts, oneLine(source[offset(from):offset(begin)]), oneLine(source[offset(begin):offset(end)]))
			kept = append(kept, operand)
			from = end
		}
	}
	parts = append(parts, strings.TrimRight(oneLine(source[offset(from):offset(to)]), " "))
	parts[0] = strings.TrimLeft(parts[0], " ")
	return parts, kept
}

var (
	literalOrGap = regexp.MustCompile(`"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|` + "`[^`]*`" + `|(?:\s|//.*|/\*(?s:.*?)\*/)+`)
	afterOpening = regexp.MustCompile(`([(\[{])\n`)
	atClosing    = regexp.MustCompile(`,?\n([)\]}])`)
	afterAll     = regexp.MustCompile("([\\pL\\pN_)\\]}\"'`])\n") // where Go puts a semicolon
)

// oneLine puts on one line what stands on several.
func oneLine(source string) string {
	source = literalOrGap.ReplaceAllStringFunc(source, func(found string) string {
		switch {
		case strings.ContainsAny(found[:1], "\"'`"):
			return found
		case strings.Contains(found, "\n"):
			return "\n"
		}
		return " "
	})
	source = afterOpening.ReplaceAllString(source, "$1")
	source = atClosing.ReplaceAllString(source, "$1")
	source = afterAll.ReplaceAllString(source, "$1; ")
	return strings.ReplaceAll(source, "\n", " ")
}
