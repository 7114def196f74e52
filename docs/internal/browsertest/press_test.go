package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A press leads to the step at which that came to be on which it is.
func TestPressLeadsToWhereItCameToBe(t *testing.T) {
	t.Parallel()
	w := stepper(t, address, "en/"+stage3+".html?n=4")
	w.press("n")
	found := w.step()
	press := func(what, selector string) {
		t.Helper()
		w.change(fmt.Sprintf(`document.querySelector(%q).dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }))`, selector))
		if w.step() > found {
			t.Errorf("a press on %s leads on to step %d", what, w.step())
		}
	}
	press("the queen of column 1", "#board .square.queen[style*='/ 3;']") // grid-area: row / column
	w.wantSaid("pos[1] = 3: the queen of column 1 stands in row 3.")
	w.press("n")
	press("a mark of rowUsed", "#board .cell.on")
	w.wantSaid("rowUsed[0] = true: row 0 is taken.")
	w.press(kb.Home, "n")
	press("a value of pos", "#board .cell:not(.on, .off)")
	w.wantSaid("pos[0] = 1: the queen of column 0 stands in row 1.")
	w.press("n")
	press("an open call", "#stack li:nth-child(2) button")
	w.wantSaid("set(2) is called")
	w.press("n")
	press("the variable count", "#others code")
	if at := w.step(); at > found {
		t.Errorf("count = 0 came to be at step %d", at)
	}
	w.press(kb.Home, "n", "n", kb.ArrowUp)
	w.click("#output [role=button]")
	w.wantSaid("Printed: 1 3 0 2.")
}

// What can be pressed can be reached by keys as well, with one stop of the Tab key for each part of the page.
func TestPressByKeys(t *testing.T) {
	t.Parallel()
	w := stepper(t, address, "en/"+stage3+".html?n=4")
	w.press("n", "n", kb.ArrowUp)
	boxes := []string{".listing", ".state", "#stack", "#tree", "#output"}
	const unreached = `(box => {
		const seen = new Set([...document.querySelectorAll(box + " [tabindex='0']")]), keys = box === ".state" || box === "#tree" ? ["Up", "Down", "Left", "Right"] : ["Up", "Down"];
		if (seen.size !== 1) return [seen.size + " stops"];
		for (const part of seen) for (const key of keys) {
			part.focus();
			part.dispatchEvent(new KeyboardEvent("keydown", { key: "Arrow" + key, bubbles: true, cancelable: true }));
			seen.add(document.activeElement);
		}
		return [...document.querySelectorAll(box + " :is(button, [role=button])")].filter(part => part.checkVisibility({ visibilityProperty: true }) && !seen.has(part)).map(part => part.outerHTML.slice(0, 100)); })(%q)`
	step := w.step()
	for _, box := range boxes {
		if left := eval[[]string](w, fmt.Sprintf(unreached, box)); len(left) > 0 {
			t.Errorf("keys do not reach in %s: %s", box, strings.Join(left, "\n\t"))
		}
	}
	w.wantStep(step)

	// The stops, one after another.
	w.change(`document.activeElement.blur(); document.querySelector(".program header a:last-child").focus()`)
	for _, box := range boxes {
		w.press(kb.Tab)
		if !eval[bool](w, fmt.Sprintf(`document.activeElement.closest(%q) !== null`, box)) {
			t.Errorf("after the stop before, Tab leads to %s, want %s", eval[string](w, "document.activeElement.outerHTML.slice(0, 100)"), box)
		}
	}
	w.press(kb.Tab)
	if !eval[bool](w, `document.activeElement.id === "step"`) {
		t.Error("after the output, Tab does not lead to the controls")
	}

	// goTo takes the focus to a part, presses keys, and looks where they lead.
	goTo := func(part string, keys []string, said string) {
		t.Helper()
		w.change(`document.activeElement.blur()`)
		w.press(kb.Home, "n", "n", kb.ArrowUp)
		w.change(fmt.Sprintf(`document.querySelector(%q).focus()`, part))
		w.press(keys...)
		w.wantSaid(said)
	}
	goTo(`[aria-label="column 0, row 0"]`, []string{kb.ArrowDown, kb.ArrowDown, kb.Enter}, "pos[0] = 2: the queen of column 0 stands in row 2.")
	goTo(`[aria-label="column 3, row 0"]`, []string{kb.ArrowRight, " "}, "rowUsed[0] = true: row 0 is taken.")
	goTo(`[aria-label="pos[1] = 0"]`, []string{kb.ArrowLeft, kb.Enter}, "pos[0] = 2: the queen of column 0 stands in row 2.")
	goTo(`[aria-label="slashUsed[1] = true"]`, []string{kb.ArrowRight, kb.Enter}, "slashUsed[2] = true")
	goTo("#others [role=button]", []string{kb.Enter}, "Now count = 2.")
	goTo("#stack .runs button", []string{kb.ArrowDown, kb.Enter}, "set(1) is called")
	goTo("#tree .current", []string{kb.ArrowUp, kb.Enter}, "set(1) is called")
	goTo("#output [role=button]:last-child", []string{kb.ArrowUp, kb.Enter}, "Printed: 1 3 0 2.")
	goTo("#output [role=button]:last-child", []string{kb.Enter}, "Printed: 2 0 3 1.")
	goTo(".line.current", []string{kb.ArrowDown, kb.Enter}, w.at("Next comes line {rowUsed[j] = false}."))
	if got := eval[string](w, "document.activeElement.id"); got != w.at("L{rowUsed[j] = false}") {
		t.Errorf("after a press on a line the focus is on %q", got)
	}
	back := w.step()
	w.do(chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(chromedp.ModifierShift)))
	if w.step() >= back {
		t.Error("with Shift, Enter does not lead to the visit before")
	}
	w.press(kb.ArrowRight) // which a list leaves to the stepper
	w.press(kb.Escape, kb.ArrowUp)
	if !eval[bool](w, "document.activeElement === document.body") {
		t.Error("Escape does not give the keys back")
	}
}

