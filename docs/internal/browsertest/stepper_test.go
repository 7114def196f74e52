package browsertest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

const stage2 = "stage2_rows"

func TestBothLanguages(t *testing.T) {
	t.Parallel()
	w := stepper(t, address, "en/stage3_diagonals.html?n=4&step=2")
	for _, page := range []struct{ language, button, next, said, printed string }{
		{"en", "Step", "ko", "Next comes line", "4-queens placements: 2"},
		{"ko", "한 걸음", "en", "다음은", "가능한 4퀸 배치 수 : 2"},
	} {
		if got := eval[string](w, "document.documentElement.lang"); got != page.language {
			t.Errorf("the page is in %q, want %q", got, page.language)
		}
		if got := w.text("#step span"); got != page.button {
			t.Errorf("the button says %q, want %q", got, page.button)
		}
		w.wantStep(2)
		w.wantSaid(page.said)
		w.press(kb.End)
		printed := w.text("#output")
		if !strings.HasPrefix(printed, "1 3 0 2 2 0 3 1 ") {
			t.Errorf("the output is %q", printed)
		}
		if !strings.HasSuffix(printed, page.printed) {
			t.Errorf("in %s the program prints %q", page.language, printed)
		}
		w.press(kb.Home)
		w.press(kb.ArrowRight)
		w.wait(`document.getElementById("language").href.includes("step=2")`)
		w.click("#language")
		w.wait(`document.documentElement.lang === "` + page.next + `" && document.querySelector("main.ready") !== null`)
	}
}

func TestKeys(t *testing.T) {
	t.Parallel()
	w := stepper(t, address, "en/stage2_rows.html?n=3")
	last := eval[int](w, `Number(document.getElementById("slider").max)`)
	w.wantStep(1)
	press := func(name, key string, want int, line string) {
		t.Helper()
		w.press(key)
		if got := w.step(); got != want {
			t.Errorf("%s leads to step %d, want %d", name, got, want)
		}
		if got := w.line(); !strings.HasPrefix(got, line) {
			t.Errorf("%s leads to the line %q, want %q", name, got, line)
		}
	}
	press("→", kb.ArrowRight, 2, "")
	first := w.line()
	if strings.HasPrefix(first, "func main") {
		t.Error("→ does not leave the line of func main")
	}
	press("Page Down", kb.PageDown, 3, "")
	press("←", kb.ArrowLeft, 2, first)
	press("Page Up", kb.PageUp, 1, "func main")
	press("← at the first step", kb.ArrowLeft, 1, "func main")
	press("End", kb.End, last, "")
	ending := w.line()
	press("→ at the last step", kb.ArrowRight, last, ending)
	press("Home", kb.Home, 1, "func main")

	// goTo presses a key that leads to a step which must be known by what the page says.
	goTo := func(name, key, line string, said ...string) int {
		t.Helper()
		w.press(key)
		if got := w.line(); !strings.HasPrefix(got, line) {
			t.Errorf("%s leads to the line %q, want %q", name, got, line)
		}
		w.wantSaid(said...)
		return w.step()
	}
	one := goTo("n", "n", "if i == n-1", "A placement is found", "0 1 2", "number 1")
	two := goTo("N", "N", "if i == n-1", "0 2 1", "number 2")
	press("p", "p", one, "if i == n-1")
	w.press("n")
	w.wantStep(two)
	w.press("p")
	back := goTo("↑", kb.ArrowUp, "set(i + 1)", w.at("set(2) returned to line {set(i + 1)} in set(1)"), "i = 1, j = 1 again", w.at("Next comes line {rowUsed[j] = false}"))
	press("↓", kb.ArrowDown, back+1, "rowUsed[j] = false")
	w.press("p")
	w.wantStep(one)
	w.press(kb.Home)
	w.walk("set(0)")
	over := goTo("↓ over set(0)", kb.ArrowDown, "set(0)", w.at("set(0) returned to line {set(0)} in main()"))

	if !eval[bool](w, `!document.getElementById("panel").open`) {
		t.Fatal("the help is open before ? is pressed")
	}
	w.press("?")
	if !eval[bool](w, `document.getElementById("panel").open`) {
		t.Error("? does not open the help")
	}
	press("→ behind the help", kb.ArrowRight, over, "set(0)")
	w.press(kb.Escape)
	if eval[bool](w, `document.getElementById("panel").open`) {
		t.Error("Escape does not close the help")
	}

	speed := func() int { return eval[int](w, `Number(document.getElementById("speed").value)`) }
	before := speed()
	w.press("+")
	if speed() != before+1 {
		t.Error("+ does not play faster")
	}
	w.press("-", "-")
	if speed() != before-1 {
		t.Error("- does not play slower")
	}
	w.press("q")
	if !eval[bool](w, `document.getElementById("predict").checked`) {
		t.Error("q does not switch Predict on")
	}
	w.press("q")

	// With a Korean input method the key N types ㅜ.
	w.press(kb.Home)
	w.change(`document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ㅜ", code: "KeyN", bubbles: true }))`)
	w.wantStep(one)
}

