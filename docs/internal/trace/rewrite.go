package trace

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// A Place is where something happens in main.go. The package comment describes its JSON.
type Place struct {
	Line   int      `json:"line"`
	End    int      `json:"end"`
	Kind   string   `json:"kind"`
	Text   string   `json:"text"`
	Parts  []string `json:"parts,omitempty"`
	Values []any    `json:"values,omitempty"`
	Target []any    `json:"target,omitempty"`
}

// A rewriter puts calls of the recorder into main.go, never a new line: line numbers stay. Each name
// that it puts there begins with trace_.
type rewriter struct {
	*stage
	inserted map[int]string // by offset
	places   []Place
	known    map[ast.Node]int // the place of a statement, of a condition, of a function's type
	names    map[*ast.FuncType]string
}

// rewrite returns main.go with a call of the recorder before every statement, around every
// condition, and where a function begins and ends; the places of those; and the roles of its parts.
func (s *stage) rewrite() (source string, places []Place, roles *Roles) {
	r := &rewriter{s, map[int]string{}, []Place{}, map[ast.Node]int{}, map[*ast.FuncType]string{}}
	for _, f := range s.functions() {
		r.names[f.signature] = f.name
	}
	r.insert(s.file.Name.End(), `;import trace_ %q`, s.recorder)
	ast.PreorderStack(s.file, nil, func(node ast.Node, parents []ast.Node) bool {
		switch node := node.(type) {
		case *ast.FuncDecl:
			if node.Body != nil {
				r.enter(node.Name.Name, node.Type, node.Body)
			}
		case *ast.FuncLit:
			name := cmp.Or(r.names[node.Type], strings.TrimPrefix(r.function(parents)+".func", "."))
			r.names[node.Type] = name
			r.enter(name, node.Type, node.Body)
		case *ast.BlockStmt:
			r.statements(node.List, append(parents, node))
		case *ast.CaseClause:
			r.statements(node.Body, append(parents, node))
		case *ast.CommClause:
			r.statements(node.Body, append(parents, node))
		case *ast.IfStmt:
			r.condition(node.Cond, "if")
		case *ast.ForStmt:
			if node.Cond != nil {
				r.condition(node.Cond, "for")
			}
		case *ast.RangeStmt:
			begin, end, place := node.Body.Lbrace+1, node.Body.Rbrace+1, r.place(node)
			r.insert(begin, "trace_.Turn(%d,%s);", place, r.scope(begin))
			r.insert(end, ";trace_.LoopEnd(%d,%s)", place, r.scope(end))
		}
		return true
	})
	roles = s.roles(func(node ast.Node) int {
		if place, ok := r.known[node]; ok {
			return place
		}
		return -1
	})
	return r.text() + "\nfunc init() {" + s.shared() + "}\n", r.places, roles
}

// function returns the name of the innermost function around a node.
func (r *rewriter) function(parents []ast.Node) string {
	for _, parent := range slices.Backward(parents) {
		switch parent := parent.(type) {
		case *ast.FuncDecl:
			return parent.Name.Name
		case *ast.FuncLit:
			return r.names[parent.Type]
		}
	}
	return ""
}

// place adds the place of a node, once, and returns its number.
func (r *rewriter) place(node ast.Node) int {
	if number, ok := r.known[node]; ok {
		return number
	}
	from, to := node.Pos(), node.End()
	p := Place{Kind: kindOf(node)}
	var written, operands []ast.Expr
	switch node := node.(type) {
	case *ast.AssignStmt:
		written = node.Lhs
		operands = append(operands, node.Lhs...)
		operands = append(operands, node.Rhs...)
	case *ast.IncDecStmt:
		written, operands = []ast.Expr{node.X}, []ast.Expr{node.X}
	case *ast.ExprStmt:
		operands = []ast.Expr{node.X}
	case *ast.ReturnStmt:
		operands = node.Results
	case *ast.RangeStmt:
		for _, variable := range []ast.Expr{node.Key, node.Value} {
			if variable != nil {
				written = append(written, variable)
			}
		}
		to = node.X.End()
		if from = node.For + token.Pos(len("for ")); node.Key != nil {
			from = node.Key.Pos()
		}
		operands = []ast.Expr{node.X}
	case *ast.ForStmt: // without a condition
		to = node.Body.Lbrace
	case *ast.SwitchStmt:
		to = node.Body.Lbrace
		if node.Tag != nil {
			operands = []ast.Expr{node.Tag}
		}
	case *ast.TypeSwitchStmt:
		to = node.Body.Lbrace
	case *ast.SelectStmt:
		to = node.Body.Lbrace
	}
	return r.add(node, p, from, to, written, operands)
}

