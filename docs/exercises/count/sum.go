package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"example.com/eightqueens/docs/internal/language"
)

// A task is a count that is done in parts.
type task struct {
	n     int
	way   string
	parts int
}

// A counted part is what -part prints: which part it is, in the words of the flags, and its count.
type countedPart struct {
	task
	part  int
	count uint64
}

func (p countedPart) String() string {
	return fmt.Sprintf("%s: %d", p.name(), p.count)
}

// name returns the flags that count this part.
func (p countedPart) name() string {
	return fmt.Sprintf("-n %d -way %s -part %d/%d", p.n, p.way, p.part, p.parts)
}

// parseCounted parses what String returns.
func parseCounted(line string) (p countedPart, ok bool) {
	_, err := fmt.Sscanf(line, "-n %d -way %s -part %d/%d: %d", &p.n, &p.way, &p.part, &p.parts, &p.count)
	return p, err == nil && line == p.String() && p.part >= 0 && p.part < p.parts && p.parts <= maxParts
}

// sum adds up the parts of one task, whose lines come in any order. A part that comes again with the
// same count is taken once. The sum is right only where there is no error.
func sum(in io.Reader) (total uint64, errs []error) {
	fail := func(text string) { errs = append(errs, errors.New(text)) }
	var first countedPart
	counts := map[int]uint64{}
	lines := bufio.NewReader(in)
	for number := 1; ; number++ {
		line, err := lines.ReadString('\n')
		if err != nil && err != io.EOF {
			return 0, append(errs, err)
		}
		if err == io.EOF && line == "" {
			break
		}
		text := strings.TrimSpace(line)
		p, ok := parseCounted(text)
		if err == io.EOF {
			ok = false // the rest of the line may be missing
		}
		if ok && len(counts) == 0 {
			first = p
		}
		count, again := counts[p.part]
		switch {
		case text == "":
		case !ok:
			fail(language.Say("%d번째 줄은 -part가 출력한 줄이 아닙니다: %s", "line %d is none that -part printed: %s", number, shorten(text)))
		case p.task != first.task:
			fail(language.Say("%d번째 줄은 %s의 부분이 아닙니다: %s", "line %d is no part of %s: %s", number, first.task, p.name()))
		case again && count != p.count:
			fail(language.Say("%s의 수가 두 가지입니다: %d, %d", "%s has two counts: %d and %d", p.name(), count, p.count))
		default:
			counts[p.part] = p.count
			if !again {
				total += p.count
			}
		}
		if err == io.EOF {
			break
		}
	}
	if len(counts) == 0 {
		fail(language.Say("-part가 출력한 줄이 하나도 없습니다.", "there is no line that -part printed"))
	}
	for part := range first.parts {
		if _, found := counts[part]; !found {
			missing := countedPart{task: first.task, part: part}
			fail(language.Say("빠진 부분: %s", "missing: %s", missing.name()))
		}
	}
	return total, errs
}

func (t task) String() string {
	return fmt.Sprintf("-n %d -way %s -part …/%d", t.n, t.way, t.parts)
}