func TestKeysAreLeftAlone(t *testing.T) {
	t.Parallel()
	w := stepper(t, address, "en/stage2_rows.html?n=3&step=20")
	for _, modifier := range []string{"ctrlKey", "altKey", "metaKey"} {
		w.change(fmt.Sprintf(
			`document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "n", code: "KeyN", %s: true, bubbles: true, cancelable: true }))`, modifier))
		w.wantStep(20)
	}
	w.change(`document.body.append(document.createElement("input")); document.querySelector("body > input").focus()`)
	w.press("n", " ", kb.Home)
	w.wantStep(20)
	if got := eval[string](w, `document.querySelector("body > input").value`); got != "n " {
		t.Errorf("the input holds %q after n and a blank", got)
	}
	w.change(`document.getElementById("slider").focus()`)
	w.press(kb.ArrowRight) // the slider's own
	w.wait(`document.getElementById("position").textContent.includes("21")`)
}

func TestForwardAndBack(t *testing.T) {
	t.Parallel()
	w := stepper(t, address, "en/stage3_diagonals.html?n=4&step=100")
	const picture = `["board", "lists", "stack", "tree", "output", "narration", "others"].map(id => document.getElementById(id).outerHTML.replace(/ tabindex="[^"]*"/g, "")).join("\n") + document.querySelector(".listing").outerHTML.replace(/ (style|tabindex)="[^"]*"/g, "")`
	var there []string
	for range 40 {
		there = append(there, eval[string](w, picture))
		w.press(kb.ArrowRight)
	}
	for i := len(there) - 1; i >= 0; i-- {
		w.press(kb.ArrowLeft)
		if got := eval[string](w, picture); got != there[i] {
			for j := range got {
				if got[j] != there[i][j] {
					t.Fatalf("back at step %d the page is not as before:\n%.200s\n\nit was\n%.200s", w.step(), got[max(0, j-100):], there[i][max(0, j-100):])
				}
			}
			t.Fatalf("back at step %d the page is longer or shorter than before", w.step())
		}
	}
}

func TestWhatHappensAfterTheReturn(t *testing.T) {
	t.Parallel()
	w := stepper(t, address, "en/stage2_rows.html?n=4")
	var asked string
	for i := range w.count("#moments button") {
		selector := fmt.Sprintf("#moments button:nth-child(%d)", i+1)
		if text := w.text(selector); strings.Contains(text, "set(3) returns") {
			asked = selector
		}
	}
	if asked == "" {
		t.Fatal("the page does not offer the return of set(3)")
	}
	w.click(asked)
	w.wantSaid(w.at("set(3) returned to line {set(i + 1)} in set(2)."), "i = 2, j = 2 again", w.at("Next comes line {rowUsed[j] = false}. rowUsed[j] = false"))
	if got := w.text("#stack .gone"); got != "set(3)has returned" && got != "set(3) has returned" {
		t.Errorf("the stack shows as gone %q", got)
	}
	if got := w.text("#stack .runs"); !strings.Contains(got, "set(2)i = 2j = 2running") {
		t.Errorf("the stack shows on top %q", got)
	}
	if got := w.count("#tree .returned"); got != 1 {
		t.Errorf("%d calls are marked as returned", got)
	}
	if waits := w.at("waits at line {set(i + 1)}"); !strings.Contains(w.text("#stack"), waits) {
		t.Errorf("no call %s", waits)
	}
	w.press(kb.ArrowRight)
	if got := w.line(); got != "rowUsed[j] = false" {
		t.Errorf("after the return comes %q", got)
	}
	w.press(kb.ArrowRight)
	if got := w.count("#board .cell.changed"); got != 1 {
		t.Errorf("%d places are marked as changed after the mark is taken back", got)
	}
	w.wantSaid("rowUsed[2] = false: row 2 is free again.", "The loop goes on with j = 3.")
	if !strings.Contains(w.text("#stack .runs .changed"), "j = 3") {
		t.Error("the new j is not marked")
	}
}

