package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"example.com/eightqueens/docs/exercises/internal/words"
	"example.com/eightqueens/docs/internal/repository"
)

// A course is the exercises of one clone of the repository.
type course struct {
	here      string // the folder in which the reader works
	root      string // the folder of the repository
	chapter   string // the file with the tasks and hints, in the reader's language
	exercises []*exercise
}

// An exercise is one folder, and its section of the chapter.
type exercise struct {
	number string // "04"
	name   string // "04_board", the folder
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
		return nil, errors.New(words.Say(
			"이 튜토리얼의 폴더 안에서 실행해야 합니다.", "run this inside the folder of the tutorial"))
	}
	folders, err := fs.Glob(os.DirFS(c.path()), "[0-9][0-9]_*")
	if err != nil {
		return nil, err
	}
	c.chapter = filepath.Join(c.root, "docs", words.Say("ko", "en"), "09-exercises.md")
	text, err := os.ReadFile(c.chapter)
	if err != nil {
		return nil, err
	}
	sections := parseChapter(string(text))
	for _, name := range folders {
		section := sections[name[:2]]
		c.exercises = append(c.exercises, &exercise{name[:2], name, section.title, section.hints})
	}
	return c, nil
}

// path returns the path of something in the folder of the exercises, or of that folder itself.
func (c *course) path(names ...string) string {
	return filepath.Join(append([]string{c.root, "docs", "exercises"}, names...)...)
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
	return nil, errors.New(words.Say("그런 연습은 없습니다: %q. 연습은 %s부터 %s까지 있습니다.",
		"there is no exercise %q; they are numbered from %s to %s",
		name, c.exercises[0].number, c.exercises[len(c.exercises)-1].number))
}

// A section is what the chapter says about one exercise.
type section struct {
	title string
	hints []string
}

var (
	heading        = regexp.MustCompile(`(?m)^## `)
	sectionHeading = regexp.MustCompile(`^(\d\d) (.+)\n`)
	foldedHint     = regexp.MustCompile(`(?s)<details><summary>[^\n]*</summary>\n(.*?)</details>`)
)

// parseChapter finds the sections of the exercises by their numbers.
func parseChapter(text string) map[string]section {
	sections := map[string]section{}
	for _, text := range heading.Split(strings.ReplaceAll(text, "\r\n", "\n"), -1) {
		first := sectionHeading.FindStringSubmatch(text)
		if first == nil {
			continue
		}
		s := section{title: first[2]}
		for _, hint := range foldedHint.FindAllStringSubmatch(text, -1) {
			s.hints = append(s.hints, strings.TrimSpace(hint[1]))
		}
		sections[first[1]] = s
	}
	return sections
}
