package words

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
)

// TestPairs looks at every call of Say in the exercises: Korean first and English second, with
// the same verbs for the same arguments.
func TestPairs(t *testing.T) {
	exercises := filepath.Join("..", "..")
	pairs := 0
	err := filepath.WalkDir(exercises, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.Name() == "testdata" {
			return fs.SkipDir
		}
		// A reader's own exercise.go may not even compile.
		if filepath.Ext(path) != ".go" || entry.Name() == "exercise.go" {
			return nil
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(node ast.Node) bool {
			if call, ok := node.(*ast.CallExpr); ok && isSay(call) {
				pairs++
				korean, english := literal(call.Args[0]), literal(call.Args[1])
				arguments := len(call.Args) - 2
				if problem := mismatch(korean, english, arguments); problem != "" {
					t.Errorf("%s: %s: %q and %q", files.Position(call.Pos()), problem, korean, english)
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if pairs < 40 {
		t.Errorf("only %d calls of Say were found", pairs)
	}
}

// isSay tells whether a call is one of words.Say.
func isSay(call *ast.CallExpr) bool {
	function, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || function.Sel.Name != "Say" {
		return false
	}
	name, ok := function.X.(*ast.Ident)
	return ok && name.Name == "words" && len(call.Args) >= 2
}

// literal is the text of string literals, which may be joined by +.
func literal(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, _ := strconv.Unquote(e.Value)
		return text
	case *ast.BinaryExpr:
		return literal(e.X) + literal(e.Y)
	}
	return ""
}

// mismatch says what is wrong with a pair of texts that are formatted with that many arguments.
func mismatch(korean, english string, arguments int) string {
	koreanVerbs, englishVerbs := verbs(korean), verbs(english)
	switch {
	case korean == "" || english == "":
		return "not a literal"
	case strings.ContainsFunc(english, func(c rune) bool { return unicode.Is(unicode.Hangul, c) }):
		return "Hangul in the English text"
	case !slices.Equal(koreanVerbs, englishVerbs):
		return "different verbs"
	case arguments > 0 && len(koreanVerbs) != arguments:
		return "not as many verbs as arguments"
	}
	return ""
}

var verb = regexp.MustCompile(`%(?:\[(\d+)\])?[-+# 0]*\d*(?:\.\d+)?([a-zA-Z%])`)

// verbs lists the verbs of a format by the arguments they are for, each argument once.
func verbs(format string) []string {
	byArgument := map[int]string{}
	next := 1
	for _, found := range verb.FindAllStringSubmatch(format, -1) {
		if found[2] == "%" {
			continue
		}
		if index, err := strconv.Atoi(found[1]); err == nil {
			next = index
		}
		byArgument[next] = found[2]
		next++
	}
	var list []string
	for argument := 1; argument <= len(byArgument); argument++ {
		list = append(list, byArgument[argument])
	}
	return list
}

func TestSay(t *testing.T) {
	defer func(korean bool) { Korean = korean }(Korean)
	for korean, want := range map[bool]string{true: "3열", false: "column 3"} {
		Korean = korean
		if got := Say("%d열", "column %d", 3); got != want {
			t.Errorf("Korean %t: %q, want %q", korean, got, want)
		}
	}
}

func TestLocale(t *testing.T) {
	t.Setenv("LC_ALL", "")
	t.Setenv("LC_MESSAGES", "")
	for locale, korean := range map[string]bool{
		"": true, "C": true, "C.UTF-8": true, "POSIX": true, "ko_KR.UTF-8": true, "ko_KR.eucKR": true, "ko": true,
		"en_US.UTF-8": false, "en": false, "ja_JP.UTF-8": false, "de_DE@euro": false, "nonsense": false,
	} {
		t.Setenv("LANG", locale)
		if got := environmentIsKorean(); got != korean {
			t.Errorf("LANG=%s: Korean %t, want %t", locale, got, korean)
		}
	}
	t.Setenv("LC_MESSAGES", "ko_KR.UTF-8")
	t.Setenv("LANG", "en_US.UTF-8")
	if !environmentIsKorean() {
		t.Error("LC_MESSAGES must come before LANG")
	}
}
