// Package browsertest tries the reader in a real browser. It is a module of its own, so that a
// learner never downloads what it needs.
package browsertest

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

const repository = "../../.."

var (
	browser context.Context // of Chromium, in which each test opens a window
	program string          // the reader, built
	address string          // of the reader that shows the repository
)

func TestMain(m *testing.M) {
	os.Exit(run(m))
}

func run(m *testing.M) int {
	chromium := findChromium()
	if chromium == "" {
		fmt.Println("no Chromium is found: the tests of the browser are skipped")
		if os.Getenv("BROWSER_REQUIRED") != "" {
			return 1
		}
		return m.Run()
	}
	folder, err := os.MkdirTemp("", "eightqueens-browser-")
	if err != nil {
		fmt.Println(err)
		return 1
	}
	defer os.RemoveAll(folder)
	program = filepath.Join(folder, "docs")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	build := exec.Command("go", "build", "-buildvcs=false", "-o", program, "./docs")
	build.Dir = repository
	if output, err := build.CombinedOutput(); err != nil {
		fmt.Printf("go build ./docs: %v\n%s", err, output)
		return 1
	}
	found, stop, err := serve(repository)
	if err != nil {
		fmt.Println(err)
		return 1
	}
	defer stop()
	address = found

	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(chromium),
		chromedp.NoSandbox,
		chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.UserDataDir(filepath.Join(folder, "profile")),
	)
	allocator, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	defer cancel()
	var closeBrowser context.CancelFunc
	browser, closeBrowser = chromedp.NewContext(allocator)
	defer closeBrowser()
	if err := chromedp.Do(browser); err != nil {
		fmt.Println("Chromium does not start:", err)
		return 1
	}
	return m.Run()
}

