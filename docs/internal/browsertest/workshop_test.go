package browsertest

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// exported returns the folder to which the whole tutorial is exported, once.
var exported = sync.OnceValues(func() (string, error) {
	out := filepath.Join(filepath.Dir(program), "여덟 퀸")
	cmd := exec.Command(program, "-export", out)
	cmd.Dir = repository
	said, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, said)
	}
	if _, err := os.Stat(filepath.Join(out, "workshop")); err != nil {
		return "", fmt.Errorf("the export has no workshop: %s", said)
	}
	return out, nil
})

// sites returns the addresses of the exported pages, opened from a disk and from a web server.
func sites(t testing.TB) map[string]string {
	t.Helper()
	needBrowser(t)
	folder, err := exported()
	if err != nil {
		t.Fatal(err)
	}
	served := httptest.NewServer(http.FileServer(http.Dir(folder)))
	t.Cleanup(served.Close)
	return map[string]string{"disk": "file://" + filepath.ToSlash(folder), "web": served.URL}
}

// settled waits until nothing is compiled or run any more.
func (w *window) settled() {
	w.t.Helper()
	w.wait(`!document.getElementById("editor").classList.contains("busy")`)
}

// edit puts another text into the editor, as if it were typed.
func (w *window) edit(text string) {
	w.t.Helper()
	quoted, _ := json.Marshal(text)
	w.change(fmt.Sprintf(`text.value = %s; text.dispatchEvent(new Event("input"))`, quoted))
}

func (w *window) replace(old, new string) {
	w.t.Helper()
	text := eval[string](w, "text.value")
	if !strings.Contains(text, old) {
		w.t.Fatalf("the editor has no %q", old)
	}
	w.edit(strings.Replace(text, old, new, 1))
}

func (w *window) wantDoing(part string) {
	w.t.Helper()
	if got := w.text("#doing"); !strings.Contains(got, part) {
		w.t.Errorf("the editor says %q, want %q; below it %q", got, part, w.text(".results"))
	}
}

// golden reads what a stage prints.
func golden(t *testing.T, file string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(repository, filepath.FromSlash(file)))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// ask has the workshop of a page do something, and returns what it replies, by kind.
func (w *window) ask(question string) map[string]any {
	w.t.Helper()
	w.change(`{ window.replies = {text: ""}; window.over = false;
		const decoders = {1: new TextDecoder(), 2: new TextDecoder()};
		const files = JSON.parse(byId("sources").textContent), [, folder] = /([^/]+)\/[^/]+$/.exec(editor.dataset.file);
		workshop.ask({folder, files, language: document.documentElement.lang, edited: Object.keys(files)[0], ...` + question + `}, () => {}, (kind, value) => {
			if (kind === "written") replies.text += decoders[value[0]].decode(value[1], {stream: true});
			else replies[kind] = value;
		}).then(() => { over = true; }, error => { replies.error = String(error); over = true; }) }`)
	w.wait("window.over")
	return eval[map[string]any](w, "replies")
}

// TestWorkshopOutput compares what the stages print, compiled in the page, with their golden files.
func TestWorkshopOutput(t *testing.T) {
	for from, site := range sites(t) {
		w := open(t, site+"/en/stage1_branching.html")
		for _, c := range []struct{ stage, question, want string }{
			{stage2, `do: "run"`, ""},
			{"stage3_diagonals", `do: "run", args: ["-lang", "ko"]`, "rows.ko.txt"},
			{"stage3_diagonals", `do: "run", args: ["-lang", "en", "-board"]`, "board.en.txt"},
			{"stage4_ngeneral", `do: "run", args: ["-lang", "ko"], input: "6\n"`, "n6.ko.txt"},
			{"stage4_ngeneral", `do: "run", args: ["-lang", "en"], input: " +4\r\n"`, "n4.en.txt"},
			{"stage5_dynamic", `do: "run", args: ["-lang", "en"], input: "2\n"`, "n2.en.txt"},
			{"stage5_dynamic", `do: "run", args: ["-lang", "ko"], input: "1"`, "n1.ko.txt"},
		} {
			if from == "web" && c.stage != stage3 { // one is enough to see that it is loaded from there, too
				continue
			}
			w.visit(site + "/en/" + c.stage + ".html")
			replies := w.ask("{" + c.question + "}")
			got, _ := replies["text"].(string)
			want := ""
			if c.want == "" {
				want, _, _ = strings.Cut(golden(t, c.stage+"/testdata/sha256.txt"), "\n")
				got = fmt.Sprintf("%x", sha256.Sum256([]byte(got)))
			} else {
				want = golden(t, c.stage+"/testdata/"+c.want)
			}
			if got != want {
				t.Errorf("from the %s, %s %s prints\n%.300s\nwant\n%.300s\n%v", from, c.stage, c.question, got, want, replies["ended"])
			}
		}
	}
}

