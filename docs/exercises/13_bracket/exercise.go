// Exercise 13: write the three lines that set a flag, call, and clear the flag.
// 연습 13: 표시하고, 호출하고, 표시를 지우는 세 줄을 씁니다.
//
// docs/en/09-exercises.md · docs/ko/09-exercises.md
package exercise

import "strconv"

const maxN = 8

var n int // queens, columns and rows

// pos[i] = j: the queen of column i stands in row j.
var pos [maxN]int

// rowUsed[j]: a queen to the left stands in row j.
var rowUsed [maxN]bool

// lines are those that were reported so far.
var lines []string

// set puts a queen in column i, in every free row in turn, and each time calls itself for column i+1.
func set(i int) {
	for j := range n {
		if rowUsed[j] {
			continue
		}
		pos[i] = j
		if i == n-1 {
			report()
		} else {
			panic("write your code here")
		}
	}
}

// report notes the placement in pos as a line.
func report() {
	line := ""
	for i := range n {
		line += " " + strconv.Itoa(pos[i])
	}
	lines = append(lines, line)
}

// Lines returns the lines that stage 2 prints for as many queens, at most maxN.
func Lines(queens int) []string {
	n = queens
	rowUsed = [maxN]bool{}
	lines = nil
	set(0)
	return lines
}