func (r *rewriter) add(node ast.Node, p Place, from, to token.Pos, written, expressions []ast.Expr) int {
	p.Line = r.fset.PositionFor(from, false).Line
	if _, ok := node.(*ast.RangeStmt); ok {
		p.Line = r.line(node)
	}
	p.End = r.fset.PositionFor(to-1, false).Line
	var operands []ast.Expr
	for _, e := range expressions {
		operands = append(operands, r.operands(e)...)
	}
	parts, operands := r.cut(from, to, operands)
	p.Text = strings.Join(parts, "")
	if len(operands) > 0 {
		p.Parts = parts
	}
	for _, operand := range operands {
		p.Values = append(p.Values, r.value(operand))
	}
	for _, e := range written {
		p.Target = append(p.Target, r.value(e))
	}
	r.known[node] = len(r.places)
	r.places = append(r.places, p)
	return r.known[node]
}

func kindOf(node ast.Node) string {
	switch node := node.(type) {
	case *ast.AssignStmt:
		if node.Tok == token.DEFINE {
			return "define"
		}
		return "assign"
	case *ast.IncDecStmt:
		return "incdec"
	case *ast.ExprStmt:
		if _, ok := node.X.(*ast.CallExpr); ok {
			return "call"
		}
	case *ast.ForStmt:
		return "for"
	case *ast.RangeStmt:
		return "range"
	case *ast.ReturnStmt:
		return "return"
	case *ast.BranchStmt:
		return node.Tok.String()
	case *ast.DeclStmt:
		return "var"
	case *ast.SwitchStmt, *ast.TypeSwitchStmt:
		return "switch"
	}
	return "other"
}

// enter records the call of a function, with the parameters, and the return, with the results.
func (r *rewriter) enter(name string, signature *ast.FuncType, body *ast.BlockStmt) {
	begin := body.Lbrace + 1
	from := signature.Pos()
	if !from.IsValid() {
		from = signature.Params.Pos()
	}
	place := r.add(signature, Place{Kind: "func"}, from, body.Lbrace, nil, nil)
	r.insert(begin, "trace_.Call(%d,%q,%s);defer trace_.Return(%s);", place, name, r.scope(begin), r.results(signature))
}

// results writes the names and pointers of the results. It gives names to those that have none.
func (r *rewriter) results(signature *ast.FuncType) string {
	if signature.Results == nil {
		return ""
	}
	var arguments strings.Builder
	list := signature.Results.List
	if !signature.Results.Opening.IsValid() {
		r.insert(list[0].Pos(), "(")
		r.insert(list[0].End(), ")")
	}
	for i, field := range list {
		names := field.Names
		if len(names) == 0 {
			names = []*ast.Ident{{Name: "trace_" + strconv.Itoa(i)}}
			r.insert(field.Type.Pos(), "%s ", names[0].Name)
		}
		for _, name := range names {
			if name.Name != "_" {
				fmt.Fprintf(&arguments, "%q,&%s,", name.Name, name.Name)
			}
		}
	}
	return arguments.String()
}

// statements records each statement of a list that is a step.
func (r *rewriter) statements(list []ast.Stmt, parents []ast.Node) {
	for _, statement := range list {
		at := statement.Pos()
		for {
			labeled, ok := statement.(*ast.LabeledStmt)
			if !ok {
				break
			}
			statement = labeled.Stmt
			if !canBreak(statement) { // the label of a loop or a switch must stay with it
				at = statement.Pos()
			}
		}
		step := stepOf(statement)
		if step == nil {
			continue
		}
		r.insert(at, "trace_.Statement(%d,%s);", r.place(step), r.scope(at))
		if leavesRange(statement, parents) {
			r.insert(at, "trace_.Break();")
		}
	}
}

// stepOf returns what a statement does of its own, before its condition or its turns; or nil.
func stepOf(statement ast.Stmt) ast.Stmt {
	switch s := statement.(type) {
	case *ast.EmptyStmt, *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
		return nil
	case *ast.IfStmt:
		return s.Init // nil, if there is none
	case *ast.ForStmt:
		if s.Init != nil {
			return s.Init
		}
		if s.Cond != nil {
			return nil
		}
	case *ast.RangeStmt:
		if !hasCall(s.X) {
			return nil
		}
	case *ast.DeclStmt:
		if s.Decl.(*ast.GenDecl).Tok != token.VAR {
			return nil
		}
	}
	return statement
}

