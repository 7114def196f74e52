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
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"example.com/eightqueens/docs/internal/trace"
)

const repository = "../../.."

// newServer returns a server whose traces are made by run, or where that is nil by the tracer.
func newServer(t *testing.T, run func(context.Context, trace.Request) (*trace.Trace, error)) *Server {
	t.Helper()
	dir, err := filepath.Abs(repository)
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	if run != nil {
		s.run = run
	}
	return s
}

// made is a trace of three steps.
func made(_ context.Context, request trace.Request) (*trace.Trace, error) {
	steps := []trace.Step{{Kind: trace.Call, Extra: "main"}, {Kind: trace.Statement}, {Kind: trace.Return}}
	return &trace.Trace{Stage: filepath.Base(request.Dir), N: request.N, Hash: "h", Steps: steps, End: trace.Done}, nil
}

func get(s http.Handler, target string, header ...string) *http.Response {
	request := httptest.NewRequest(http.MethodGet, target, nil)
	request.Host = "127.0.0.1:8092"
	for i := 0; i < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	recorder := httptest.NewRecorder()
	s.ServeHTTP(recorder, request)
	return recorder.Result()
}

func body(t *testing.T, response *http.Response) string {
	t.Helper()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func TestStatus(t *testing.T) {
	s := newServer(t, made)
	for _, c := range []struct {
		target string
		status int
		kind   string
		part   string
	}{
		{"/", 200, "text/html", "Eight queens"},
		{"/index.html", 200, "text/html", "8퀸"},
		{"/ko/", 200, "text/html", `<html lang="ko">`},
		{"/en/index.html", 200, "text/html", `<html lang="en">`},
		{"/ko/02-rows.html", 200, "text/html", "핵심 생각"},
		{"/en/02-rows.html", 200, "text/html", "The idea"},
		{"/en/stage2_rows.html", 200, "text/html", "func</span> set"},
		{"/en/stage2_rows.html?n=6&step=5", 200, "text/html", `href="?n=6"`},
		{"/en/source/stage3_diagonals/words.go.html", 200, "text/html", "language.Korean"},
		{"/figures/shrinking.svg", 200, "image/svg+xml", "<svg"},
		{"/style.css", 200, "text/css", ":root"},
		{"/player.js", 200, "text/javascript", "class Player"},

		{"/nothing", 404, "text/html", "There is no page at this address."},
		{"/en/nothing.html", 404, "text/html", "There is no page at this address."},
		{"/ko/stage9_none.html", 404, "text/html", "stage9_none 단계는 없습니다."},
		{"/en/stage2_rows.html?n=7", 400, "text/html", "n from 1 to 6"},
		{"/en/stage3_diagonals.html?n=0", 400, "text/html", "n from 1 to 8"},
		{"/ko/stage1_branching.html?n=x", 400, "text/html", "1부터 5까지만"},
		{"/ko/stage1_branching.html?step=x", 400, "text/html", "쓸 수 없는 값입니다: x."},
		{"/../go.mod", 404, "text/html", "no page"},
		{"/ko/source/../../go.mod.html", 404, "text/html", "페이지가 없습니다"},
		{"/ko/source/%2e%2e/%2e%2e/etc/passwd.html", 404, "text/html", "페이지가 없습니다"},
		{"/ko/source/stage2_rows%5cmain.go.html", 404, "text/html", "페이지가 없습니다"},
		{"/page.html", 404, "text/html", "no page"},
		{"/en/x/", 404, "text/html", "no page"},
		{"/kok", 404, "text/html", "no page"},

		{"/traces/stage2_rows-4.json", 200, "application/json", `"stage":"stage2_rows","n":4`},
		{"/traces/stage3_diagonals-4.en.json", 200, "application/json", `"stage":"stage3_diagonals"`},
		{"/traces/stage2_rows-7.json", 400, "application/json", `이 단계는 n을 1부터 6까지만 따라갑니다.`},
		{"/traces/stage2_rows-7.json", 400, "application/json", `This stage is traced for n from 1 to 6`},
		{"/traces/stage2_rows-7.ko.json", 400, "application/json", `n = 7."`},
		{"/traces/stage2_rows--1.json", 400, "application/json", `"error":"n"`},
		{"/traces/stage2_rows-99999999999999999999.json", 400, "application/json", `"error":"n"`},
		{"/traces/stage9_none-4.json", 404, "application/json", `"error":"stage"`},
		{"/traces/internal-4.json", 404, "application/json", `"error":"stage"`},
		{"/traces/../docs-4.json", 404, "application/json", `"error"`},
		{"/traces/", 404, "application/json", `"error"`},
	} {
		response := get(s, c.target)
		content := body(t, response)
		if response.StatusCode != c.status {
			t.Errorf("%s: status %d, want %d", c.target, response.StatusCode, c.status)
		}
		if kind := response.Header.Get("Content-Type"); !strings.HasPrefix(kind, c.kind) {
			t.Errorf("%s: content type %q, want %q", c.target, kind, c.kind)
		}
		if !strings.Contains(content, c.part) {
			t.Errorf("%s: no %q in\n%.600s", c.target, c.part, content)
		}
	}
}

func TestHost(t *testing.T) {
	s := newServer(t, made)
	for host, want := range map[string]int{
		"127.0.0.1:8092": 200, "127.0.0.1": 200, "localhost:8092": 200, "LOCALHOST": 200, "[::1]:8092": 200, "127.0.0.2": 200,
		"evil.example": 403, "evil.example:8092": 403, "127.0.0.1.evil.example": 403, "localhost.evil.example:8092": 403, "192.168.0.7:8092": 403,
		"0.0.0.0:8092": 403, "": 403,
	} {
		for _, target := range []string{"/ko/index.html", "/traces/stage2_rows-4.json"} {
			request := httptest.NewRequest(http.MethodGet, target, nil)
			request.Host = host
			recorder := httptest.NewRecorder()
			s.ServeHTTP(recorder, request)
			if recorder.Code != want {
				t.Errorf("host %q, %s: status %d, want %d", host, target, recorder.Code, want)
			}
		}
	}
}

func TestMethods(t *testing.T) {
	s := newServer(t, func(context.Context, trace.Request) (*trace.Trace, error) {
		t.Error("a trace is made")
		return nil, errors.New("no")
	})
	for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodOptions} {
		request := httptest.NewRequest(method, "/traces/stage2_rows-4.json", nil)
		request.Host = "localhost"
		recorder := httptest.NewRecorder()
		s.ServeHTTP(recorder, request)
		if recorder.Code != http.StatusMethodNotAllowed {
			t.Errorf("%s: status %d", method, recorder.Code)
		}
	}
	// A page of another site cannot make this machine work.
	for _, site := range []string{"cross-site", "same-site"} {
		if got := get(s, "/traces/stage2_rows-4.json", "Sec-Fetch-Site", site).StatusCode; got != http.StatusForbidden {
			t.Errorf("a trace asked for by a %s page: status %d", site, got)
		}
	}
}

