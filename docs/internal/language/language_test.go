package language

import (
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
)

// TestTexts looks at every text of the tutorial's Go code outside the stages: the Korean and the
// English must hold the same.
func TestTexts(t *testing.T) {
	said, written := 0, 0
	files := token.NewFileSet()
	err := filepath.WalkDir(filepath.Join("..", ".."), func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.Name() == "testdata" {
			return fs.SkipDir
		}
		// A learner's own exercise.go may not even compile.
		if filepath.Ext(path) != ".go" || entry.Name() == "exercise.go" {
			return nil
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(files, path, source, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		check := func(pair []ast.Expr, arguments int) {
			if len(pair) != 2 {
				t.Errorf("%s: not two languages", path)
			} else if problem := mismatch(text(pair[0]), text(pair[1]), arguments); problem != "" {
				t.Errorf("%s: %s: %q and %q", files.Position(pair[0].Pos()), problem, text(pair[0]), text(pair[1]))
			}
		}
		for node := range ast.Preorder(file) {
			switch node := node.(type) {
			case *ast.CallExpr:
				if types.ExprString(node.Fun) == "language.Say" {
					said++
					check(node.Args[:2], len(node.Args)-2)
				}
			case *ast.CompositeLit:
				switch {
				case node.Type == nil:
				case types.ExprString(node.Type) == "language.Text":
					written++
					check(node.Elts, 0)
				case strings.HasSuffix(types.ExprString(node.Type), "]language.Text"):
					for _, e := range node.Elts {
						if pair, ok := e.(*ast.KeyValueExpr); ok {
							e = pair.Value
						}
						written++
						check(e.(*ast.CompositeLit).Elts, 0)
					}
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if said < 40 || written < 100 {
		t.Errorf("only %d calls of Say and %d texts were found", said, written)
	}
}

// text is the value of a constant text, and empty where it is none.
func text(e ast.Expr) string {
	value, err := types.Eval(token.NewFileSet(), nil, token.NoPos, types.ExprString(e))
	if err != nil || value.Value == nil {
		return ""
	}
	return constant.StringVal(value.Value)
}

// mismatch says what is wrong with a pair of texts that are formatted with that many arguments.
func mismatch(korean, english string, arguments int) string {
	switch inKorean := verbs(korean); {
	case korean == "" || english == "":
		return "not a constant"
	case strings.ContainsFunc(english, func(c rune) bool { return unicode.Is(unicode.Hangul, c) }):
		return "Hangul in the English text"
	case !maps.Equal(inKorean, verbs(english)):
		return "different verbs"
	case arguments > 0 && len(inKorean) != arguments:
		return "not as many verbs as arguments"
	case !slices.Equal(places(korean), places(english)):
		return "different places"
	case strings.Count(korean, "`") != strings.Count(english, "`") || strings.Count(korean, "`")%2 == 1:
		return "different code"
	}
	return ""
}

var verb = regexp.MustCompile(`%(?:\[(\d+)\])?[-+# 0]*\d*(?:\.\d+)?([a-zA-Z%])`)

// verbs returns the verbs of a format by the numbers of the arguments they are for.
func verbs(format string) map[int]string {
	byArgument, next := map[int]string{}, 1
	for _, found := range verb.FindAllStringSubmatch(strings.ReplaceAll(format, "%%", ""), -1) {
		if index, err := strconv.Atoi(found[1]); err == nil {
			next = index
		}
		byArgument[next] = found[2]
		next++
	}
	return byArgument
}

// places returns the names of what is put into a text.
func places(text string) []string {
	return slices.Sorted(slices.Values(regexp.MustCompile(`\{\w+\}`).FindAllString(text, -1)))
}

func TestSay(t *testing.T) {
	defer func(chosen string) { Chosen = chosen }(Chosen)
	text := Text{"{row}행 {column}열", "column {column}, row {row}"}.With("column", "{row}", "row", "4")
	for name, want := range map[string]string{"ko": "3%, 4행 {row}열", "en": "3%, column {row}, row 4"} {
		if err := Choose(name); err != nil {
			t.Fatal(err)
		}
		if got := Say("%d%%, ", "%d%%, ", 3) + text.In(Chosen); got != want {
			t.Errorf("in %s: %q, want %q", name, got, want)
		}
	}
	if got, want := text.String(), text[0]+" · "+text[1]; got != want {
		t.Errorf("in both: %q, want %q", got, want)
	}
	if err := Choose("de"); err == nil || Chosen == "de" {
		t.Errorf("the language de is chosen (%v)", err)
	}
}

func TestLocale(t *testing.T) {
	for _, c := range []struct{ all, messages, lang, want string }{
		{"", "", "", "ko"}, {"", "", "C", "ko"}, {"", "", "C.UTF-8", "ko"}, {"", "", "POSIX", "ko"}, {"", "", "ko_KR.UTF-8", "ko"},
		{"", "", "ko_KR.eucKR", "ko"}, {"", "", "ko", "ko"}, {"", "ko_KR.UTF-8", "en_US.UTF-8", "ko"}, {"ko", "en", "en", "ko"},
		{"", "", "en_US.UTF-8", "en"}, {"", "", "en", "en"}, {"", "", "ja_JP.UTF-8", "en"}, {"", "", "de_DE@euro", "en"}, {"", "", "nonsense", "en"},
	} {
		t.Setenv("LC_ALL", c.all)
		t.Setenv("LC_MESSAGES", c.messages)
		t.Setenv("LANG", c.lang)
		if got := fromEnvironment(); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}
