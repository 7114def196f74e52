package pages

import (
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

// exercisePage is how the name of an exercise's page begins; its folder follows.
const exercisePage = "exercise-"

// UseWorkshop gives the pages an editor, and each exercise a page. The scripts of package workshop
// must lie beside them.
func (s *Site) UseWorkshop() { s.workshop = true }

// addEditor lets the page edit the first of the files of a program.
func (s *Site) addEditor(p *page, folder string, names []string) error {
	p.Edited, p.Sources = folder+"/"+names[0], map[string]string{}
	for _, name := range names {
		content, err := s.read(folder + "/" + name)
		if err != nil {
			return err
		}
		p.Sources[name] = strings.ReplaceAll(string(content), "\r\n", "\n")
	}
	return nil
}

const exercisesChapter = "09-exercises"

// A task is what the chapter says of one exercise, as HTML.
type task struct {
	folder, number, title string
	body                  string
}

var (
	taskHeading = regexp.MustCompile(`<h2 id="[^"]*"[^>]*><a href="[^"]*">((\d\d) .*)</a></h2>`)
	tags        = regexp.MustCompile(`<[^>]*>`)
)

// tasks returns the exercises in the order of the chapter.
func (s *Site) tasks(language string) ([]task, error) {
	c, err := s.readChapter(language, exercisesChapter)
	if err != nil {
		return nil, err
	}
	var found []task
	for _, section := range strings.Split(c.body, "<h2 ") {
		section = "<h2 " + section
		heading := taskHeading.FindStringSubmatch(section)
		if heading == nil {
			continue
		}
		folders, _ := fs.Glob(s.repository.FS(), "docs/exercises/"+heading[2]+"_*")
		if len(folders) == 0 {
			continue
		}
		title := template.HTMLEscapeString(tags.ReplaceAllString(heading[1], ""))
		found = append(found, task{path.Base(folders[0]), heading[2], title, section})
	}
	return found, nil
}

// exerciseLinks returns links to the pages of the exercises; nil without the workshop.
func (s *Site) exerciseLinks(language string) ([]link, error) {
	if !s.workshop {
		return nil, nil
	}
	tasks, err := s.tasks(language)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil // a tutorial without exercises
	}
	var links []link
	for _, t := range tasks {
		links = append(links, t.link())
	}
	return links, err
}

// withWays returns the chapter of the exercises with a link to the page of each.
func (s *Site) withWays(language, body string) (string, error) {
	tasks, err := s.tasks(language)
	for _, t := range tasks {
		heading := taskHeading.FindString(t.body)
		way := fmt.Sprintf("%s\n<p class=\"invite\"><a class=\"action\" href=\"%s\">%s</a></p>", heading, t.link().Target, Say("solveHere").In(language))
		body = strings.Replace(body, heading, way, 1)
	}
	return body, err
}

func (t *task) link() link {
	_, title, _ := strings.Cut(t.title, " ")
	return link{Target: exercisePage + t.folder + ".html", Title: title, Number: t.number, Folder: t.folder}
}

// exercise returns the page on which an exercise is solved.
func (s *Site) exercise(name, folder string) ([]byte, error) {
	language := LanguageOf(name)
	tasks, err := s.tasks(language)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(tasks, func(t task) bool { return t.folder == folder })
	if at < 0 {
		return nil, errNotFound
	}
	p := s.newPage("exercise", name, tasks[at].title)
	p.Number = tasks[at].number
	p.Body = template.HTML(strings.ReplaceAll(tasks[at].body, "h2", "h1"))
	p.Chapter = &link{Target: exercisesChapter + ".html", Title: Say("allExercises").In(language)}
	if at > 0 {
		previous := tasks[at-1].link()
		p.Previous = &previous
	}
	if at+1 < len(tasks) {
		next := tasks[at+1].link()
		p.Next = &next
	}
	if err := s.addEditor(p, "docs/exercises/"+folder, []string{"exercise.go", "exercise_test.go"}); err != nil {
		return nil, err
	}
	return p.render()
}
