package check

import (
	"slices"
	"strings"
	"testing"
)

// TestVerifier counts the placements and the classes by the verifier's own means.
func TestVerifier(t *testing.T) {
	for n := 1; n <= 8; n++ {
		all := All(n)
		if len(all) != Counts[n] {
			t.Errorf("n = %d: %d placements, want %d", n, len(all), Counts[n])
		}
		classes := 0
		for _, pos := range all {
			if fault := Fault(n, pos); fault != "" {
				t.Errorf("n = %d: %v: %s", n, pos, fault)
			}
			images := Images(pos)
			for _, image := range images {
				if fault := Fault(n, image); fault != "" {
					t.Errorf("n = %d: image %v of %v: %s", n, image, pos, fault)
				}
			}
			if len(images) != 8 || !slices.ContainsFunc(images, func(image []int) bool { return slices.Equal(image, pos) }) {
				t.Errorf("%v has the images %v", pos, images)
			}
			if slices.Equal(slices.MinFunc(images, slices.Compare), pos) {
				classes++
			}
		}
		if classes != Classes[n] {
			t.Errorf("n = %d: %d classes, want %d", n, classes, Classes[n])
		}
	}
}

func TestFault(t *testing.T) {
	for _, pos := range [][]int{
		nil, {1, 3, 0}, {1, 3, 0, 2, 4}, // length
		{1, 3, 0, 4}, {-1, 3, 0, 2}, // range
		{1, 3, 0, 1}, // row
		{0, 2, 3, 1}, // \ diagonal
		{3, 1, 0, 2}, // / diagonal
		{0, 3, 1, 2}, {0, 2, 1, 3}, {0, 1, 2, 3}, {3, 2, 1, 0},
	} {
		if Fault(4, pos) == "" {
			t.Errorf("%v: no fault", pos)
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
		_, got := publishedCount(source)
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
