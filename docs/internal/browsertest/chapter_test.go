package browsertest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// chapters are the pages of all chapters of a language.
func chapters(t *testing.T, language string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(repository, "docs", language, "*.md"))
	if err != nil || len(files) == 0 {
		t.Fatal("no chapters: ", err)
	}
	for i, file := range files {
		files[i] = language + "/" + strings.TrimSuffix(filepath.Base(file), ".md") + ".html"
	}
	return files
}

func TestCopy(t *testing.T) {
	t.Parallel()
	w := open(t, address+"/en/03-diagonals.html")
	source, err := os.ReadFile(filepath.Join(repository, stage3, "main.go"))
	if err != nil {
		t.Fatal(err)
	}
	whole := strings.ReplaceAll(string(source), "\r\n", "\n")
	w.change(`navigator.clipboard.writeText = async text => { window.copied = text; }`)
	w.change(`window.copy = pre => {
		getSelection().selectAllChildren(pre);
		const data = new DataTransfer();
		pre.dispatchEvent(new ClipboardEvent("copy", { clipboardData: data, bubbles: true }));
		return data.getData("text/plain");
	}`)
	if got := eval[string](w, `copy(document.querySelector("aside pre"))`); got != whole {
		t.Errorf("marked and copied, %s/main.go becomes\n%s", stage3, got)
	}
	w.click("aside .copy")
	w.wait("window.copied")
	if got := eval[string](w, "copied"); got != whole {
		t.Errorf("the button copies of %s/main.go\n%s", stage3, got)
	}
	w.wait(`document.querySelector("aside .copy.done") && said.textContent === "Copied."`)

	if got := eval[string](w, `copy(document.querySelector(".console pre"))`); !strings.HasPrefix(got, "go run ./stage3_diagonals") || !strings.Contains(got, "\n 0 4 7") {
		t.Errorf("marked and copied, a console block begins with %.40q", got)
	}
	w.click(".console .copy")
	w.wait(`/^go run .\/stage3_diagonals[^\n]*\n$/.test(copied)`)
	if pres, buttons := w.count("pre"), w.count("pre + .copy"); pres != buttons {
		t.Errorf("%d of %d blocks of code have a button to copy", buttons, pres)
	}
}

// On paper nothing is cut off, and nothing is left folded or dark.
func TestPrint(t *testing.T) {
	t.Parallel()
	const width = 718 // of A4 between its margins
	w := open(t, "about:blank")
	w.size(width, 1000)
	for _, page := range slices.Concat(chapters(t, "ko"), []string{"en/source/stage3_diagonals/print.go.html"}) {
		w.media()
		w.visit(address + "/" + page)
		w.change(`document.documentElement.dataset.theme = "dark"; for (const text of document.querySelectorAll("pre .text")) text.append(" and on".repeat(30))`)
		if _, err := chromedp.Call(w.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"}); err != nil {
			t.Fatal(err)
		}
		if wide := eval[int](w, "document.documentElement.scrollWidth"); wide > width {
			t.Errorf("%s is %d wide on paper of %d", page, wide, width)
		}
		for what, selector := range map[string]string{
			"is cut off":          `[...document.querySelectorAll("pre, .table")].filter(e => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1)`,
			"is folded":           `[...document.querySelectorAll("details > :not(summary, nav)")].filter(e => e.getBoundingClientRect().height === 0 || !e.checkVisibility({ contentVisibilityAuto: true }))`,
			"is not for paper":    `[...document.querySelectorAll(".top, .turn, .copy")].filter(e => e.checkVisibility())`,
			"leaves its text":     `[...document.querySelectorAll("article :is(h1, h2, h3, summary)")].filter(e => getComputedStyle(e).breakAfter !== "avoid")`,
			"is pale, as at dark": `[...document.querySelectorAll("article p, h1, .text")].filter(e => getComputedStyle(e).color.match(/\d+/g).slice(0, 3).some(part => part > 120 && !e.closest("blockquote, .invite")))`,
		} {
			if got := eval[[]string](w, selector+`.map(e => e.textContent.slice(0, 60))`); len(got) > 0 {
				t.Errorf("%s: on paper this %s: %q", page, what, got)
			}
		}
	}
}

