// Count counts the solutions of n queens in one of the ways of the exercises.
//
//	go run ./docs/exercises/count -n 16              with half boards, the fastest way
//	go run ./docs/exercises/count -n 12 -way board   with the solution of exercise 04
//	go run ./docs/exercises/count -n 18 -part 3/64   one of 64 parts
//	go run ./docs/exercises/count -sum               adds up what was printed for all parts
package main

import (
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/text/width"

	"example.com/eightqueens/docs/internal/language"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("count: ")
	flag.Usage = usage
	nText := flag.String("n", "", "`number` of queens (퀸의 수)")
	wayName := flag.String("way", "half", "`name` of the way to count: "+names(ways)+" (세는 방법)")
	partText := flag.String("part", "", "count one part only, `3/64` for instance, which are numbered from 0 (전체 가운데 한 부분만 셉니다)")
	asSum := flag.Bool("sum", false, "add up the lines that -part printed, read from standard input (-part가 출력한 줄들을 읽어 더합니다)")
	flag.Func("lang", "`ko|en`, the language of the words (출력 언어)", language.Choose)
	flag.Parse()

	if flag.NArg() > 0 {
		refuse(language.Say("알 수 없는 인자: %q", "unexpected argument: %q", flag.Arg(0)))
	}
	if *asSum {
		flag.Visit(func(f *flag.Flag) {
			if f.Name != "sum" && f.Name != "lang" {
				refuse(language.Say("-sum과 함께 쓸 수 없습니다: -%s", "-%s has no place beside -sum", f.Name))
			}
		})
		total, errs := sum(os.Stdin)
		for k, err := range errs {
			if k == maxErrors {
				log.Fatal("…")
			}
			log.Print(err)
		}
		if errs != nil {
			os.Exit(1)
		}
		print(total)
		return
	}
	w, err := findWay(*wayName)
	if err != nil {
		refuse(err)
	}
	n, err := parseN(*nText, w)
	if err != nil {
		refuse(err)
	}
	part, parts, err := parsePart(*partText, w)
	if err != nil {
		refuse(err)
	}

	p := newProgress(os.Stderr)
	count := w.count(n, part, parts, p.show)
	p.end()
	if *partText == "" {
		print(count)
	} else {
		print(countedPart{task{n, w.name, parts}, part, uint64(count)})
	}
}

// print prints the result.
func print(result any) {
	if _, err := fmt.Println(result); err != nil {
		log.Fatal(language.Say("결과를 출력하지 못했습니다: %v", "cannot write the output: %v", err))
	}
}

// maxErrors is how many mistakes among the lines of -sum are told.
const maxErrors = 20

func usage() {
	fmt.Fprint(os.Stderr, "Counts the solutions of n queens in one of the ways of the exercises.\n"+
		"연습의 모범 답안 가운데 하나로 n퀸 해의 수를 셉니다.\n"+
		"Usage: go run ./docs/exercises/count -n 16\n")
	flag.PrintDefaults()
}

// refuse prints in one line what is wrong with the arguments, and exits.
func refuse(reason any) {
	log.Print(reason)
	os.Exit(2)
}

// parseN parses the number of queens, which must not be larger than the way allows.
func parseN(text string, w *way) (int, error) {
	if text == "" {
		return 0, errors.New(language.Say("-n으로 퀸의 수를 정해 주십시오.", "give the number of queens with -n"))
	}
	maxN := w.maxN
	if strconv.IntSize == 32 {
		maxN = min(maxN, 18) // the count for 19 does not fit in an int
	}
	n, err := strconv.Atoi(fold(text))
	if err != nil || n < 1 || n > maxN {
		return 0, errors.New(language.Say("-way %s의 n은 1부터 %d까지의 정수여야 합니다. 입력한 값: %s",
			"with -way %s, n must be a whole number from 1 to %d, not %s", w.name, maxN, shorten(text)))
	}
	return n, nil
}

// fold returns the text with narrow digits for wide ones, and without blanks at its ends.
func fold(text string) string {
	return width.Fold.String(strings.TrimSpace(text))
}

// shorten returns the text quoted, and cut off after 20 characters.
func shorten(text string) string {
	quoted := fmt.Sprintf("%.20q", text)
	if utf8.RuneCountInString(text) > 20 {
		quoted += "…"
	}
	return quoted
}

// parsePart parses "3/64" as 3 and 64; an empty text means the whole, 0 of 1.
func parsePart(text string, w *way) (part, parts int, err error) {
	if text == "" {
		return 0, 1, nil
	}
	if !w.divides {
		return 0, 0, errors.New(language.Say("-way %s는 부분으로 나누어 셀 수 없습니다. 나눌 수 있는 방법: %s",
			"-way %s cannot count in parts; those that can: %s", w.name, names(dividing())))
	}
	first, second, found := strings.Cut(fold(text), "/")
	part, err1 := strconv.Atoi(first)
	parts, err2 := strconv.Atoi(second)
	if err1 == nil && err2 == nil && part >= parts && parts > 0 {
		return 0, 0, errors.New(language.Say(
			"-part의 첫째 수는 둘째 수보다 작아야 합니다. 입력한 값: %s",
			"the first number of -part must be smaller than the second, not %s", shorten(text)))
	}
	if !found || err1 != nil || err2 != nil || part < 0 || parts <= 0 || parts > maxParts {
		return 0, 0, errors.New(language.Say(
			"-part는 0/64, 1/64, …, 63/64처럼 부분 %d개까지 쓸 수 있습니다. 입력한 값: %s",
			"-part must be like 0/64, 1/64, …, 63/64, with up to %d parts, not %s", maxParts, shorten(text)))
	}
	return part, parts, nil
}

// A progress is a line on a terminal that shows how much of the work is done.
type progress struct {
	file  *os.File // nil where nobody watches
	begun time.Time
	shown time.Time
}

func newProgress(file *os.File) *progress {
	info, err := file.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		file = nil
	}
	return &progress{file: file, begun: time.Now()}
}

// show writes the line again, ten times a second at most.
func (p *progress) show(done, total int) {
	if p.file == nil || time.Since(p.shown) < 100*time.Millisecond {
		return
	}
	p.shown = time.Now()
	fmt.Fprintf(p.file, "\r%s ", language.Say("%[2]d조각 가운데 %[1]d조각, %[3]v", "%d of %d pieces, %v",
		done, total, time.Since(p.begun).Round(time.Second)))
}

// end erases the line and prints how long the work took.
func (p *progress) end() {
	if p.file == nil {
		return
	}
	if !p.shown.IsZero() {
		fmt.Fprintf(p.file, "\r%s\r", strings.Repeat(" ", 60))
	}
	fmt.Fprintln(p.file, language.Say("걸린 시간: %v", "time: %v", time.Since(p.begun).Round(time.Millisecond)))
}