// TestWorkshopFlood runs stage 1, which prints 285 MB, and compares what arrives with its golden file.
func TestWorkshopFlood(t *testing.T) {
	w := open(t, sites(t)["web"]+"/en/stage1_branching.html") // where a browser computes hashes
	w.ready()
	w.change(`{ const pieces = [];
		window.hash = "";
		workshop.ask({do: "run", folder: "stage1_branching", language: "en", edited: "main.go", files: JSON.parse(byId("sources").textContent)}, () => {}, (kind, value) => {
			if (kind === "written") pieces.push(value[1]);
		}).then(() => new Blob(pieces).arrayBuffer()).then(all => crypto.subtle.digest("SHA-256", all)).then(hash => {
			window.hash = [...new Uint8Array(hash)].map(byte => byte.toString(16).padStart(2, "0")).join(""); }) }`)
	w.wait("window.hash")
	want, _, _ := strings.Cut(golden(t, "stage1_branching/testdata/sha256.txt"), "\n")
	if got := eval[string](w, "hash"); got != want {
		t.Errorf("the output has the hash %s, want %s", got, want)
	}
}

// TestWorkshopWords runs a stage that speaks and reads, as a learner does.
func TestWorkshopWords(t *testing.T) {
	for _, language := range []string{"ko", "en"} {
		w := open(t, sites(t)["disk"]+"/"+language+"/stage4_ngeneral.html")
		w.ready()
		w.click("#edit")
		w.change(`byId("input").value = "6"`)
		w.click("#run")
		w.settled()
		w.wait("!printed.hidden") // it is drawn with the next frame
		if got, want := eval[string](w, "printed.textContent"), golden(t, "stage4_ngeneral/testdata/n6."+language+".txt"); got != want {
			t.Errorf("in %s it prints\n%s\nwant\n%s", language, got, want)
		}
		w.click("#trace")
		w.settled()
		w.wait(`!byId("main").classList.contains("editing")`)
		w.press(kb.End)
		if got, want := w.text("#output"), map[string]string{"ko": "가능한 4퀸 배치 수 : 2", "en": "4-queens placements: 2"}[language]; !strings.Contains(got, want) {
			t.Errorf("traced, it prints %q, want %q", got, want)
		}
	}
}

// TestWorkshopTraces compares the traces that are made in the page with those that the go command made.
func TestWorkshopTraces(t *testing.T) {
	for from, site := range sites(t) {
		w := open(t, site+"/ko/stage1_branching.html")
		for stage, numbers := range map[string][]int{"stage1_branching": {3}, stage2: {1, 4}, "stage3_diagonals": {4, 6}, "stage4_ngeneral": {4}, "stage5_dynamic": {5}} {
			if from == "web" && stage != stage3 {
				continue
			}
			w.visit(site + "/ko/" + stage + ".html")
			for _, n := range numbers {
				name, args := fmt.Sprintf("%s-%d", stage, n), ""
				if stage >= stage3 { // which speaks
					name, args = name+".ko", `, args: ["-lang", "ko"]`
				}
				made, _ := w.ask(fmt.Sprintf(`{do: "trace", n: %d%s}`, n, args))["trace"].(string)
				folder, _ := exported()
				kept, err := os.ReadFile(filepath.Join(folder, "traces", name+".js"))
				if err != nil {
					t.Fatal(err)
				}
				text := strings.TrimSuffix(strings.TrimPrefix(string(kept), "receiveTrace("), ");\n")
				if got, want := withoutHash(t, made), withoutHash(t, text); got != want {
					t.Errorf("from the %s, the trace of %s differs: %d and %d bytes", from, name, len(got), len(want))
				}
			}
		}
	}
}

