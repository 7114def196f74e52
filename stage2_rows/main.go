// Stage2_rows prints every way to put one queen in each column and each row of an 8 × 8 board:
// all 8! = 40,320 placements, one per line, the row of each column's queen two places wide.
package main

const n = 8 // queens, columns and rows; up to 10, since a row is printed as one digit

// pos[i] = j: the queen of column i stands in row j.
var pos [n]int

// rowUsed[j]: a queen to the left stands in row j.
var rowUsed [n]bool

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
			rowUsed[j] = true
			set(i + 1)
			rowUsed[j] = false
		}
	}
}

// report prints the placement in pos.
func report() {
	line := out.AvailableBuffer()
	for i := range n {
		line = append(line, ' ', '0'+byte(pos[i]))
	}
	out.Write(append(line, '\n'))
}

func main() {
	parseArguments("Prints all 8! placements of one queen in each column and each row.")
	set(0)
	out.Flush()
}
