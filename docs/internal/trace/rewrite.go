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

// A rewriter puts calls of the recorder into a file, never a new line: line numbers stay. Each
// name that it puts there begins with trace_.
type rewriter struct {
	*stage
	inserted map[int]string // by offset
}

// rewrite returns main.go with a call of the recorder before every statement, around every
// condition, and where a function begins and ends. Where the file fixes n, it fixes the n given,
// and fixed tells so.
func (s *stage) rewrite(recorderPath string, n int) (source string, fixed bool) {
	r := &rewriter{s, map[int]string{}}
	r.insert(s.file.Name.End(), `;import trace_ %q`, recorderPath)
	ast.PreorderStack(s.file, nil, func(node ast.Node, parents []ast.Node) bool {
		switch node := node.(type) {
		case *ast.ValueSpec:
			isGlobal := len(parents) == 2 // the file and its declaration
			i := slices.IndexFunc(node.Names, func(name *ast.Ident) bool { return name.Name == "n" })
			if isGlobal && 0 <= i && i < len(node.Values) {
				r.insert(node.Values[i].Pos(), "%d/*", n)
				r.insert(node.Values[i].End(), "*/")
				fixed = true
			}
		case *ast.FuncDecl:
			if node.Body != nil {
				r.function(node.Name.Name, node.Type, node.Body)
			}
		case *ast.FuncLit:
			name := "func"
			if function, ok := parents[1].(*ast.FuncDecl); ok {
				name = function.Name.Name + ".func"
			}
			r.function(name, node.Type, node.Body)
		case *ast.BlockStmt:
			r.statements(node.List, append(parents, node))
		case *ast.CaseClause:
			r.statements(node.Body, append(parents, node))
		case *ast.CommClause:
			r.statements(node.Body, append(parents, node))
		case *ast.IfStmt:
			r.condition(node, node.Cond)
		case *ast.ForStmt:
			if node.Cond != nil {
				r.condition(node, node.Cond)
			}
		case *ast.RangeStmt:
			begin, end := node.Body.Lbrace+1, node.Body.Rbrace+1
			r.insert(begin, "trace_.Condition(%d,true,%s);", r.line(node), r.scope(begin))
			r.insert(end, ";trace_.LoopEnd(%d,%s)", r.line(node), r.scope(end))
		}
		return true
	})
	return r.text() + "\nfunc init() {" + s.shared() + "}\n", fixed
}

// function records the call, with the parameters, and the return, with the results.
func (r *rewriter) function(name string, signature *ast.FuncType, body *ast.BlockStmt) {
	begin := body.Lbrace + 1
	r.insert(begin, "trace_.Call(%d,%q,%s);defer trace_.Return(%s);",
		r.line(signature), name, r.scope(begin), r.results(signature))
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
		if labeled, ok := statement.(*ast.LabeledStmt); ok {
			statement = labeled.Stmt
			if !canBreak(statement) { // the label of a loop or a switch must stay with it
				at = statement.Pos()
			}
		}
		if !isStep(statement) {
			continue
		}
		r.insert(at, "trace_.Statement(%d,%s);", r.line(statement), r.scope(at))
		if leavesRange(statement, parents) {
			r.insert(at, "trace_.Break();")
		}
	}
}

// isStep tells whether a statement does anything of its own, besides its condition or its turns.
func isStep(statement ast.Stmt) bool {
	switch s := statement.(type) {
	case *ast.EmptyStmt, *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
		return false
	case *ast.IfStmt:
		return s.Init != nil
	case *ast.ForStmt:
		return s.Init != nil || s.Cond == nil
	case *ast.RangeStmt:
		return hasCall(s.X)
	case *ast.DeclStmt:
		return s.Decl.(*ast.GenDecl).Tok == token.VAR
	}
	return true
}

// condition wraps the condition of a statement. Where it calls functions, it is a step before
// them, too.
func (r *rewriter) condition(statement ast.Stmt, cond ast.Expr) {
	line, scope, before := r.line(statement), r.scope(cond.Pos()), ""
	if hasCall(cond) {
		before = fmt.Sprintf("trace_.Statement(%d,%s)&&", line, scope)
	}
	r.insert(cond.Pos(), "trace_.Condition(%d,%sbool(", line, before)
	r.insert(cond.End(), "),%s)", scope)
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
	return fmt.Sprintf("trace_.Buffers(%s);trace_.Share(%s)", variables(all), variables(here))
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

// hasCall tells whether evaluating the expression may call a function.
func hasCall(expression ast.Expr) bool {
	for node := range ast.Preorder(expression) {
		if _, ok := node.(*ast.CallExpr); ok {
			return true
		}
	}
	return false
}

// canBreak tells whether a break can leave the statement.
func canBreak(node ast.Node) bool {
	switch node.(type) {
	case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
		return true
	}
	return false
}

// leavesRange tells whether the statement breaks out of a range loop, not another loop or a switch.
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

// line is the line on which the node begins, whatever a //line comment says.
func (s *stage) line(node ast.Node) int {
	return s.fset.PositionFor(node.Pos(), false).Line
}

func (r *rewriter) insert(pos token.Pos, format string, arguments ...any) {
	r.inserted[r.fset.PositionFor(pos, false).Offset] += fmt.Sprintf(format, arguments...)
}

// text is the source with what was inserted.
func (r *rewriter) text() string {
	var text strings.Builder
	done := 0
	for _, offset := range slices.Sorted(maps.Keys(r.inserted)) {
		text.Write(r.source[done:offset])
		text.WriteString(r.inserted[offset])
		done = offset
	}
	text.Write(r.source[done:])
	return text.String()
}
