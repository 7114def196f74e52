// Package quote takes out of the files of the repository what the chapters show of them.
package quote

import (
	"fmt"
	"math"
	"regexp"
	"strings"
)

// Gap is the line that stands for lines left out.
const Gap = "..."

// A Line is a line of a quotation.
type Line struct {
	Number int // in the file, from 1; 0 of a gap
	Text   string
}

// Lines returns the lines of a file that a selection names, as the info string of a fence has it:
//
//	"func set" to "}"
//
// begins with the first line that begins with the one text and ends with the next that begins with
// the other and is indented no further. A text alone is a line. Several of these follow each other in
// the file, with a gap between them where more than blank lines is left out.
func Lines(source []byte, selection string) ([]Line, error) {
	if !selections.MatchString(selection) {
		return nil, fmt.Errorf(`want lines as in "func set" to "}", not %q`, selection)
	}
	file := Split(source)
	var quoted []Line
	next := 0 // the line behind what is quoted
	for _, piece := range pieces.FindAllStringSubmatch(selection, -1) {
		first, err := find(file, next, piece[1], math.MaxInt)
		last := first
		if err == nil && piece[2] != "" {
			last, err = find(file, first+1, piece[2], indentation(file[first]))
		}
		if err != nil {
			return nil, err
		}
		if next > 0 && strings.TrimSpace(strings.Join(file[next:first], "")) == "" {
			first = next
		} else if next > 0 {
			quoted = append(quoted, Line{Text: Gap})
		}
		for next = first; next <= last; next++ {
			quoted = append(quoted, Line{next + 1, file[next]})
		}
	}
	return quoted, nil
}

const piece = ` *"([^"]+)"(?: to "([^"]+)")?`

var (
	pieces     = regexp.MustCompile(piece)
	selections = regexp.MustCompile(`^(?:` + piece + `)+$`)
)

// find returns the index of the first line, not before start, that begins with a text and is
// indented no further.
func find(file []string, start int, text string, indented int) (int, error) {
	for i := start; i < len(file); i++ {
		if strings.HasPrefix(strings.TrimSpace(file[i]), text) && indentation(file[i]) <= indented {
			return i, nil
		}
	}
	return 0, fmt.Errorf("no line begins with %q, or not there", text)
}

func indentation(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }

// Split returns the lines of a text, without their ends.
func Split(text []byte) []string {
	return strings.Split(strings.TrimSuffix(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n"), "\n")
}