func TestStalePlacesAreCrossed(t *testing.T) {
	t.Parallel()
	w := stepper(t, address, "en/stage2_rows.html?n=3")
	w.press("n", kb.ArrowUp)
	w.wantSaid("set(2) returned")
	const crossed = `[...document.querySelectorAll("#board .cell.stale")].map(cell => cell.textContent).join(" ")`
	if got := eval[string](w, crossed); got != "2" {
		t.Errorf("crossed in pos is %q, want the old 2 of column 2", got)
	}
	if got := w.text("#hint"); !strings.Contains(got, "no open call has written") {
		t.Errorf("of a crossed value the page says %q", got)
	}
	if got := w.count("#board .queen"); got != 2 {
		t.Errorf("%d queens stand on the board, want 2", got)
	}
	// Called anew, set(2) has not written pos[2] yet: it is still the old one.
	for !strings.Contains(w.text("#narration"), "set(2) is called") {
		w.press(kb.ArrowRight)
	}
	if got := eval[string](w, crossed); got != "2" {
		t.Errorf("at the start of set(2), crossed in pos is %q, want the old 2 of column 2", got)
	}
	w.press("n")
	if got := eval[string](w, crossed); got != "" {
		t.Errorf("at a placement %q is crossed", got)
	}
}

func TestPredict(t *testing.T) {
	t.Parallel()
	w := stepper(t, address, "en/stage2_rows.html?n=3")
	w.walk("for j := range n")
	start := w.step()
	w.press("q", kb.ArrowRight)
	w.wantSaid(w.at("is the condition of line {if rowUsed[j]} true or false?"), "rowUsed[j]")
	w.wantStep(start)
	w.press(kb.ArrowRight, " ") // does not give the answer away
	if got := w.text("#play span"); got != "Play" {
		t.Errorf("during a question the button says %q", got)
	}
	w.wantStep(start)
	if said := w.text("#narration"); strings.Contains(said, "= false") || strings.Contains(said, "is false") {
		t.Errorf("the question gives the answer away: %s", said)
	}
	w.press("f")
	w.wantStep(start + 1)
	w.wantSaid("Right.", "The condition rowUsed[j] is false: rowUsed[0] = false. Row 0 is free.")
	if got := w.text("#score"); got != "1 of 1 right" {
		t.Errorf("the score is %q", got)
	}
	w.press(kb.ArrowRight, kb.ArrowRight)
	w.wantSaid(w.at("is the condition of line {if i == n-1} true or false?"))
	w.click("#answers .answer:nth-child(1)") // true
	w.wantSaid("Not so.", "The condition i == n-1 is 0 == 2: false.")
	if got := w.text("#score"); got != "1 of 2 right" {
		t.Errorf("the score is %q", got)
	}

	w.press("n", kb.ArrowUp)
	w.wantSaid(w.at("set(2) returned to line {set(i + 1)} in set(1)"))
	back := w.step()
	if said := w.text("#narration"); strings.Contains(said, "Next comes") {
		t.Errorf("the page gives away what comes next: %s", said)
	}
	w.press(kb.ArrowRight)
	w.wantSaid("which line runs next?")
	right, wrong := "", ""
	for i := range w.count("#answers .answer") {
		option := w.text(fmt.Sprintf("#answers .answer:nth-child(%d)", i+1))
		if strings.Contains(option, w.at("line {rowUsed[j] = false} ")) {
			right = strconv.Itoa(i + 1)
		} else {
			wrong = strconv.Itoa(i + 1)
		}
	}
	if right == "" || wrong == "" {
		t.Fatalf("the answers offered are %q", w.text("#answers"))
	}
	w.press(wrong)
	w.wantSaid("Not so.")
	w.wantStep(back + 1)
	w.press(kb.ArrowLeft, kb.ArrowRight, right)
	w.wantSaid("Right.")
	if got := w.line(); got != "rowUsed[j] = false" {
		t.Errorf("the line is %q", got)
	}
	w.press(kb.ArrowLeft, kb.ArrowRight)
	w.click(w.at("#L{rowUsed[j] = false}"))
	w.wantSaid("Right.")
	if got := w.text("#score"); got != "3 of 5 right" {
		t.Errorf("the score is %q", got)
	}

	// Playing stops at a question.
	w.visit(fmt.Sprintf("%s/en/stage2_rows.html?n=3&step=%d&predict=1", address, start))
	w.ready()
	w.press(" ")
	w.wait(`document.querySelectorAll("#answers .answer").length === 2`)
	w.wait(`document.querySelector("#play span").textContent === "Play"`)
	w.wantStep(start)
}

