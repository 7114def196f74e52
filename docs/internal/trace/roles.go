package trace

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// Roles tell what the parts of a search are for. The package comment describes their JSON.
type Roles struct {
	Search string `json:"search"`
	By     string `json:"by"`
	Column string `json:"column"`
	Row    string `json:"row"`
	Loop   int    `json:"loop"`
	N      any    `json:"n"`
	Queens any    `json:"queens"`
	Put    []int  `json:"put"`
	Full   *Full  `json:"full"`
	Flags  []Flag `json:"flags"`
}

// Full is the condition, and its result, that ends the recursion.
type Full struct {
	Place int  `json:"place"`
	Is    bool `json:"is"`
}

// A Flag is a list that tells which lines of the board are taken.
type Flag struct {
	List  any    `json:"list"`
	Index any    `json:"index"`
	Kind  string `json:"kind"`
	Taken any    `json:"taken"`
}

// A search is a function that calls itself for the next column or row, from a loop over the squares.
type search struct {
	*function
	parameter, square types.Object // the variables with the column and the row of a queen; square may be nil
	loop              ast.Node     // over the squares
	bound             ast.Expr     // the number of squares that the loop tries, or a list of as many; nil if it does not say
	calls             []*ast.CallExpr
}

// findSearch returns the first search of main.go, or nil.
func (s *stage) findSearch() *search {
	for _, f := range s.functions() {
		if s.file.FileStart <= f.body.Pos() && f.body.Pos() < s.file.FileEnd {
			if found := s.searchIn(f); found != nil {
				return found
			}
		}
	}
	return nil
}

func (s *stage) searchIn(f *function) *search {
	var found *search
	inBody(f.body, func(node ast.Node, parents []ast.Node) {
		call, ok := node.(*ast.CallExpr)
		if !ok {
			return
		}
		if called := s.functionOf(call.Fun); called == nil || called.object != f.object {
			return
		}
		for i, parameter := range s.parameters(call) {
			if i >= len(call.Args) || !s.isNext(call.Args[i], s.types.Defs[parameter]) {
				continue
			}
			loop, square, bound := s.loopAround(parents)
			if loop == nil {
				continue
			}
			if found == nil {
				found = &search{function: f, parameter: s.types.Defs[parameter], loop: loop, square: square, bound: bound}
			}
			found.calls = append(found.calls, call)
		}
	})
	if found != nil && s.hasNoBoard(found) {
		found.square, found.bound = nil, nil
	}
	return found
}

// hasNoBoard reports whether the function tries more than there are columns: it looks for something else than queens.
func (s *stage) hasNoBoard(found *search) bool {
	if found.bound == nil {
		return false
	}
	rows, isFixed := s.size(found.bound).(int64)
	short := false
	inBody(found.body, func(node ast.Node, _ []ast.Node) {
		if assign, ok := node.(*ast.AssignStmt); ok {
			if list := s.queensIn(assign, found); list != nil {
				columns, isArray := under(s.types.TypeOf(list)).(*types.Array)
				short = short || isFixed && isArray && columns.Len() < rows
			}
		}
	})
	return short
}

// inBody calls visit for each node of a function, but not of the functions within it.
func inBody(body *ast.BlockStmt, visit func(node ast.Node, parents []ast.Node)) {
	ast.PreorderStack(body, nil, func(node ast.Node, parents []ast.Node) bool {
		if _, isFunction := node.(*ast.FuncLit); isFunction {
			return false
		}
		visit(node, parents)
		return true
	})
}

// isNext reports whether the expression is one more or one less than the variable.
func (s *stage) isNext(e ast.Expr, variable types.Object) bool {
	sum, ok := ast.Unparen(e).(*ast.BinaryExpr)
	if !ok || sum.Op != token.ADD && sum.Op != token.SUB {
		return false
	}
	is := func(e ast.Expr) bool { return s.object(ast.Unparen(e)) == variable }
	return is(sum.X) && s.isNumber(sum.Y, 1) || sum.Op == token.ADD && s.isNumber(sum.X, 1) && is(sum.Y)
}