func withoutHash(t *testing.T, trace string) string {
	t.Helper()
	var fields map[string]json.RawMessage
	if err := json.Unmarshal([]byte(trace), &fields); err != nil {
		t.Fatalf("no trace but %.200q: %v", trace, err)
	}
	delete(fields, "hash")
	text, _ := json.Marshal(fields)
	return string(text)
}

// TestWorkshopLesson is the lesson of chapter 2, from a disk: the flag is not taken back.
func TestWorkshopLesson(t *testing.T) {
	for _, language := range []string{"ko", "en"} {
		words := map[string][]string{
			"ko": {"끝났습니다. 출력 1줄.", "끝났습니다. 출력 40,320줄.", "지우지 않고 남은 첫 표시", "바꾼 곳이 없습니다"},
			"en": {"Done. Lines printed: 1.", "Done. Lines printed: 40,320.", "first mark left behind", "Nothing is changed"},
		}[language]
		w := open(t, sites(t)["disk"]+"/"+language+"/stage2_rows.html")
		w.ready()
		w.click("#edit")
		w.replace("\t\t\trowUsed[j] = false\n", "")
		w.replace("j := range n", "j   :=   range n") // becomes as it was
		w.click("#run")
		w.settled()
		w.wantDoing(words[0])
		if got := w.text("#printed"); got != "0 1 2 3 4 5 6 7" {
			t.Errorf("it prints %q", got)
		}
		w.click("#changes")
		if got := w.text("#difference"); got != "- rowUsed[j] = false" {
			t.Errorf("the change is %q", got)
		}
		w.click("#trace")
		w.settled()
		w.ready()
		w.change(fmt.Sprintf(`[...document.querySelectorAll("#moments button")].find(button => button.textContent.includes(%q)).click()`, words[2]))
		if w.step() < 10 || w.count("#board .orphan, #lists .orphan, .orphan") == 0 {
			t.Errorf("step %d shows no mark that was left behind", w.step())
		}

		w.do(chromedp.Reload()) // what was written is still there
		w.ready()
		w.wait(`editor.classList.contains("ready")`)
		if strings.Contains(eval[string](w, "text.value"), "= false") || !eval[bool](w, `byId("main").classList.contains("editing")`) {
			t.Error("the change is gone after the page was loaded again")
		}
		w.click("#share")
		w.wait(`location.hash.startsWith("#edit=")`)
		link := eval[string](w, "location.href")
		w.click("#original")
		w.click("#run")
		w.settled()
		w.wantDoing(words[1])
		w.click("#changes")
		if got := w.text("#difference"); !strings.Contains(got, words[3]) {
			t.Errorf("without a change it shows %q", got)
		}
		w.visit("about:blank")
		w.visit(link)
		w.wait(`editor.classList.contains("ready")`)
		if strings.Contains(eval[string](w, "text.value"), "= false") {
			t.Errorf("the link %s does not carry the change: %s", link, w.text("#doing"))
		}
		w.ready()
		w.click("#leave")
		w.press(kb.ArrowRight)
		w.wait(`location.search.includes("step=2")`)
		if !eval[bool](w, `location.hash.startsWith("#edit=")`) { // as it would where the page is read slowly
			t.Error("the steps take the change from the address")
		}
	}
}

