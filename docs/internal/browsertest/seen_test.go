package browsertest

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// These tests look at what a learner sees and compare it with what the puzzle says, not with what
// the page's scripts work out.

const stage3 = "stage3_diagonals"

// A square of the board: a column and a row.
type square [2]int

// squares are those squares of the board that the selector finds, in order.
func (w *window) squares(selector string) []square {
	w.t.Helper()
	found := eval[[]square](w, fmt.Sprintf(`[...document.querySelectorAll("#board .square")].filter(square => square.matches(%q))
		.map(square => [square.style.gridColumn, square.style.gridRow].map(place => parseInt(place) - 2))`, selector))
	slices.SortFunc(found, func(a, b square) int { return slices.Compare(a[:], b[:]) })
	return found
}

// local is the value of a number among the variables of the running call.
func (w *window) local(name string) int {
	w.t.Helper()
	for _, shown := range eval[[]string](w, `[...document.querySelectorAll("#stack .runs .locals code")].map(local => local.textContent)`) {
		var value int
		if _, err := fmt.Sscanf(shown, name+" = %d", &value); err == nil {
			return value
		}
	}
	w.t.Fatalf("step %d shows no %s in %s", w.step(), name, w.text("#stack .runs"))
	return 0
}

// look is what makes one square look different from another, of the first that the selector finds.
func (w *window) look(selector string) string {
	w.t.Helper()
	return eval[string](w, fmt.Sprintf(`["", "::before", "::after"].map(part => {
		const s = getComputedStyle(document.querySelector(%q), part);
		return part && s.content === "none" ? "" : [s.content, s.background, s.border, s.outline, s.boxShadow].join();
	}).join()`, selector))
}

func TestLinesOfASquare(t *testing.T) {
	t.Parallel()
	const n = 4
	w := stepper(t, address, "en/"+stage3+".html?n=4")
	refused, free := 0, 0
	for refused < 6 || free < 6 {
		w.walk("if rowUsed[j]")
		i, j := w.local("i"), w.local("j")
		onLines := func(c, r int) []bool { return []bool{r == j, c+r == i+j, c-r == i-j} }
		blocked := make([]bool, 3) // the row, the / diagonal, the \ diagonal
		for _, queen := range w.squares(".queen") {
			for line, on := range onLines(queen[0], queen[1]) {
				blocked[line] = blocked[line] || on && queen[0] < i
			}
		}
		var lanes, colored []square
		for c := range n {
			for r := range n {
				on := onLines(c, r)
				if slices.Contains(on, true) {
					lanes = append(lanes, square{c, r})
				}
				if on[0] && blocked[0] || on[1] && blocked[1] || on[2] && blocked[2] {
					colored = append(colored, square{c, r})
				}
			}
		}
		if got := w.squares(".lane"); !slices.Equal(got, lanes) {
			t.Errorf("the lines of column %d, row %d are drawn on %v, want %v", i, j, got, lanes)
		}
		if got := w.squares(".lane.blocked"); !slices.Equal(got, colored) {
			t.Errorf("of the lines of column %d, row %d those are drawn as taken: %v, want %v", i, j, got, colored)
		}
		if got := w.squares(".here"); !slices.Equal(got, []square{{i, j}}) {
			t.Errorf("the squares that are looked at are %v, want column %d, row %d", got, i, j)
		}
		w.wantSaid(fmt.Sprintf("rowUsed[%d] = %t", j, blocked[0]),
			fmt.Sprintf("slashUsed[%d] = %t", i+j, blocked[1]), fmt.Sprintf("backslashUsed[%d] = %t", i-j+n-1, blocked[2]))
		if len(colored) == 0 {
			free++
			continue
		}
		refused++
		if plain, taken := ".square:not(.deep, .lane)", ".square.lane.blocked:not(.deep, .here)"; w.count(plain) > 0 && w.count(taken) > 0 {
			if w.look(plain) == w.look(taken) {
				t.Errorf("at step %d a taken line looks like any square", w.step())
			}
			if other := ".square.lane:not(.deep, .here, .blocked)"; w.count(other) > 0 && w.look(other) == w.look(taken) {
				t.Errorf("at step %d a taken line looks like a free one", w.step())
			}
		}
		if t.Failed() {
			return
		}
	}
}

func TestPlacementsAreMarkedOnTheSlider(t *testing.T) {
	t.Parallel()
	w := stepper(t, address, "en/"+stage2+".html?n=3")
	last := eval[float64](w, "Number(slider.max)")
	var want []float64
	for range 3 * 2 * 1 {
		w.press("n")
		want = append(want, float64(w.step()-1)/(last-1)*1000)
	}
	marks := eval[[]float64](w, `[...marks.querySelector("path").getAttribute("d").matchAll(/M([\d.]+)/g)].map(mark => Number(mark[1]))`)
	if !slices.EqualFunc(marks, want, func(a, b float64) bool { return math.Abs(a-b) < 1 }) {
		t.Errorf("the slider has marks at %.0f thousandths, want %.0f", marks, want)
	}
	if !eval[bool](w, `marks.getBoundingClientRect().height > 0 && getComputedStyle(marks.querySelector("path")).stroke !== "none"`) {
		t.Error("the marks are not to be seen")
	}
}

