// Package server shows the tutorial to the browsers of this machine.
//
// A stage that is traced runs with all the rights of whoever started the server, as under go run;
// only the server's own pages, on this machine, can ask for it.
package server

import (
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

	"example.com/eightqueens/docs/internal/language"
	"example.com/eightqueens/docs/internal/pages"
	"example.com/eightqueens/docs/internal/trace"
)

// A Server shows the tutorial of one repository.
type Server struct {
	site    *pages.Site
	run     func(context.Context, trace.Request) (*trace.Trace, error)
	atOnce  chan struct{} // holds an item for each trace that is being made
	started int64         // tells the traces of this server from those of one before
}

// New returns a server of the repository in the folder dir.
func New(dir string) (*Server, error) {
	site, err := pages.Open(dir, true, trace.MaxN)
	if err != nil {
		return nil, err
	}
	return &Server{site, trace.Run, make(chan struct{}, 2), time.Now().UnixNano()}, nil
}

// Close closes the server's repository.
func (s *Server) Close() error { return s.site.Close() }

// policy lets a page load what the server itself has, and nothing else.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// ServeHTTP answers a browser of this machine.
func (s *Server) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	header := w.Header()
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cache-Control", "no-cache")
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
	if name != "" && name == pages.LanguageOf(name) {
		http.Redirect(w, request, "/"+name+"/", http.StatusMovedPermanently)
		return
	}
	if name == "" || strings.HasSuffix(name, "/") {
		name += "index.html"
	}
	if traced, ok := strings.CutPrefix(name, "traces/"); ok {
		s.serveTrace(w, request, traced)
		return
	}
	query := request.URL.Query()
	content, err := s.site.File(pages.Request{Name: name, N: query.Get("n"), Step: query.Get("step")})
	status := http.StatusOK
	if err != nil {
		status, name, content = statusOf(err), "error.html", s.site.ErrorPage(name, err)
	}
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

// isLoopback reports whether a host, with a port or without, is this machine itself.
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
	Error    string          `json:"error"`          // broken, untraceable, stage, n, failed
	Text     string          `json:"text,omitempty"` // for the reader
	Problems []trace.Problem `json:"problems,omitempty"`
}

// traceName is the name of a trace: stage2_rows-4.json, or with a language stage3_diagonals-4.en.json.
var traceName = regexp.MustCompile(`^([a-z0-9_]+)-(-?[0-9]+)(?:\.(ko|en))?\.json$`)

// serveTrace traces a stage as its source is now, and sends the trace.
func (s *Server) serveTrace(w http.ResponseWriter, request *http.Request, name string) {
	header := w.Header()
	header.Set("Content-Type", "application/json")
	header.Set("Vary", "Accept-Encoding")
	if site := request.Header.Get("Sec-Fetch-Site"); site == "cross-site" || site == "same-site" {
		sendFailure(w, http.StatusForbidden, failure{Error: "failed", Text: "traces are for the server's own pages"})
		return
	}
	parts := traceName.FindStringSubmatch(name)
	if parts == nil {
		sendFailure(w, http.StatusNotFound, failure{Error: "failed", Text: "no such trace"})
		return
	}
	stage, n, chosen := parts[1], parts[2], parts[3]
	if err := s.site.CheckProgram(stage, n); err != nil {
		kind := "n"
		if statusOf(err) == http.StatusNotFound {
			kind = "stage"
		}
		sendFailure(w, statusOf(err), failure{Error: kind, Text: textOf(err, chosen)})
		return
	}
	traced := trace.Request{Dir: s.site.Dir(stage)}
	traced.N, _ = strconv.Atoi(n)
	if chosen != "" && s.site.HasWords(stage) {
		traced.Args = []string{"-lang", chosen}
	}
	hash, err := trace.Hash(traced.Dir)
	tag := fmt.Sprintf(`"%s-%s-%x"`, hash, name, s.started)
	if request.Header.Get("If-None-Match") == tag {
		header.Set("ETag", tag)
		w.WriteHeader(http.StatusNotModified)
		return
	}
	var made *trace.Trace
	if err == nil {
		made, err = s.trace(request.Context(), traced)
	}
	wrong, isWrong := errors.AsType[*trace.SourceError](err)
	if now, _ := trace.Hash(traced.Dir); now == hash && (err == nil || isWrong) { // not saved meanwhile
		header.Set("ETag", tag)
	}
	switch {
	case request.Context().Err() != nil: // nobody reads any more
	case isWrong:
		kind := "broken"
		if wrong.Untraceable {
			kind = "untraceable"
		}
		sendFailure(w, http.StatusUnprocessableEntity, failure{Error: kind, Problems: wrong.Problems})
	case err != nil:
		sendFailure(w, http.StatusInternalServerError, failure{Error: "failed", Text: textOf(err, chosen)})
	default:
		if !made.Repeatable() { // who reloads the page tries again
			header.Set("Cache-Control", "no-store")
		}
		sendTrace(w, request, made)
	}
}

