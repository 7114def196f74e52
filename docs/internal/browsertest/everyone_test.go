package browsertest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

func TestFocusAndKeysOfControls(t *testing.T) {
	t.Parallel()
	w := stepper(t, address, "en/"+stage3+".html?n=8&step=100")
	if got := eval[string](w, `document.querySelector(".controls :is(button, input, select)").id`); got != "step" {
		t.Errorf("the first stop among the controls is %s", got)
	}
	// After a press with the pointer the space bar plays; it does not press the button again.
	w.click("#back")
	w.wantStep(99)
	w.press(" ")
	if got := w.text("#play span"); got != "Pause" {
		t.Error("after a press on a button the space bar does not play")
	}
	w.press(" ")
	before := w.step()
	w.size(600, 700)
	w.change(`document.querySelector(".listing").style.whiteSpace = "pre"; const wide = document.createElement("p"); wide.style.width = "3000px"; document.querySelector(".calls").append(wide); document.querySelector(".calls").style.overflow = "auto"; document.querySelector(".calls").focus()`)
	w.press(kb.ArrowRight, kb.ArrowRight)
	w.wait(`document.querySelector(".calls").scrollLeft > 0`)
	w.wantStep(before)
	if got := w.count(`.line[aria-current]`); got != 1 {
		t.Errorf("%d lines are the current one", got)
	}
	if got := eval[int](w, `[...document.querySelectorAll("[aria-live], [role=status], [role=alert]")].filter(region => region.textContent.trim() !== "").length`); got != 1 {
		t.Errorf("%d regions speak", got)
	}
	w.change(`window.spoken = 0; new MutationObserver(() => spoken++).observe(narration, { childList: true, subtree: true, characterData: true })`)
	w.change(`document.activeElement.blur()`)
	w.press(kb.Home, kb.ArrowRight)
	w.wait("spoken > 0")
	if got := eval[int](w, "spoken"); got != 2 {
		t.Errorf("two steps are spoken in %d parts", got)
	}
}

// In high contrast there are no backgrounds and no shadows.
func TestForcedColors(t *testing.T) {
	t.Parallel()
	w := open(t, "about:blank")
	w.media("forced-colors", "active")
	w.visit(address + "/en/" + stage3 + ".html?n=4&step=40")
	w.ready()
	w.walk("if rowUsed[j]")
	for w.count(".square.lane.blocked") == 0 {
		w.walk("if rowUsed[j]")
	}
	const drawn = `(() => { const s = selector => { const e = document.querySelector(selector); return ["", "::before", "::after"].map(part => {
			const style = getComputedStyle(e, part); return [part && style.content, style.borderStyle, style.borderWidth, style.borderColor, style.outlineStyle, style.outlineWidth, style.outlineColor].join(); }).join(); };
		return s(%q) !== s(%q); })()`
	for _, pair := range [][2]string{
		{".square.deep:not(.lane, .here)", ".square:not(.deep, .lane, .here)"},
		{".square.lane:not(.here, .blocked, .deep)", ".square:not(.deep, .lane, .here)"},
		{".square.lane.blocked:not(.here, .deep)", ".square:not(.deep, .lane, .here)"},
		{".square.here", ".square:not(.here)"},
		{".line.current", ".line:not(.current)"},
		{".line.next .number", ".line:not(.next, .ran) .number"},
		{"#stack .runs", "#stack li:not(.runs)"},
		{"#tree .chip.current", "#tree .chip:not(.current)"},
		{"#step", "#back"},
	} {
		if !eval[bool](w, fmt.Sprintf(`[%q, %q].every(selector => document.querySelector(selector) !== null)`, pair[0], pair[1])) {
			continue
		}
		if !eval[bool](w, fmt.Sprintf(drawn, pair[0], pair[1])) {
			t.Errorf("in high contrast %s looks like %s", pair[0], pair[1])
		}
	}
	before := eval[string](w, `getComputedStyle(document.querySelector(".track"), "::after").cssText + getComputedStyle(document.querySelector(".track"), "::after").left`)
	w.press("q")
	w.wait(fmt.Sprintf(`getComputedStyle(document.querySelector(".track"), "::after").cssText + getComputedStyle(document.querySelector(".track"), "::after").left !== %q`, before))
}