// Each directive keeps something out.
func TestPolicy(t *testing.T) {
	s := newServer(t, made)
	for _, page := range []string{"/", "/en/stage2_rows.html?n=4", "/en/02-rows.html", "/en/nothing.html"} {
		response := get(s, page)
		got := strings.Split(response.Header.Get("Content-Security-Policy"), "; ")
		slices.Sort(got)
		want := []string{"base-uri 'none'", "connect-src 'self'", "default-src 'none'", "form-action 'none'", "frame-ancestors 'none'",
			"img-src 'self'", "script-src 'self'", "style-src 'self'"}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("the policy of %s:\n%s", page, diff)
		}
		content := body(t, response)
		for _, inline := range []string{"<style", " style=", " onclick=", "javascript:"} {
			if strings.Contains(content, inline) {
				t.Errorf("the policy keeps out %q, which %s has", inline, page)
			}
		}
	}
}

// What a browser may keep, and for what it may take it.
func TestHeaders(t *testing.T) {
	s := newServer(t, made)
	for target, status := range map[string]int{
		"/": 200, "/style.css": 200, "/player.js": 200, "/figures/shrinking.svg": 200, "/nothing": 404, "/en": 301,
		"/traces/stage2_rows-4.json": 200, "/traces/stage2_rows-9.json": 400, "/traces/x": 404,
	} {
		for _, method := range []string{http.MethodGet, http.MethodHead} {
			request := httptest.NewRequest(method, target, nil)
			request.Host = "localhost"
			recorder := httptest.NewRecorder()
			s.ServeHTTP(recorder, request)
			header := recorder.Result().Header
			if recorder.Code != status {
				t.Errorf("%s %s: status %d, want %d", method, target, recorder.Code, status)
			}
			if got := header.Get("X-Content-Type-Options"); got != "nosniff" {
				t.Errorf("%s %s: X-Content-Type-Options %q", method, target, got)
			}
			if got := header.Get("Cache-Control"); got != "no-cache" {
				t.Errorf("%s %s: Cache-Control %q", method, target, got)
			}
		}
	}
	if got := get(s, "/ko").Header.Get("Location"); got != "/ko/" {
		t.Errorf("/ko leads to %q", got)
	}
}