// trace makes a trace, few at once.
func (s *Server) trace(ctx context.Context, request trace.Request) (*trace.Trace, error) {
	select {
	case s.atOnce <- struct{}{}:
		defer func() { <-s.atOnce }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return s.run(ctx, request)
}

func textOf(err error, chosen string) string {
	if wrong, ok := errors.AsType[*pages.PageError](err); ok {
		return wrong.Text.In(chosen)
	}
	if errors.Is(err, exec.ErrNotFound) {
		return NoGo.In(chosen)
	}
	return err.Error()
}

func sendFailure(w http.ResponseWriter, status int, f failure) {
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(f)
}

func sendTrace(w http.ResponseWriter, request *http.Request, made *trace.Trace) {
	var out io.Writer = w
	if strings.Contains(request.Header.Get("Accept-Encoding"), "gzip") {
		w.Header().Set("Content-Encoding", "gzip")
		compressed := gzip.NewWriter(w)
		defer compressed.Close()
		out = compressed
	}
	json.NewEncoder(out).Encode(made)
}

// Serve answers the browsers that come to the listener, until the context ends.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	ctx, stop := context.WithCancel(ctx)
	server := &http.Server{
		Handler:           s,
		BaseContext:       func(net.Listener) context.Context { return ctx },
		ReadHeaderTimeout: 10 * time.Second,
	}
	context.AfterFunc(ctx, func() { server.Close() }) // also what browsers opened ahead, and hold
	err := server.Serve(listener)
	stop()
	for range cap(s.atOnce) { // traces that are being made end first, and leave nothing behind
		s.atOnce <- struct{}{}
	}
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// DefaultAddress is where the server listens: the same place each time, so that a bookmark keeps.
const DefaultAddress = "127.0.0.1:8092"

// Listen opens an address of CheckAddress. An empty one means the default or, where that cannot be
// had, any free port.
func Listen(address string) (net.Listener, error) {
	if address != "" {
		return net.Listen("tcp", address)
	}
	if listener, err := net.Listen("tcp", DefaultAddress); err == nil {
		return listener, nil
	}
	return net.Listen("tcp", "127.0.0.1:0")
}

// CheckAddress completes an address, :8080 for one, and refuses one that others could reach.
func CheckAddress(address string) (string, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return "", err
	}
	if number, err := strconv.ParseUint(port, 10, 16); err != nil {
		return "", errors.New(language.Text{"포트가 아닙니다: {port}", "{port} is no port"}.With("port", strconv.Quote(port)).String())
	} else if port = strconv.FormatUint(number, 10); host == "" || strings.EqualFold(host, "localhost") {
		host = "127.0.0.1"
	}
	if ip := net.ParseIP(host); ip == nil || !ip.IsLoopback() {
		return "", errors.New(language.Text{
			"127.0.0.1과 같은 이 컴퓨터 자신의 주소가 아닙니다: {host}",
			"{host} is not this machine itself, like 127.0.0.1",
		}.With("host", host).String())
	}
	return net.JoinHostPort(host, port), nil
}

// NoGo says that the go command is missing.
var NoGo = language.Text{
	"go 명령을 찾을 수 없습니다: https://go.dev/dl/",
	"the go command is not found: https://go.dev/dl/",
}
