package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"example.com/eightqueens/docs/internal/trace"
	"example.com/eightqueens/internal/oracle"
)

const (
	treeN      = 4
	treeSide   = 20.0 // of a square
	treeBoard  = treeN * treeSide
	treeColumn = 116.0 // from one branch to the next
	treeLevel  = 150.0 // from one depth to the next
	treeLeft   = 104.0
	treeTop    = 28.0
)

// A tree is the figure of the calls while it is drawn.
type tree struct {
	*figure
	leaves int            // places taken so far by branches without further calls
	steps  map[string]int // of the stepper, for the rows with which set or report is called
	links  []string       // to these steps
}

func callTree(steps map[string]int) *figure {
	f := &figure{
		name:  "call-tree-4",
		title: "The calls of set for n = 4 · n = 4일 때 set의 호출",
		english: "A tree of boards, one for each of the 15 calls of set and, in the last line, the two solutions 1 3 0 2 and 2 0 3 1. " +
			"In the column that a call fills, a dot is a free square, to which a branch leads, and a cross a refused one. " +
			"Four branches are dead ends: 0 2, 0 3 1, 3 0 2 and 3 1.",
		korean: "판을 가지로 이은 나무입니다. set을 15번 호출하므로 판이 15개이고, 맨 아랫줄에는 해 1 3 0 2와 2 0 3 1이 있습니다. " +
			"호출이 채울 열에서 점은 놓을 수 있는 칸으로 가지가 이어지고, 가위표는 놓을 수 없는 칸입니다. " +
			"0 2, 0 3 1, 3 0 2, 3 1에서는 길이 막힙니다.",
	}
	t := tree{figure: f, steps: steps}
	t.drawCall(nil)
	f.width = treeLeft + float64(t.leaves)*treeColumn + 12
	f.height = treeTop + treeN*treeLevel + treeBoard + 72
	for depth := range treeN + 1 {
		call := fmt.Sprintf("set(%d)", depth)
		if depth == treeN {
			call = "report()"
		}
		f.text(24, treeTop+float64(depth)*treeLevel+treeBoard/2, "code soft start", call)
	}
	f.add(`<g class="links">` + "\n" + strings.Join(t.links, "\n") + "\n</g>")
	return f
}

// stepsOfCalls returns the steps of stage 3, counted from 1, at which set or report is called, by the
// rows of the queens.
func stepsOfCalls(ctx context.Context, root string) (map[string]int, error) {
	stage3, err := trace.Run(ctx, trace.Request{Dir: filepath.Join(root, "stage3_diagonals"), N: treeN})
	if err != nil {
		return nil, err
	}
	var s trace.State
	steps := map[string]int{}
	pos := slices.Index(stage3.Vars, "pos")
	for k, next := range stage3.Steps {
		s.Apply(next)
		if next.Kind != trace.Call {
			continue
		}
		depth := 0
		switch top := s.Stack[len(s.Stack)-1]; top.Function {
		case "set":
			i, _ := top.Locals["i"].(float64)
			depth = int(i)
		case "report":
			depth = treeN
		default:
			continue
		}
		steps[strings.Trim(fmt.Sprint(s.Shared[pos].([]any)[:depth]), "[]")] = k + 1
	}
	return steps, nil
}

// drawCall draws the board that the call for the column after those of pos finds, above all that
// follows from it, and returns the middle of the board. A branch without further calls takes the next
// place from the left.
func (f *tree) drawCall(pos []int) (x float64) {
	depth := len(pos)
	y := treeTop + float64(depth)*treeLevel
	bottom := y + treeBoard + 4 // where the branches begin
	if depth > 0 {
		bottom += 22 // below the rows
	}
	link := len(f.links) // before those below, as the calls come
	f.links = append(f.links, "")
	free := make([]bool, treeN) // the rows in which the call puts a queen
	var middles []float64       // of the boards below
	for j := range treeN {
		next := append(slices.Clone(pos), j)
		if free[j] = depth < treeN && oracle.Keeps(next, oracle.All); free[j] {
			middles = append(middles, f.drawCall(next))
		}
	}
	if middles == nil {
		x = treeLeft + (float64(f.leaves)+0.5)*treeColumn
		f.leaves++
	} else {
		x = (middles[0] + middles[len(middles)-1]) / 2
	}
	for _, to := range middles {
		half := (bottom + y + treeLevel - 4) / 2
		f.add(`<path class="open soft-line" stroke-width="1.5" d="M%s %sC%s %s %s %s %s %s"/>`,
			x, bottom, x, half, to, half, to, y+treeLevel-4)
	}

	left := x - treeBoard/2
	f.squares(left, y, treeSide, treeN)
	for i, j := range pos {
		color := "ink"
		if i == depth-1 {
			color = "blue"
		}
		f.queen(left+treeSide*float64(i), y+treeSide*float64(j), treeSide, color)
	}
	rows, call := oracle.String(pos), fmt.Sprintf("set(%d)", depth)
	if depth == treeN {
		call = "report()"
	}
	f.text(x, y+treeBoard+14, "code ink", rows)
	f.links[link] = fmt.Sprintf(
		`<a href="../../stage3_diagonals/main.go?n=%d&amp;step=%d"><title>%s</title><rect x="%s" y="%s" width="%s" height="%[6]s"/></a>`,
		treeN, f.steps[rows], call, number(left), number(y), number(treeBoard))

	if depth == treeN {
		f.rect(left, y, treeBoard, treeBoard, "open green-line thick")
		f.circle(x, bottom+12, 11, "green")
		f.add(`<path class="open card-line thick" d="M%s %sl4 4 7-8"/>`, x-5.5, bottom+12.5)
		return x
	}
	for j := range treeN {
		squareX, squareY := left+treeSide*(float64(depth)+0.5), y+treeSide*(float64(j)+0.5)
		if free[j] {
			f.circle(squareX, squareY, 4, "blue")
		} else {
			f.cross(squareX, squareY, 3.5, "orange-line")
		}
	}
	if middles == nil {
		f.rect(left, y, treeBoard, treeBoard, "open orange-line thick dashed")
		f.circle(x, bottom+12, 11, "orange")
		f.cross(x, bottom+12, 4, "card-line thick")
	} else {
		f.rect(left, y, treeBoard, treeBoard, "open soft-line")
	}
	return x
}
