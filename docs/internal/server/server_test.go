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
	return &trace.Trace{Stage: filepath.Base(request.Dir), N: request.N, Steps: steps, End: trace.Done}, nil
}

// get asks as a browser of this machine does. Of the header lines, Host is one; Method stands for
// another method than GET.
func get(s http.Handler, target string, header ...string) *httptest.ResponseRecorder {
	request := httptest.NewRequest(http.MethodGet, target, nil)
	request.Host = "127.0.0.1:8092"
	for i := 0; i < len(header); i += 2 {
		switch name, value := header[i], header[i+1]; name {
		case "Host":
			request.Host = value
		case "Method":
			request.Method = value
		default:
			request.Header.Set(name, value)
		}
	}
	recorder := httptest.NewRecorder()
	s.ServeHTTP(recorder, request)
	return recorder
}

func TestAnswers(t *testing.T) {
	s := newServer(t, made)
	policy := []string{"base-uri 'none'", "connect-src 'self'", "default-src 'none'", "form-action 'none'", "frame-ancestors 'none'",
		"img-src 'self'", "script-src 'self'", "style-src 'self'"}
	for _, c := range []struct {
		target string
		status int
		kind   string
		part   string
	}{
		{"/", 200, "text/html", "Eight queens"},
		{"/ko/", 200, "text/html", `<html lang="ko">`},
		{"/en/index.html", 200, "text/html", `<html lang="en">`},
		{"/ko/02-rows.html", 200, "text/html", "핵심 아이디어"},
		{"/en/stage2_rows.html?n=6&step=5", 200, "text/html", `href="?n=6"`},
		{"/en/source/stage3_diagonals/words.go.html", 200, "text/html", "language.Korean"},
		{"/figures/shrinking.svg", 200, "image/svg+xml", "<svg"},
		{"/style.css", 200, "text/css", ":root"},
		{"/player.js", 200, "text/javascript", "class Player"},
		{"/en", 301, "text/html", `"/en/"`},
		{"/ko", 301, "text/html", `"/ko/"`},

		{"/nothing", 404, "text/html", "There is no page at this address."},
		{"/ko/stage9_none.html", 404, "text/html", "stage9_none 단계는 없습니다."},
		{"/en/stage2_rows.html?n=7", 400, "text/html", "n from 1 to 6"},
		{"/ko/stage1_branching.html?n=x", 400, "text/html", "1부터 5까지만"},
		{"/ko/stage1_branching.html?step=x", 400, "text/html", "쓸 수 없는 값입니다: x."},
		{"/../go.mod", 404, "text/html", "no page"},
		{"/ko/source/%2e%2e/%2e%2e/etc/passwd.html", 404, "text/html", "페이지가 없습니다"},
		{"/ko/source/stage2_rows%5cmain.go.html", 404, "text/html", "페이지가 없습니다"},

		{"/traces/stage2_rows-4.json", 200, "application/json", `"stage":"stage2_rows","n":4`},
		{"/traces/stage3_diagonals-4.en.json", 200, "application/json", `"stage":"stage3_diagonals"`},
		{"/traces/stage2_rows-7.json", 400, "application/json", `따라갑니다. 더 크면 걸음이 너무 많아집니다. 쓸 수 없는 값입니다: n = 7. · This stage is traced for n from 1 to 6`},
		{"/traces/stage2_rows-7.ko.json", 400, "application/json", `n = 7."`},
		{"/traces/stage2_rows--1.json", 400, "application/json", `"error":"n"`},
		{"/traces/stage2_rows-99999999999999999999.json", 400, "application/json", `"error":"n"`},
		{"/traces/internal-4.json", 404, "application/json", `"error":"stage"`},
		{"/traces/../docs-4.json", 404, "application/json", `"error"`},
		{"/traces/", 404, "application/json", `"error"`},
	} {
		for _, method := range []string{http.MethodGet, http.MethodHead} {
			response := get(s, c.target, "Method", method)
			header, content := response.Header(), response.Body.String()
			if response.Code != c.status || !strings.HasPrefix(header.Get("Content-Type"), c.kind) {
				t.Errorf("%s %s: status %d, want %d, a %s; %v", method, c.target, response.Code, c.status, c.kind, header)
			}
			if header.Get("X-Content-Type-Options") != "nosniff" || header.Get("Cache-Control") != "no-cache" {
				t.Errorf("%s %s: the headers are %v", method, c.target, header)
			}
			if method == http.MethodGet && !strings.Contains(content, c.part) {
				t.Errorf("%s: no %q in\n%.600s", c.target, c.part, content)
			}
			if c.kind != "text/html" || c.status == 301 {
				continue
			}
			got := strings.Split(header.Get("Content-Security-Policy"), "; ")
			slices.Sort(got)
			if diff := cmp.Diff(policy, got); diff != "" {
				t.Errorf("the policy of %s:\n%s", c.target, diff)
			}
			for _, inline := range []string{"<style", " style=", " onclick=", "javascript:"} {
				if strings.Contains(content, inline) {
					t.Errorf("the policy keeps out %q, which %s has", inline, c.target)
				}
			}
		}
	}
}