// Where the focus was, it stays, though a step draws anew what had it.
func TestFocusStaysWhereItWas(t *testing.T) {
	t.Parallel()
	w := stepper(t, address, "en/"+stage3+".html?n=8&step=300")
	for _, part := range []string{"#tree .current", "#stack .runs button", "#others [role=button]"} {
		w.change(fmt.Sprintf(`document.querySelector(%q).focus()`, part))
		for range 5 {
			w.change("step.click()")
			if !eval[bool](w, fmt.Sprintf("document.activeElement.matches(%q)", part)) {
				t.Fatalf("at step %d the focus is on %s, want %s", w.step(), eval[string](w, "document.activeElement.outerHTML.slice(0, 100)"), part)
			}
		}
	}
}

// A list may be a local variable: it leads to where it got its value all the same.
func TestPressOnALocalList(t *testing.T) {
	t.Parallel()
	site, _ := edited(t, stage2, "var pos [n]int\n", "", "set(i int) {", "set(i int, pos []int) {", "set(i + 1)", "set(i+1, pos)", "\tset(0)", "\tset(0, make([]int, n))", "report()", "report(pos)", "func report(pos)", "func report(pos []int)")
	w := stepper(t, site, "en/"+stage2+".html?n=3")
	w.press("n")
	w.change(`document.querySelector('[aria-label="pos[1] = 1"]').click()`)
	w.wantSaid("pos[1] = 1: the queen of column 1 stands in row 1.")
}

// A press on a call leaves the keys to the stepper, whether its chip stays or is drawn anew.
func TestKeysAfterAPressOnACall(t *testing.T) {
	t.Parallel()
	for _, n := range []int{4, 8} {
		w := stepper(t, address, fmt.Sprintf("en/%s.html?n=%d&step=300", stage3, n))
		w.click("#tree .chip:not(.current)")
		pressed := w.step()
		w.press(kb.ArrowRight)
		w.wantStep(pressed + 1)
	}
}