func TestQueenThatLeaves(t *testing.T) {
	t.Parallel()
	w := stepper(t, address, "en/"+stage2+".html?n=4")
	w.press("n", kb.ArrowUp)
	w.wantSaid("set(3) returned", "i = 2, j = 2 again")
	if got := w.squares(".leaving"); len(got) != 0 {
		t.Errorf("before the loop goes on, these queens leave: %v", got)
	}
	w.walk("for j := range n")
	if got := w.squares(".leaving"); !slices.Equal(got, []square{{2, 2}}) {
		t.Errorf("when the loop goes on, these queens leave: %v, want that of column 2, row 2", got)
	}
	const crowns = `[...document.querySelectorAll(%q)].map(crown => getComputedStyle(crown)).filter(s => s.visibility === "visible" && Number(s.opacity) %s).length`
	if got := eval[int](w, fmt.Sprintf(crowns, ".leaving .crown", "> 0")); got != 1 {
		t.Error("the queen that leaves is not to be seen")
	}
	if got := eval[int](w, fmt.Sprintf(crowns, ".queen .crown", "=== 1")); got != 2 {
		t.Errorf("%d queens are drawn in full, want the two that stay", got)
	}
	w.walk("pos[i] = j")
	w.press(kb.ArrowRight)
	if got := w.squares(".queen"); !slices.Equal(got, []square{{0, 0}, {1, 1}, {2, 3}}) {
		t.Errorf("after that queens stand on %v", got)
	}
}

// The tree has every call that was made by the calls that are open, with what each found.
func TestTreeGrows(t *testing.T) {
	t.Parallel()
	w := stepper(t, address, "en/"+stage2+".html?n=3")
	const calls = `[...document.querySelectorAll("#tree .chip")].filter(chip => chip.checkVisibility({ visibilityProperty: true })).map(chip => chip.title).filter(title => title.startsWith("set(1)"))`
	var want []string
	w.walk("set(i + 1)")
	for j := range 3 {
		w.press(kb.ArrowRight)
		w.wantSaid("set(1) is called")
		w.press(kb.ArrowUp)
		w.wantSaid("set(1) returned")
		want = append(want, fmt.Sprintf("set(1), the caller's j = %d, placements found: 2", j))
		if got := eval[[]string](w, calls); !slices.Equal(got, want) {
			t.Errorf("after set(1) has returned with j = %d, the tree shows %q, want %q", j, got, want)
		}
		if j < 2 {
			w.walk("set(i + 1)")
		}
	}
}

func TestPlacementHasAColorOfItsOwn(t *testing.T) {
	t.Parallel()
	w := stepper(t, address, "en/"+stage2+".html?n=3")
	const color = `getComputedStyle(document.querySelector("#board .queen .crown")).color`
	w.walk("rowUsed[j] = true")
	before := eval[string](w, color)
	w.press("n")
	if got := w.squares(".queen"); !slices.Equal(got, []square{{0, 0}, {1, 1}, {2, 2}}) {
		t.Errorf("at the first placement queens stand on %v", got)
	}
	if eval[string](w, color) == before {
		t.Error("the queens of a placement look as before")
	}
}

func TestOtherVariables(t *testing.T) {
	t.Parallel()
	w := stepper(t, address, "en/"+stage3+".html?n=4")
	for found := range 2 {
		w.press("n")
		if got, want := w.text("#others"), fmt.Sprintf("count = %d", found); got != want {
			t.Errorf("at placement %d the other variables are %q, want %q", found+1, got, want)
		}
	}
	w.walk("count++")
	w.press(kb.ArrowRight)
	if got := w.text("#others"); got != "count = 2" {
		t.Errorf("after the last count++ the other variables are %q", got)
	}
	if !eval[bool](w, `document.querySelector("#others").checkVisibility()`) {
		t.Error("the other variables are not to be seen")
	}
}

func TestDeadEnd(t *testing.T) {
	t.Parallel()
	const deadEnds = `[...document.querySelectorAll("#moments button")].filter(moment => moment.textContent.includes("dead end"))`
	w := stepper(t, address, "en/"+stage3+".html?n=4")
	w.change(deadEnds + "[0].click()")
	// With queens in rows 0 and 2 every square of column 2 is attacked.
	w.wantSaid("set(2) returned", "i = 1, j = 2 again")
	if got := w.squares(".queen"); !slices.Equal(got, []square{{0, 0}, {1, 2}}) {
		t.Errorf("at the dead end queens stand on %v", got)
	}
	// Where only rows are looked at, a row is free for every column.
	w = stepper(t, address, "en/"+stage2+".html?n=4")
	if got := eval[int](w, deadEnds+".length"); got != 0 {
		t.Errorf("%s offers a dead end", stage2)
	}
}