// findChromium finds a browser, or returns "".
func findChromium() string {
	for _, name := range []string{
		"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome",
		"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
		`C:\Program Files\Google\Chrome\Application\chrome.exe`,
	} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// serve starts the reader in the folder of a repository and returns its address.
func serve(folder string) (address string, stop func(), err error) {
	cmd := exec.Command(program, "-addr", "127.0.0.1:0")
	cmd.Dir = folder
	cmd.Stderr = os.Stderr
	output, err := cmd.StdoutPipe()
	if err != nil {
		return "", nil, err
	}
	if err := cmd.Start(); err != nil {
		return "", nil, err
	}
	stop = func() {
		cmd.Process.Kill()
		cmd.Wait()
	}
	line, err := bufio.NewReader(output).ReadString('\n')
	if err != nil {
		stop()
		return "", nil, fmt.Errorf("the reader says no address: %w", err)
	}
	return strings.TrimSuffix(strings.TrimSpace(line), "/"), stop, nil
}

// copied copies parts of the repository to a folder of its own.
func copied(t *testing.T, parts ...string) (folder string) {
	t.Helper()
	needBrowser(t)
	folder = t.TempDir()
	for _, part := range parts {
		from, to := filepath.Join(repository, part), filepath.Join(folder, part)
		err := os.MkdirAll(filepath.Dir(to), 0o777)
		if err == nil {
			err = copyTo(to, from)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// copyTo copies a file or a folder.
func copyTo(to, from string) error {
	if info, err := os.Stat(from); err != nil || info.IsDir() {
		return errors.Join(err, os.CopyFS(to, os.DirFS(from)))
	}
	content, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, content, 0o666)
}

// edited copies the repository, changes a stage's main.go in the copy, and serves that.
func edited(t *testing.T, stage string, replacements ...string) (address string, change func(replacements ...string)) {
	t.Helper()
	folder := copied(t, "go.mod", "go.sum", "docs", stage)
	change = func(replacements ...string) {
		t.Helper()
		file := filepath.Join(folder, stage, "main.go")
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text := string(content)
		for i := 0; i < len(replacements); i += 2 {
			if !strings.Contains(text, replacements[i]) {
				t.Fatalf("%s/main.go has no %q to replace", stage, replacements[i])
			}
			text = strings.ReplaceAll(text, replacements[i], replacements[i+1])
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	change(replacements...)
	address, stop, err := serve(folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	return address, change
}

func needBrowser(t testing.TB) {
	t.Helper()
	if browser == nil {
		t.Skip("no Chromium is found")
	}
}

// A window is one window of the browser.
type window struct {
	t   testing.TB
	ctx context.Context
}

// open opens a page in a new window, which is made ready first. A script error fails the test.
func open(t testing.TB, url string, prepare ...func(*window)) *window {
	t.Helper()
	needBrowser(t)
	ctx, cancel := chromedp.NewContext(browser)
	t.Cleanup(cancel)
	w := &window{t, ctx}
	w.do()                                                  // makes the window
	w.ctx, cancel = context.WithTimeout(ctx, 6*time.Minute) // so that a page that hangs ends the test
	t.Cleanup(cancel)
	watchErrors(w)
	w.size(1366, 768)
	for _, p := range prepare {
		p(w)
	}
	w.visit(url)
	return w
}

// stepper opens the stepper of a stage and waits for the trace.
func stepper(t testing.TB, site, page string) *window {
	t.Helper()
	w := open(t, site+"/"+page)
	w.ready()
	return w
}

func (w *window) do(actions ...chromedp.Action[chromedp.Void]) {
	w.t.Helper()
	if err := chromedp.Do(w.ctx, actions...); err != nil {
		w.t.Fatal(err)
	}
}

func (w *window) size(width, height int64) {
	w.t.Helper()
	w.do(chromedp.EmulateViewport(width, height))
}

func (w *window) visit(url string) {
	w.t.Helper()
	w.do(chromedp.Navigate(url))
}

func (w *window) ready() {
	w.t.Helper()
	w.do(chromedp.WaitReady(chromedp.CSS("main.ready")))
}

func (w *window) press(keys ...string) {
	w.t.Helper()
	for _, key := range keys {
		w.do(chromedp.KeyEvent(key))
	}
}

func (w *window) click(selector string) {
	w.t.Helper()
	w.do(chromedp.Click(chromedp.CSS(selector)))
}

// eval returns the value of an expression of the page.
func eval[T any](w *window, expression string) T {
	w.t.Helper()
	value, err := chromedp.Run(w.ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		w.t.Fatalf("%s: %v", expression, err)
	}
	return value
}

// change runs a statement in the page.
func (w *window) change(statement string) {
	w.t.Helper()
	eval[bool](w, statement+"; true")
}

// text is the text of the first element that the selector finds.
func (w *window) text(selector string) string {
	w.t.Helper()
	return strings.Join(strings.Fields(eval[string](w, fmt.Sprintf("document.querySelector(%q).textContent", selector))), " ")
}

func (w *window) count(selector string) int {
	w.t.Helper()
	return eval[int](w, fmt.Sprintf("document.querySelectorAll(%q).length", selector))
}

// step is the step that is shown.
func (w *window) step() int {
	w.t.Helper()
	return eval[int](w, `Number(document.getElementById("slider").value)`)
}

func (w *window) wantStep(want int) {
	w.t.Helper()
	if got := w.step(); got != want {
		w.t.Errorf("step %d is shown, want %d", got, want)
	}
}

// line is the line of the source that is marked as the current one.
func (w *window) line() string {
	w.t.Helper()
	return w.text(".line.current .text")
}

// wantSaid checks what the page says of the step.
func (w *window) wantSaid(parts ...string) {
	w.t.Helper()
	said := w.text("#narration")
	for _, part := range parts {
		if !strings.Contains(said, part) {
			w.t.Errorf("step %d says\n\t%s\nwithout\n\t%s", w.step(), said, part)
		}
	}
}

// wait waits until an expression of the page holds, be it on the next page.
func (w *window) wait(expression string) {
	w.t.Helper()
	for {
		holds, err := chromedp.Run(w.ctx, chromedp.Evaluate[bool]("Boolean("+expression+")"))
		if holds {
			return
		}
		if w.ctx.Err() != nil { // any other error: the page is just being left
			w.t.Fatalf("%s: %v", expression, err)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// lineOf is the number of the first line of the source that begins with the code.
func (w *window) lineOf(code string) int {
	w.t.Helper()
	line := 1 + eval[int](w, fmt.Sprintf(`[...document.querySelectorAll(".listing .text")].findIndex(text => text.textContent.trim().startsWith(%q))`, code))
	if line == 0 {
		w.t.Fatalf("no line of the source begins with %q", code)
	}
	return line
}

var inBraces = regexp.MustCompile(`\{[^{}]*\}`)

// at puts the numbers of lines into a text: "line {set(0)}" becomes "line 41".
func (w *window) at(text string) string {
	w.t.Helper()
	return inBraces.ReplaceAllStringFunc(text, func(code string) string {
		return strconv.Itoa(w.lineOf(strings.Trim(code, "{}")))
	})
}

// walk steps on until a line that begins with the code is the current one.
func (w *window) walk(code string) {
	w.t.Helper()
	for {
		w.press(kb.ArrowRight)
		if strings.HasPrefix(w.line(), code) {
			return
		}
		if eval[bool](w, "slider.value === slider.max") {
			w.t.Fatalf("no step leads to a line that begins with %q", code)
		}
	}
}