func TestPressOnALine(t *testing.T) {
	t.Parallel()
	w := stepper(t, address, "en/"+stage2+".html?n=3")
	back := w.at("#L{rowUsed[j] = false} .text")
	line := func(want string) int {
		t.Helper()
		if got := w.line(); !strings.HasPrefix(got, want) {
			t.Errorf("step %d is at the line %q, want %q", w.step(), got, want)
		}
		return w.step()
	}
	w.click(back)
	first := line("rowUsed[j] = false")
	w.click(back)
	second := line("rowUsed[j] = false")
	w.press("]")
	third := line("rowUsed[j] = false")
	if !(first < second && second < third) {
		t.Errorf("the visits of a line are steps %d, %d and %d", first, second, third)
	}
	w.press("[")
	w.wantStep(second)
	w.change(fmt.Sprintf(`document.querySelector(%q).dispatchEvent(new MouseEvent("click", { bubbles: true, shiftKey: true }))`, back))
	w.wantStep(first)
	before := w.step()
	w.click("#L1 .text") // a comment never runs
	w.wantStep(before)
}

func TestGoTo(t *testing.T) {
	t.Parallel()
	w := stepper(t, address, "en/"+stage2+".html?n=3&predict=1")
	for name, want := range map[string]string{".stages a:last-child": "n=3&predict=1", ".numbers a:last-child": "n=6&predict=1"} {
		w.wait(fmt.Sprintf(`document.querySelector(%q).search.includes("&")`, name))
		if got := eval[string](w, fmt.Sprintf(`document.querySelector(%q).search`, name)); got != "?"+want {
			t.Errorf("the link %s leads to %q, want %q", name, got, want)
		}
	}
	w.press("g")
	w.press("2", "0", kb.Enter)
	w.wantStep(20)
	w.press("g", kb.Tab, "2", kb.Enter)
	w.wantSaid("0 2 1 (number 2)")
	step := w.step()
	w.click("#position")
	if got, want := eval[string](w, "link.value"), fmt.Sprintf("%s/en/%s.html?n=3&step=%d&predict=1", address, stage2, step); got != want {
		t.Errorf("the link is %q, want %q", got, want)
	}
	w.press(kb.Escape, kb.ArrowLeft)
	w.wantStep(step - 1)
}

func TestStrides(t *testing.T) {
	t.Parallel()
	for by, said := range map[string]string{"queen": "stands in row", "call": "is called", "placement": "A placement is found"} {
		w := stepper(t, address, "en/"+stage3+".html?n=4")
		for eval[string](w, "stride.value") != by {
			w.press("y")
		}
		w.press(" ")
		w.wait(`slider.value > 1`)
		w.press(" ")
		w.wantSaid(said)
	}
	// Eight queens, played by placements, are over in a moment.
	w := stepper(t, address, "en/"+stage3+".html?n=8")
	w.press("y", "y", "y", "+", "+", "+", "+", "+", " ")
	w.wait(`slider.value === slider.max`)
	w.wantSaid("Placements found: 92.")
}

// Whatever a learner calls things, the page tells them by what they are.
func TestOtherNames(t *testing.T) {
	t.Parallel()
	site, _ := edited(t, stage2, "rowUsed", "막힘", "pos", "자리", "set(", "놓기(", "report(", "보고(", "(i int)", "(열 int)", "i + 1", "열 + 1", "i == n-1", "열 ==\n\t\t\tn-1", "자리[i] = j", "자리[열] = j")
	w := stepper(t, site, "en/"+stage2+".html?n=3")
	if got := w.text(".remark"); got != "Run with n = 3 in place of 8." {
		t.Errorf("beside n = 8 the page says %q", got)
	}
	w.press("n")
	w.wantSaid("The condition 열 == n-1 is 2 == 2: true.", "A placement is found: 0 1 2 (number 1).")
	if got := w.count(".line.current"); got != 2 {
		t.Errorf("of a condition over two lines %d are marked", got)
	}
	if got := w.squares(".queen"); fmt.Sprint(got) != "[[0 0] [1 1] [2 2]]" {
		t.Errorf("queens stand on %v", got)
	}
	w.walk("막힘[j] = false")
	w.press(kb.ArrowRight)
	w.wantSaid("막힘[1] = false: row 1 is free again.")
	if got := w.text("#tree"); !strings.Contains(got, "놓기(1)") || !strings.Contains(got, "보고()") {
		t.Errorf("the tree shows %q", got)
	}
	w.press(kb.End)
	w.wantSaid("Placements found: 6.")
	if got := eval[int](w, `[...document.querySelectorAll("#tree .chip")].filter(chip => chip.checkVisibility({ visibilityProperty: true })).length`); got < 10 {
		t.Errorf("at the end the tree keeps %d calls", got)
	}
}

