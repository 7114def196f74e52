package main

import (
	"cmp"
	"errors"
	"flag"
	"os"
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// purpose heads the usage message.
const purpose = "Prints every way to place eight queens so that no two attack each other.\n" +
	"퀸 8개를 서로 공격하지 않게 놓는 방법을 모두 출력합니다."

// korean holds each message in Korean under the same message in English.
var korean = map[string]string{
	"%s-queens placements: %s\n":  "가능한 %s퀸 배치 수 : %s\n",
	"cannot write the output: %v": "결과를 출력하지 못했습니다: %v",
}

// words prints messages in the language of the reader.
var words = message.NewPrinter(environmentLanguage())

func init() {
	for text, translation := range korean {
		message.SetString(language.Korean, text, translation)
	}
	flag.Func("lang", "`ko|en`, the language of the output (출력 언어)", func(name string) error {
		switch name {
		case "ko":
			words = message.NewPrinter(language.Korean)
		case "en":
			words = message.NewPrinter(language.English)
		default:
			return errors.New("want ko or en")
		}
		return nil
	})
}

// environmentLanguage returns Korean where the locale asks for Korean or for no language at all, since
// the tutorial began in Korean, and else English.
func environmentLanguage() language.Tag {
	locale := cmp.Or(os.Getenv("LC_ALL"), os.Getenv("LC_MESSAGES"), os.Getenv("LANG"))
	name, _, _ := strings.Cut(locale, ".") // ko_KR.eucKR
	name, _, _ = strings.Cut(name, "@")    // de_DE@euro
	switch name {
	case "", "C", "POSIX":
		return language.Korean
	}
	if base, _, _ := language.Make(name).Raw(); base.String() == "ko" {
		return language.Korean
	}
	return language.English
}