func TestFourAnswers(t *testing.T) {
	t.Parallel()
	w := stepper(t, address, "en/"+stage2+".html?n=3")
	w.press("n", kb.ArrowUp, "q", kb.ArrowRight)
	w.wantSaid("which line runs next?")
	answers := eval[[]string](w, `[...document.querySelectorAll("#answers .answer code")].map(answer => answer.textContent)`)
	for _, line := range []string{"rowUsed[j] = false", "set(i + 1)", "report()", "for j := range n {"} {
		if !slices.Contains(answers, line) {
			t.Errorf("the answers %q are without %q", answers, line)
		}
	}
	if len(answers) != 4 {
		t.Errorf("there are %d answers, want 4", len(answers))
	}
}

func TestLongOutput(t *testing.T) {
	t.Parallel()
	w := stepper(t, address, "en/"+stage2+".html?n=5")
	w.press(kb.End)
	printed := eval[string](w, "output.textContent")
	if !strings.HasPrefix(printed, " 0 1 2 3 4\n") || strings.Count(printed, "\n") != 5*4*3*2*1 {
		t.Errorf("of 120 lines %d are shown, from %.20q on", strings.Count(printed, "\n"), printed)
	}
}

// The line that has just run is marked by a sign, and so is the one that runs next.
func TestSignsOfLines(t *testing.T) {
	t.Parallel()
	w := stepper(t, address, "en/"+stage2+".html?n=3")
	const signs = `[...document.querySelectorAll(".listing .number")].map(number => [getComputedStyle(number, "::after").content.match(/[^"\s]/)?.[0], number.parentElement.id])
		.filter(([sign]) => "✓▶".includes(sign)).flat()`
	check := func(ran, next string) {
		t.Helper()
		if got, want := eval[[]string](w, signs), []string{"✓", w.at("L{" + ran + "}"), "▶", w.at("L{" + next + "}")}; !slices.Equal(got, want) {
			t.Errorf("step %d shows the signs %q, want %q", w.step(), got, want)
		}
	}
	for _, step := range [][2]string{
		{"func main", "flag.Parse()"}, {"func main", "flag.Parse()"}, {"flag.Parse()", "set(0)"}, {"func set", "for j := range n"},
		{"for j := range n", "if rowUsed[j]"}, {"if rowUsed[j]", "pos[i] = j"}, {"if rowUsed[j]", "pos[i] = j"}, {"if i == n-1", "rowUsed[j] = true"},
	} {
		check(step[0], step[1])
		w.press(kb.ArrowRight)
	}
	w.press("n", kb.ArrowUp)
	check("set(i + 1)", "rowUsed[j] = false") // at a return, the call has run
}

// What is copied from the source is the source, without what the page remarks on its lines.
func TestCopyTheSource(t *testing.T) {
	t.Parallel()
	w := stepper(t, address, "en/"+stage2+".html?n=3")
	w.press("n")
	if w.count(".remark") < 3 {
		t.Fatal("there are no remarks")
	}
	got := eval[string](w, `(() => {
		const data = new DataTransfer(), listing = document.querySelector(".listing");
		getSelection().selectAllChildren(listing);
		listing.dispatchEvent(new ClipboardEvent("copy", { clipboardData: data, bubbles: true }));
		return data.getData("text/plain"); })()`)
	want, err := os.ReadFile(filepath.Join(repository, stage2, "main.go"))
	if err != nil {
		t.Fatal(err)
	}
	if got != strings.ReplaceAll(string(want), "\r\n", "\n") {
		t.Errorf("copied is\n%s", got)
	}
}

// The warm-up is stepped through as the stages are, without a board: digits are no queens.
func TestWarmup(t *testing.T) {
	for _, language := range []string{"ko", "en"} {
		w := open(t, address+"/"+language+"/01-branching.html")
		w.click(`a[href^="warmup.html"]`)
		w.ready()
		w.walk("fmt.Println(digit)")
		w.press(kb.ArrowRight)
		if story := w.text("#narration"); !strings.Contains(story, "[0 0 0]") || strings.Contains(story, "queen") || strings.Contains(story, "퀸") {
			t.Errorf("the story says %q", story)
		}
		if eval[bool](w, `byId("board").checkVisibility()`) || w.count(".queen") > 0 {
			t.Error("there is a board")
		}
		if got := w.text("#moments"); !strings.Contains(got, "fill") || strings.Contains(got, "set") {
			t.Errorf("the moments are %q", got)
		}
		if got := w.text("#tree"); !strings.Contains(got, "fill(2)") {
			t.Errorf("the tree is %q", got)
		}
	}
}