// A value in a table and an option of a command stay in one piece, and no page is wider than its window.
func TestPagesFit(t *testing.T) {
	t.Parallel()
	w := open(t, "about:blank")
	for page, sizes := range map[string][][2]int64{"ko": {{390, 844}, {683, 384}}, "en": {{390, 844}, {1366, 768}, {1920, 1080}}} {
		for _, page := range append(chapters(t, page), page+"/index.html", "index.html", page+"/source/stage3_diagonals/print.go.html") {
			w.visit(address + "/" + page)
			for _, size := range sizes {
				w.size(size[0], size[1])
				if wide := eval[int64](w, "document.documentElement.scrollWidth"); wide > size[0] {
					t.Errorf("%s is %d wide in a window of %d", page, wide, size[0])
				}
				if got := eval[[]string](w, `[...document.querySelectorAll("td code, th code, .option")].filter(code => code.getClientRects().length > 1).map(code => code.textContent)`); len(got) > 0 {
					t.Errorf("%s, %d wide, breaks the values %q", page, size[0], got)
				}
			}
		}
	}
}

// What of a line of code does not fit goes on no further out than the line begins.
func TestCodeHangs(t *testing.T) {
	t.Parallel()
	w := open(t, address+"/en/03-diagonals.html")
	w.size(390, 844)
	const broken = `[...document.querySelectorAll("figure.go .text")].filter(text => text.textContent.trim()).map(text => {
		const words = document.createTreeWalker(text, NodeFilter.SHOW_TEXT), range = document.createRange();
		while (!words.nextNode().data.trim());
		range.setStart(words.currentNode, words.currentNode.data.search(/\S/));
		range.setEnd(text, text.childNodes.length);
		const [begin, ...others] = range.getClientRects(), below = others.filter(rect => rect.width > 0 && rect.top > begin.bottom - 5);
		return { text: text.textContent, lines: below.length, hangs: below.every(rect => rect.left > begin.left - 1) };
	}).filter(line => line.lines > 0)`
	type line struct {
		Text  string `json:"text"`
		Lines int    `json:"lines"`
		Hangs bool   `json:"hangs"`
	}
	lines := eval[[]line](w, broken)
	if len(lines) < 5 {
		t.Fatalf("only %d lines are broken", len(lines))
	}
	for _, line := range lines {
		if !line.Hangs {
			t.Errorf("what is broken of %q does not hang", line.Text)
		}
	}
}

func TestFindingOnesWay(t *testing.T) {
	t.Parallel()
	w := open(t, address+"/ko/02-rows.html")
	headings := eval[[]string](w, `[...document.querySelectorAll("article h2")].map(heading => heading.textContent)`)
	links := eval[[]string](w, `[...document.querySelectorAll(".places a")].map(link => link.textContent)`)
	if len(headings) < 5 || !slices.Equal(headings, links) {
		t.Errorf("the contents of the page are %q, its headings %q", links, headings)
	}
	const isOpen = `document.querySelector(".places").open`
	w.click(".places summary")
	if !eval[bool](w, isOpen) {
		t.Error("a click does not open the contents of the page")
	}
	w.press(kb.Escape)
	if eval[bool](w, isOpen) {
		t.Error("Escape does not close the contents of the page")
	}
	w.click(".places summary")
	w.click(".places li:nth-child(4) a")
	w.wait(`document.querySelector(":target") === document.querySelectorAll("article h2")[3] && !` + isOpen)
	w.wait(`document.querySelector(".places [aria-current=location]")?.textContent === document.querySelectorAll("article h2")[3].textContent`)
	if !eval[bool](w, `document.querySelector(":target").getBoundingClientRect().top >= document.querySelector(".top").getBoundingClientRect().bottom`) {
		t.Error("the heading that was chosen is hidden")
	}
	w.click("article h3 a")
	w.wait(`document.querySelector(":target") === document.querySelector("article h3")`)

	for _, turn := range []struct{ how, want string }{
		{kb.ArrowRight, "/ko/03-diagonals.html"}, {kb.ArrowLeft, "/ko/02-rows.html"}, {"prev", "/ko/01-branching.html"}, {"next", "/ko/02-rows.html"},
	} {
		if len(turn.how) == 4 {
			w.click(".top [rel=" + turn.how + "]")
		} else {
			w.press(turn.how)
		}
		w.wait(fmt.Sprintf(`location.pathname === %q && document.readyState === "complete"`, turn.want))
	}
	w.change(`document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", altKey: true, bubbles: true }))`)
	w.size(390, 844)
	w.change(`const table = [...document.querySelectorAll(".table")].find(table => table.tabIndex === 0); table.focus()`)
	w.press(kb.ArrowRight) // scrolls the table
	if got := eval[string](w, "location.pathname"); got != "/ko/02-rows.html" {
		t.Errorf("a key that is not for turning leads to %s", got)
	}
}

