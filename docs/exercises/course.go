package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"example.com/eightqueens/docs/internal/language"
	"example.com/eightqueens/docs/internal/markdown"
	"example.com/eightqueens/docs/internal/repository"
)

// A course is the exercises of one clone of the repository.
type course struct {
	here      string // the folder in which the reader works
	root      string // the folder of the repository
	chapter   string // the file with the tasks and hints, in the reader's language
	from      string // the folder whose NN_name/exercise.go are tested
	exercises []*exercise
	out       bytes.Buffer // what will be printed
}

// An exercise is one folder, and its section of the chapter.
type exercise struct {
	number string // "04"
	name   string // "04_board", the folder
	after  string // "03-diagonals.md", the chapter that must be read before
	title  string
	hints  []string
}

// importPath returns the path by which the go command knows the exercise.
func (e *exercise) importPath() string {
	return repository.Module + "/docs/exercises/" + e.name
}

// openCourse returns the exercises of the repository in which the program is run.
func openCourse() (*course, error) {
	here, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	c := &course{here: here, root: repository.Root(here)}
	if c.root == "" {
		return nil, errors.New(language.Say(
			"이 튜토리얼의 폴더 안에서 실행해야 합니다.", "run this inside the folder of the tutorial"))
	}
	folders, err := fs.Glob(os.DirFS(c.path()), "[0-9][0-9]_*")
	if err != nil {
		return nil, err
	}
	c.from = c.path()
	c.chapter = filepath.Join(c.root, "docs", language.Chosen, "09-exercises.md")
	text, err := os.ReadFile(c.chapter)
	if err != nil {
		return nil, err
	}
	titles, hints, err := readChapter(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.chapter, err)
	}
	order, after := readOrder(text)
	for _, name := range folders {
		number := name[:2]
		if titles[number] == "" {
			continue // a folder of somebody's own
		}
		c.exercises = append(c.exercises, &exercise{number, name, after[number], titles[number], hints[number]})
	}
	if len(c.exercises) == 0 {
		return nil, errors.New(language.Say("docs/exercises에 연습 문제가 하나도 없습니다.", "there are no exercises in docs/exercises"))
	}
	slices.SortStableFunc(c.exercises, func(a, b *exercise) int {
		return slices.Index(order, a.number) - slices.Index(order, b.number)
	})
	return c, nil
}

// offered is a line of the table that says which exercises can be done after which chapter.
var offered = regexp.MustCompile(`(?m)^\| \[[^\]]*\]\((\d\d-[\w-]+\.md)\) \| ([\d, ]+) \|\r?$`)

// readOrder returns the numbers of the exercises in the order of the table of the chapter, and the
// chapter that must be read before each.
func readOrder(text []byte) (order []string, after map[string]string) {
	after = map[string]string{}
	for _, line := range offered.FindAllStringSubmatch(string(text), -1) {
		for number := range strings.SplitSeq(line[2], ", ") {
			order = append(order, number)
			after[number] = line[1]
		}
	}
	return order, after
}

// readChapter returns the titles and the hints of the exercises, by their numbers.
func readChapter(text []byte) (titles map[string]string, hints map[string][]string, err error) {
	titles, hints = map[string]string{}, map[string][]string{}
	chapter := markdown.Parse(text)
	for _, section := range chapter.Sections() {
		number, title, _ := strings.Cut(chapter.Text(section.Heading), " ")
		if _, err := strconv.Atoi(number); err != nil {
			continue
		}
		folds, err := chapter.Folds(section.Blocks)
		if err != nil {
			return nil, nil, err
		}
		titles[number], hints[number] = title, folds
	}
	return titles, hints, nil
}

// path returns the path of something in the folder of the exercises, or of that folder itself.
func (c *course) path(names ...string) string {
	return filepath.Join(append([]string{c.root, "docs", "exercises"}, names...)...)
}

// takeFrom lets the exercise.go files of a pupil's folder be tested in the place of those of this
// repository: of a clone, or a folder with the folders of exercises. All else stays that of this
// repository, the tests above all.
func (c *course) takeFrom(folder string) error {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return err
	}
	for _, c.from = range []string{filepath.Join(folder, "docs", "exercises"), folder} {
		for _, e := range c.exercises {
			if exists(c.source(e)) {
				return nil
			}
		}
	}
	return errors.New(language.Say("이 폴더에는 연습의 exercise.go가 없습니다: %s", "this folder has no exercise.go of any exercise: %s", folder))
}

// source returns the file of the exercise that is tested.
func (c *course) source(e *exercise) string {
	return filepath.Join(c.from, e.name, "exercise.go")
}

// find returns the exercise with the given name: "04", "4", "04_board" or "docs/exercises/04_board".
func (c *course) find(name string) (*exercise, error) {
	base := filepath.Base(name)
	number, err := strconv.Atoi(base)
	for _, e := range c.exercises {
		own, _ := strconv.Atoi(e.number)
		if base == e.name || err == nil && own == number {
			return e, nil
		}
	}
	byNumber := func(a, b *exercise) int { return strings.Compare(a.number, b.number) }
	return nil, errors.New(language.Say("그런 연습은 없습니다: %q. 연습은 %s부터 %s까지 있습니다.",
		"there is no exercise %q; they are numbered from %s to %s",
		name, slices.MinFunc(c.exercises, byNumber).number, slices.MaxFunc(c.exercises, byNumber).number))
}