// TestWorkshopMistakes runs programs that do not compile, do not end, or end badly. The page lives on.
func TestWorkshopMistakes(t *testing.T) {
	w := open(t, sites(t)["disk"]+"/en/stage2_rows.html")
	w.ready()
	w.click("#edit")
	original := eval[string](w, "text.value")
	const endlessRecursion = "\tvar f func(int) int\n\tf = func(k int) int {\n\t\treturn f(k+1) + 1\n\t}\n\tf(0)"
	for _, c := range []struct{ old, new, doing, found string }{
		{"rowUsed[j] = true", "x := 1; rowUsed[j] = true", "does not compile", "main.go:{x := 1} declared and not used: x"},
		{"func set(i int) {", "func set(i int) ", "does not compile. Mend the lines that the compiler names.", "syntax error"},
		{`"strconv"`, `"strconv"; "net/http"`, "does not compile", "package net/http is not offered in this page"},
		{"set(0)", "panic(\"<b>oh</b>\")", "exit status 2", ""},
		{"set(0)", "os.Exit(3)", "exit status 3", ""},
		{"\tset(0)", endlessRecursion, "recursion without an end", ""},
		{"set(0)", "var kept [][]byte; for { kept = append(kept, make([]byte, 1<<26)); kept[len(kept)-1][0] = 1 }", "too much memory", ""},
	} {
		w.edit(original)
		w.replace(c.old, c.new)
		w.click("#run")
		w.settled()
		w.wantDoing(c.doing)
		found := strings.ReplaceAll(c.found, "{x := 1}", fmt.Sprint(1+eval[int](w, `text.value.split("\n").findIndex(line => line.includes("x := 1"))`)))
		if got := w.text("#found"); !strings.Contains(got, found) || found != "" && w.count("#textLines .wrong") == 0 {
			t.Errorf("%s: found %q, want %q", c.new, got, found)
		}
		if w.count("#printed b") > 0 {
			t.Errorf("%s: what the program prints becomes a part of the page", c.new)
		}
	}

	for _, endless := range []string{"for {\n\t\tout.WriteString(\"x\\n\")\n\t}", "for {\n\t}"} {
		w.edit(original)
		w.replace("\tset(0)", "\t"+endless)
		w.click("#run")
		w.wait(`byId("doing").textContent.includes("Running") || byId("doing").textContent.includes("so far")`)
		w.click("#stop")
		w.settled()
		w.wantDoing("Stopped")
	}
	w.edit(original) // a second run ends the first
	w.replace("\tset(0)", "\tfor {\n\t}")
	w.click("#run")
	w.wait(`byId("doing").textContent.includes("Running")`)
	w.edit(original)
	w.click("#run")
	w.settled()
	w.wantDoing("40,320")

	w.replace("\tset(0)", "\tgo set(0)")
	w.click("#trace")
	w.settled()
	w.wantDoing("cannot be followed")
	w.edit(original)
	w.replace("rowUsed[j] = true", "x := 1; rowUsed[j] = true") // which what is traced uses
	w.click("#trace")
	w.settled()
	w.wantDoing("does not compile")
	w.edit(original)
	w.replace("\tset(0)", endlessRecursion)
	w.click("#trace")
	w.settled()
	w.wait(`!byId("main").classList.contains("editing")`)
	if got := w.text("#notices"); !strings.Contains(got, "too deep") {
		t.Errorf("of an endless recursion the stepper says %q", got)
	}
}

