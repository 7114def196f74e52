// Warmup prints all numbers of three digits, from 0 0 0 to 9 9 9. The function fill finds them by
// calling itself; loops finds the same with a loop for each digit.
package main

import "fmt"

const n = 3 // digits

// digit[i] is the digit at place i, counted from the left.
var digit [n]int

// loops prints all the numbers, with a loop for each digit.
func loops() {
	for a := range 10 {
		digit[0] = a
		for b := range 10 {
			digit[1] = b
			for c := range 10 {
				digit[2] = c
				fmt.Println(digit)
			}
		}
	}
}

// fill puts each digit in turn at place i, and each time calls itself for place i+1.
func fill(i int) {
	for d := range 10 {
		digit[i] = d
		if i == n-1 {
			fmt.Println(digit)
		} else {
			fill(i + 1)
		}
	}
}

func main() {
	fill(0)
}