// condition wraps the condition of a statement. Where it calls functions, it is a step before
// them, too.
func (r *rewriter) condition(cond ast.Expr, kind string) {
	place := r.add(cond, Place{Kind: kind}, cond.Pos(), cond.End(), nil, []ast.Expr{cond})
	scope, before := r.scope(cond.Pos()), strconv.Itoa(place)
	if hasCall(cond) {
		before = fmt.Sprintf("trace_.Statement(%d,%s)", place, scope)
	}
	r.insert(cond.Pos(), "trace_.Condition(%s,", before)
	r.insert(cond.End(), ",%s)", scope)
}

// scope writes the names and pointers of the variables in scope at pos that are not package
// variables.
func (r *rewriter) scope(pos token.Pos) string {
	var found []types.Object
	innermost := r.pkg.Scope().Innermost(pos)
	for scope := innermost; scope != r.pkg.Scope(); scope = scope.Parent() {
		for _, name := range scope.Names() {
			if home, object := innermost.LookupParent(name, pos); home == scope {
				found = append(found, object)
			}
		}
	}
	return variables(found)
}

// shared writes the calls that tell the recorder of the package variables of the file, and of all
// of them, since the buffer of the output may be among the others.
func (s *stage) shared() string {
	var all, here []types.Object
	for _, name := range s.pkg.Scope().Names() {
		object := s.pkg.Scope().Lookup(name)
		all = append(all, object)
		if s.file.FileStart <= object.Pos() && object.Pos() < s.file.FileEnd {
			here = append(here, object)
		}
	}
	return fmt.Sprintf("trace_.Start(%s);trace_.Share(%s)", variables(all), variables(here))
}

// variables writes the names and pointers of those objects that are variables, oldest first.
func variables(objects []types.Object) string {
	slices.SortFunc(objects, func(a, b types.Object) int { return cmp.Compare(a.Pos(), b.Pos()) })
	var arguments strings.Builder
	for _, object := range objects {
		if _, ok := object.(*types.Var); ok {
			fmt.Fprintf(&arguments, "%q,&%s,", object.Name(), object.Name())
		}
	}
	return arguments.String()
}

// hasCall reports whether evaluating the expression may call a function.
func hasCall(expression ast.Expr) bool {
	for node := range ast.Preorder(expression) {
		if _, ok := node.(*ast.CallExpr); ok {
			return true
		}
	}
	return false
}

// canBreak reports whether a break can leave the statement.
func canBreak(node ast.Node) bool {
	switch node.(type) {
	case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
		return true
	}
	return false
}

// leavesRange reports whether the statement breaks out of a range loop, not another loop or a switch.
func leavesRange(statement ast.Stmt, parents []ast.Node) bool {
	branch, ok := statement.(*ast.BranchStmt)
	if !ok || branch.Tok != token.BREAK {
		return false
	}
	for _, parent := range slices.Backward(parents) {
		if labeled, ok := parent.(*ast.LabeledStmt); ok && branch.Label != nil {
			if labeled.Label.Name == branch.Label.Name {
				return isRange(labeled.Stmt)
			}
		} else if branch.Label == nil && canBreak(parent) {
			return isRange(parent)
		}
	}
	return false
}

func isRange(node ast.Node) bool {
	_, ok := node.(*ast.RangeStmt)
	return ok
}

// line returns the line on which the node begins, whatever a //line comment says.
func (s *stage) line(node ast.Node) int {
	return s.fset.PositionFor(node.Pos(), false).Line
}

func (r *rewriter) insert(pos token.Pos, format string, arguments ...any) {
	r.inserted[r.fset.PositionFor(pos, false).Offset] += fmt.Sprintf(format, arguments...)
}

// text returns the source with what was inserted.
func (r *rewriter) text() string {
	source := r.sources["main.go"]
	var text strings.Builder
	done := 0
	for _, offset := range slices.Sorted(maps.Keys(r.inserted)) {
		text.Write(source[done:offset])
		text.WriteString(r.inserted[offset])
		done = offset
	}
	text.Write(source[done:])
	return text.String()
}
