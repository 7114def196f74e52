package trace

import (
	"bytes"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// A number is where the program has the number of queens from.
type number struct {
	site ast.Expr // the one constant to put another in place of; or nil
	from int      // its value, or what the program is written for; 0 if it is not constant
	line int      // of main.go; 0 if it is elsewhere
	open bool     // it is computed or read
}

// A Note tells how the n that was asked for reached the program. The package comment tells of it.
type Note struct {
	Code string `json:"code"`
	Line int    `json:"line"`
	From int    `json:"from"`
	N    int    `json:"n"`
}

// findNumber finds where the program has the number of queens from: the bound of the loop in which
// the search tries one square after the other, or else the constant or variable n.
func (s *stage) findNumber() number {
	o := origins{stage: s, seen: map[types.Object]bool{}}
	var bound ast.Expr
	if found := s.findSearch(); found != nil && found.bound != nil {
		bound = found.bound
		o.follow(bound)
	} else {
		object := s.pkg.Scope().Lookup("n")
		if object == nil {
			object = s.pkg.Scope().Lookup("N")
		}
		o.followObject(object)
	}
	switch {
	case o.open || len(o.sites) == 0:
		return number{open: true}
	case len(o.sites) > 1:
		return number{line: s.lineOfMain(o.sites[0])}
	}
	site := o.sites[0]
	from, _ := constant.Int64Val(s.types.Types[site].Value)
	found := number{site: site, from: int(from), line: s.lineOfMain(site)}
	if site == bound || s.isWrittenOut(from, site) {
		found.site = nil
	}
	return found
}

// lineOfMain returns the line of a node in main.go, 0 if it is in another file.
func (s *stage) lineOfMain(node ast.Node) int {
	if s.fset.PositionFor(node.Pos(), false).Filename != "main.go" {
		return 0
	}
	return s.line(node)
}

// isReplaced reports whether the program runs with n in place of its own number.
func (f number) isReplaced(n int) bool { return f.site != nil && f.from != n }

// note returns what a reader must know of the number when n was asked for, if there is anything.
func (s *stage) note(f number, n int) []Note {
	switch {
	case f.isReplaced(n):
		return []Note{{"replaced", f.line, f.from, n}}
	case f.open && s.takesFlag():
	case f.open && (s.uses("fmt", "Scan") || s.uses("os", "Stdin")):
		return []Note{{"input", 0, 0, n}}
	case f.from != n:
		return []Note{{"fixed", f.line, f.from, n}}
	}
	return []Note{}
}

// withNumber puts n where the program has its number, in as many bytes.
func (s *stage) withNumber(f number, n int) map[string][]byte {
	sources := maps.Clone(s.saved)
	if f.isReplaced(n) {
		begin, end := s.fset.PositionFor(f.site.Pos(), false), s.fset.PositionFor(f.site.End(), false)
		text := bytes.Clone(sources[begin.Filename])
		for i := begin.Offset; i < end.Offset; i++ {
			if text[i] != '\n' && text[i] != '\r' {
				text[i] = ' '
			}
		}
		text[begin.Offset] = byte('0' + n) // MaxN has one digit
		sources[begin.Filename] = text
	}
	return sources
}

// takesFlag reports whether the program has a flag -n.
func (s *stage) takesFlag() bool {
	for node := range s.nodes() {
		call, ok := node.(*ast.CallExpr)
		if !ok || !isOf(call.Fun, "flag", "") {
			continue
		}
		for _, argument := range call.Args[:min(2, len(call.Args))] {
			if literal, ok := argument.(*ast.BasicLit); ok && literal.Value == `"n"` {
				return true
			}
		}
	}
	return false
}

// uses reports whether the program uses what begins with a name of a library.
func (s *stage) uses(library, name string) bool {
	for node := range s.nodes() {
		if selector, ok := node.(*ast.SelectorExpr); ok && isOf(selector, library, name) {
			return true
		}
	}
	return false
}

// isOf reports whether an expression is what begins with a name of a library.
func isOf(e ast.Expr, library, name string) bool {
	selector, ok := e.(*ast.SelectorExpr)
	if !ok || !strings.HasPrefix(selector.Sel.Name, name) {
		return false
	}
	found, ok := selector.X.(*ast.Ident)
	return ok && found.Name == library
}

// isWrittenOut reports whether the program has the number itself, or the one before it, in a
// comparison, as the bound of a loop or as an index, besides the site: with another number there, it
// would be another program.
func (s *stage) isWrittenOut(number int64, site ast.Expr) bool {
	is := func(e ast.Expr) bool {
		literal, ok := e.(*ast.BasicLit)
		if !ok || e == site || literal.Kind != token.INT {
			return false
		}
		value, err := strconv.ParseInt(literal.Value, 0, 64)
		return err == nil && value > 1 && (value == number || value == number-1)
	}
	for _, file := range s.files {
		for node := range ast.Preorder(file) {
			switch node := node.(type) {
			case *ast.BinaryExpr:
				if isComparison(node.Op) && (is(node.X) || is(node.Y)) {
					return true
				}
			case *ast.RangeStmt:
				if is(node.X) {
					return true
				}
			case *ast.IndexExpr:
				if is(node.Index) {
					return true
				}
			}
		}
	}
	return false
}

func isComparison(op token.Token) bool {
	return slices.Contains([]token.Token{token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ}, op)
}

// An origins follows a value back to the constants that it comes from.
type origins struct {
	*stage
	seen  map[types.Object]bool
	sites []ast.Expr
	open  bool // it comes from elsewhere, too
}

func (o *origins) follow(e ast.Expr) {
	e = ast.Unparen(e)
	call, isCall := e.(*ast.CallExpr)
	switch {
	case isCall && o.isLen(call):
		o.followLength(call.Args[0])
	case isCall && len(call.Args) == 1 && o.types.Types[call.Fun].IsType(): // a conversion
		o.follow(call.Args[0])
	case o.object(e) != nil:
		o.followObject(o.object(e))
	case o.isInteger(e):
		if !slices.Contains(o.sites, e) {
			o.sites = append(o.sites, e)
		}
	default:
		o.open = true
	}
}

// followObject follows what is written to a constant, a variable or a field.
func (o *origins) followObject(object types.Object) {
	if object != nil && !o.seen[object] {
		o.seen[object] = true
		o.writes(object, o.follow)
	}
}

// followLength follows the length of a list: that in an array's type, or what make was told.
func (o *origins) followLength(list ast.Expr) {
	object := o.object(ast.Unparen(list))
	if object == nil || o.seen[object] {
		return
	}
	o.seen[object] = true
	o.writes(object, func(value ast.Expr) {
		switch value := ast.Unparen(value).(type) {
		case *ast.ArrayType:
			o.follow(value.Len)
		case *ast.CallExpr:
			if name, ok := value.Fun.(*ast.Ident); ok && name.Name == "make" && len(value.Args) > 1 {
				o.follow(value.Args[1])
			}
		default:
			o.followLength(value)
		}
	})
}

// isInteger reports whether the expression is a constant whole number.
func (s *stage) isInteger(e ast.Expr) bool {
	value := s.types.Types[e].Value
	return value != nil && constant.ToInt(value).Kind() == constant.Int
}

// isLen reports whether the call is len(list).
func (s *stage) isLen(call *ast.CallExpr) bool {
	name, ok := call.Fun.(*ast.Ident)
	return ok && len(call.Args) == 1 && s.types.Uses[name] == types.Universe.Lookup("len")
}

// object returns the constant, the variable or the field that the expression names, if it does.
func (s *stage) object(e ast.Expr) types.Object {
	var object types.Object
	switch e := e.(type) {
	case *ast.Ident:
		if object = s.types.Uses[e]; object == nil {
			object = s.types.Defs[e]
		}
	case *ast.SelectorExpr:
		if selection := s.types.Selections[e]; selection != nil {
			object = selection.Obj()
		}
	}
	switch object.(type) {
	case *types.Const, *types.Var:
		if object.Pkg() == s.pkg {
			return object
		}
	}
	return nil
}

// nodes yields the nodes of all files.
func (s *stage) nodes() func(yield func(ast.Node) bool) {
	return func(yield func(ast.Node) bool) {
		for _, file := range s.files {
			for node := range ast.Preorder(file) {
				if !yield(node) {
					return
				}
			}
		}
	}
}

// writes goes through all that is written to the object, and through the type of an array. Where
// something is written that is no expression of its own, the origin is open.
func (o *origins) writes(object types.Object, written func(value ast.Expr)) {
	is := func(e ast.Expr) bool { return o.object(ast.Unparen(e)) == object }
	declared := func(names []*ast.Ident, t ast.Expr) {
		array, ok := t.(*ast.ArrayType)
		if ok && array.Len != nil && slices.ContainsFunc(names, func(name *ast.Ident) bool { return is(name) }) {
			written(array)
		}
	}
	for node := range o.nodes() {
		switch node := node.(type) {
		case *ast.Field:
			declared(node.Names, node.Type)
		case *ast.ValueSpec:
			declared(node.Names, node.Type)
			for i, name := range node.Names {
				if is(name) && len(node.Values) == len(node.Names) {
					written(node.Values[i])
				} else if is(name) && len(node.Values) > 0 {
					o.open = true
				}
			}
		case *ast.AssignStmt:
			for i, left := range node.Lhs {
				switch {
				case !is(left):
				case len(node.Lhs) == len(node.Rhs) && (node.Tok == token.ASSIGN || node.Tok == token.DEFINE):
					written(node.Rhs[i])
				default:
					o.open = true
				}
			}
		case *ast.IncDecStmt:
			o.open = o.open || is(node.X)
		case *ast.UnaryExpr:
			o.open = o.open || node.Op == token.AND && is(node.X)
		case *ast.RangeStmt:
			o.open = o.open || node.Key != nil && is(node.Key) || node.Value != nil && is(node.Value)
		case *ast.KeyValueExpr:
			if key, ok := node.Key.(*ast.Ident); ok && is(key) {
				written(node.Value)
			}
		case *ast.CompositeLit:
			fields, _ := under(o.types.TypeOf(node)).(*types.Struct)
			for i, element := range node.Elts {
				if _, keyed := element.(*ast.KeyValueExpr); fields != nil && !keyed && fields.Field(i) == object {
					written(element)
				}
			}
		case *ast.CallExpr:
			for i, parameter := range o.parameters(node) {
				if i < len(node.Args) && o.types.Defs[parameter] == object {
					written(node.Args[i])
				}
			}
		}
	}
}

// parameters returns the names of the parameters of the function of the program that is called.
func (s *stage) parameters(call *ast.CallExpr) []*ast.Ident {
	var names []*ast.Ident
	if function := s.functionOf(call.Fun); function != nil {
		for _, field := range function.signature.Params.List {
			names = append(names, field.Names...)
		}
	}
	return names
}

// A function is one of the program, under the name that the trace has for it.
type function struct {
	name      string
	object    types.Object // its own, or that of the variable that holds it
	signature *ast.FuncType
	body      *ast.BlockStmt
}

// functions returns those with a name: declared, or held by a variable.
func (s *stage) functions() []*function {
	var all []*function
	for node := range s.nodes() {
		hold := func(name ast.Expr, value ast.Expr) {
			literal, isLiteral := value.(*ast.FuncLit)
			ident, isName := name.(*ast.Ident)
			if isLiteral && isName && ident.Name != "_" {
				all = append(all, &function{ident.Name, s.object(ident), literal.Type, literal.Body})
			}
		}
		switch node := node.(type) {
		case *ast.FuncDecl:
			if node.Body != nil {
				all = append(all, &function{node.Name.Name, s.types.Defs[node.Name], node.Type, node.Body})
			}
		case *ast.AssignStmt:
			for i := range min(len(node.Lhs), len(node.Rhs)) {
				hold(node.Lhs[i], node.Rhs[i])
			}
		case *ast.ValueSpec:
			for i := range min(len(node.Names), len(node.Values)) {
				hold(node.Names[i], node.Values[i])
			}
		}
	}
	return all
}

// functionOf returns the function of the program that an expression of a call means, or nil.
func (s *stage) functionOf(called ast.Expr) *function {
	var object types.Object
	switch called := ast.Unparen(called).(type) {
	case *ast.Ident:
		object = s.types.Uses[called]
	case *ast.SelectorExpr:
		object = s.types.Uses[called.Sel]
	}
	if object == nil {
		return nil
	}
	for _, f := range s.functions() {
		if f.object == object {
			return f
		}
	}
	return nil
}
