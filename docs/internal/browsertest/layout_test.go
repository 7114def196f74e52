package browsertest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// What is short stays on one line: a name in the story, the number of waiting calls, where a call waits.
func TestShortTextStaysWhole(t *testing.T) {
	t.Parallel()
	const broken = `[...document.querySelectorAll("#story code, .remark")].filter(part => part.textContent.length <= 24).filter(part => part.getClientRects().length > 1 || part.offsetHeight > 2.2 * parseFloat(getComputedStyle(part).fontSize))
		.concat([...document.querySelectorAll("#stack .where")].filter(part => ![683, 320].includes(innerWidth) && part.scrollWidth > part.clientWidth)).map(part => part.outerHTML)`
	for _, language := range []string{"ko", "en"} {
		w := open(t, "about:blank")
		for _, size := range [][2]int64{{683, 384}, {390, 844}, {320, 256}, {1366, 768}, {1920, 1080}} {
			w.size(size[0], size[1])
			w.visit(address + "/" + language + "/" + stage3 + ".html?n=8&step=1203")
			w.ready()
			if size[0] == 1920 {
				w.press("w")
			}
			if w.count(".remark") == 0 {
				t.Fatal("no call waits")
			}
			for range 30 {
				w.change("step.click()")
				if got := eval[[]string](w, broken); len(got) > 0 {
					t.Fatalf("%s at %d x %d, step %d: %s", language, size[0], size[1], w.step(), got)
				}
			}
		}
	}
}

// A line of code that does not fit is broken where its words end, never behind its indent.
func TestLinesOfTheStepperHang(t *testing.T) {
	t.Parallel()
	w := open(t, address+"/en/"+stage2+".html?n=4", func(w *window) { w.size(683, 384) })
	w.ready()
	const lines = `[...document.querySelectorAll(".listing .text")].filter(text => text.textContent.trim()).map(text => {
		const range = document.createRange(), tabs = text.querySelector(".indent");
		range.selectNodeContents(text);
		if (tabs) range.setStartAfter(tabs);
		const rects = [...range.getClientRects()].filter(rect => rect.width > 0), tab = 2 * parseFloat(getComputedStyle(text).fontSize) * .6;
		return { tabs: (rects[0].left - text.getBoundingClientRect().left) / tab, want: tabs?.textContent.length ?? 0, drop: rects[0].top - text.getBoundingClientRect().top,
			hang: Math.min(...rects.filter(rect => rect.top > rects[0].bottom).map(rect => (rect.left - rects[0].left) / tab)) };
	})`
	type line struct {
		Tabs float64  `json:"tabs"`
		Want float64  `json:"want"`
		Drop float64  `json:"drop"`
		Hang *float64 `json:"hang"` // null where nothing is broken
	}
	broken := 0
	for i, line := range eval[[]line](w, lines) {
		if line.Tabs < line.Want-.2 || line.Tabs > line.Want+.2 || line.Drop > 6 {
			t.Errorf("line of code %d begins %.1f tabs in and %.0f px down, want %.0f tabs", i, line.Tabs, line.Drop, line.Want)
		}
		if line.Hang != nil {
			broken++
			if *line.Hang < .8 || *line.Hang > 1.2 {
				t.Errorf("line of code %d goes on %.1f tabs in", i, *line.Hang)
			}
		}
	}
	if broken < 3 {
		t.Errorf("only %d lines are broken", broken)
	}
}

// On a phone a question and the whole board are seen together, be it of a condition or of a line.
func TestPredictOnAPhone(t *testing.T) {
	t.Parallel()
	for _, language := range []string{"ko", "en"} {
		for _, kind := range []string{"1", "returns"} {
			w := open(t, fmt.Sprintf("%s/%s/%s.html?n=4&step=45&predict=%s", address, language, stage3, kind), func(w *window) { w.size(390, 844) })
			w.ready()
			w.press("e")
			if !eval[bool](w, `(`+inView+`)("#story", "#board", "#answers button:first-child")`) {
				t.Errorf("%s: at a question, %s, the story, its answers and the board are not in sight together", language, kind)
			}
			if !eval[bool](w, `(() => { const line = document.querySelector(".current").getBoundingClientRect(), pane = document.querySelector(".listing").getBoundingClientRect();
				return line.top >= pane.top && line.bottom <= pane.bottom + 1; })()`) {
				t.Errorf("%s: at a question, %s, the line is not wholly in sight", language, kind)
			}
		}
	}
}

// What a saved file changes moves nothing on the page.
func TestChangedLinesMoveNothing(t *testing.T) {
	t.Parallel()
	site, change := edited(t, stage2)
	w := stepper(t, site, "en/"+stage2+".html?n=3&step=20")
	const places = `JSON.stringify(["#story", ".listing", "#board", "#stack", ".controls"].map(selector => { const box = document.querySelector(selector).getBoundingClientRect(); return [box.top, box.height]; }))`
	before := eval[string](w, places)
	change("\t\t\trowUsed[j] = false\n", "")
	w.wait(`!edited.hidden && edited.open`)
	if got := eval[string](w, places); got != before {
		t.Errorf("the lines that have changed move the page from %s to %s", before, got)
	}
	w.press(kb.ArrowRight)
	w.wantStep(21)
}
