// want wrong: exercise.go:
// want wrong: holds the count 352; counts are to be found by searching

// The counts are looked up.
package exercise

import (
	"fmt"
	"io"
)

var counts = []int{1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2_680, 14_200, 73_712, 365_596}

func Judge(in io.Reader, out io.Writer) error {
	var n int
	if _, err := fmt.Fscan(in, &n); err != nil {
		return err
	}
	_, err := fmt.Fprintln(out, counts[n])
	return err
}
