// Package language says things in Korean and in English.
package language

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"golang.org/x/text/language"
)

// A Text says the same in Korean and in English, in this order. In braces stand the names of what is
// put in.
type Text [2]string

// In returns the text in the language "ko" or "en", and in both for readers of whom nothing is known.
func (t Text) In(name string) string {
	switch name {
	case "ko":
		return t[0]
	case "en":
		return t[1]
	}
	return t[0] + " · " + t[1]
}

// String returns the text in both languages.
func (t Text) String() string { return t.In("") }

// With puts values in: names and values follow each other.
func (t Text) With(values ...string) Text {
	pairs := slices.Clone(values)
	for i := 0; i < len(pairs); i += 2 {
		pairs[i] = "{" + pairs[i] + "}"
	}
	put := strings.NewReplacer(pairs...)
	return Text{put.Replace(t[0]), put.Replace(t[1])}
}

// Chosen is the language, "ko" or "en", of whoever runs the program.
var Chosen = fromEnvironment()

// Choose sets the chosen language. It is the function of a flag -lang.
func Choose(name string) error {
	if name != "ko" && name != "en" {
		return errors.New("want ko or en")
	}
	Chosen = name
	return nil
}

// Say formats one of two texts that say the same, that in the chosen language, as fmt.Sprintf does.
func Say(korean, english string, args ...any) string {
	return fmt.Sprintf(Text{korean, english}.In(Chosen), args...)
}

// fromEnvironment returns "ko" where the locale asks for Korean or for no language at all, as in the
// stages, which share no package.
func fromEnvironment() string {
	locale := cmp.Or(os.Getenv("LC_ALL"), os.Getenv("LC_MESSAGES"), os.Getenv("LANG"))
	name, _, _ := strings.Cut(locale, ".") // ko_KR.eucKR
	name, _, _ = strings.Cut(name, "@")    // de_DE@euro
	base, _, _ := language.Make(name).Raw()
	if name == "" || name == "C" || name == "POSIX" || base.String() == "ko" {
		return "ko"
	}
	return "en"
}
