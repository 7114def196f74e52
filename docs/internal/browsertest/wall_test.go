package browsertest

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// inView reports of elements whether each is wholly between the bars above and below.
const inView = `(...selectors) => selectors.every(selector => [...document.querySelectorAll(selector)].every(element => {
	const box = element.getBoundingClientRect(), bottom = document.querySelector(".controls").getBoundingClientRect().top;
	return box.width > 0 && box.top >= 0 && box.bottom <= bottom + 1 && box.left >= 0 && box.right <= innerWidth; }))`

// fontSize is the size of the text of an element, in pixels.
func fontSize(w *window, selector string) float64 {
	w.t.Helper()
	return eval[float64](w, fmt.Sprintf(`parseFloat(getComputedStyle(document.querySelector(%q)).fontSize)`, selector))
}

func TestTheLastRowCanRead(t *testing.T) {
	w := stepper(t, address, "en/stage2_rows.html?n=4&step=30")
	w.size(1920, 1080)
	for selector, least := range map[string]float64{".current .text": 21, "#narration": 24, "#board .axis": 16, "#board .cell": 18, "#stack .locals": 16} {
		if got := fontSize(w, selector); got < least {
			t.Errorf("at 1920 x 1080 the text of %s is %.1f px high, want %.0f", selector, got, least)
		}
	}
	if !eval[bool](w, `(`+inView+`)(".program", ".state", ".calls", "#board")`) {
		t.Error("at 1920 x 1080 the three panes are not wholly in sight")
	}
	before := fontSize(w, ".current .text")
	w.press("w")
	if got := fontSize(w, ".current .text"); got < 1.15*before {
		t.Errorf("presenting, the source is %.1f px high, before %.1f", got, before)
	}
	w.press("z", "c")
	if eval[bool](w, `document.querySelector(".program, .calls").checkVisibility() || !document.querySelector(".state").checkVisibility()`) {
		t.Error("Z and C do not leave the board alone")
	}
	w.press("x")
	if !eval[bool](w, `document.querySelector(".state").checkVisibility()`) {
		t.Error("X hides the last pane")
	}
	w.press("z", "c", "w")
	if got := fontSize(w, ".current .text"); got != before {
		t.Errorf("after presenting the source is %.1f px high, before %.1f", got, before)
	}
}

func TestBoardTakesTheRoomThereIs(t *testing.T) {
	for _, n := range []int{4, 8} {
		w := stepper(t, address, fmt.Sprintf("en/stage3_diagonals.html?n=%d", n))
		for _, size := range [][2]int64{{1024, 700}, {1366, 768}, {1920, 1080}, {2560, 1440}} {
			w.size(size[0], size[1])
			const filled = `(() => { const board = document.getElementById("board").getBoundingClientRect(), room = document.querySelector(".room").getBoundingClientRect();
				return Math.max(board.width / room.width, board.height / room.height); })()`
			if got := eval[float64](w, filled); got < .97 || got > 1.01 {
				t.Errorf("n = %d: at %d x %d the board fills %.2f of its room", n, size[0], size[1], got)
			}
			if got := eval[float64](w, `document.getElementById("board").getBoundingClientRect().height`); got < 170 {
				t.Errorf("n = %d: at %d x %d the board is %.0f px high", n, size[0], size[1], got)
			}
		}
	}
}

// contrast is the ratio of contrast of two colors of the page.
const contrast = `(one, other) => {
	const canvas = new OffscreenCanvas(1, 1).getContext("2d");
	const light = color => {
		canvas.fillStyle = color;
		canvas.fillRect(0, 0, 1, 1);
		const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map(c => c / 255 <= .04045 ? c / 255 / 12.92 : ((c / 255 + .055) / 1.055) ** 2.4);
		return .2126 * r + .7152 * g + .0722 * b + .05;
	};
	return Math.max(light(one), light(other)) / Math.min(light(one), light(other)); }`