// loopAround finds the innermost loop, its variable if it counts or goes through a list, and how far it
// counts from 0.
func (s *stage) loopAround(parents []ast.Node) (loop ast.Node, square types.Object, bound ast.Expr) {
	for _, parent := range slices.Backward(parents) {
		switch loop := parent.(type) {
		case *ast.RangeStmt:
			if value, ok := loop.Value.(*ast.Ident); ok && value.Name != "_" {
				return loop, s.object(value), nil
			}
			key, ok := loop.Key.(*ast.Ident)
			if !ok || s.object(key) == nil {
				return loop, nil, nil
			}
			return loop, s.object(key), loop.X
		case *ast.ForStmt:
			begin, isAssign := loop.Init.(*ast.AssignStmt)
			cond, isBinary := loop.Cond.(*ast.BinaryExpr)
			if !isAssign || !isBinary || len(begin.Lhs) != 1 {
				return loop, nil, nil
			}
			square := s.object(begin.Lhs[0])
			switch {
			case square == nil || !s.isNumber(begin.Rhs[0], 0): // a board whose squares are counted from 1 is not drawn
				return loop, nil, nil
			case (cond.Op == token.LSS || cond.Op == token.NEQ) && s.object(cond.X) == square:
				return loop, square, cond.Y
			case cond.Op == token.GTR && s.object(cond.Y) == square:
				return loop, square, cond.X
			}
			return loop, square, nil
		}
	}
	return nil, nil, nil
}

// isNumber reports whether the expression is the constant.
func (s *stage) isNumber(e ast.Expr, number int64) bool {
	value := s.types.Types[e].Value
	return value != nil && constant.Compare(value, token.EQL, constant.MakeInt64(number))
}

// size returns how to compute the length of a list, or a number itself.
func (s *stage) size(e ast.Expr) any {
	if array, ok := under(s.types.TypeOf(e)).(*types.Array); ok {
		return array.Len()
	}
	if s.isList(e) {
		return operation("len", s.value(e))
	}
	return s.value(e)
}

// roles reads what the parts of the search are for; nil where there is none. The place of a node is
// what the rewriter has for it.
func (s *stage) roles(place func(ast.Node) int) *Roles {
	found := s.findSearch()
	if found == nil {
		return nil
	}
	r := &Roles{Search: found.name, By: "column", Put: []int{}, Flags: []Flag{}}
	r.Loop = place(found.loop)
	if loop, ok := found.loop.(*ast.ForStmt); ok && loop.Cond != nil {
		r.Loop = place(loop.Cond)
	}
	if found.bound != nil {
		r.N = s.size(found.bound)
	}
	square := ""
	if found.square != nil {
		square = found.square.Name()
	}
	r.Column, r.Row = found.parameter.Name(), square
	if isRowName(r.Column) || isColumnName(r.Row) && !isColumnName(r.Column) {
		r.By, r.Column, r.Row = "row", r.Row, r.Column
	}
	inBody(found.body, func(node ast.Node, _ []ast.Node) {
		switch node := node.(type) {
		case *ast.AssignStmt:
			if list := s.queensIn(node, found); list != nil {
				r.Queens = s.value(list)
				r.Put = append(r.Put, place(node))
			}
		case *ast.IfStmt:
			if is, ok := s.isFull(node, found); ok && r.Full == nil {
				r.Full = &Full{place(node.Cond), is}
			}
		}
	})
	r.Flags = s.flags(found, r.By)
	return r
}

func isRowName(name string) bool    { return isNamed(name, "r", "row", "y", "행", "줄") }
func isColumnName(name string) bool { return isNamed(name, "c", "col", "column", "x", "열", "칸") }

func isNamed(name string, names ...string) bool {
	return slices.Contains(names, strings.ToLower(name))
}

// queensIn returns the list into which a statement writes the square of the running call's queen, or nil.
func (s *stage) queensIn(assign *ast.AssignStmt, found *search) ast.Expr {
	for i := range min(len(assign.Lhs), len(assign.Rhs)) {
		element, ok := assign.Lhs[i].(*ast.IndexExpr)
		if ok && found.square != nil && isWhole(s.elements(element.X)) &&
			s.object(element.Index) == found.parameter && s.object(ast.Unparen(assign.Rhs[i])) == found.square {
			return element.X
		}
	}
	return nil
}