// TestWorkshopExercises solves the first exercises with nothing but a browser.
func TestWorkshopExercises(t *testing.T) {
	site := sites(t)["disk"]
	w := open(t, site+"/en/index.html")
	w.click(`a[href="exercise-00_start.html"]`)
	w.wait(`document.querySelector("#editor.ready") !== null`)
	for _, c := range []struct{ folder, source, doing, found string }{
		{"00_start", "", "done", ""},
		{"01_work", "", "not begun", `The line panic("write your code here") is still there.`},
		{"01_work", "package exercise\n\nfunc Work(stage, n int) (calls, looked int) { return 1, 1 }\n", "wrong", "call: Work(1, 2)"},
		{"01_work", "package exercise\n\nfunc Work(stage, n int) (calls, looked int) { for {} }\n", "wrong", "exercise.go:4"},
		{"01_work", "package exercise\n\nfunc Work(stage, n int) (calls, looked int) { return Work(stage, n) }\n", "wrong", "the recursion does not end (exercise.go:3)"},
		{"01_work", "package exercise\n\nfunc Work(stage, n int) (calls, looked int) { x := 1 }\n", "does not compile", "docs/exercises/01_work/exercise.go:3:"},
		{"01_work", "solution", "done", ""},
		{"02_first", "solution", "done", ""},
		{"10_cores", "solution", "done", ""},
	} {
		w.visit(site + "/en/exercise-" + c.folder + ".html")
		w.wait(`document.querySelector("#editor.ready") !== null`)
		switch source := c.source; source {
		case "":
		case "solution":
			source = golden(t, "docs/exercises/"+c.folder+"/solution/solution.go")
			w.edit(strings.Replace(source, "package solution", "package exercise", 1))
		default:
			w.edit(source)
		}
		w.click("#check")
		w.settled()
		w.wantDoing(c.doing)
		if got := w.text("#found"); !strings.Contains(got, c.found) {
			t.Errorf("%s %q: %q, want %q", c.folder, c.source, got, c.found)
		}
	}
	w.visit(site + "/ko/exercise-01_work.html")
	w.wait(`document.querySelector("#editor.ready") !== null`)
	w.edit("package exercise\n\nfunc Work(stage, n int) (calls, looked int) { return 1, 1 }\n")
	w.click("#check")
	w.settled()
	w.wantDoing("틀림")
	if got := w.text("#found"); !strings.Contains(got, "호출: Work(1, 2)") {
		t.Errorf("in Korean it says %q", got)
	}
	w.edit(strings.Replace(golden(t, "docs/exercises/01_work/solution/solution.go"), "package solution", "package exercise", 1))
	w.click("#check")
	w.settled()
	w.visit(site + "/en/index.html")
	states := eval[map[string]string](w, `Object.fromEntries([...document.querySelectorAll(".progress [data-folder]")].map(item => [item.dataset.folder, item.querySelector(".state").textContent]))`)
	for _, folder := range []string{"00_start", "01_work", "02_first", "10_cores"} {
		if states[folder] != "done" {
			t.Errorf("the contents show %s as %q", folder, states[folder])
		}
	}
	if states["03_judge"] != "" {
		t.Errorf("the contents show what was not tried as %q", states["03_judge"])
	}
}

// TestWorkshopTyping types as at a keyboard.
func TestWorkshopTyping(t *testing.T) {
	w := open(t, sites(t)["disk"]+"/en/exercise-00_start.html", func(w *window) { w.size(390, 844) })
	w.wait(`document.querySelector("#editor.ready") !== null`)
	w.change(`text.focus(); text.select()`)
	w.press("func f() {", kb.Enter, "if true {", kb.Enter, "x", kb.Enter, "}")
	if got, want := eval[string](w, "text.value"), "func f() {\n\tif true {\n\t\tx\n\t\t}"; got != want {
		t.Errorf("typed %q, want %q", got, want)
	}
	w.change(`text.select()`)
	w.press(kb.Tab)
	if got := eval[string](w, "text.value"); !strings.HasPrefix(got, "\tfunc f() {\n\t\tif") {
		t.Errorf("indented it is %q", got)
	}
	w.change(`text.setSelectionRange(0, 0); document.execCommand("undo")`)
	if got := eval[string](w, "text.value"); !strings.HasPrefix(got, "func f() {\n\tif") {
		t.Errorf("undone it is %q", got)
	}
	w.press(kb.Escape, kb.Tab)
	if eval[bool](w, `document.activeElement === text`) {
		t.Error("Escape and Tab do not leave the editor")
	}
	if eval[bool](w, `document.documentElement.scrollWidth > innerWidth`) {
		t.Error("the page is wider than a phone")
	}
}

// TestWorkshopLinkBesideOwn opens a link where something was written before: nothing of either is lost.
func TestWorkshopLinkBesideOwn(t *testing.T) {
	w := open(t, sites(t)["disk"]+"/en/exercise-00_start.html")
	w.wait(`document.querySelector("#editor.ready") !== null`)
	w.edit("package a")
	w.click("#share")
	w.wait(`location.hash.startsWith("#edit=")`)
	link := eval[string](w, "location.href")
	w.edit("package b")
	if eval[string](w, "location.hash") != "" {
		t.Error("the address still carries what is no longer there")
	}
	w.visit("about:blank")
	w.visit(link)
	w.wait(`editor.classList.contains("ready")`)
	if got := eval[string](w, "text.value"); got != "package a" {
		t.Errorf("the link opens %q", got)
	}
	w.edit("package c")
	w.click("#mine")
	if got := eval[string](w, "text.value"); got != "package b" {
		t.Errorf("what was written before comes back as %q", got)
	}
	w.change("localStorage.clear()")
}