// Whoever is not served makes nobody work.
func TestRefused(t *testing.T) {
	s := newServer(t, made)
	for _, c := range []struct {
		name   string
		values []string
		status int
	}{
		{"Host", []string{"127.0.0.1:8092", "127.0.0.1", "localhost:8092", "LOCALHOST", "[::1]:8092", "127.0.0.2"}, 200},
		{"Host", []string{"evil.example", "evil.example:8092", "127.0.0.1.evil.example", "localhost.evil.example:8092", "192.168.0.7:8092", "0.0.0.0:8092", "127.1", "localhost.", ""}, 403},
		{"Method", []string{"POST", "PUT", "DELETE", "OPTIONS", "PATCH"}, 405},
		{"Method", []string{"HEAD"}, 200},
		{"Sec-Fetch-Site", []string{"cross-site", "same-site"}, 403},
		{"Sec-Fetch-Site", []string{"same-origin", "none"}, 200},
	} {
		for _, value := range c.values {
			for _, target := range []string{"/", "/traces/stage2_rows-4.json"} {
				want := c.status
				if c.name == "Sec-Fetch-Site" && target == "/" {
					want = 200 // a link may lead here from anywhere
				}
				runs := 0
				s.run = func(ctx context.Context, request trace.Request) (*trace.Trace, error) {
					runs++
					return made(ctx, request)
				}
				if got := get(s, target, c.name, value).Code; got != want || runs != 0 && want != 200 {
					t.Errorf("%s: %q, %s: status %d, want %d; %d traces are made", c.name, value, target, got, want, runs)
				}
			}
		}
	}
}

func TestCompression(t *testing.T) {
	s := newServer(t, made)
	plain, zipped := get(s, "/traces/stage2_rows-4.json"), get(s, "/traces/stage2_rows-4.json", "Accept-Encoding", "gzip, br")
	for response, want := range map[*httptest.ResponseRecorder]string{plain: "", zipped: "gzip"} {
		if header := response.Header(); header.Get("Content-Encoding") != want || header.Get("Vary") != "Accept-Encoding" {
			t.Errorf("the headers are %v, want the encoding %q, and that it varies", header, want)
		}
	}
	unzipped, err := gzip.NewReader(zipped.Body)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(unzipped); err != nil || string(got) != plain.Body.String() {
		t.Errorf("compressed comes %q (%v), want %q", got, err, plain.Body)
	}
}

