package trace

import (
	"bytes"
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"regexp"
	"slices"
)

// A number is where the program has the number of queens from.
type number struct {
	site      ast.Expr // the one constant to put another in place of; or nil
	value     int      // what the program is written for; 0 if it is not constant
	line      int      // of main.go; 0 if it is elsewhere
	atRunTime bool     // it is computed or read
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
	written := s.written()
	var bound ast.Expr
	if found := s.findSearch(); found != nil {
		bound = found.bound
	}
	var sites []ast.Expr
	if bound != nil {
		sites = s.constants(written, bound)
	} else {
		object := cmp.Or(s.pkg.Scope().Lookup("n"), s.pkg.Scope().Lookup("N"))
		sites = s.constants(written, written[object]...)
	}
	if len(sites) == 0 || slices.Contains(sites, nil) {
		return number{atRunTime: true}
	}
	found := number{site: sites[0], line: s.lineOfMain(sites[0])}
	value := s.value(found.site).(int64)
	switch {
	case len(sites) > 1:
		found.site = nil
		return found
	case found.site == bound || s.isWrittenOut(value, found.site):
		found.site = nil
	}
	found.value = int(value)
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
func (f number) isReplaced(n int) bool { return f.site != nil && f.value != n }

// note returns what a reader must know of the number when n was asked for, if there is anything.
func (s *stage) note(f number, n int) []Note {
	switch {
	case f.isReplaced(n):
		return []Note{{"replaced", f.line, f.value, n}}
	case f.atRunTime && s.has(flagN):
	case f.atRunTime && s.has(standardInput):
		return []Note{{"input", 0, 0, n}}
	case f.value != n:
		return []Note{{"fixed", f.line, f.value, n}}
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

// How a program comes by its number at run time.
var (
	flagN         = regexp.MustCompile(`^flag\.\w+\((?:&[\w.]+, )?"n"`)
	standardInput = regexp.MustCompile(`^(?:fmt\.Scan|os\.Stdin)`)
)

// has reports whether an expression of the program matches the pattern.
func (s *stage) has(pattern *regexp.Regexp) bool {
	for node := range s.nodes() {
		if e, ok := node.(ast.Expr); ok && pattern.MatchString(types.ExprString(e)) {
			return true
		}
	}
	return false
}

// isWrittenOut reports whether the program has the number itself, or the one before it, in a
// comparison, as the bound of a loop or as an index, besides the site: with another number there, it
// would be another program.
func (s *stage) isWrittenOut(number int64, site ast.Expr) bool {
	for node := range s.nodes() {
		var tested []ast.Expr
		switch node := node.(type) {
		case *ast.BinaryExpr:
			if isComparison(node.Op) {
				tested = []ast.Expr{node.X, node.Y}
			}
		case *ast.RangeStmt:
			tested = []ast.Expr{node.X}
		case *ast.IndexExpr:
			tested = []ast.Expr{node.Index}
		}
		for _, e := range tested {
			_, isLiteral := e.(*ast.BasicLit)
			if isLiteral && e != site && !s.isNumber(e, 1) && (s.isNumber(e, number) || s.isNumber(e, number-1)) {
				return true
			}
		}
	}
	return false
}

func isComparison(op token.Token) bool {
	return slices.Contains([]token.Token{token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ}, op)
}

// constants follows values back to the constants that they come from, or to nil where they come from
// elsewhere. A list counts as its length.
func (s *stage) constants(written map[types.Object][]ast.Expr, values ...ast.Expr) (sites []ast.Expr) {
	for _, value := range values {
		value = ast.Unparen(value)
		object := s.object(value)
		call, isCall := value.(*ast.CallExpr)
		array, isArray := value.(*ast.ArrayType)
		_, isNumber := s.value(value).(int64)
		switch {
		case object != nil:
			values := written[object]
			delete(written, object) // once is enough
			sites = append(sites, s.constants(written, values...)...)
		case isArray:
			sites = append(sites, s.constants(written, array.Len)...)
		case isCall && len(call.Args) > 1 && types.ExprString(call.Fun) == "make":
			sites = append(sites, s.constants(written, call.Args[1])...)
		case isCall && len(call.Args) == 1 && (s.isLen(call) || s.types.Types[call.Fun].IsType()):
			sites = append(sites, s.constants(written, call.Args[0])...)
		case isNumber:
			sites = append(sites, value)
		default:
			sites = append(sites, nil)
		}
	}
	return sites
}

// written returns what is written to each constant, variable and field, and the types of arrays; nil
// stands for what is no expression of its own.
func (s *stage) written() map[types.Object][]ast.Expr {
	all := map[types.Object][]ast.Expr{}
	write := func(to, value ast.Expr) {
		if object := s.object(ast.Unparen(to)); object != nil {
			all[object] = append(all[object], value)
		}
	}
	declare := func(names []*ast.Ident, t ast.Expr, values []ast.Expr) {
		for i, name := range names {
			if array, ok := t.(*ast.ArrayType); ok && array.Len != nil {
				write(name, array)
			}
			if len(values) == len(names) {
				write(name, values[i])
			} else if len(values) > 0 {
				write(name, nil)
			}
		}
	}
	for node := range s.nodes() {
		switch node := node.(type) {
		case *ast.Field:
			declare(node.Names, node.Type, nil)
		case *ast.ValueSpec:
			declare(node.Names, node.Type, node.Values)
		case *ast.AssignStmt:
			for i, left := range node.Lhs {
				if len(node.Lhs) == len(node.Rhs) && (node.Tok == token.ASSIGN || node.Tok == token.DEFINE) {
					write(left, node.Rhs[i])
				} else {
					write(left, nil)
				}
			}
		case *ast.IncDecStmt:
			write(node.X, nil)
		case *ast.UnaryExpr:
			if node.Op == token.AND {
				write(node.X, nil)
			}
		case *ast.RangeStmt:
			write(node.Key, nil)
			write(node.Value, nil)
		case *ast.KeyValueExpr:
			write(node.Key, node.Value)
		case *ast.CompositeLit:
			fields, _ := under(s.types.TypeOf(node)).(*types.Struct)
			for i, element := range node.Elts {
				if _, keyed := element.(*ast.KeyValueExpr); fields != nil && !keyed {
					all[fields.Field(i)] = append(all[fields.Field(i)], element)
				}
			}
		case *ast.CallExpr:
			for i, parameter := range s.parameters(node) {
				if i < len(node.Args) {
					write(parameter, node.Args[i])
				}
			}
		}
	}
	return all
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
