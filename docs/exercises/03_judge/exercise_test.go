package exercise_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	exercise "example.com/eightqueens/docs/exercises/03_judge"
	"example.com/eightqueens/docs/exercises/03_judge/solution"
	"example.com/eightqueens/docs/exercises/internal/check"
	"example.com/eightqueens/docs/internal/language"
)

func TestExercise(t *testing.T) {
	test(t, exercise.Judge)
	check.NoTable(t)
}

func TestSolution(t *testing.T) { test(t, solution.Judge) }

func test(t *testing.T, judge func(in io.Reader, out io.Writer) error) {
	count := func(n int) {
		written(t, judge, fmt.Sprintf("%d\n", n), fmt.Sprintf("%d\n", check.Counts[n]))
	}
	for _, n := range []int{4, 1, 2, 3, 5, 6, 7, 8} {
		count(n)
	}
	written(t, judge, "6", "4\n")     // no final newline
	written(t, judge, "6\r\n", "4\n") // a line of Windows
	written(t, judge, " 6 \n", "4\n")

	refused(t, judge, `Judge("")`, strings.NewReader(""), io.Discard)
	refused(t, judge, `Judge("queens\n")`, strings.NewReader("queens\n"), io.Discard)
	refused(t, judge, `Judge("6\n", `+language.Say("쓸 수 없는 출력", "an output that cannot be written")+`)`,
		strings.NewReader("6\n"), fullDisk{})

	for n := 9; n <= 12; n++ {
		count(n)
	}
	begins(t, judge, "14\n") // as far as BOJ asks
}

// begins fails the test if judge panics soon, as it does where arrays are too small. To
// wait for the count takes too long on a slow machine.
func begins(t *testing.T, judge func(in io.Reader, out io.Writer) error, input string) {
	check.Call(t, fmt.Sprintf("Judge(%q)", input), func() error {
		crash := make(chan any, 1)
		go func() {
			defer func() { crash <- recover() }()
			judge(strings.NewReader(input), io.Discard)
		}()
		select {
		case value := <-crash:
			if value != nil {
				panic(value)
			}
		case <-time.After(time.Second / 4):
		}
		return nil
	})
}

// written fails the test unless judge reads the input and writes just what is wanted.
func written(t *testing.T, judge func(in io.Reader, out io.Writer) error, input, want string) {
	call := fmt.Sprintf("Judge(%q)", input)
	var out strings.Builder
	printed := check.Divert(t)
	defer printed()
	err := check.Call(t, call, func() error { return judge(strings.NewReader(input), &out) })
	if err != nil {
		check.Fail(t, call, language.Say("결과: 오류: %v", "got:  the error %v", err), language.Say("기대: %q", "want: %q", want))
	}
	if printed() != "" && (out.String() == "" || out.String() == want) {
		check.Fail(t, call, language.Say("결과: out이 아니라 표준 출력에 쓴 것이 있습니다.", "got:  something was written to standard output, not to out"),
			language.Say("기대: %q", "want: %q", want))
	}
	if out.String() == "" {
		check.Fail(t, call, language.Say("결과: out에 아무것도 쓰지 않았습니다.", "got:  nothing was written to out"),
			language.Say("기대: %q", "want: %q", want))
	}
	check.Equal(t, call, quoted(out.String()), quoted(want))
}

// refused fails the test unless judge returns an error.
func refused(t *testing.T, judge func(in io.Reader, out io.Writer) error, call string, in io.Reader, out io.Writer) {
	err := check.Call(t, call, func() error { return judge(in, out) })
	if err == nil {
		check.Fail(t, call, language.Say("결과: 오류가 없습니다.", "got:  no error"), language.Say("기대: 오류", "want: an error"))
	}
}

// quoted is text that shows its blanks and line ends in messages.
type quoted string

func (q quoted) String() string { return fmt.Sprintf("%q", string(q)) }

// fullDisk is an output that takes nothing.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space left") }