func TestPlay(t *testing.T) {
	t.Parallel()
	// The page's own count of timers that run: one while it plays, none while it is paused.
	countTimers := func(w *window) {
		script := `
			window.running = new Set();
			const set = setInterval, clear = clearInterval;
			window.setInterval = (...all) => { const id = set(...all); running.add(id); return id; };
			window.clearInterval = id => { running.delete(id); clear(id); };`
		if _, err := chromedp.Call(w.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script}); err != nil {
			t.Fatal(err)
		}
	}
	w := open(t, address+"/en/stage2_rows.html?n=3", countTimers)
	w.ready()
	running := func(when string, want int) {
		t.Helper()
		if got := eval[int](w, "running.size"); got != want {
			t.Errorf("%s, %d timers run, want %d", when, got, want)
		}
	}
	running("before playing", 0)
	w.press(" ")
	running("playing", 1)
	if got := eval[string](w, `document.getElementById("narration").ariaLive`); got != "off" {
		t.Errorf("while playing, the status is read out: %q", got)
	}
	w.wait(`Number(document.getElementById("slider").value) >= 3`)
	w.press("+", "+", "+", "+", "+")
	running("playing faster", 1)
	w.press(kb.Home)
	running("after a reset", 0)
	w.press(" ")
	running("playing again", 1)
	w.wait(`Number(document.getElementById("slider").value) >= 3`)
	w.click("#play")
	running("paused", 0)
	if got := eval[string](w, `document.getElementById("narration").ariaLive`); got != "polite" {
		t.Errorf("while paused, the status is not read out: %q", got)
	}
	w.press(kb.End, kb.ArrowLeft, kb.ArrowLeft, " ")
	w.wait(`document.getElementById("slider").value === document.getElementById("slider").max`)
	running("at the end", 0)
	w.press("-", "-", "-", "-", "-", "-", "-", "-", " ")
	w.wantStep(1)
	if got := w.line(); !strings.HasPrefix(got, "func main") {
		t.Errorf("playing again starts at %q", got)
	}
	w.press(" ")
}

func TestEditedStage(t *testing.T) {
	t.Parallel()
	site, change := edited(t, stage2, "\t\t\trowUsed[j] = false\n", "")
	w := stepper(t, site, "en/stage2_rows.html?n=4")
	if leftBehind(w) {
		t.Error("a mark is called orphaned at the first step")
	}
	w.press("n")
	if leftBehind(w) {
		t.Error("a mark is called orphaned at the first placement")
	}
	w.press("n") // there is no other
	w.wantSaid("number 1")
	w.press(kb.End)
	w.wantSaid("Placements found: 1")
	if !leftBehind(w) {
		t.Error("the marks that were never taken back are not pointed out")
	}
	if got := w.count("#board .cell.orphan"); got != 4 {
		t.Errorf("%d marks are orphaned, want those of all four rows", got)
	}

	// The moment leads to the first of them.
	w.change(`[...document.querySelectorAll("#moments button")].find(moment => moment.textContent.includes("left behind")).click()`)
	w.wantSaid("The loop goes on with j = 3.")
	if got := w.count("#board .cell.orphan"); got != 1 {
		t.Errorf("at the first mark left behind %d marks are orphaned", got)
	}

	// The page follows the next edit without a reload; the place is kept as far as it goes.
	step := w.step()
	if !eval[bool](w, "edited.hidden") {
		t.Errorf("before an edit the page shows what was edited: %s", w.text("#edited"))
	}
	change("\t\t\tset(i + 1)\n", "\t\t\tset(i + 1)\n\t\t\trowUsed[j] = false // again\n")
	w.wait(`!edited.hidden`)
	w.wantStep(step)
	if got := w.text("#edited pre"); got != "+ rowUsed[j] = false // again" {
		t.Errorf("the page says that this was edited: %q", got)
	}
	if got := w.text(w.at("#L{rowUsed[j] = false} .comment")); got != "// again" {
		t.Errorf("the line that was added shows %q", got)
	}
	if leftBehind(w) {
		t.Error("after the line is back, a mark is still orphaned")
	}
	w.press(kb.End)
	w.wantSaid("Placements found: 24")
}

