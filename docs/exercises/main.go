// Exercises shows where you stand in the exercises, what is wrong, and what comes next.
//
//	go run ./docs/exercises               all exercises
//	go run ./docs/exercises 04            one exercise
//	go run ./docs/exercises -hint 04      its first hint; -hint 04.2 is the second
//	go run ./docs/exercises -solution 04  where its solution is
//	go run ./docs/exercises -json         all exercises, for another program
//	go run ./docs/exercises -from ../ann  those of another folder, by the tests of this one
//
// It exits with 0 when it has told what it was asked for, 1 when it cannot, and 2 on wrong usage; with
// -json it exits with 0 only if all exercises that were asked for are done.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"example.com/eightqueens/docs/internal/language"
	"example.com/eightqueens/docs/internal/result"
	"example.com/eightqueens/internal/program"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("exercises: ")
	flag.Usage = usage
	hint := flag.String("hint", "", "show the first hint of an `exercise`, or the second: 04.2 (힌트를 봅니다)")
	solution := flag.String("solution", "", "show where the solution of an `exercise` is (모범 답안이 있는 곳을 봅니다)")
	asJSON := flag.Bool("json", false, "print number, name, state and message in JSON; exit with 0 only if all is done (JSON으로 출력합니다)")
	from := flag.String("from", "", "test the exercise.go files of the `folder` of a pupil (학생 폴더의 exercise.go를 테스트합니다)")
	flag.Func("lang", "`ko|en`, the language of the words (출력 언어)", setLanguage)
	flag.Parse()
	var arguments, names []string // names of exercises
	for flag.NArg() > 0 {         // 04 -lang en: flags may come after the number, too
		arguments = append(arguments, flag.Arg(0))
		flag.CommandLine.Parse(flag.Args()[1:])
	}
	flag.Visit(func(f *flag.Flag) {
		if f.Name == "hint" || f.Name == "solution" || f.Name == "from" && *from == "" {
			names = append(names, f.Value.String())
		}
	})
	names = append(names, arguments...)
	if len(names) > 1 {
		refuse(names[1])
	}
	if slices.Contains(names, "") {
		refuse("")
	}

	c, err := openCourse()
	if err != nil {
		log.Fatal(err)
	}
	if *from != "" {
		if err := c.takeFrom(*from); err != nil {
			log.Fatal(err)
		}
		flags = append(flags, "-from", *from)
	}
	status := 0
	switch {
	case *hint != "":
		err = c.showHint(*hint)
	case *solution != "":
		err = c.showSolution(*solution)
	default:
		status, err = c.showResults(program.UntilEnded(), strings.Join(names, ""), *asJSON)
	}
	if err != nil {
		log.Fatal(err)
	}
	if _, err := c.out.WriteTo(os.Stdout); err != nil {
		log.Fatal(language.Say("결과를 출력하지 못했습니다: %v", "cannot write the output: %v", err))
	}
	os.Exit(status)
}

func usage() {
	fmt.Fprint(os.Stderr, "Shows where you stand in the exercises, what is wrong, and what comes next.\n"+
		"연습 문제를 어디까지 풀었는지, 무엇이 틀렸는지, 다음은 무엇인지 보여 줍니다.\n"+
		"Usage: go run ./docs/exercises [04]\n")
	flag.PrintDefaults()
}

// refuse exits because of an argument that makes no sense.
func refuse(argument string) {
	fmt.Fprintf(os.Stderr, "unexpected argument: %q\n", argument)
	flag.Usage()
	os.Exit(2)
}

// flags holds the flags that were given and belong to the commands that are shown, too.
var flags []string

func setLanguage(name string) error {
	flags = append(flags, "-lang", name)
	return language.Choose(name)
}

// showResults tests all exercises, or the one with the given name, and prints what came of it. The
// status is 1 where another program reads it and not all are done.
func (c *course) showResults(ctx context.Context, name string, asJSON bool) (status int, err error) {
	exercises := c.exercises
	if name != "" {
		e, err := c.find(name)
		if err != nil {
			return 1, err
		}
		exercises = []*exercise{e}
	}
	results, err := c.test(ctx, exercises)
	switch {
	case err != nil:
		return 1, err
	case asJSON:
		return c.printJSON(exercises, results)
	case name != "":
		c.printOne(exercises[0], results[exercises[0]])
	default:
		c.printAll(results)
	}
	return 0, nil
}

