package language

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
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
	err := filepath.WalkDir(filepath.Join("..", ".."), func(path string, entry fs.DirEntry, err error) error {
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
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, path, source, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		check := func(at ast.Node, korean, english ast.Expr, arguments int) {
			if problem := mismatch(literal(korean), literal(english), arguments); problem != "" {
				t.Errorf("%s: %s: %q and %q", files.Position(at.Pos()), problem, literal(korean), literal(english))
			}
		}
		ast.Inspect(file, func(node ast.Node) bool {
			switch node := node.(type) {
			case *ast.CallExpr:
				if isFrom(node.Fun, "Say") && len(node.Args) >= 2 {
					said++
					check(node, node.Args[0], node.Args[1], len(node.Args)-2)
				}
			case *ast.CompositeLit:
				for _, text := range texts(node) {
					written++
					if len(text.Elts) != 2 {
						t.Errorf("%s: a text of %d parts", files.Position(text.Pos()), len(text.Elts))
						continue
					}
					check(text, text.Elts[0], text.Elts[1], 0)
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if said < 40 || written < 100 {
		t.Errorf("only %d calls of Say and %d texts were found", said, written)
	}
}

// isFrom reports whether an expression is a name of this package, as others write it.
func isFrom(e ast.Expr, name string) bool {
	selector, ok := e.(*ast.SelectorExpr)
	if !ok || selector.Sel.Name != name {
		return false
	}
	from, ok := selector.X.(*ast.Ident)
	return ok && from.Name == "language"
}

// texts returns the texts that a literal holds: itself, or those of a map or a list.
func texts(list *ast.CompositeLit) []*ast.CompositeLit {
	var element ast.Expr
	switch kind := list.Type.(type) {
	case *ast.MapType:
		element = kind.Value
	case *ast.ArrayType:
		element = kind.Elt
	}
	if isFrom(list.Type, "Text") {
		return []*ast.CompositeLit{list}
	}
	if !isFrom(element, "Text") {
		return nil
	}
	var found []*ast.CompositeLit
	for _, e := range list.Elts {
		if pair, ok := e.(*ast.KeyValueExpr); ok {
			e = pair.Value
		}
		if text, ok := e.(*ast.CompositeLit); ok && text.Type == nil {
			found = append(found, text)
		}
	}
	return found
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
	case !slices.Equal(places(korean), places(english)):
		return "different places"
	case strings.Count(korean, "`") != strings.Count(english, "`") || strings.Count(korean, "`")%2 == 1:
		return "different code"
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

var place = regexp.MustCompile(`\{\w+\}`)

// places lists what is put into a text by name.
func places(text string) []string {
	all := place.FindAllString(text, -1)
	slices.Sort(all)
	return all
}

func TestMismatch(t *testing.T) {
	for _, c := range []struct {
		korean, english string
		arguments       int
		want            string
	}{
		{"%d열", "column %d", 1, ""},
		{"%[2]s의 %[1]d", "%d of %s", 2, ""},
		{"`set`은 {n}", "{n} by `set`", 0, ""},
		{"%d열", "column %s", 1, "different verbs"},
		{"%d열", "column %d", 2, "not as many verbs as arguments"},
		{"{n}열", "column {m}", 0, "different places"},
		{"`set`", "set", 0, "different code"},
		{"", "column", 0, "not a literal"},
		{"열", "열", 0, "Hangul in the English text"},
	} {
		if got := mismatch(c.korean, c.english, c.arguments); got != c.want {
			t.Errorf("%q and %q: %q, want %q", c.korean, c.english, got, c.want)
		}
	}
}

func TestSay(t *testing.T) {
	defer func(chosen string) { Chosen = chosen }(Chosen)
	for name, want := range map[string]string{"ko": "3열", "en": "column 3"} {
		if err := Choose(name); err != nil {
			t.Fatal(err)
		}
		if got := Say("%d열", "column %d", 3); got != want {
			t.Errorf("in %s: %q, want %q", name, got, want)
		}
	}
	if err := Choose("de"); err == nil || Chosen == "de" {
		t.Errorf("the language de is chosen (%v)", err)
	}
}

func TestText(t *testing.T) {
	text := Text{"{row}행 {column}열", "column {column}, row {row}"}.With("column", "{row}", "row", "4")
	if got, want := text.String(), "4행 {row}열 · column {row}, row 4"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if korean, english := text.In("ko"), text.In("en"); korean != text[0] || english != text[1] {
		t.Errorf("in Korean %q, in English %q", korean, english)
	}
}

func TestLocale(t *testing.T) {
	t.Setenv("LC_ALL", "")
	t.Setenv("LC_MESSAGES", "")
	for locale, want := range map[string]string{
		"": "ko", "C": "ko", "C.UTF-8": "ko", "POSIX": "ko", "ko_KR.UTF-8": "ko", "ko_KR.eucKR": "ko", "ko": "ko",
		"en_US.UTF-8": "en", "en": "en", "ja_JP.UTF-8": "en", "de_DE@euro": "en", "nonsense": "en",
	} {
		t.Setenv("LANG", locale)
		if got := fromEnvironment(); got != want {
			t.Errorf("LANG=%s: %s, want %s", locale, got, want)
		}
	}
	t.Setenv("LC_MESSAGES", "ko_KR.UTF-8")
	t.Setenv("LANG", "en_US.UTF-8")
	if fromEnvironment() != "ko" {
		t.Error("LC_MESSAGES must come before LANG")
	}
}
