// A learner's program with helpers, closures, methods, defer and recover.
package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
)

const n = 8

var pos [n]int

var out = bufio.NewWriter(os.Stdout)

var offset = twice(0)

func twice(x int) int { return 2 * x }

func init() { offset++ }

func max(a, b int) int {
	if a > b {
		return a
	}
	return b
}

func abs(x int) (size int) {
	defer func() { size = max(size, 0) }()
	if x < 0 {
		size = -x
		return
	}
	return x
}

func largest[T cmp.Ordered](first T, rest ...T) T {
	for _, other := range rest {
		if other > first {
			first = other
		}
	}
	return first
}

type pair[T any] struct{ a, b T }

func (p pair[T]) swapped() (T, T) { return p.b, p.a }

func nameless(x int) (_, half int) { return x, x / 2 }

func free(i, j int) (bool, error) {
	if i > n {
		return false, errors.New("no such column")
	}
	for k := range i {
		if pos[k] == j || abs(pos[k]-j) == i-k {
			return false, nil
		}
	}
	return true, nil
}

func guarded(f func(int)) (message string) {
	defer func() {
		if r := recover(); r != nil {
			message = fmt.Sprint(r)
		}
	}()
	f(n)
	return "fine"
}

func forever(i int) int {
	for {
		if i++; i > 10 {
			return i
		}
	}
}

type answer bool

func yes() answer { return true }

func kind(x any) string {
	switch v := x.(type) {
	case int:
		return fmt.Sprint("int ", v)
	case nil:
		return "nil"
	default:
		return fmt.Sprintf("other %v", v)
	}
}

func main() {
	count := 0
	var set func(i int)
	set = func(i int) {
		for j := range n {
			if ok, err := free(i, j); err != nil {
				panic(err)
			} else if !ok {
				continue
			} else if pos[i] = j; i == n-1 {
				count += 1
				fmt.Fprintln(out, pos)
			} else if next := i + 1; twice(next) > 0 {
				set(next)
			}
		}
	}
	set(0)
	if yes() {
		out.WriteString("yes\n")
	}
	for yes() && offset < 3 {
		offset = twice(offset)
	}
	a, b := pair[string]{"a", "b"}.swapped()
	words := []string{"queen", "board", a, b}
	slices.SortFunc(words, func(x, y string) int { return cmp.Compare(x, y) })
	fmt.Fprintln(out, count, largest(1, 5, 3), largest("x"), words, offset, forever(8))
	fmt.Fprintln(out, guarded(func(i int) { pos[i] = 1 }), guarded(func(int) {}))
	fmt.Fprintln(out, kind(1), kind(nil), kind(words), func() int { return 7 }())
	_, half := nameless(4)
	fmt.Fprintln(out, half)
	for i := range 3 {
		defer func() { fmt.Fprintln(out, "deferred", i); out.Flush() }()
	}
}