// TestWorkshopByKeys changes, runs and follows a program, and checks an exercise, without a mouse.
func TestWorkshopByKeys(t *testing.T) {
	ctrlEnter := chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(chromedp.ModifierCtrl))
	tabTo := func(w *window, id string, tab chromedp.Action[chromedp.Void]) {
		t.Helper()
		for range 30 {
			if eval[string](w, "document.activeElement.id") == id {
				return
			}
			w.do(tab)
		}
		t.Fatalf("Tab does not lead to %s", id)
	}
	forward, back := chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(kb.Tab, chromedp.KeyModifiers(chromedp.ModifierShift))
	w := open(t, sites(t)["disk"]+"/en/stage2_rows.html")
	w.change("localStorage.clear()") // of other tests
	w.do(chromedp.Reload())
	w.ready()
	w.press("i", kb.Backspace) // what is pressed to open the editor is typed by chromedp, though by no keyboard
	w.change(`text.setSelectionRange(text.value.indexOf("8 //"), text.value.indexOf("8 //") + 1)`)
	w.press("4")
	w.do(ctrlEnter)
	w.settled()
	w.wantDoing("Lines printed: 24.")
	w.press(kb.Escape)
	tabTo(w, "trace", back)
	w.press(kb.Enter)
	w.settled()
	w.wait(`!byId("main").classList.contains("editing")`)
	before := w.step()
	w.press(kb.ArrowRight)
	if w.step() != before+1 {
		t.Errorf("the arrow leads from step %d to %d", before, w.step())
	}

	w = open(t, sites(t)["disk"]+"/en/exercise-00_start.html")
	w.wait(`document.querySelector("#editor.ready") !== null`)
	tabTo(w, "text", forward)
	w.do(ctrlEnter)
	w.settled()
	w.wantDoing("done")
}

// TestWorkshopKeepsNothing uses a browser that keeps nothing, and a network that is lost.
func TestWorkshopKeepsNothing(t *testing.T) {
	sites(t)
	out, _ := exported()
	lost := true
	files := http.FileServer(http.Dir(out))
	served := httptest.NewServer(http.HandlerFunc(func(writer http.ResponseWriter, request *http.Request) {
		if lost && strings.HasSuffix(request.URL.Path, "/5.js") {
			panic(http.ErrAbortHandler)
		}
		files.ServeHTTP(writer, request)
	}))
	t.Cleanup(served.Close)
	w := open(t, served.URL+"/en/stage2_rows.html")
	w.ready()
	w.change(`Storage.prototype.setItem = () => { throw new Error("full"); }`)
	w.click("#edit")
	w.replace("const n = 8", "const n = 4")
	w.wantDoing("keeps nothing")
	w.click("#run")
	w.settled()
	w.wantDoing("could not be loaded")
	lost = false
	w.click("#run")
	w.settled()
	w.wantDoing("Lines printed: 24")
}

// TestWorkshopAxe looks for what keeps people out of the editor and of an exercise.
func TestWorkshopAxe(t *testing.T) {
	site := sites(t)["web"] // axe reads the style sheets
	w := open(t, "about:blank")
	for i, language := range []string{"ko", "en"} {
		for j, mode := range [][]string{{"prefers-color-scheme", "light"}, {"prefers-color-scheme", "dark"}, {"forced-colors", "active"}} {
			size := [][2]int64{{1366, 768}, {390, 844}, {1920, 1080}, {683, 384}}[(3*i+j)%4]
			w.size(size[0], size[1])
			w.media(mode...)
			when := fmt.Sprintf("%s at %d x %d, %v", language, size[0], size[1], mode)
			w.visit(site + "/" + language + "/index.html")
			w.wantNoFindings(when + ", contents")
			w.visit(site + "/" + language + "/exercise-04_board.html")
			w.wait(`document.querySelector("#editor.ready") !== null`)
			w.edit("package exercise\n\nvar x int = true\n")
			w.click("#changes")
			w.wantNoFindings(when + ", exercise")
			w.click("#original")
			w.visit(site + "/" + language + "/stage4_ngeneral.html")
			w.ready()
			w.click("#edit")
			w.change(`editor.classList.add("told"); printed.hidden = false; printed.textContent = "x"`)
			w.wantNoFindings(when + ", editing")
		}
	}
}