// isFull reports whether a condition tells that no column is left, and what it is then.
func (s *stage) isFull(statement *ast.IfStmt, found *search) (is, ok bool) {
	var look func(e ast.Expr)
	look = func(e ast.Expr) {
		compared, isBinary := ast.Unparen(e).(*ast.BinaryExpr)
		switch {
		case !isBinary || ok:
			return
		case compared.Op == token.LAND:
			look(compared.X)
			look(compared.Y)
			return
		case !isComparison(compared.Op):
			return
		}
		op, left, right := compared.Op, compared.X, compared.Y
		if !s.mentions(left, found.parameter) {
			left, right = right, left
			op = map[token.Token]token.Token{token.LSS: token.GTR, token.GTR: token.LSS, token.LEQ: token.GEQ, token.GEQ: token.LEQ, token.EQL: op, token.NEQ: op}[op]
		}
		if !s.mentions(left, found.parameter) || s.mentions(left, found.square) || s.value(left) == nil || !s.isAboutN(right, found) {
			return
		}
		is, ok = op == token.EQL || op == token.GEQ || op == token.GTR, true
	}
	look(statement.Cond)
	return is, ok
}

// isAboutN reports whether an expression is the number of queens or next to it.
func (s *stage) isAboutN(e ast.Expr, found *search) bool {
	if found.bound == nil || s.mentions(e, found.parameter) || s.mentions(e, found.square) {
		return false
	}
	value, isConstant := s.value(e).(int64)
	bound, isFixed := s.size(found.bound).(int64)
	if isConstant && isFixed {
		return -1 <= bound-value && bound-value <= 1
	}
	for node := range ast.Preorder(e) {
		call, isCall := node.(*ast.CallExpr)
		name, isName := node.(ast.Expr)
		if isCall && s.isLen(call) || isName && s.object(name) != nil && s.object(name) == s.object(found.bound) {
			return true
		}
	}
	return false
}

func (s *stage) mentions(e ast.Expr, variable types.Object) bool {
	if variable == nil {
		return false
	}
	for node := range ast.Preorder(e) {
		if name, ok := node.(*ast.Ident); ok && s.object(name) == variable {
			return true
		}
	}
	return false
}

// flags returns the lists that tell which lines of the board are taken: the search sets an element of
// each before it calls itself.
func (s *stage) flags(found *search, by string) []Flag {
	flags := []Flag{}
	inBody(found.body, func(node ast.Node, _ []ast.Node) {
		assign, ok := node.(*ast.AssignStmt)
		if !ok || assign.Tok != token.ASSIGN || assign.Pos() > found.calls[0].Pos() {
			return
		}
		for i := range min(len(assign.Lhs), len(assign.Rhs)) {
			element, ok := assign.Lhs[i].(*ast.IndexExpr)
			taken := s.types.Types[assign.Rhs[i]].Value
			if !ok || !s.isList(element.X) || taken == nil || s.mentions(element.X, found.parameter) || s.mentions(element.X, found.square) {
				continue
			}
			kind := s.lineOf(element.Index, found, by)
			list, index := s.value(element.X), s.value(element.Index)
			if kind == "" || list == nil || index == nil {
				continue
			}
			flags = append(flags, Flag{list, index, kind, s.value(assign.Rhs[i])})
		}
	})
	return flags
}

// lineOf returns which kind of line of the board an element of a list stands for, by its index; or "".
func (s *stage) lineOf(index ast.Expr, found *search, by string) string {
	parameter, square, ok := s.coefficients(index, found)
	switch {
	case !ok || square == 0:
		return ""
	case parameter == 0 && by == "column":
		return "row"
	case parameter == 0:
		return "column"
	case parameter == square:
		return "slash"
	case parameter == -square:
		return "backslash"
	}
	return ""
}

// coefficients returns how much an index changes with the parameter and with the square; ok is false
// where it is no sum of them.
func (s *stage) coefficients(e ast.Expr, found *search) (parameter, square int, ok bool) {
	switch e := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		p1, q1, ok1 := s.coefficients(e.X, found)
		p2, q2, ok2 := s.coefficients(e.Y, found)
		switch {
		case !ok1 || !ok2:
		case e.Op == token.ADD:
			return p1 + p2, q1 + q2, true
		case e.Op == token.SUB:
			return p1 - p2, q1 - q2, true
		case p1 == 0 && p2 == 0 && q1 == 0 && q2 == 0:
			return 0, 0, true
		}
		return 0, 0, false
	default:
		switch object := s.object(e); {
		case object != nil && object == found.parameter:
			return 1, 0, true
		case object != nil && object == found.square:
			return 0, 1, true
		}
		return 0, 0, !s.mentions(e, found.parameter) && !s.mentions(e, found.square)
	}
}