func TestMarksAreBold(t *testing.T) {
	w := stepper(t, address, "en/stage2_rows.html?n=4&step=30")
	for _, theme := range []string{"light", "dark"} {
		w.change(`document.documentElement.dataset.theme = "` + theme + `"`)
		for _, part := range []struct {
			name, one, other string
			least            float64
		}{
			{"the frame of the current line against the page", `getComputedStyle(document.querySelector(".current")).outlineColor`, `getComputedStyle(document.querySelector(".program")).backgroundColor`, 3},
			{"the wash of the current line against the page", `getComputedStyle(document.querySelector(".current")).backgroundColor`, `getComputedStyle(document.querySelector(".program")).backgroundColor`, 1.35},
			{"the text of the current line", `getComputedStyle(document.querySelector(".current .text")).color`, `getComputedStyle(document.querySelector(".current")).backgroundColor`, 4.5},
			{"the squares of the board", `getComputedStyle(document.querySelector(".square.deep:not(.lane)")).backgroundColor`, `getComputedStyle(document.querySelector(".square:not(.deep, .lane)")).backgroundColor`, 1.4},
		} {
			if got := eval[float64](w, fmt.Sprintf("(%s)(%s, %s)", contrast, part.one, part.other)); got < part.least {
				t.Errorf("%s: the contrast of %s is %.2f, want %.2f", theme, part.name, got, part.least)
			}
		}
	}
}

func TestThemeIsKept(t *testing.T) {
	w := stepper(t, address, "en/stage2_rows.html?n=2")
	const paper = `getComputedStyle(document.body).backgroundColor`
	before := eval[string](w, paper)
	w.press("l")
	changed := eval[string](w, paper)
	if changed == before {
		t.Fatal("L changes no color")
	}
	w.visit(address + "/ko/02-rows.html")
	if got := eval[string](w, paper); got != changed {
		t.Errorf("the chapter is on %s, the stepper on %s", got, changed)
	}
	w.click("#theme")
	if got := eval[string](w, paper); got != before {
		t.Errorf("the button of the chapter leads to %s, want %s", got, before)
	}
}

func TestNothingJumps(t *testing.T) {
	const places = `JSON.stringify(["#story", ".program", "#board", "#lists", "#hint", "#stack", "#tree-title", ".controls", "#step"].map(selector => {
		const box = document.querySelector(selector).getBoundingClientRect();
		return [selector, Math.round(box.top), Math.round(box.height)]; }))`
	for _, url := range []string{"ko/stage3_diagonals.html?n=4", "en/stage3_diagonals.html?n=4&predict=1"} {
		for _, size := range [][2]int64{{1920, 1080}, {1366, 768}, {683, 384}, {390, 844}} {
			w := open(t, address+"/"+url, func(w *window) { w.size(size[0], size[1]) })
			w.ready()
			before := eval[string](w, places)
			for range 60 {
				w.press(kb.ArrowRight)
				if got := eval[string](w, places); got != before {
					t.Errorf("%s at %d x %d: step %d moves the page\n\tfrom %s\n\tto   %s", url, size[0], size[1], w.step(), before, got)
					break
				}
				w.change(`document.querySelector("#answers button")?.click()`)
			}
		}
	}
}

