package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/width"
)

// givenN is the n of the -n flag, or 0 where it has to be asked for.
var givenN int

func init() {
	flag.Func("n", "`number` of queens, else read from standard input (퀸의 수, 없으면 표준 입력에서 읽습니다)",
		func(text string) (err error) {
			// Wrong usage is told in English, as the flag package tells it.
			givenN, err = readN(strings.NewReader(text), message.NewPrinter(language.English))
			return err
		})
}

// chooseN returns the n of the -n flag, or else asks for it. A wrong answer ends the program.
func chooseN() int {
	if givenN != 0 {
		return givenN
	}
	if !countOnly {
		words.Fprintf(out, "The board will be n * n\nvalue of n: ")
		out.Flush()
	}
	answer, err := readN(os.Stdin, words)
	if err != nil {
		log.Fatal(err)
	}
	return answer
}

// readN reads n, from 1 to maxN, from the first line of r. Errors speak in the given words.
func readN(r io.Reader, words *message.Printer) (int, error) {
	const longest = 1 << 20 // bytes of a line; more is not read
	line, err := bufio.NewReader(io.LimitReader(r, longest)).ReadString('\n')
	if err != nil && err != io.EOF {
		return 0, errors.New(words.Sprintf("cannot read n: %v", err))
	}

	limit := strconv.Itoa(maxN)
	text := strings.TrimFunc(line, func(c rune) bool {
		return unicode.IsSpace(c) || c == '\uFEFF' // a byte-order mark, as PowerShell pipes it
	})
	if text == "" {
		return 0, errors.New(words.Sprintf("no n was given; want a whole number from 1 to %s", limit))
	}
	// Korean and Japanese input methods type digits of full width, ８ for 8.
	number, err := strconv.Atoi(width.Fold.String(text))
	switch {
	case strings.Contains(text, "\x00"):
		return 0, errors.New(words.Sprintf(
			"n must be a whole number from 1 to %s, not %s (which seems to be UTF-16, not UTF-8)", limit, shorten(text)))
	case err != nil || number < 1 || number > maxN || len(line) == longest:
		return 0, errors.New(words.Sprintf("n must be a whole number from 1 to %s, not %s", limit, shorten(text)))
	}
	return number, nil
}

// shorten quotes the text, cut off after 20 characters.
func shorten(text string) string {
	quoted := fmt.Sprintf("%.20q", text)
	if utf8.RuneCountInString(text) > 20 {
		quoted += "…"
	}
	return quoted
}