// leftBehind reports whether the page points out marks that were never taken back.
func leftBehind(w *window) bool {
	w.t.Helper()
	return strings.Contains(w.text("#hint"), "was never taken back")
}

func TestPanic(t *testing.T) {
	t.Parallel()
	site, _ := edited(t, stage2, "pos[i] = j", "pos[i+1] = j")
	w := stepper(t, site, "en/stage2_rows.html?n=3")
	notice := w.text("#notices")
	for _, part := range []string{w.at("ends in a panic at line {pos[i+1] = j}"), "index out of range"} {
		if !strings.Contains(notice, part) {
			t.Errorf("the page says %q without %q", notice, part)
		}
	}
	w.press(kb.End)
	if got := w.line(); !strings.HasPrefix(got, "pos[i+1] = j") {
		t.Errorf("the trace ends at %q", got)
	}
}

func TestEndlessRecursion(t *testing.T) {
	t.Parallel()
	site, _ := edited(t, stage2, "set(i + 1)", "set(i)", "if rowUsed[j]", "if false")
	w := stepper(t, site, "en/stage2_rows.html?n=3")
	if notice := w.text("#notices"); !strings.Contains(notice, "recursion without an end") {
		t.Errorf("the page says %q", notice)
	}
	w.press(kb.End)
	if got := w.count("#tree .chip"); got > 1000 {
		t.Errorf("the tree draws %d calls", got)
	}
}

func TestManyCallsOfOne(t *testing.T) {
	t.Parallel()
	site, _ := edited(t, stage2, "func main() {\n", "func help(int) {}\n\nfunc main() {\n\tfor k := range 500 {\n\t\thelp(k)\n\t}\n")
	w := stepper(t, site, "en/stage2_rows.html?n=2")
	w.press(kb.End, kb.ArrowLeft)
	if got := w.count("#tree .chip"); got > 20 {
		t.Errorf("the tree draws %d calls", got)
	}
	if got := w.text("#tree"); !strings.Contains(got, "490 earlier") {
		t.Errorf("the tree does not say how many calls it leaves out: %s", got)
	}
}

func TestBrokenStage(t *testing.T) {
	t.Parallel()
	site, change := edited(t, stage2, "set(i + 1)", "set(i + one)")
	w := open(t, site+"/en/stage2_rows.html?n=3")
	w.wait(`document.querySelector("#notices .notice") !== null`)
	if got := w.text("#notices"); !strings.Contains(got, "does not compile") || !strings.Contains(got, w.at("main.go:{set(i + one)} undefined: one")) {
		t.Errorf("the page says %q", got)
	}
	if got := w.text(w.at("#L{set(i + one)} .error")); got != "undefined: one" {
		t.Errorf("at the line stands %q", got)
	}
	w.press(kb.ArrowRight, " ", "n", "q", "?") // nothing to step through, and nothing breaks

	w.press(kb.Escape)
	change("set(i + one)", "set(i + 1)")
	w.ready()
	w.press("n")
	w.wantSaid("A placement is found")
	change("set(i + 1)", "set(i + two)")
	w.wait(`document.querySelector("#notices").textContent.includes("two") && !document.querySelector(".state").checkVisibility()`)

	change("\tset(0)\n", "\tgo set(0)\n", "set(i + two)", "set(i + 1)")
	w.visit(site + "/ko/stage2_rows.html?n=3")
	w.wait(`document.querySelector("#notices .notice") !== null`)
	if got := w.text("#notices"); !strings.Contains(got, "한 걸음씩 따라갈 수 없습니다") {
		t.Errorf("the page says %q", got)
	}
}

func TestSmallBoards(t *testing.T) {
	t.Parallel()
	for n, want := range []string{1: "0", 2: "", 3: ""} {
		if n == 0 {
			continue
		}
		w := stepper(t, address, fmt.Sprintf("en/stage3_diagonals.html?n=%d", n))
		if got := w.count("#board .square"); got != n*n {
			t.Errorf("n = %d: the board has %d squares", n, got)
		}
		if got := w.count("#lists .list:first-child .cell"); got != 2*n-1 {
			t.Errorf("n = %d: there are %d diagonals", n, got)
		}
		w.press("n")
		if want == "" {
			w.wantStep(1)
		} else {
			w.wantSaid("A placement is found: " + want)
		}
		w.press(kb.End)
		w.wantSaid(fmt.Sprintf("Placements found: %d.", len(want)))
	}
}

