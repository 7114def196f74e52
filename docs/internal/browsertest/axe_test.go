package browsertest

import (
	"archive/tar"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

const axeVersion = "4.14.1"

// axe returns axe-core, a script that looks for what keeps people out of a page. It is fetched once, by npm.
var axe = sync.OnceValues(func() (string, error) {
	npm, err := exec.LookPath("npm")
	if err != nil {
		return "", err
	}
	folder, err := os.MkdirTemp("", "eightqueens-axe-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(folder)
	pack := exec.Command(npm, "pack", "--silent", "axe-core@"+axeVersion)
	pack.Dir = folder
	if output, err := pack.CombinedOutput(); err != nil {
		return "", fmt.Errorf("npm pack: %w: %s", err, output)
	}
	file, err := os.Open(filepath.Join(folder, "axe-core-"+axeVersion+".tgz"))
	if err != nil {
		return "", err
	}
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		return "", err
	}
	archive := tar.NewReader(unzipped)
	for {
		header, err := archive.Next()
		if err != nil {
			return "", fmt.Errorf("axe-core: %w", err)
		}
		if header.Name == "package/axe.min.js" {
			script, err := io.ReadAll(archive)
			return string(script), err
		}
	}
})

// media sets what a page is told of the reader's system: "prefers-color-scheme" "dark".
func (w *window) media(features ...string) {
	w.t.Helper()
	params := emulation.SetEmulatedMediaParams{}
	for i := 0; i < len(features); i += 2 {
		params.Features = append(params.Features, &emulation.MediaFeature{Name: features[i], Value: features[i+1]})
	}
	if _, err := chromedp.Call(w.ctx, emulation.SetEmulatedMedia, params); err != nil {
		w.t.Fatal(err)
	}
}

// wantNoFindings runs axe on the page as it is now.
func (w *window) wantNoFindings(when string) {
	w.t.Helper()
	script, err := axe()
	if err != nil {
		w.t.Skip("axe-core cannot be fetched: ", err)
	}
	if !eval[bool](w, `"axe" in window`) {
		w.change(script)
	}
	w.change(`window.findings = null; axe.run(document, { resultTypes: ["violations"] }).then(result => { window.findings = result.violations; })`)
	w.wait("window.findings")
	for _, finding := range eval[[]string](w, `findings.map(finding => finding.id + ": " + finding.help + "\n\t" +
		finding.nodes.slice(0, 4).map(node => node.target.join(" ") + "  " + node.html.slice(0, 120) + "  " + node.any.concat(node.all, node.none).map(check => check.message).join(" ").slice(0, 200)).join("\n\t"))`) {
		w.t.Errorf("%s: %s", when, finding)
	}
}

// kindsOfPages has an address for each kind of page.
var kindsOfPages = []string{
	"index.html", "LANG/index.html", "LANG/03-diagonals.html", "LANG/09-exercises.html", "LANG/source/stage3_diagonals/print.go.html",
	"LANG/no-such-page.html", "LANG/stage3_diagonals.html?n=4",
}

func TestAxe(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	if _, err := axe(); err != nil {
		t.Skip("axe-core cannot be fetched: ", err)
	}
	sizes := [][2]int64{{1366, 768}, {1920, 1080}, {683, 384}, {390, 844}}
	for i, page := range kindsOfPages {
		t.Run(page, func(t *testing.T) {
			t.Parallel()
			w := open(t, "about:blank")
			for j, language := range []string{"en", "ko"} {
				for k, mode := range [][]string{nil, {"prefers-color-scheme", "dark"}, {"forced-colors", "active"}} {
					size := sizes[(i+j+k)%len(sizes)] // each page is looked at in all of them
					w.size(size[0], size[1])
					w.media(mode...)
					w.visit(address + "/" + strings.Replace(page, "LANG", language, 1))
					when := fmt.Sprintf("%s at %d x %d, %v", language, size[0], size[1], mode)
					if strings.Contains(page, "?n=") {
						w.ready()
						w.press("n")
						w.wantNoFindings(when + ", at a placement")
						w.press(kb.ArrowUp, "q", kb.ArrowRight)
						w.wantNoFindings(when + ", asking")
						w.press("q", kb.End, "?")
						w.wantNoFindings(when + ", with the help open")
						continue
					}
					w.change(`for (const fold of document.querySelectorAll("details")) fold.open = true`)
					w.wantNoFindings(when)
				}
			}
		})
	}
}