func TestCodeBesideFollowsTheText(t *testing.T) {
	t.Parallel()
	w := open(t, address+"/en/03-diagonals.html")
	w.media("prefers-reduced-motion", "reduce")
	const quotes = `[...document.querySelectorAll("article figure.go:has(.number)")].filter(figure => figure.checkVisibility() && figure.textContent.startsWith("stage3_diagonals/main.go"))`
	for i := range eval[int](w, quotes+".length") {
		w.change(fmt.Sprintf(`%s[%d].scrollIntoView({ block: "start", behavior: "instant" }); scrollBy(0, -100)`, quotes, i))
		quoted := eval[string](w, fmt.Sprintf(`[...%s[%d].querySelectorAll(".line:has([data-number]:not([data-number=''])) .text")].map(text => text.textContent).join("\n")`, quotes, i))
		w.wait(fmt.Sprintf(`[...document.querySelectorAll("aside .quoted .text")].map(text => text.textContent).join("\n") === %q`, quoted))
		w.wait(`(() => { const line = document.querySelector("aside .quoted").getBoundingClientRect(), pane = document.querySelector("aside pre").getBoundingClientRect();
			return line.top >= pane.top && line.bottom <= pane.bottom; })()`)
	}
	w.media("forced-colors", "active")
	if got := eval[string](w, `getComputedStyle(document.querySelector("aside .quoted")).borderLeftStyle`); got != "solid" {
		t.Error("in high contrast the quoted lines are not marked")
	}
}

func TestTextGrowsWithTheScreen(t *testing.T) {
	t.Parallel()
	w := open(t, address+"/en/02-rows.html")
	before := 0.0
	for _, size := range [][2]int64{{390, 844}, {1920, 1080}, {2560, 1440}} {
		w.size(size[0], size[1])
		got := eval[float64](w, `parseFloat(getComputedStyle(document.documentElement).fontSize)`)
		if got < 16 || got < before+2 && before > 0 {
			t.Errorf("in a window of %d x %d the root size is %.1f px, in one that is smaller %.1f", size[0], size[1], got, before)
		}
		before = got
	}
}

// A row of a numbered table of chapter 2, and a board of the tree in chapter 3, lead to their step.
func TestStepsOfTheChapters(t *testing.T) {
	t.Parallel()
	w := open(t, address+"/ko/02-rows.html")
	// seek shows the step of an address in the stepper that is open.
	seek := func(href string) {
		step := href[strings.LastIndex(href, "=")+1:]
		w.change(`slider.value = ` + step + `; slider.dispatchEvent(new Event("input"))`)
		w.wait(`slider.getAttribute("aria-valuetext").includes("` + step + `번째")`)
	}
	rows := eval[[][]string](w, `[...document.querySelectorAll("td:first-child a[href*='step=']")].map(link => [link.href,
		...[...link.closest("tr").cells].map(cell => cell.textContent)]).filter(row => row.length === 7)`)
	if len(rows) < 25 {
		t.Fatalf("%d rows lead to a step", len(rows))
	}
	w.click("td a[href*='step=']")
	w.wait(`location.pathname === "/ko/stage2_rows.html" && document.querySelector("main.ready") !== null`)
	for _, row := range rows {
		seek(row[0])
		values := strings.NewReplacer("(", "", ")", "", "T", "true", "-", "false")
		want := fmt.Sprintf("pos = [%s], rowUsed = [%s]", values.Replace(row[5]), values.Replace(row[6]))
		if got := eval[string](w, `board.getAttribute("aria-label")`); got != want {
			t.Errorf("row %s leads to %s, at which %s, want %s", row[1], row[0], got, want)
		}
	}

	w.visit(address + "/ko/03-diagonals.html")
	boards := eval[[][]string](w, `[...document.querySelectorAll(".linked a")].map(link => [link.href.baseVal, link.textContent])`)
	if len(boards) != 17 {
		t.Fatalf("%d boards lead to a step", len(boards))
	}
	w.click(".linked a")
	w.wait(`location.pathname === "/ko/stage3_diagonals.html" && document.querySelector("main.ready") !== null`)
	for _, board := range boards {
		seek(board[0])
		if got := w.text("#stack .runs"); !strings.HasPrefix(got, board[1]) {
			t.Errorf("%s of the tree leads to %s, at which %s runs", board[1], board[0], got)
		}
	}
}