func TestDeepLinks(t *testing.T) {
	t.Parallel()
	w := stepper(t, address, "en/stage2_rows.html?n=3")
	w.press("n", kb.ArrowUp)
	step := w.step()
	w.visit(fmt.Sprintf("%s/ko/stage2_rows.html?n=3&step=%d", address, step))
	w.ready()
	w.wantStep(step)
	w.wantSaid(w.at("set(2) 호출이 끝나 set(1) 호출의 {set(i + 1)}번째 줄로 돌아왔습니다."))
	w.press(kb.ArrowRight)
	w.wait(fmt.Sprintf(`location.search.includes("step=%d")`, step+1))
	w.do(chromedp.Reload())
	w.ready()
	w.wantStep(step + 1)
	if got := w.text(".numbers [aria-current]"); got != "3" {
		t.Errorf("the page marks n = %s", got)
	}

	w.visit(address + "/en/stage2_rows.html?n=3&step=5000")
	w.ready()
	if got := w.text("#notices"); !strings.Contains(got, "There is no step 5000") {
		t.Errorf("past the end the page says %q", got)
	}
	w.wantStep(eval[int](w, `Number(document.getElementById("slider").max)`))

	w.visit(address + "/en/stage2_rows.html?n=7")
	if got := w.text("main"); !strings.Contains(got, "n from 1 to 6") {
		t.Errorf("for an n out of range the page says %q", got)
	}
	w.visit(address + "/ko/stage7_none.html")
	if got := w.text("main"); !strings.Contains(got, "stage7_none 단계는 없습니다") {
		t.Errorf("for an unknown stage the page says %q", got)
	}
}

func TestChapterKeepsItsPlace(t *testing.T) {
	t.Parallel()
	w := open(t, address+"/en/02-rows.html")
	w.wait(`document.readyState === "complete"`)
	w.change(`document.querySelector('[data-place="4"]').scrollIntoView()`)
	w.click("#language")
	w.wait(`document.documentElement.lang === "ko" && location.hash !== ""`)
	const place = `document.querySelector(":target").dataset.place`
	w.wait(`document.querySelector(":target") !== null`)
	if got := eval[string](w, place); got != "4" {
		t.Errorf("the Korean chapter opens at the heading %s, want 4", got)
	}
}

func TestNarrowScreen(t *testing.T) {
	t.Parallel()
	w := open(t, address+"/en/stage3_diagonals.html?n=8&step=1000", func(w *window) { w.size(360, 740) })
	w.ready()
	if wide := eval[int](w, "document.documentElement.scrollWidth"); wide > 360 {
		t.Errorf("the page is %d wide on a screen of 360", wide)
	}
	const lefts = `new Set([...document.querySelectorAll(".pane")].map(pane => pane.getBoundingClientRect().left)).size`
	if got := eval[int](w, lefts); got != 1 {
		t.Errorf("the panes stand in %d columns", got)
	}
	w.click("#step")
	w.wantStep(1001)
}

func TestLargeBoardDrawsFewCalls(t *testing.T) {
	t.Parallel()
	w := stepper(t, address, "en/stage3_diagonals.html?n=8")
	w.press(kb.End)
	w.wantSaid("Placements found: 92.")
	w.press(kb.ArrowLeft, kb.ArrowLeft, "p")
	w.wantSaid("number 92")
	if got := w.count("#tree .chip"); got > 80 {
		t.Errorf("the tree draws %d calls", got)
	}
	w.change(`slider.value = 30000; slider.dispatchEvent(new Event("input"))`)
	w.wait(`document.getElementById("position").textContent.includes("30,000")`)
}

func TestWithoutScripts(t *testing.T) {
	t.Parallel()
	w := open(t, address+"/en/stage2_rows.html?n=4", func(w *window) {
		if _, err := chromedp.Call(w.ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}); err != nil {
			t.Fatal(err)
		}
	})
	text := func(selector string) string {
		t.Helper()
		text, err := chromedp.Run(w.ctx, chromedp.Text(chromedp.CSS(selector)))
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	source, note := text(".listing"), text("noscript")
	if !strings.Contains(source, "func set(i int) {") || !strings.Contains(note, "JavaScript") || !strings.Contains(note, "Read the chapter") {
		t.Errorf("without scripts the page shows %q and says %q", source, note)
	}
	w.visit(address + "/ko/02-rows.html")
	chapter := text("article")
	if !strings.Contains(chapter, "핵심 아이디어") {
		t.Errorf("without scripts the chapter shows %q", chapter)
	}
}