// TestTags asks again for what a browser holds already: nothing is made for it, unless its source
// was saved since.
func TestTags(t *testing.T) {
	dir := t.TempDir()
	save := func(text string) {
		for _, name := range []string{"stage2_rows/main.go", "stage3_diagonals/main.go", "stage3_diagonals/words.go"} {
			file := filepath.Join(dir, filepath.FromSlash(name))
			if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o777), os.WriteFile(file, []byte("package main // "+text), 0o666)); err != nil {
				t.Fatal(err)
			}
		}
	}
	save("first")
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module tutorial"), 0o666); err != nil {
		t.Fatal(err)
	}
	s, err := New(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var runs int
	ask := func(name, tag string, answer *trace.Trace, err error) (status int, cache, newTag string) {
		runs = 0
		s.run = func(context.Context, trace.Request) (*trace.Trace, error) {
			runs++
			return answer, err
		}
		response := get(s, "/traces/"+name+".json", "If-None-Match", tag)
		return response.Code, response.Header().Get("Cache-Control"), response.Header().Get("ETag")
	}
	tags := map[string]string{}
	for _, name := range []string{"stage2_rows-4", "stage2_rows-5", "stage3_diagonals-4.ko", "stage3_diagonals-4.en"} {
		_, _, tag := ask(name, "", &trace.Trace{}, nil)
		if other := tags[tag]; other != "" || tag == "" {
			t.Errorf("%s and %q have the tag %q", name, other, tag)
		}
		tags[tag] = name
		if status, cache, again := ask(name, tag, nil, nil); status != 304 || cache != "no-cache" || again != tag || runs != 0 {
			t.Errorf("%s again: status %d, %s, tag %s, %d traces", name, status, cache, again, runs)
		}
	}
	for _, c := range []struct {
		name          string
		answer        *trace.Trace
		err           error
		status        int
		cache         string
		tagged, saved bool
	}{
		{"done", &trace.Trace{End: trace.Done}, nil, 200, "no-cache", true, false},
		{"too slow for today", &trace.Trace{End: trace.TimeLimit}, nil, 200, "no-store", true, false},
		{"what does not compile", nil, &trace.SourceError{}, 422, "no-cache", true, false},
		{"a failure of the machine", nil, errors.New("no memory"), 500, "no-cache", false, false},
	} {
		save(c.name)
		status, cache, tag := ask("stage2_rows-4", "", c.answer, c.err)
		if status != c.status || cache != c.cache || (tag != "") != c.tagged || tags[tag] != "" {
			t.Errorf("%s: status %d, %s, tag %s", c.name, status, cache, tag)
		}
		if status, _, _ := ask("stage2_rows-4", tag, c.answer, c.err); c.tagged && (status != 304 || runs != 0) {
			t.Errorf("%s again: status %d, %d traces", c.name, status, runs)
		}
		s.started++ // the next server may be of another tutorial, or with another tracer
		if ask("stage2_rows-4", tag, c.answer, c.err); runs != 1 {
			t.Errorf("%s, of another server: %d traces", c.name, runs)
		}
	}
	s.run = func(ctx context.Context, request trace.Request) (*trace.Trace, error) {
		save("meanwhile")
		return made(ctx, request)
	}
	if tag := get(s, "/traces/stage2_rows-4.json").Header().Get("ETag"); tag != "" {
		t.Errorf("nobody knows of which source the trace is, but it has the tag %s", tag)
	}
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
	} {
		s := newServer(t, func(context.Context, trace.Request) (*trace.Trace, error) { return nil, c.err })
		response := get(s, "/traces/stage2_rows-4.json")
		var got failure
		if err := json.Unmarshal(response.Body.Bytes(), &got); err != nil || response.Code != c.status || fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%v: status %d, %v (%v), want %d, %v", c.err, response.Code, got, err, c.status, c.want)
		}
	}
}

