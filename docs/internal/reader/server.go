// Package reader shows the tutorial in a browser of this machine, and writes it to files.
//
// A stage that is traced runs with all the rights of who started the reader, as under go run; only
// the reader's own pages, on this machine, can ask for it.
package reader

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os/exec"
	"path"
	"regexp"
	"strconv"
	"strings"
	"time"

	"example.com/eightqueens/docs/internal/pages"
	"example.com/eightqueens/docs/internal/trace"
)

// A Reader shows the tutorial of one repository.
type Reader struct {
	site   *pages.Site
	traces *traces
}

// New makes a reader of the repository in the folder dir.
func New(dir string) (*Reader, error) {
	site, err := pages.Open(dir, true, everyN)
	if err != nil {
		return nil, err
	}
	return &Reader{site, newTraces()}, nil
}

// everyN are the n for which a stage can be traced.
func everyN(stage string) []int {
	var all []int
	for n := range trace.MaxN(stage) {
		all = append(all, n+1)
	}
	return all
}

// policy lets a page load what the reader itself has, and nothing else.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// ServeHTTP answers a browser of this machine.
func (r *Reader) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	header := w.Header()
	header.Set("X-Content-Type-Options", "nosniff")
	switch {
	case !isLoopback(request.Host):
		// A page of another site may give its own name this machine's address.
		http.Error(w, "this host is not served", http.StatusForbidden)
		return
	case request.Method != http.MethodGet && request.Method != http.MethodHead:
		header.Set("Allow", "GET, HEAD")
		http.Error(w, "only GET and HEAD", http.StatusMethodNotAllowed)
		return
	}
	name := strings.TrimPrefix(request.URL.Path, "/")
	if name == "" || strings.HasSuffix(name, "/") {
		name += "index.html"
	}
	if strings.HasPrefix(name, "traces/") {
		r.serveTrace(w, request, strings.TrimPrefix(name, "traces/"))
		return
	}
	query := request.URL.Query()
	content, err := r.site.File(pages.Request{Name: name, N: query.Get("n"), Step: query.Get("step")})
	status := http.StatusOK
	if err != nil {
		status, name, content = statusOf(err), "error.html", r.site.ErrorPage(name, err)
	}
	header.Set("Cache-Control", "no-cache")
	header.Set("Content-Type", contentTypes[path.Ext(name)])
	if path.Ext(name) == ".html" {
		header.Set("Content-Security-Policy", policy)
	}
	w.WriteHeader(status)
	w.Write(content)
}

// contentTypes are fixed here: what a system says of .js cannot be trusted everywhere.
var contentTypes = map[string]string{
	".html": "text/html; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".svg":  "image/svg+xml",
}