func TestCompression(t *testing.T) {
	s := newServer(t, made)
	plain := get(s, "/traces/stage2_rows-4.json")
	if got := plain.Header.Get("Content-Encoding"); got != "" {
		t.Errorf("encoding %q without being asked for", got)
	}
	want := body(t, plain)
	zipped := get(s, "/traces/stage2_rows-4.json", "Accept-Encoding", "gzip, br")
	if got := zipped.Header.Get("Content-Encoding"); got != "gzip" {
		t.Fatalf("encoding %q", got)
	}
	reader, err := gzip.NewReader(zipped.Body)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(reader); err != nil || string(got) != want {
		t.Errorf("compressed comes %q (%v), want %q", got, err, want)
	}
	if plain, zipped := plain.Header.Get("Vary"), zipped.Header.Get("Vary"); plain != "Accept-Encoding" || zipped != plain {
		t.Errorf("a cache is told that the answers vary by %q and %q", plain, zipped)
	}
}

// TestTags asks again for what a browser holds already: nothing is built for it, unless its source
// was saved since.
func TestTags(t *testing.T) {
	dir := t.TempDir()
	save := func(text string) {
		t.Helper()
		for _, stage := range []string{"stage2_rows", "stage3_diagonals"} {
			if err := os.MkdirAll(filepath.Join(dir, stage), 0o777); err != nil {
				t.Fatal(err)
			}
			for _, file := range []string{"main.go", "words.go"} {
				if err := os.WriteFile(filepath.Join(dir, stage, file), []byte("package main\n"+text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	save("")
	s, err := New(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	runs := 0
	answer := made
	s.run = func(ctx context.Context, request trace.Request) (*trace.Trace, error) {
		runs++
		return answer(ctx, request)
	}
	ask := func(name, tag string, status int, cache string) string {
		t.Helper()
		response := get(s, "/traces/"+name+".json", "If-None-Match", tag)
		if response.StatusCode != status || response.Header.Get("Cache-Control") != cache {
			t.Errorf("%s: status %d, Cache-Control %q, want %d, %q", name, response.StatusCode, response.Header.Get("Cache-Control"), status, cache)
		}
		return response.Header.Get("ETag")
	}

	tags := map[string]string{}
	for _, name := range []string{"stage2_rows-4", "stage2_rows-5", "stage3_diagonals-4.ko", "stage3_diagonals-4.en"} {
		tag := ask(name, "", 200, "no-cache")
		if other := tags[tag]; other != "" || tag == "" {
			t.Errorf("%s and %s have the tag %s", name, other, tag)
		}
		tags[tag] = name
	}
	runs = 0
	for tag, name := range tags {
		if again := ask(name, tag, 304, "no-cache"); again != tag {
			t.Errorf("%s has the tag %s, and then %s", name, tag, again)
		}
	}
	if runs != 0 {
		t.Errorf("%d traces are made of what the browser holds already", runs)
	}
	tag := ask("stage2_rows-4", "", 200, "no-cache")
	save("// changed\n")
	if changed := ask("stage2_rows-4", tag, 200, "no-cache"); changed == tag {
		t.Error("a changed source has the same tag")
	}

	// Saved while it is traced: nobody knows of which of the two this is.
	answer = func(ctx context.Context, request trace.Request) (*trace.Trace, error) {
		save("// changed again\n")
		return made(ctx, request)
	}
	if tag := ask("stage2_rows-4", "", 200, "no-cache"); tag != "" {
		t.Errorf("saved meanwhile, the trace has the tag %s", tag)
	}
	// What does not compile is not compiled again.
	answer = func(context.Context, trace.Request) (*trace.Trace, error) { return nil, &trace.SourceError{} }
	ask("stage2_rows-4", ask("stage2_rows-4", "", 422, "no-cache"), 304, "no-cache")
	// Another run may do better.
	answer = func(context.Context, trace.Request) (*trace.Trace, error) { return nil, errors.New("no memory") }
	if tag := ask("stage2_rows-4", "", 500, "no-cache"); tag != "" {
		t.Errorf("a failure of the machine has the tag %s", tag)
	}
	answer = func(context.Context, trace.Request) (*trace.Trace, error) {
		return &trace.Trace{End: trace.TimeLimit}, nil
	}
	tag = ask("stage2_rows-4", "", 200, "no-store")
	ask("stage2_rows-4", tag, 304, "no-cache")
	// The next server may be of another tutorial, or with another tracer.
	s.started++
	ask("stage2_rows-4", tag, 200, "no-store")
}

func TestFailures(t *testing.T) {
	for _, c := range []struct {
		err    error
		status int
		want   failure
	}{
		{&trace.SourceError{Problems: []trace.Problem{{File: "main.go", Line: 5, Column: 2, Text: "undefined: x"}}}, 422,
			failure{Error: "broken", Problems: []trace.Problem{{File: "main.go", Line: 5, Column: 2, Text: "undefined: x"}}}},
		{&trace.SourceError{Untraceable: true}, 422, failure{Error: "untraceable"}},
		{fmt.Errorf("go: %w", exec.ErrNotFound), 500, failure{Error: "failed", Text: NoGo.String()}},
		{errors.New("disk full"), 500, failure{Error: "failed", Text: "disk full"}},
		{nil, 500, failure{Error: "failed", Text: "the tracer panics: a slip"}},
	} {
		s := newServer(t, func(context.Context, trace.Request) (*trace.Trace, error) {
			if c.err == nil {
				panic("a slip")
			}
			return nil, c.err
		})
		response := get(s, "/traces/stage2_rows-4.json")
		var got failure
		if err := json.NewDecoder(response.Body).Decode(&got); err != nil {
			t.Fatal(err)
		}
		if response.StatusCode != c.status || fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%v: status %d, %v, want %d, %v", c.err, response.StatusCode, got, c.status, c.want)
		}
	}
}

// A real trace, as the browser gets it.
func TestTrace(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("the go command is not found:", err)
	}
	// The test cache must see the source that the go command reads.
	files, err := filepath.Glob(filepath.Join(repository, "stage3_diagonals", "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		if _, err := os.ReadFile(file); err != nil {
			t.Fatal(err)
		}
	}
	s := newServer(t, nil)
	for language, words := range map[string]string{"ko": "가능한 4퀸 배치 수 : 2", "en": "4-queens placements: 2"} {
		content := body(t, get(s, "/traces/stage3_diagonals-4."+language+".json"))
		if !json.Valid([]byte(content)) || !strings.Contains(content, `"end":"done"`) {
			t.Errorf("the trace is %.200s…", content)
		}
		if !strings.Contains(content, words) {
			t.Errorf("the program does not say %q", words)
		}
	}
}

// waiting returns a run that goes on until nobody waits for it, and what it says when it begins and
// ends.
func waiting() (run func(context.Context, trace.Request) (*trace.Trace, error), begun, ended chan struct{}) {
	begun, ended = make(chan struct{}, 10), make(chan struct{}, 10)
	return func(ctx context.Context, _ trace.Request) (*trace.Trace, error) {
		begun <- struct{}{}
		<-ctx.Done()
		time.Sleep(50 * time.Millisecond) // to take its folder away
		ended <- struct{}{}
		return nil, ctx.Err()
	}, begun, ended
}

// Ctrl+C ends the server, and what it is at, at once.
func TestServe(t *testing.T) {
	run, begun, ended := waiting()
	s := newServer(t, run)
	listener, err := Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- s.Serve(ctx, listener) }()
	response, err := http.Get("http://" + listener.Addr().String() + "/en/index.html")
	if err != nil {
		t.Fatal(err)
	}
	if content := body(t, response); !strings.Contains(content, "Chapters") {
		t.Errorf("the contents are %q", content)
	}
	response.Body.Close()
	http.DefaultClient.CloseIdleConnections()
	unused, err := net.Dial("tcp", listener.Addr().String()) // as browsers open them, ahead
	if err != nil {
		t.Fatal(err)
	}
	defer unused.Close()
	go http.Get("http://" + listener.Addr().String() + "/traces/stage2_rows-4.json")
	<-begun
	began := time.Now()
	stop()
	if err := <-served; err != nil {
		t.Error(err)
	}
	if took := time.Since(began); took > 2*time.Second {
		t.Errorf("the server goes on for %v", took)
	}
	if len(ended) != 1 {
		t.Error("the server ends before its trace")
	}
}

// A pipeListener accepts the connections that are sent to it.
type pipeListener chan net.Conn

var errClosed = errors.New("closed")

func (l pipeListener) Accept() (net.Conn, error) {
	if connection := <-l; connection != nil {
		return connection, nil
	}
	return nil, errClosed
}
func (l pipeListener) Close() error   { return nil }
func (l pipeListener) Addr() net.Addr { return &net.TCPAddr{} }

// A browser that says half a sentence is not listened to for ever, and where the server fails
// nothing of it is left: a bubble waits for all goroutines.
func TestHeaderTimeoutAndFailure(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer(t, made)
		listener := make(pipeListener)
		served := make(chan error, 1)
		go func() { served <- s.Serve(t.Context(), listener) }()
		browser, connection := net.Pipe()
		listener <- connection
		if _, err := io.WriteString(browser, "GET / HTTP/1.1\r\nHost: "); err != nil {
			t.Fatal(err)
		}
		browser.SetReadDeadline(time.Now().Add(time.Minute))
		if answer, err := io.ReadAll(browser); err != nil {
			t.Errorf("after a minute the server still listens: %q, %v", answer, err)
		}
		close(listener)
		if err := <-served; !errors.Is(err, errClosed) {
			t.Errorf("the server ends with %v", err)
		}
	})
}

// A browser that goes away ends the trace that it asked for, through the whole server.
func TestBrowserGoesAway(t *testing.T) {
	run, begun, ended := waiting()
	server := httptest.NewServer(newServer(t, run))
	defer server.Close()
	ctx, leave := context.WithCancel(t.Context())
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, server.URL+"/traces/stage2_rows-4.json", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Host = "localhost"
	answered := make(chan error, 1)
	go func() {
		response, err := http.DefaultClient.Do(request)
		if err == nil {
			response.Body.Close()
		}
		answered <- err
	}()
	<-begun
	leave()
	if err := <-answered; !errors.Is(err, context.Canceled) {
		t.Errorf("the browser gets %v", err)
	}
	<-ended // or the test ends at its time limit
}

func TestFewTracesAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		run, begun, ended := waiting()
		s := newServer(t, run)
		ctx, leave := context.WithCancel(t.Context())
		var browsers sync.WaitGroup
		for range 8 {
			browsers.Go(func() {
				if _, err := s.trace(ctx, trace.Request{}); !errors.Is(err, context.Canceled) {
					t.Errorf("who goes away gets %v", err)
				}
			})
		}
		synctest.Wait()
		if len(begun) != 2 {
			t.Errorf("%d traces are made at once, want 2", len(begun))
		}
		impatient, leaveQueue := context.WithCancel(ctx)
		left := make(chan error, 1)
		go func() {
			_, err := s.trace(impatient, trace.Request{})
			left <- err
		}()
		leaveQueue()
		synctest.Wait()
		if len(left) != 1 {
			t.Error("who goes away waits for a place all the same")
		}
		leave()
		browsers.Wait()
		if len(ended) != len(begun) {
			t.Errorf("%d of %d traces have ended", len(ended), len(begun))
		}
		s.run = made
		if _, err := s.trace(t.Context(), trace.Request{}); err != nil {
			t.Errorf("the next browser gets %v", err)
		}
	})
}

