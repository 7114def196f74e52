package main

import (
	"context"
	"errors"
	"runtime"
	"strconv"
	"strings"
	"sync"

	judge "example.com/eightqueens/docs/exercises/03_judge/solution"
	board "example.com/eightqueens/docs/exercises/04_board/solution"
	pairs "example.com/eightqueens/docs/exercises/05_pairs/solution"
	iterator "example.com/eightqueens/docs/exercises/06_iterator/solution"
	classes "example.com/eightqueens/docs/exercises/07_classes/solution"
	bits "example.com/eightqueens/docs/exercises/08_bits/solution"
	mirror "example.com/eightqueens/docs/exercises/09_mirror/solution"
	cores "example.com/eightqueens/docs/exercises/10_cores/solution"
	halves "example.com/eightqueens/docs/exercises/12_halves/solution"
	"example.com/eightqueens/docs/internal/language"
)

// A way is a solution that counts. One that divides counts one part of parts, and calls progress after
// each piece of the work, maybe also before the first; the others count the whole.
type way struct {
	name    string
	maxN    int
	divides bool
	count   func(n, part, parts int, progress func(done, total int)) int
}

const (
	largest  = 27      // the largest n whose count is known
	maxParts = 1 << 20 // enough for any count that can be done
)

var ways = []*way{
	{"flags", largest, false, whole(flags)},
	{"board", largest, false, whole(board.Count)},
	{"pairs", largest, false, whole(pairs.Count)},
	{"iterator", largest, false, whole(iterate)},
	{"classes", largest, false, whole(sumClasses)},
	{"bits", largest, false, whole(bits.Count)},
	{"mirror", largest, false, whole(mirror.CountMirror)},
	{"eight", largest, false, whole(mirror.CountEight)},
	{"cores", largest, true, onCores},
	{"half", halves.MaxN, true, inHalves},
}

// findWay returns the way with that name.
func findWay(name string) (*way, error) {
	for _, w := range ways {
		if w.name == name {
			return w, nil
		}
	}
	return nil, errors.New(language.Say("그런 방법은 없습니다: %s. 있는 방법: %s",
		"there is no way %s; there are %s", shorten(name), names(ways)))
}

// names returns the names of the ways, as they are shown.
func names(ways []*way) string {
	var list []string
	for _, w := range ways {
		list = append(list, w.name)
	}
	return strings.Join(list, ", ")
}

// dividing returns the ways that count in parts.
func dividing() []*way {
	var list []*way
	for _, w := range ways {
		if w.divides {
			list = append(list, w)
		}
	}
	return list
}

// whole makes the count of a way that does not divide from a function that counts everything.
func whole(count func(n int) int) func(n, part, parts int, progress func(done, total int)) int {
	return func(n, part, parts int, progress func(done, total int)) int { return count(n) }
}

// flags counts with the flags of the stages, as the solution of exercise 03 does.
func flags(n int) int {
	var out strings.Builder
	if err := judge.Judge(strings.NewReader(strconv.Itoa(n)), &out); err != nil {
		panic(err)
	}
	count, err := strconv.Atoi(strings.TrimSpace(out.String()))
	if err != nil {
		panic(err)
	}
	return count
}

func iterate(n int) int {
	count := 0
	for range iterator.Placements(n) {
		count++
	}
	return count
}

func sumClasses(n int) int {
	count := 0
	_, sizes := classes.Classes(n)
	for _, size := range sizes {
		count += size
	}
	return count
}

func onCores(n, part, parts int, progress func(done, total int)) int {
	count, err := cores.CountPart(context.Background(), n, part, parts, progress)
	if err != nil {
		panic(err) // the context is never done
	}
	return count
}

// inHalves counts every parts-th piece of the work, beginning with number part, on all cores.
func inHalves(n, part, parts int, progress func(done, total int)) int {
	mine := func(yield func(halves.Piece) bool) {
		number := 0
		for piece := range halves.Pieces(n) {
			if number%parts == part && !yield(piece) {
				return
			}
			number++
		}
	}
	total := 0
	for range mine {
		total++
	}
	progress(0, total)
	pieces := make(chan halves.Piece, 64)
	go func() {
		for piece := range mine {
			pieces <- piece
		}
		close(pieces)
	}()
	var mutex sync.Mutex
	count, done := 0, 0
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			var counter halves.Counter
			for piece := range pieces {
				found := counter.Count(piece)
				mutex.Lock()
				count += found
				done++
				progress(done, total)
				mutex.Unlock()
			}
		})
	}
	workers.Wait()
	return count
}