// isLoopback tells whether a host, with a port or without, is this machine itself.
func isLoopback(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.Trim(host, "[]")
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

func statusOf(err error) int {
	if wrong, ok := errors.AsType[*pages.PageError](err); ok {
		if wrong.Missing {
			return http.StatusNotFound
		}
		return http.StatusBadRequest
	}
	return http.StatusInternalServerError
}

// A failure is sent in place of a trace.
type failure struct {
	Error    string          `json:"error"`          // broken, untraceable, step, stage, n, failed
	Text     string          `json:"text,omitempty"` // for the reader
	Problems []trace.Problem `json:"problems,omitempty"`
	Last     int             `json:"last,omitempty"` // the last step there is
}

// traceName is the name of a trace: stage2_rows-4.json, or with a language stage3_diagonals-4.en.json.
var traceName = regexp.MustCompile(`^([a-z0-9_]+)-(-?[0-9]+)(?:\.(ko|en))?\.json$`)

// serveTrace traces a stage and sends the trace. With ?step= it refuses a step past the end.
func (r *Reader) serveTrace(w http.ResponseWriter, request *http.Request, name string) {
	header := w.Header()
	header.Set("Content-Type", "application/json")
	header.Set("Cache-Control", "no-cache")
	if site := request.Header.Get("Sec-Fetch-Site"); site == "cross-site" || site == "same-site" {
		sendFailure(w, http.StatusForbidden, failure{Error: "failed", Text: "traces are for the reader's own pages"})
		return
	}
	parts := traceName.FindStringSubmatch(name)
	if parts == nil {
		sendFailure(w, http.StatusNotFound, failure{Error: "failed", Text: "no such trace"})
		return
	}
	stage, n, language := parts[1], parts[2], parts[3]
	if err := r.site.CheckStage(stage, n); err != nil {
		kind := "n"
		if statusOf(err) == http.StatusNotFound {
			kind = "stage"
		}
		sendFailure(w, statusOf(err), failure{Error: kind, Text: textOf(err, language)})
		return
	}
	step := 1
	if text := request.URL.Query().Get("step"); text != "" {
		var err error
		if step, err = strconv.Atoi(text); err != nil || step < 1 {
			sendFailure(w, http.StatusBadRequest, failure{Error: "failed", Text: pages.Say("badStep", "step", text).In(cmp.Or(language, "ko"))})
			return
		}
	}
	number, _ := strconv.Atoi(n)
	k := key{stage, number, language}
	if !r.site.HasWords(stage) {
		k.language = ""
	}
	made, err := r.traces.get(request.Context(), k, r.site.StageDir(stage))
	wrong, isWrong := errors.AsType[*trace.SourceError](err)
	switch {
	case request.Context().Err() != nil:
		return // nobody reads any more
	case isWrong:
		kind := "broken"
		if wrong.Untraceable {
			kind = "untraceable"
		}
		sendFailure(w, http.StatusUnprocessableEntity, failure{Error: kind, Problems: wrong.Problems})
	case err != nil:
		sendFailure(w, http.StatusInternalServerError, failure{Error: "failed", Text: textOf(err, language)})
	case step > max(made.steps, 1):
		sendFailure(w, http.StatusNotFound, failure{Error: "step", Last: made.steps,
			Text: pages.Say("pastEnd", "step", strconv.Itoa(step), "last", strconv.Itoa(made.steps)).In(cmp.Or(language, "ko"))})
	default:
		sendTrace(w, request, k, made)
	}
}

func textOf(err error, language string) string {
	if wrong, ok := errors.AsType[*pages.PageError](err); ok {
		return wrong.Text.In(cmp.Or(language, "ko"))
	}
	if errors.Is(err, exec.ErrNotFound) {
		return NoGo
	}
	return err.Error()
}

func sendFailure(w http.ResponseWriter, status int, f failure) {
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(f)
}

func sendTrace(w http.ResponseWriter, request *http.Request, k key, made *recording) {
	header := w.Header()
	header.Set("ETag", fmt.Sprintf(`"%s-%d-%s"`, made.hash, k.n, k.language))
	header.Set("Vary", "Accept-Encoding")
	content := made.gzip
	if strings.Contains(request.Header.Get("Accept-Encoding"), "gzip") {
		header.Set("Content-Encoding", "gzip")
	} else {
		var err error
		if content, err = unzip(content); err != nil {
			sendFailure(w, http.StatusInternalServerError, failure{Error: "failed", Text: err.Error()})
			return
		}
	}
	http.ServeContent(w, request, "", time.Time{}, bytes.NewReader(content))
}

func unzip(compressed []byte) ([]byte, error) {
	reader, err := gzip.NewReader(bytes.NewReader(compressed))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(reader)
}

// Serve answers the browsers that come to the listener, until the context ends.
func (r *Reader) Serve(ctx context.Context, listener net.Listener) error {
	server := &http.Server{
		Handler:           r,
		BaseContext:       func(net.Listener) context.Context { return ctx },
		ReadHeaderTimeout: 10 * time.Second,
	}
	stopped := make(chan error, 1)
	go func() {
		<-ctx.Done()
		timed, cancel := context.WithTimeout(context.Background(), 3*time.Second)
		defer cancel()
		server.Shutdown(timed)
		stopped <- server.Close() // browsers open connections ahead, and hold them
	}()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return <-stopped
}

// DefaultAddress is where the reader listens: the same place each time, so that a bookmark keeps.
const (
	DefaultAddress = "127.0.0.1:8092"
	defaultPort    = 8092
)

// Listen opens the address, which must be one of this machine's own. An empty one means the
// default, or if it is taken one of the next; taken tells so.
func Listen(address string) (listener net.Listener, taken bool, err error) {
	if address == "" {
		return listenFrom(defaultPort, 10)
	}
	address, err = CheckAddress(address)
	if err != nil {
		return nil, false, err
	}
	listener, err = net.Listen("tcp", address)
	return listener, false, err
}

// listenFrom opens the first free one of some ports; taken says that it is not the very first.
func listenFrom(first, count int) (listener net.Listener, taken bool, err error) {
	for port := first; port < first+count; port++ {
		listener, err = net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
		if err == nil {
			return listener, port != first, nil
		}
	}
	return nil, true, err
}

// CheckAddress completes an address, :8080 for one, and refuses one that others could reach.
func CheckAddress(address string) (string, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return "", err
	}
	if number, err := strconv.ParseUint(port, 10, 16); err != nil {
		return "", fmt.Errorf("%q is no port (포트가 아닙니다)", port)
	} else if port = strconv.FormatUint(number, 10); host == "" || strings.EqualFold(host, "localhost") {
		host = "127.0.0.1"
	}
	if ip := net.ParseIP(host); ip == nil || !ip.IsLoopback() {
		return "", fmt.Errorf("%s is not this machine itself, like 127.0.0.1 (이 컴퓨터 자신의 주소가 아닙니다)", host)
	}
	return net.JoinHostPort(host, port), nil
}

// NoGo says that the go command is missing.
const NoGo = "go 명령을 찾을 수 없습니다: https://go.dev/dl/ · the go command is not found: https://go.dev/dl/"