func TestSmallWindows(t *testing.T) {
	for _, size := range [][2]int64{{683, 384}, {960, 540}} {
		w := open(t, address+"/ko/stage3_diagonals.html?n=4&step=40", func(w *window) { w.size(size[0], size[1]) })
		w.ready()
		if !eval[bool](w, `(`+inView+`)("#story", ".line.current", "#board")`) {
			t.Errorf("at %d x %d the line, the board and the story are not in sight together", size[0], size[1])
		}
	}
	// What is said is in sight as a whole; where there is no room for that, it can be scrolled to.
	w := stepper(t, address, "ko/"+stage3+".html?n=4")
	for _, size := range [][2]int64{{1366, 768}, {1024, 700}, {683, 384}, {390, 844}} {
		w.size(size[0], size[1])
		w.press(kb.Home)
		cut := eval[string](w, `(() => {
			for (let i = 0; i < 300; i++) {
				step.click();
				if (narration.scrollHeight > narration.clientHeight + 3 || innerWidth >= 1024 && story.scrollHeight > story.clientHeight + 1) return narration.textContent;
			}
			return ""; })()`)
		if cut != "" {
			t.Errorf("at %d x %d the story does not hold %q", size[0], size[1], cut)
		}
	}
	// Zoomed to 400 %: the page scrolls, by keyboard too, and the line stays in its pane.
	w = open(t, address+"/en/stage3_diagonals.html?n=4&step=40", func(w *window) { w.size(320, 256) })
	w.ready()
	const inWindow = `[...document.querySelectorAll(%q)].every(element => { const box = element.getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth; })`
	w.wait(fmt.Sprintf(inWindow, "#story, .line.current"))
	for part, whole := range map[string]string{".square": "#board", "#step": "#slider, .buttons, #stride", ".skip": "#story"} {
		w.change(fmt.Sprintf(`document.querySelector(%q).focus()`, part))
		if part == ".skip" {
			w.press(kb.Enter)
		}
		w.wait(fmt.Sprintf(inWindow, whole))
	}
	w.change(`document.activeElement.blur()`)
	w.size(480, 270)
	w.wait(`(() => { const line = document.querySelector(".line.current").getBoundingClientRect(), pane = document.querySelector(".listing").getBoundingClientRect();
		return line.top >= pane.top && line.bottom <= pane.bottom; })()`)
	before := w.step()
	for _, selector := range []string{".square", "#stack button"} {
		w.change(fmt.Sprintf(`scrollTo(0, 0); document.querySelector(%q).focus(); window.before = scrollY`, selector))
		w.press(kb.PageDown)
		w.wait(`scrollY > before`)
	}
	w.wantStep(before)
}

// What has the focus is never hidden behind the bars above and below.
func TestFocusIsInSight(t *testing.T) {
	for _, size := range [][2]int64{{1366, 768}, {683, 384}, {390, 844}, {320, 256}} {
		w := open(t, address+"/en/stage3_diagonals.html?n=4&step=100", func(w *window) { w.size(size[0], size[1]) })
		w.ready()
		for i := range 60 {
			w.press(kb.Tab)
			for range i % 5 {
				if eval[bool](w, `document.activeElement.matches(".panes :is(button, [role=button])")`) {
					w.press(kb.ArrowDown)
				}
			}
			const hidden = `(() => {
				const element = document.activeElement, box = element.getBoundingClientRect();
				if (element === document.body || element.matches(".pane, pre")) return "";
				const shown = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
				return shown && (element.contains(shown) || shown.contains(element) || element.closest("label")?.contains(shown)) ? "" : element.outerHTML.slice(0, 90) + JSON.stringify(box); })()`
			if got := eval[string](w, hidden); got != "" {
				t.Errorf("at %d x %d the focus is hidden: %s", size[0], size[1], got)
			}
		}
	}
}

// ways lead to the next step, and to one far away.
var ways = map[string]string{"step": `step.click()`, "leap": `slider.value = 300 * i + 100; slider.dispatchEvent(new Event("input"))`}

// moved is a script that moves 90 times in a way, draws each step at once, and returns how many milliseconds the
// median move keeps the main thread.
func moved(way string) string {
	return `(() => {
		window.requestAnimationFrame = draw => (draw(), 0);
		const times = [];
		for (let i = 0; i < 90; i++) {
			const start = performance.now();
			` + way + `;
			document.body.offsetHeight;
			times.push(performance.now() - start);
		}
		return times.sort((a, b) => a - b)[45]; })()`
}

// A step, and a leap, lay the page out once: that is half of their time.
func TestStepsLayOutOnce(t *testing.T) {
	w := stepper(t, address, "en/stage3_diagonals.html?n=8&step=15000")
	w.do(func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, performance.Enable, performance.EnableParams{})
		return chromedp.Void{}, err
	})
	for name, way := range ways {
		before := w.metric("LayoutCount")
		eval[float64](w, moved(way))
		if got := (w.metric("LayoutCount") - before) / 90; got > 1.1 {
			t.Errorf("a %s lays the page out %.2f times", name, got)
		}
	}
}