// A heldTrial is a solution of an exercise, right or wrong, and what the runner of the exercises says of it.
type heldTrial struct {
	Folder, Name, Source, State string
	Message                     []string
}

// ofOneCore are the wrong solutions of exercise 10 at which nothing is wrong where there is one core.
var ofOneCore = []string{"one_goroutine.diff", "together.diff"}

// differing is what differs in the page: a time limit, the line that is running then, the time of day, where
// the files are, and where compiler errors are explained.
var differing = regexp.MustCompile(`not done after [0-9.]+ seconds \(exercise\.go(:[0-9]+)?\)|[0-9/]+ [0-9:]+ EOF|\S*/[0-9]{2}_|How to read compiler errors: .*`)

// TestWorkshopTrials checks all wrong solutions of the exercises, and the right ones, in the page: it
// says of them what the runner of the exercises says.
func TestWorkshopTrials(t *testing.T) {
	site := sites(t)["disk"]
	folder := t.TempDir()
	cmd := exec.Command("go", "test", "-count=1", "-run=^(TestSolutions|TestNotCompiled)$", "./docs/exercises")
	cmd.Dir = repository
	cmd.Env = append(cmd.Environ(), "TRIALS="+folder)
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil || len(files) < 100 {
		t.Fatalf("%d trials were kept: %v", len(files), err)
	}
	trials := map[string][]heldTrial{}
	for _, file := range files {
		var held heldTrial
		content, err := os.ReadFile(file)
		if err == nil {
			err = json.Unmarshal(content, &held)
		}
		if err != nil {
			t.Fatal(err)
		}
		trials[held.Folder] = append(trials[held.Folder], held)
	}
	for _, folder := range slices.Sorted(maps.Keys(trials)) {
		t.Run(folder, func(t *testing.T) {
			w := open(t, site+"/en/exercise-"+folder+".html")
			w.wait(`document.querySelector("#editor.ready") !== null`)
			for _, held := range trials[folder] {
				if folder == "10_cores" && slices.Contains(ofOneCore, held.Name) {
					held.State, held.Message = "done", nil
				}
				if held.State == "not begun" {
					held.Message = []string{`The line panic("write your code here") is still there.`}
				}
				source, _ := json.Marshal(held.Source)
				replies := w.ask(fmt.Sprintf(`{do: "check", files: {...files, "exercise.go": %s}}`, source))
				var got heldTrial
				text, _ := replies["result"].(string)
				if err := json.Unmarshal([]byte(text), &got); err != nil {
					t.Errorf("%s: %v, %v", held.Name, replies["failure"], err)
					continue
				}
				said := differing.ReplaceAllString(strings.Join(got.Message, "\n"), "…")
				want := differing.ReplaceAllString(strings.Join(held.Message, "\n"), "…")
				if got.State != held.State || said != want {
					t.Errorf("%s is %s:\n%s\nwant %s:\n%s", held.Name, got.State, said, held.State, want)
				}
			}
		})
	}
}

// BenchmarkWorkshop measures the workshop from asking to the end of the run or to the trace: the first
// time, when the compiler is loaded, and warm.
func BenchmarkWorkshop(b *testing.B) {
	page := sites(b)["disk"] + "/en/stage2_rows.html"
	w := open(b, page)
	for _, c := range []struct{ name, question string }{
		{"first", `{do: "run"}`}, {"run", `{do: "run"}`}, {"step", `{do: "trace", n: 4}`},
		{"changed", `{do: "trace", n: 4, files: {...files, "main.go": files["main.go"] + "\n// " + Math.random() + "\n"}}`},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				if c.name == "first" {
					w.visit(page)
				}
				w.ask(c.question)
			}
		})
	}
}
