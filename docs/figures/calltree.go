package main

import (
	"fmt"
	"strings"
)

// A node is one queen put on the board, or at the root none; below it stand the queens that the call for
// the next column put.
type node struct {
	pos      []int // the rows of the queens so far
	children []*node
}

// buildTree gives the root of all calls of set for n queens.
func buildTree(n int) *node {
	path := make([]*node, n+1) // the node of each depth that the search is below
	path[0] = &node{}
	run(n, oneADiagonal, func(pos []int) {
		child := &node{pos: append([]int(nil), pos...)}
		parent := path[len(pos)-1]
		parent.children = append(parent.children, child)
		path[len(pos)] = child
	})
	return path[0]
}

// tries says whether the call below the node puts a queen in row j.
func (t *node) tries(j int) bool {
	for _, child := range t.children {
		if child.pos[len(t.pos)] == j {
			return true
		}
	}
	return false
}

const (
	treeN      = 4
	treeSide   = 20.0 // of a square
	treeBoard  = treeN * treeSide
	treeColumn = 116.0 // from one branch to the next
	treeLevel  = 150.0 // from one depth to the next
	treeLeft   = 104.0
	treeTop    = 28.0
)

func callTree() *figure {
	f := &figure{
		name:  "call-tree-4",
		title: "The calls of set for n = 4 · n = 4일 때 set의 호출",
		english: "A tree of boards, one for each of the 15 calls of set and, in the last line, the two full placements 1 3 0 2 and 2 0 3 1. " +
			"In the column that a call fills, a dot is a free square, to which a branch leads, and a cross a refused one. " +
			"Four branches are dead ends: 0 2, 0 3 1, 3 0 2 and 3 1.",
		korean: "판을 가지로 이은 나무입니다. set을 15번 호출하므로 판이 15개이고, 맨 아랫줄에는 완성된 배치 1 3 0 2와 2 0 3 1이 있습니다. " +
			"호출이 채울 열에서 점은 놓을 수 있는 칸으로 가지가 이어지고, 가위표는 놓을 수 없는 칸입니다. " +
			"0 2, 0 3 1, 3 0 2, 3 1에서는 길이 막힙니다.",
	}
	leaves := 0
	f.drawNode(buildTree(treeN), &leaves)
	f.width = treeLeft + float64(leaves)*treeColumn + 12
	f.height = treeTop + treeN*treeLevel + treeBoard + 72
	for depth := range treeN + 1 {
		call := fmt.Sprintf("set(%d)", depth)
		if depth == treeN {
			call = "report()"
		}
		f.text(24, treeTop+float64(depth)*treeLevel+treeBoard/2, "code soft start", call)
	}
	return f
}

// drawNode draws a node above all that follows from it and gives the middle of its board. A branch without
// children takes the next place from the left; leaves counts those places.
func (f *figure) drawNode(t *node, leaves *int) (x float64) {
	depth := len(t.pos)
	y := treeTop + float64(depth)*treeLevel
	bottom := y + treeBoard + 4 // where the branches begin
	if depth > 0 {
		bottom += 22 // below the rows
	}
	if len(t.children) == 0 {
		x = treeLeft + (float64(*leaves)+0.5)*treeColumn
		*leaves++
	} else {
		middles := make([]float64, len(t.children))
		for k, child := range t.children {
			middles[k] = f.drawNode(child, leaves)
		}
		x = (middles[0] + middles[len(middles)-1]) / 2
		for _, to := range middles {
			half := (bottom + y + treeLevel - 4) / 2
			f.add(`<path class="open soft-line" stroke-width="1.5" d="M%s %sC%s %s %s %s %s %s"/>`,
				x, bottom, x, half, to, half, to, y+treeLevel-4)
		}
	}

	left := x - treeBoard/2
	f.squares(left, y, treeSide, treeN)
	for i, j := range t.pos {
		color := "ink"
		if i == depth-1 {
			color = "blue"
		}
		f.queen(left+treeSide*float64(i), y+treeSide*float64(j), treeSide, color)
	}
	f.text(x, y+treeBoard+14, "code ink", strings.Trim(fmt.Sprint(t.pos), "[]"))

	if depth == treeN {
		f.rect(left, y, treeBoard, treeBoard, "open green-line thick")
		f.circle(x, bottom+12, 11, "green")
		f.add(`<path class="open card-line thick" d="M%s %sl4 4 7-8"/>`, x-5.5, bottom+12.5)
		return x
	}
	for j := range treeN {
		squareX, squareY := left+treeSide*(float64(depth)+0.5), y+treeSide*(float64(j)+0.5)
		if t.tries(j) {
			f.circle(squareX, squareY, 4, "blue")
		} else {
			f.cross(squareX, squareY, 3.5, "orange-line")
		}
	}
	if len(t.children) == 0 {
		f.rect(left, y, treeBoard, treeBoard, "open orange-line thick dashed")
		f.circle(x, bottom+12, 11, "orange")
		f.cross(x, bottom+12, 4, "card-line thick")
	} else {
		f.rect(left, y, treeBoard, treeBoard, "open soft-line")
	}
	return x
}
