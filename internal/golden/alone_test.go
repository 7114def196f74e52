package golden_test

import (
	"bufio"
	"errors"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"example.com/eightqueens/internal/golden"
	"example.com/eightqueens/internal/program"
)

const root = "../.."

// stages lists the folders of the five stages.
func stages(t *testing.T) []string {
	dirs, err := filepath.Glob(filepath.Join(root, "stage*"))
	if err != nil || len(dirs) != 5 {
		t.Fatalf("want five stages, found %q, %v", dirs, err)
	}
	return dirs
}

// sources lists the files of a stage's program.
func sources(t *testing.T, dir string) []string {
	all, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(all) == 0 {
		t.Fatalf("no Go files in %s, %v", dir, err)
	}
	var program []string
	for _, file := range all {
		if !strings.HasSuffix(file, "_test.go") {
			program = append(program, file)
		}
	}
	return program
}

// TestStagesBuildAlone copies the stages out with the two module files and builds them there.
func TestStagesBuildAlone(t *testing.T) {
	alone := filepath.Join(t.TempDir(), "여덟 퀸")
	write := func(file, folder string) {
		to := filepath.Join(alone, folder, filepath.Base(file))
		if err := errors.Join(os.MkdirAll(filepath.Dir(to), 0o777), os.WriteFile(to, []byte(golden.File(t, file)), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	write(filepath.Join(root, "go.mod"), "")
	write(filepath.Join(root, "go.sum"), "")
	for _, dir := range stages(t) {
		for _, file := range sources(t, dir) {
			write(file, filepath.Base(dir))
		}
	}
	build := exec.Command("go", "build", "-buildvcs=false", "-ldflags=-w", "-o", t.TempDir(), "./...")
	build.Dir = alone
	if message, err := build.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, message)
	}
}

// TestOneFile runs the stages that are one file in the three ways that a beginner may think of.
func TestOneFile(t *testing.T) {
	for _, name := range []string{"stage1_branching", "stage2_rows"} {
		text := golden.File(t, filepath.Join(root, name, "main.go"))
		pasted := filepath.Join(t.TempDir(), "여덟 퀸", "untitled.go")
		if err := errors.Join(os.Mkdir(filepath.Dir(pasted), 0o777), os.WriteFile(pasted, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
		for _, way := range []struct{ folder, argument string }{
			{root, "./" + name},
			{root, "./" + name + "/main.go"},
			{filepath.Join(root, name), "main.go"},
			{filepath.Dir(pasted), filepath.Base(pasted)},
		} {
			run := exec.Command("go", "run", way.argument, "-h") // to begin is enough: what it prints is tested elsewhere
			run.Dir = way.folder
			if said, err := run.CombinedOutput(); err != nil || !strings.HasPrefix(string(said), "Usage of ") {
				t.Errorf("go run %s: %v\n%s", way.argument, err, said)
			}
		}
	}
}

// TestTwelve makes the board of stages 1 to 3 one of 12 × 12, where a row has two digits.
func TestTwelve(t *testing.T) {
	twelve := program.Change{Old: "\nconst n = 8 ", New: "\nconst n = 12 "}
	for name, want := range map[string]struct {
		line int
		text string
	}{
		"stage1_branching": {11, " 0 0 0 0 0 0 0 0 0 0 0 11"},
		"stage2_rows":      {1, " 0 1 2 3 4 5 6 7 8 9 11 10"},
		"stage3_diagonals": {0, " 0 2 4 7 9 11 5 10 1 6 8 3"},
	} {
		stage := golden.Build(t, filepath.Join(root, name), twelve)
		run := stage.Command(t, golden.Case{})
		stdout, err := run.StdoutPipe()
		if err := errors.Join(err, run.Start()); err != nil {
			t.Fatal(err)
		}
		output := bufio.NewScanner(stdout)
		for range want.line {
			output.Scan()
		}
		if output.Scan(); output.Text() != want.text {
			t.Errorf("%s: line %d is %q, want %q", name, want.line+1, output.Text(), want.text)
		}
		stdout.Close() // it would go on for years
		run.Wait()
	}
}

func TestStagesImportNoPackageOfTheModule(t *testing.T) {
	for _, dir := range stages(t) {
		for _, file := range sources(t, dir) {
			tree, err := parser.ParseFile(token.NewFileSet(), file, golden.File(t, file), parser.ImportsOnly)
			if err != nil {
				t.Fatal(err)
			}
			for _, spec := range tree.Imports {
				path, _ := strconv.Unquote(spec.Path.Value)
				domain, _, _ := strings.Cut(path, "/")
				if strings.Contains(domain, ".") && !strings.HasPrefix(path, "golang.org/x/text/") {
					t.Errorf("%s imports %s", file, path)
				}
			}
		}
	}
}

// TestHelpersAreTheSame holds together what several stages carry: a helper mended in one stage has
// to be mended in all.
func TestHelpersAreTheSame(t *testing.T) {
	const three, four, five = "stage3_diagonals", "stage4_ngeneral", "stage5_dynamic"
	same := func(file, a, b string, shared func(text string) string) {
		t.Helper()
		read := func(dir string) []string {
			return strings.Split(shared(golden.File(t, filepath.Join(root, dir, file))), "\n")
		}
		if diff := golden.Diff(read(a), read(b)); diff != "" {
			t.Errorf("%s/%s is to be like that of %s: %s", b, file, a, diff)
		}
	}
	whole := func(text string) string { return text }
	catalog := strings.NewReplacer("값 :", "값:", "수 :", "수:").Replace // stage 5 has one blank less
	noCatalog := func(text string) string {                          // stage 3 asks nothing
		before, rest, _ := strings.Cut(text, "// purpose heads")
		_, after, _ := strings.Cut(rest, "\n}\n")
		return before + after
	}
	drawing := func(text string) string { // in stage 5 a board is a chessboard's
		_, text, _ = strings.Cut(strings.NewReplacer("(b *chessboard) ", "", "b.", "").Replace(text), "// printBoard")
		text, _, _ = strings.Cut(text, "\n}\n")
		return text
	}
	for _, dir := range []string{four, five} {
		same("terminal.go", three, dir, whole)
		same("words.go", three, dir, noCatalog)
		same("print.go", three, dir, drawing)
	}
	same("words.go", four, five, catalog)
	same("input.go", four, five, whole)
}

// TestEveryMessageIsTranslated finds the messages that a stage prints through words: each has its
// Korean text, with the same verbs, and no text of the catalog is left over.
func TestEveryMessageIsTranslated(t *testing.T) {
	const text = `("(?:[^"\\]|\\.)*")`
	translated := regexp.MustCompile(`(?m)^\t` + text + `: +` + text + `,$`)
	printed := regexp.MustCompile(`words\.[SF]printf\(\s*(?:out, )?` + text + `?`)
	for _, dir := range stages(t)[2:] {
		var source string
		for _, file := range sources(t, dir) {
			source += golden.File(t, file)
		}
		catalog, used := map[string]string{}, map[string]bool{}
		for _, pair := range translated.FindAllStringSubmatch(source, -1) {
			catalog[pair[1]] = pair[2]
		}
		for _, call := range printed.FindAllStringSubmatch(source, -1) {
			translation, ok := catalog[call[1]]
			if used[call[1]] = true; !ok || verbs(call[1]) != verbs(translation) {
				t.Errorf("%s: %s is in Korean %q, with other verbs or not at all", dir, call[0], translation)
			}
		}
		if len(catalog) == 0 || len(used) != len(catalog) {
			t.Errorf("%s: %d messages are printed, %d translated", dir, len(used), len(catalog))
		}
	}
}

// verbs keeps of a message each % and the letter behind it.
func verbs(message string) string {
	var found strings.Builder
	for i := range len(message) - 1 {
		if message[i] == '%' {
			found.WriteString(message[i : i+2])
		}
	}
	return found.String()
}