// What is no file of the repository is refused before it waits for a turn.
func TestNoFile(t *testing.T) {
	dir := t.TempDir()
	main := filepath.Join(dir, "stage2_rows", "main.go") // a folder
	if err := errors.Join(os.MkdirAll(main, 0o777), os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module tutorial"), 0o666)); err != nil {
		t.Fatal(err)
	}
	s, err := New(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	s.run = func(context.Context, trace.Request) (*trace.Trace, error) {
		t.Error("a trace is made")
		return nil, nil
	}
	response := get(s, "/traces/stage2_rows-4.json")
	if body := response.Body.String(); response.Code != 422 || !strings.Contains(body, `"untraceable"`) || !strings.Contains(body, `"notBuilt"`) {
		t.Errorf("status %d, %s", response.Code, body)
	}
}

// Real traces, as the browser gets them.
func TestTrace(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("the go command is not found:", err)
	}
	// The test cache must see the source that the go command reads.
	files, err := filepath.Glob(filepath.Join(repository, "stage[23]*", "*.go"))
	for _, file := range files {
		_, failed := os.ReadFile(file)
		err = errors.Join(err, failed)
	}
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	s := newServer(t, nil)
	for name, part := range map[string]string{
		"stage2_rows-3.en":      `"n":3`, // which speaks no language
		"stage3_diagonals-4.ko": "가능한 4퀸 배치 수 : 2",
		"stage3_diagonals-4.en": "4-queens placements: 2",
	} {
		content := get(s, "/traces/"+name+".json").Body.String()
		if !json.Valid([]byte(content)) || !strings.Contains(content, `"end":"done"`) || !strings.Contains(content, part) {
			t.Errorf("%s: no %q in %.200s…", name, part, content)
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
		time.Sleep(time.Second) // to take its folder away
		ended <- struct{}{}
		return nil, ctx.Err()
	}, begun, ended
}

// A pipeListener accepts the connections that are sent to it. It fails where that is nil.
type pipeListener struct{ connections, closed chan net.Conn }

var errFailed = errors.New("the network is down")

func (l pipeListener) Accept() (net.Conn, error) {
	select {
	case connection := <-l.connections:
		if connection != nil {
			return connection, nil
		}
		return nil, errFailed
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l pipeListener) Close() error {
	close(l.closed)
	return nil
}

func (l pipeListener) Addr() net.Addr { return &net.TCPAddr{} }

// TestServe has a server in a bubble, which waits for all its goroutines: browsers that leave, or say
// half a sentence, or nothing, as those do that open connections ahead, and a trace that is being made
// when the server ends.
func TestServe(t *testing.T) {
	for _, want := range []error{nil, errFailed} {
		synctest.Test(t, func(t *testing.T) {
			run, begun, ended := waiting()
			s := newServer(t, run)
			listener := pipeListener{make(chan net.Conn), make(chan net.Conn)}
			ctx, stop := context.WithCancel(t.Context())
			served := make(chan error, 1)
			go func() { served <- s.Serve(ctx, listener) }()
			say := func(text string) (browser net.Conn) {
				browser, connection := net.Pipe()
				listener.connections <- connection
				if _, err := io.WriteString(browser, text); err != nil {
					t.Fatal(err)
				}
				browser.SetDeadline(time.Now().Add(time.Minute))
				return browser
			}
			const ask = "GET /traces/stage2_rows-4.json HTTP/1.1\r\nHost: localhost\r\n\r\n"

			leaving := say(ask)
			<-begun
			leaving.Close()
			<-ended // or the bubble tells of a deadlock
			if answer, err := io.ReadAll(say("GET / HTTP/1.1\r\nHost: ")); err != nil {
				t.Errorf("after a minute the server still listens: %q, %v", answer, err)
			}
			say(ask)
			<-begun
			say("")
			last := time.Now()
			if want == nil {
				stop()
			} else {
				listener.connections <- nil
			}
			if got := <-served; got != want || time.Since(last) > time.Second {
				t.Errorf("the server ends after %v with %v, want %v", time.Since(last), got, want)
			}
			if len(ended) != 1 {
				t.Error("the server ends before its trace")
			}
			stop()
		})
	}
}

func TestFewTracesAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		run, begun, ended := waiting()
		s := newServer(t, run)
		served, leave := context.WithCancel(t.Context())
		queued, leaveQueue := context.WithCancel(t.Context())
		answers := make(chan error, 8)
		for i := range cap(answers) {
			ctx := served
			if i >= 2 {
				ctx = queued
			}
			go func() {
				_, err := s.trace(ctx, trace.Request{})
				answers <- err
			}()
			synctest.Wait()
		}
		leaveQueue()
		synctest.Wait()
		if len(begun) != 2 || len(answers) != cap(answers)-2 {
			t.Errorf("%d traces are begun, want 2; %d browsers need not wait, want %d", len(begun), len(answers), cap(answers)-2)
		}
		leave()
		for range cap(answers) {
			if err := <-answers; !errors.Is(err, context.Canceled) {
				t.Errorf("who goes away gets %v", err)
			}
		}
		s.run = made
		if _, err := s.trace(t.Context(), trace.Request{}); err != nil || len(ended) != 2 {
			t.Errorf("the next browser gets %v, after %d traces have ended", err, len(ended))
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