func TestExportOpenedFromAFile(t *testing.T) {
	t.Parallel()
	// Two stages and two small chapters are enough here; a test of the export itself has all.
	folder := copied(t, "go.mod", "go.sum", "docs/internal", stage2, stage3)
	for _, language := range []string{"ko", "en"} {
		chapter := filepath.Join(folder, "docs", language, "02-rows.md")
		if err := os.MkdirAll(filepath.Dir(chapter), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(chapter, []byte("# 2\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	out := filepath.Join(folder, "여덟 퀸 site")
	cmd := exec.Command(program, "-export", out)
	cmd.Dir = folder
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	w := open(t, "file://"+filepath.ToSlash(out)+"/index.html")
	w.click(`a[href="ko/index.html"]`)
	w.wait(`document.documentElement.lang === "ko" && document.readyState === "complete"`)
	w.click(`a[href="stage2_rows.html"]`)
	w.ready()
	w.press("n")
	w.wantSaid("배치를 찾았습니다: 0 1 2 3")
	step := w.step()
	w.wait(fmt.Sprintf(`location.search.includes("step=%d")`, step))
	w.do(chromedp.Reload())
	w.ready()
	w.wantStep(step)
	w.click("#language")
	w.wait(`document.documentElement.lang === "en" && document.querySelector("main.ready") !== null`)
	w.wantStep(step)
	w.wantSaid("A placement is found: 0 1 2 3")

	w.visit("file://" + filepath.ToSlash(out) + "/en/stage3_diagonals.html?n=8")
	w.ready()
	w.press(kb.End)
	if got := w.text("#output"); !strings.HasSuffix(got, "8-queens placements: 92") {
		t.Errorf("the exported run prints %q", got)
	}
	w.visit("file://" + filepath.ToSlash(out) + "/en/stage2_rows.html?n=3&step=abc")
	w.ready()
	w.wantStep(1)
	w.visit("file://" + filepath.ToSlash(out) + "/en/stage3_diagonals.html?n=9")
	w.wait(`document.querySelector("#notices .notice") !== null`)
	if got := w.text("#notices"); !strings.Contains(got, "1, 2, 3, 4, 5, 6, 7, 8") {
		t.Errorf("for a run that is not there the page says %q", got)
	}
}

func TestFocusIsKept(t *testing.T) {
	t.Parallel()
	w := stepper(t, address, "en/stage2_rows.html?n=3&predict=1")
	w.walk("for j := range n")
	focused := func(after, want string) {
		t.Helper()
		if !eval[bool](w, fmt.Sprintf("document.activeElement.matches(%q)", want)) {
			t.Errorf("after %s the focus is on %s", after, eval[string](w, "document.activeElement.outerHTML.slice(0, 80)"))
		}
	}
	disabled := func(want string) {
		t.Helper()
		if got := eval[string](w, `step.getAttribute("aria-disabled")`); got != want {
			t.Errorf("at step %d it says of the button Step that it is disabled: %s", w.step(), got)
		}
	}
	disabled("false")
	w.press(kb.ArrowRight)
	disabled("true")
	w.change(`document.querySelector("#answers .answer:last-child").focus()`)
	w.press(kb.ArrowRight)
	focused("a step that waits for an answer", ".answer:last-child")
	w.press(kb.Enter)
	w.wantSaid("Right.")
	focused("an answer", "#step")
	disabled("false")
	w.press("q", "n")
	w.change(`document.querySelector("#tree .chip").focus()`)
	w.press(kb.Enter)
	w.wantSaid("set(0) is called")
	focused("a press on a call", "#tree .chip.current")

	// The link that skips comes first, and leads past the links above.
	w.change(`document.activeElement.blur()`)
	w.change(`document.querySelector(".skip").focus()`)
	w.press(kb.Enter)
	w.wait(`document.activeElement.id === "story"`)
	w.press(kb.Tab)
	focused("skipping", ".program *")
	if got := w.count("h1"); got != 1 {
		t.Errorf("the page has %d main headings", got)
	}
}

// The source has the focus when it is scrolled by keys: it keeps those that scroll.
func TestKeysScrollTheSource(t *testing.T) {
	t.Parallel()
	w := stepper(t, address, "en/stage2_rows.html?n=3&step=20")
	w.change(`document.querySelector(".listing").focus()`)
	w.press(kb.PageDown, kb.ArrowDown, kb.End, kb.PageUp, kb.ArrowUp, kb.Home)
	w.wantStep(20)
	w.press(kb.ArrowRight)
	w.wantStep(21)
	w.click(w.at("#L{// set puts}")) // a press with the pointer takes no key away
	w.press(kb.PageDown)
	w.wantStep(22)
}

func TestScreens(t *testing.T) {
	t.Parallel()
	const seen = `[...document.querySelectorAll("#stack li, #board")].every(element => {
		const box = element.getBoundingClientRect(), bottom = document.querySelector(".controls").getBoundingClientRect().top;
		return box.top >= 0 && box.bottom <= bottom; })`
	w := stepper(t, address, "ko/stage3_diagonals.html?n=4")
	for _, size := range [][2]int64{{1024, 768}, {1093, 614}, {1366, 768}} {
		w.size(size[0], size[1])
		w.press(kb.Home, "n")
		if got := w.count("#stack li"); got < 5 {
			t.Fatalf("at a placement %d calls are open", got)
		}
		if !eval[bool](w, seen) {
			t.Errorf("at %d x %d the board and the open calls are not wholly in sight", size[0], size[1])
		}
	}
	w = stepper(t, address, "ko/stage3_diagonals.html?n=8")
	w.press("n")
	if got := eval[float64](w, `document.querySelector(".square").getBoundingClientRect().width`); got < 24 {
		t.Errorf("at 1366 x 768 a square of the board is %.0f wide", got)
	}

	w.size(360, 640)
	w.visit(address + "/ko/stage2_rows.html?n=4")
	w.ready()
	w.press("n")
	w.change(`document.getElementById("board").scrollIntoView({ block: "end" }); scrollBy(0, document.querySelector(".controls").offsetHeight)`)
	const both = `story.getBoundingClientRect().top >= 0 && story.getBoundingClientRect().bottom <= board.getBoundingClientRect().top &&
		board.getBoundingClientRect().bottom <= document.querySelector(".controls").getBoundingClientRect().top + 1`
	if !eval[bool](w, both) {
		t.Error("on a phone what is said and the board cannot be seen together")
	}
}

// A trace, or what kept it from being made, may come from the page itself at any time.
func TestTraceFromThePage(t *testing.T) {
	t.Parallel()
	site, change := edited(t, stage2)
	w := stepper(t, site, "en/stage2_rows.html?n=3&step=40")
	w.change(`loadTrace(stepper.stage, stepper.n, stepper.language).then(trace => window.trace = trace)`)
	w.wait(`window.trace`)
	w.change(`trace.source[0] = "// made in the page"; trace.notes[0].from = 12; stepper.showTrace(trace)`)
	w.wantStep(40)
	if got := w.text("#L1 .text") + w.text(".remark"); got != "// made in the pageRun with n = 3 in place of 12." {
		t.Errorf("the page shows %q", got)
	}
	if got := w.count(".keyword"); got == 0 {
		t.Error("lines that are as before have lost their colors")
	}

	failure := fmt.Sprintf(`{ error: "broken", problems: [{ file: "main.go", line: %d, text: "undefined: one" }] }`, w.lineOf("set(i + 1)"))
	w.change(`stepper.showFailure(` + failure + `, trace.source.map(line => line.replace("set(i + 1)", "set(i + one)")))`)
	if got := w.text(w.at("#L{set(i + one)}")); got != "set(i + one)undefined: one" {
		t.Errorf("at the line that does not compile the page shows %q", got)
	}
	w.change(`stepper.showTrace(trace); stepper.showTrace(trace)`)
	w.wantStep(40)
	if got := w.count(".wrong, .error, #notices *"); got != 0 {
		t.Error("the failure stays on the page")
	}
	if got := w.count(".remark"); got != w.count(".waiting")+1 {
		t.Errorf("the page makes %d remarks", got)
	}

	// The file is not followed meanwhile, but shown again when it is asked for.
	change("rowUsed[j] = true", "rowUsed[j] = true // saved")
	w.change(`stepper.showFile(); stepper.showTrace(trace)`)
	w.do(chromedp.Sleep(3 * time.Second))
	if got := w.text("#L1 .text"); got != "// made in the page" {
		t.Errorf("after the file was saved the page shows %q", got)
	}
	w.change(`stepper.showFile()`)
	w.ready()
	w.wait(`document.querySelector(".listing").textContent.includes("// saved")`)
	w.wantStep(40)
	change("// saved", "// again")
	w.wait(`document.querySelector(".listing").textContent.includes("// again")`)
	w.wantStep(40)
}
