// Package words says things in the language of the reader, Korean or English.
package words

import (
	"cmp"
	"fmt"
	"os"
	"strings"

	"golang.org/x/text/language"
)

// Korean tells whether the reader's language is Korean.
var Korean = environmentIsKorean()

// Say formats one of two texts that say the same, as fmt.Sprintf does.
func Say(korean, english string, args ...any) string {
	if Korean {
		return fmt.Sprintf(korean, args...)
	}
	return fmt.Sprintf(english, args...)
}

// environmentIsKorean tells whether the locale asks for Korean or for no language at all, as in the
// stages, which share no package.
func environmentIsKorean() bool {
	locale := cmp.Or(os.Getenv("LC_ALL"), os.Getenv("LC_MESSAGES"), os.Getenv("LANG"))
	name, _, _ := strings.Cut(locale, ".") // ko_KR.eucKR
	name, _, _ = strings.Cut(name, "@")    // de_DE@euro
	switch name {
	case "", "C", "POSIX":
		return true
	}
	base, _, _ := language.Make(name).Raw()
	return base.String() == "ko"
}
