// Exercises shows where you stand in the exercises, what is wrong, and what comes next.
//
//	go run ./docs/exercises               all exercises
//	go run ./docs/exercises 04            one exercise
//	go run ./docs/exercises -hint 04      its first hint; -hint 04.2 is the second
//	go run ./docs/exercises -solution 04  where its solution is
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"example.com/eightqueens/docs/exercises/internal/result"
	"example.com/eightqueens/docs/internal/language"
	"example.com/eightqueens/internal/program"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("exercises: ")
	flag.Usage = usage
	hint := flag.String("hint", "", "show the first hint of an `exercise`, or the second: 04.2 (힌트를 봅니다)")
	solution := flag.String("solution", "", "show where the solution of an `exercise` is (모범 답안이 있는 곳을 봅니다)")
	flag.Func("lang", "`ko|en`, the language of the words (출력 언어)", setLanguage)
	flag.Parse()
	var arguments, names []string // names of exercises
	for flag.NArg() > 0 {         // 04 -lang en: flags may come after the number, too
		arguments = append(arguments, flag.Arg(0))
		flag.CommandLine.Parse(flag.Args()[1:])
	}
	flag.Visit(func(f *flag.Flag) {
		if f.Name != "lang" {
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
	switch ctx := program.UntilEnded(); {
	case *hint != "":
		err = c.showHint(*hint)
	case *solution != "":
		err = c.showSolution(*solution)
	case names != nil:
		err = c.showOne(ctx, names[0])
	default:
		err = c.showAll(ctx)
	}
	if err != nil {
		log.Fatal(err)
	}
	if _, err := c.out.WriteTo(os.Stdout); err != nil {
		log.Fatal(language.Say("결과를 출력하지 못했습니다: %v", "cannot write the output: %v", err))
	}
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

// languageFlag is the -lang flag as it was given, for the commands that are shown.
var languageFlag []string

func setLanguage(name string) error {
	languageFlag = []string{"-lang", name}
	return language.Choose(name)
}

// showAll tests all exercises and prints the list, the mistakes and what comes next.
func (c *course) showAll(ctx context.Context) error {
	results, err := c.test(ctx, c.exercises)
	if err != nil {
		return err
	}
	for _, e := range c.exercises {
		fmt.Fprintln(&c.out, e.number, results[e].State.Name(), e.title)
	}
	for _, e := range c.exercises {
		c.printMistake(e, results[e])
	}
	for _, e := range c.exercises {
		if results[e].State != result.Done {
			c.printNext(e)
			return nil
		}
	}
	fmt.Fprintln(&c.out, language.Say("\n연습 문제를 모두 풀었습니다.", "\nAll exercises are done."))
	return nil
}

// showOne tests one exercise.
func (c *course) showOne(ctx context.Context, name string) error {
	e, err := c.find(name)
	if err != nil {
		return err
	}
	results, err := c.test(ctx, []*exercise{e})
	if err != nil {
		return err
	}
	fmt.Fprintln(&c.out, e.number, results[e].State.Name(), e.title)
	c.printMistake(e, results[e])
	if results[e].State == result.NotBegun {
		fmt.Fprintln(&c.out, language.Say("\npanic(\"write your code here\") 줄이 아직 남아 있습니다.",
			"\nThe line panic(\"write your code here\") is still there."))
	}
	if results[e].State != result.Done {
		c.printNext(e)
	} else {
		fmt.Fprintln(&c.out, language.Say("\n다음 연습: %s", "\nThe next one: %s", c.command()))
	}
	return nil
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
  과제  %s
  파일  %s
  확인  %s
  힌트  %s
`, `
Next: %s %s
  task  %s
  file  %s
  test  %s
  hint  %s
`, e.number, e.title, c.relative(c.chapter), c.relative(c.path(e.name, "exercise.go")),
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
	return strings.Join(slices.Concat([]string{"go run", path}, languageFlag, arguments), " ")
}