// printJSON prints what programs read. The status is 0 if all exercises are done.
func (c *course) printJSON(exercises []*exercise, results map[*exercise]result.Result) (status int, err error) {
	type told struct {
		Number  string `json:"number"`
		Name    string `json:"name"`
		State   string `json:"state"`
		Message string `json:"message"`
	}
	var list []told
	for _, e := range exercises {
		r := results[e]
		if r.State != result.Done {
			status = 1
		}
		list = append(list, told{e.number, e.name, r.State.String(), strings.Join(r.Message, "\n")})
	}
	encoder := json.NewEncoder(&c.out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return status, encoder.Encode(list)
}

// printAll prints the list of the exercises, the mistakes and what comes next.
func (c *course) printAll(results map[*exercise]result.Result) {
	for _, e := range c.exercises {
		fmt.Fprintln(&c.out, e.number, results[e].State.Name(), e.title)
	}
	for _, e := range c.exercises {
		if results[e].State != result.NotBegun {
			c.printMistake(e, results[e])
		}
	}
	for _, e := range c.exercises {
		if results[e].State != result.Done {
			c.printNext(e)
			return
		}
	}
	fmt.Fprintln(&c.out, language.Say("\n연습 문제를 모두 풀었습니다.", "\nAll exercises are done."))
}

// printOne prints how far the reader has come with one exercise.
func (c *course) printOne(e *exercise, r result.Result) {
	fmt.Fprintln(&c.out, e.number, r.State.Name(), e.title)
	c.printMistake(e, r)
	if r.State == result.NotBegun && r.Message == nil {
		fmt.Fprintf(&c.out, "\n%s\n", result.StubLeft())
	}
	if r.State != result.Done {
		c.printNext(e)
	} else {
		fmt.Fprintln(&c.out, language.Say("\n다음 연습: %s", "\nThe next one: %s", c.command()))
	}
}

func (c *course) printMistake(e *exercise, r result.Result) {
	if len(r.Message) == 0 {
		return
	}
	fmt.Fprintf(&c.out, "\n%s %s\n", e.number, e.title)
	for _, line := range r.Message {
		fmt.Fprintln(&c.out, "  "+line)
	}
}

func (c *course) printNext(e *exercise) {
	fmt.Fprint(&c.out, language.Say(`
다음: %s %s
  먼저  %s
  과제  %s
  파일  %s
  확인  %s
  힌트  %s
`, `
Next: %s %s
  read  %s
  task  %s
  file  %s
  test  %s
  hint  %s
`, e.number, e.title, c.relative(filepath.Join(filepath.Dir(c.chapter), e.after)), c.relative(c.chapter), c.relative(c.source(e)),
		c.command(e.number), c.command("-hint", e.number)))
}

// showHint prints the hint that is asked for: 04 is the first of exercise 04, 04.2 the second.
func (c *course) showHint(name string) error {
	name, text, numbered := strings.Cut(name, ".")
	e, err := c.find(name)
	if err != nil {
		return err
	}
	if len(e.hints) == 0 {
		return errors.New(language.Say("연습 %s에는 힌트가 없습니다.", "exercise %s has no hints", e.number))
	}
	which := 1
	if numbered {
		if which, err = strconv.Atoi(text); err != nil || which < 1 || which > len(e.hints) {
			return errors.New(language.Say("연습 %[1]s의 힌트는 %[1]s.1부터 %[1]s.%[2]d까지 있습니다.",
				"exercise %[1]s has the hints %[1]s.1 to %[1]s.%[2]d", e.number, len(e.hints)))
		}
	}
	hint := strings.ReplaceAll(e.hints[which-1], "```go sketch", "```go")
	fmt.Fprintf(&c.out, "%s %s\n%s %d/%d\n\n%s\n\n", e.number, e.title,
		language.Say("힌트", "hint"), which, len(e.hints), hint)
	if which < len(e.hints) {
		fmt.Fprintln(&c.out, language.Say("다음 힌트: %s", "next hint: %s",
			c.command("-hint", fmt.Sprintf("%s.%d", e.number, which+1))))
	} else {
		fmt.Fprintln(&c.out, language.Say("마지막 힌트입니다. 모범 답안: %s", "that was the last hint. solution: %s",
			c.command("-solution", e.number)))
	}
	return nil
}

func (c *course) showSolution(name string) error {
	e, err := c.find(name)
	if err != nil {
		return err
	}
	fmt.Fprintln(&c.out, c.relative(c.path(e.name, "solution", "solution.go")))
	return nil
}

// relative returns a path as seen from the folder in which the reader works.
func (c *course) relative(path string) string {
	short, err := filepath.Rel(c.here, path)
	if err != nil {
		return path
	}
	return short
}

// command returns what the reader types to run this program with the given arguments.
func (c *course) command(arguments ...string) string {
	path := filepath.ToSlash(c.relative(c.path()))
	if !strings.HasPrefix(path, ".") {
		path = "./" + path
	}
	return strings.Join(slices.Concat([]string{"go run", path}, flags, arguments), " ")
}
