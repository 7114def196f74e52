package check

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"example.com/eightqueens/internal/oracle"
)

func TestFault(t *testing.T) {
	for n := 1; n <= 6; n++ {
		sound := 0
		for _, pos := range oracle.Full(n, n, oracle.None) {
			if Fault(n, pos) == "" {
				sound++
			}
		}
		if sound != Counts[n] {
			t.Errorf("n = %d: %d without a fault, want %d", n, sound, Counts[n])
		}
	}
	for _, test := range []struct {
		pos  []int
		sign string // of the line in the fault
	}{
		{nil, ""}, {[]int{1, 3, 0}, ""}, {[]int{1, 3, 0, 2, 4}, ""}, // length
		{[]int{1, 3, 0, 4}, ""}, {[]int{-1, 3, 0, 2}, ""}, // range
		{[]int{1, 3, 0, 1}, ""}, // row
		{[]int{0, 2, 3, 1}, `\`},
		{[]int{3, 1, 0, 2}, "/"},
	} {
		fault := Fault(4, test.pos)
		if fault == "" || strings.Contains(fault, "/") != (test.sign == "/") || strings.Contains(fault, `\`) != (test.sign == `\`) {
			t.Errorf("%v: the fault is %q, want one with the sign %q", test.pos, fault, test.sign)
		}
	}
}

func TestPublishedCounts(t *testing.T) {
	for source, want := range map[string]int{
		"package p; var x = 92":                          0,
		"package p; var x = []int{92, 352}":              352,
		"package p; var x = 14_200":                      14200,
		`package p; var x = "92 352 724"`:                352,
		"package p; // there are 352\nvar x = 3520":      0,
		"package p; func f() { if n == 13 {return 73712": 73712,
	} {
		_, got := publishedCount([]byte(source))
		if got != want {
			t.Errorf("%s: found %d, want %d", strings.TrimSpace(source), got, want)
		}
	}
}

func TestLastSeen(t *testing.T) {
	stack := func(state, file string) string {
		return "goroutine 7 [" + state + "]:\nexample.com/x.f()\n\t/x/" + file + " +0x1d\n"
	}
	for _, test := range []struct {
		stacks  []string
		line    string
		waiting bool
	}{
		{[]string{stack("chan receive", "call.go:60")}, "exercise.go", false},
		{[]string{stack("runnable", "exercise.go:3")}, "exercise.go:3", false},
		{[]string{stack("sleep", "exercise.go:3")}, "exercise.go:3", false},
		{[]string{stack("running", "call.go:9"), stack("chan send, 2 minutes", "exercise.go:3"),
			stack("sync.WaitGroup.Wait", "exercise.go:4")}, "exercise.go:3", true},
		{[]string{stack("select (no cases)", "exercise.go:3"), stack("running", "exercise.go:4")}, "exercise.go:4", false},
		{[]string{stack("coroutine", "exercise.go:3"), stack("chan receive (nil chan)", "exercise.go:4")}, "exercise.go:3", true},
	} {
		line, waiting := lastSeen([]byte(strings.Join(test.stacks, "\n")))
		if line != test.line || waiting != test.waiting {
			t.Errorf("%q: %s, %t, want %s, %t", test.stacks, line, waiting, test.line, test.waiting)
		}
	}
}

func TestDivert(t *testing.T) {
	defer func(stdout *os.File) { os.Stdout = stdout }(os.Stdout)
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	os.Stdout = null // printed by the end of each diversion
	for name, divert := range map[string]func(*testing.T) func() string{"pipe": Divert, "file": divertToFile} {
		printed := divert(t)
		fmt.Print("one\ntwo\n", strings.Repeat("x", 100*maxHeld))
		got := printed()
		if want := "one\ntwo\n" + strings.Repeat("x", maxHeld-8); got != want || printed() != want {
			t.Errorf("%s: held back %.100q", name, got)
		}
		if os.Stdout != null {
			t.Errorf("%s: standard output is not what it was", name)
		}
	}
}