// However it is played, it stops at what is asked.
func TestPlayingStopsAtQuestions(t *testing.T) {
	t.Parallel()
	for _, by := range []string{"step", "queen", "call", "placement"} {
		w := stepper(t, address, "en/"+stage2+".html?n=3&predict=1")
		w.change(fmt.Sprintf("stride.value = %q", by))
		w.press(" ")
		w.wait(`document.querySelector("#answers button") !== null`)
		if got := w.line(); got != "if rowUsed[j] {" {
			t.Errorf("played by %s, it stops at %q", by, got)
		}
		w.wantSaid("is the condition of line")
		if got := w.text("#play span"); got != "Play" {
			t.Errorf("played by %s, it goes on at a question", by)
		}
		w.press("f")
		w.change("onlyReturns.click()")
		w.press(" ")
		w.wait(`document.querySelector("#answers button") !== null`)
		w.wantSaid("which line runs next?")
		if w.count("#stack .gone") != 1 {
			t.Errorf("played by %s, it does not stop at the first return", by)
		}
	}
}

// A condition over several lines is one question, asked and told as a whole.
func TestPredictAConditionOverSeveralLines(t *testing.T) {
	t.Parallel()
	site, _ := edited(t, stage2, "if rowUsed[j] {", "if rowUsed[j] || // taken\n\t\t\ti < 0 ||\n\t\t\tj < 0 {")
	w := stepper(t, site, "en/"+stage2+".html?n=3&predict=1")
	w.press("e")
	w.wantSaid(w.at("is the condition of line {if rowUsed[j]} true or false? rowUsed[j] || i < 0 || j < 0"))
	if got := w.count(".line.current"); got != 3 {
		t.Errorf("of the condition %d lines are marked, want 3", got)
	}
	w.press("f")
	w.wantSaid("Right.", "The condition rowUsed[j] || i < 0 || j < 0 is false")
	for w.count(".lane.blocked") == 0 {
		w.press("e", "a")
	}
	w.press(kb.ArrowLeft, "e", "f")
	w.wantSaid("Not so.", "The condition rowUsed[j] || i < 0 || j < 0 is true", "Row 0 is taken.")
}

func TestCopyLink(t *testing.T) {
	t.Parallel()
	w := stepper(t, address, "en/"+stage2+".html?n=3&step=7")
	w.change(`navigator.clipboard.writeText = async text => { window.copied = text; }`)
	w.press("g")
	w.click("#copyLink")
	w.wait(`window.copied`)
	if got, want := eval[string](w, "window.copied"), fmt.Sprintf("%s/en/%s.html?n=3&step=7", address, stage2); got != want {
		t.Errorf("the link that is copied is %q, want %q", got, want)
	}
	w.wait(`document.getElementById("copied").textContent === "Copied."`)

	// Where a page may not copy, the link is marked for the reader to do so.
	w.press(kb.Escape)
	w.wait(`!document.querySelector("dialog[open]")`)
	w.change(`navigator.clipboard.writeText = async () => { throw new Error("not allowed"); }`)
	w.press("g")
	w.wait(`document.querySelector("dialog[open]")`)
	w.click("#copyLink")
	w.wait(`document.activeElement.id === "link" && link.selectionEnd === link.value.length`)
	if got := eval[string](w, `document.getElementById("copied").textContent`); got != "" {
		t.Errorf("a link that is not copied is told as %q", got)
	}
	w.click("#toStep") // a press leaves the focus where something can be typed
	if got := eval[string](w, "document.activeElement.id"); got != "toStep" {
		t.Errorf("after a press on the number of a step the focus is on %q", got)
	}
}
