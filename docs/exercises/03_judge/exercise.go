// Exercise 03: answer a judge: read n, write the number of solutions.
// 연습 03: 채점 사이트의 문제처럼 n을 읽고 해의 수를 씁니다.
//
// docs/en/09-exercises.md · docs/ko/09-exercises.md
package exercise

import "io"

// Judge reads n from in and writes the number of solutions for n queens and a newline to out,
// nothing else. It returns the error of a read or a write that fails.
func Judge(in io.Reader, out io.Writer) error {
	panic("write your code here")
}