// metric returns one of the figures that the browser counts for the page.
func (w *window) metric(name string) float64 {
	w.t.Helper()
	counted, err := chromedp.Run(w.ctx, func(ctx context.Context, t *chromedp.Target) (performance.GetMetricsResult, error) {
		return cdp.Call(ctx, t, performance.GetMetrics, cdp.Empty{})
	})
	if err != nil {
		w.t.Fatal(err)
	}
	for _, metric := range counted.Metrics {
		if metric.Name == name {
			return metric.Value
		}
	}
	w.t.Fatalf("the browser does not count %s", name)
	return 0
}

// BenchmarkMove measures how long a step, and a leap to another, keep the main thread: it is to be less than 8 ms.
func BenchmarkMove(b *testing.B) {
	w := stepper(b, address, "en/stage3_diagonals.html?n=8&step=15000")
	for name, way := range ways {
		b.Run(name, func(b *testing.B) {
			took := 0.0
			for b.Loop() {
				took += eval[float64](w, moved(way))
			}
			b.ReportMetric(took/float64(b.N), "ms/move")
		})
	}
}

// Each step says what happened in it, not only what comes next: whoever reads the story aloud can tell.
func TestEachStepTellsWhatHappened(t *testing.T) {
	t.Parallel()
	w := open(t, "about:blank")
	for _, page := range []string{"en/" + stage2, "ko/" + stage2, "en/" + stage3, "en/stage5_dynamic"} {
		w.visit(address + "/" + page + ".html?n=4")
		w.ready()
		silent := eval[string](w, `(() => {
			for (;;) {
				if (!document.querySelector("#narration .happened")?.textContent) return slider.value + ": " + narration.textContent;
				if (slider.value === slider.max || slider.value > 400) return "";
				step.click();
			} })()`)
		if silent != "" {
			t.Errorf("%s, step %s", page, silent)
		}
	}
	w.visit(address + "/en/" + stage2 + ".html?n=4")
	w.ready()
	for _, said := range []string{
		"main() begins with its first line.", "Line {flag.Parse()} has run.", "set(0) is called.", "The loop begins with j = 0.", "The condition rowUsed[j] is false", "The condition is false, so what stands in its braces is left out.",
		"pos[0] = 0: the queen of column 0 stands in row 0.", "The condition is false", "rowUsed[0] = true: row 0 is taken.", "set(1) is called.", "The loop begins with j = 0.", "Row 0 is taken.", "The condition is true, so what stands in its braces runs.",
		"The loop goes on with j = 1.",
	} {
		w.press(kb.ArrowRight)
		w.wantSaid(w.at(said))
	}
}

// A teacher shows, by keys alone and on the wall, what happens after set(3) returns, and why nothing more is found once
// the line that takes the mark back is deleted.
func TestLessonByKeys(t *testing.T) {
	t.Parallel()
	site, change := edited(t, stage2)
	w := open(t, site+"/en/"+stage2+".html?n=4", func(w *window) { w.size(1920, 1080) })
	w.ready()
	w.press("w", "2")
	w.wantSaid(w.at("set(3) returned to line {set(i + 1)} in set(2). Here i = 2, j = 2 again. Next comes line {rowUsed[j] = false}."))
	if got := w.text("#stack .gone"); !strings.Contains(got, "set(3)") {
		t.Errorf("the call that has returned is shown as %q", got)
	}
	w.press(kb.ArrowRight)
	w.wantSaid("set(2) goes on where it waited.")
	w.press(kb.ArrowRight)
	w.wantSaid("rowUsed[2] = false: row 2 is free again.")

	change("\t\t\trowUsed[j] = false\n", "")
	w.wait(`!edited.hidden`)
	if got := w.text("#edited pre"); got != "- rowUsed[j] = false" {
		t.Errorf("what has changed is shown as %q", got)
	}
	w.press("4")
	w.wantSaid("The loop goes on with j = 3.")
	if got := w.text("#hint"); !strings.Contains(got, "the mark was never taken back") || w.count(".cell.orphan") != 1 {
		t.Errorf("at the first mark that is left behind the page says %q", got)
	}
	w.press(kb.End)
	w.wantSaid("Placements found: 1.")
	if got := w.count(".cell.orphan"); got != 4 {
		t.Errorf("at the end %d marks are left behind", got)
	}
}