func TestAddress(t *testing.T) {
	for address, want := range map[string]string{
		"127.0.0.1:9000": "127.0.0.1:9000", ":9000": "127.0.0.1:9000", "localhost:9000": "127.0.0.1:9000", "[::1]:9000": "[::1]:9000", "127.0.0.1:0": "127.0.0.1:0",
	} {
		if got, err := CheckAddress(address); got != want || err != nil {
			t.Errorf("%s becomes %s (%v), want %s", address, got, err, want)
		}
	}
	for _, address := range []string{"", "9000", "0.0.0.0:9000", "[::]:9000", "192.168.0.7:9000", "example.com:9000", "127.0.0.1:http", "127.0.0.1:-1", "127.0.0.1:70000", "127.0.0.1"} {
		if got, err := CheckAddress(address); err == nil {
			t.Errorf("%q becomes %s, want an error", address, got)
		}
	}
}

func TestTakenPort(t *testing.T) {
	first, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	taken := first.Addr().String()
	if second, err := Listen(taken); err == nil {
		second.Close()
		t.Error("a taken port that was asked for is given away")
	}
	second, err := listen("", taken)
	if err != nil {
		t.Fatal(err)
	}
	defer second.Close()
	if got := second.Addr().(*net.TCPAddr); got.String() == taken || !got.IP.IsLoopback() {
		t.Errorf("after the taken address %s the server listens at %s", taken, got)
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	free.Close()
	third, err := listen("", free.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer third.Close()
	if third.Addr().String() != free.Addr().String() {
		t.Errorf("the address %s is free, but the server listens at %s", free.Addr(), third.Addr())
	}
}

func TestArguments(t *testing.T) {
	var got []string
	s := newServer(t, func(ctx context.Context, request trace.Request) (*trace.Trace, error) {
		got = append(got, fmt.Sprintf("%s %d %v", filepath.Base(request.Dir), request.N, request.Args))
		return made(ctx, request)
	})
	for _, target := range []string{"stage2_rows-4.en", "stage2_rows-3", "stage3_diagonals-4.en", "stage3_diagonals-4.ko", "stage5_dynamic-2"} {
		get(s, "/traces/"+target+".json")
	}
	want := []string{"stage2_rows 4 []", "stage2_rows 3 []", "stage3_diagonals 4 [-lang en]", "stage3_diagonals 4 [-lang ko]", "stage5_dynamic 2 []"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
