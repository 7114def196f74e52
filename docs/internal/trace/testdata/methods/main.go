// A search from row to row on two boards, whose state is behind pointers and whose names are Korean.
package main

import "fmt"

type 판 struct {
	크기  int
	퀸   []int
	열막힘 []int
	찾음  int
}

func 새판(크기 int) *판 {
	return &판{크기: 크기, 퀸: make([]int, 크기), 열막힘: make([]int, 크기)}
}

func (p *판) 놓기(행 int) bool {
	if 행 >= p.크기 {
		p.찾음++
		return true
	}
	for 열 := 0; 열 < p.크기; 열++ {
		if p.열막힘[열] == 1 {
			continue
		}
		p.열막힘[열] = 1
		p.퀸[행] = 열
		p.놓기(행 + 1)
		p.열막힘[열] = 0
	}
	return false
}

func main() {
	p := 새판(2)
	p.놓기(0)
	q := 새판(3)
	q.놓기(0)
	fmt.Println(p.찾음, q.찾음)
}
