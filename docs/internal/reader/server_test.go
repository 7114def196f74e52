package reader

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
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.com/eightqueens/docs/internal/trace"
)

const repository = "../../.."

// newReader is a reader whose traces are made by run.
func newReader(t *testing.T, run func(context.Context, trace.Request) (*trace.Trace, error)) *Reader {
	t.Helper()
	dir, err := filepath.Abs(repository)
	if err != nil {
		t.Fatal(err)
	}
	r, err := New(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.site.Close() })
	if run != nil {
		r.traces.run = run
	}
	return r
}

// made is a trace of three steps.
func made(_ context.Context, request trace.Request) (*trace.Trace, error) {
	steps := []json.RawMessage{[]byte("[3,1]"), []byte("[0,2]"), []byte("[4,2]")}
	return &trace.Trace{Stage: filepath.Base(request.Dir), N: request.N, Hash: "h", Steps: steps, End: trace.Done}, nil
}

func get(r http.Handler, target string, header ...string) *http.Response {
	request := httptest.NewRequest(http.MethodGet, target, nil)
	request.Host = "127.0.0.1:8092"
	for i := 0; i < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	recorder := httptest.NewRecorder()
	r.ServeHTTP(recorder, request)
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
	r := newReader(t, made)
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
		{"/page.html", 404, "text/html", "no page"},

		{"/traces/stage2_rows-4.json", 200, "application/json", `"stage":"stage2_rows","n":4`},
		{"/traces/stage3_diagonals-4.en.json", 200, "application/json", `"stage":"stage3_diagonals"`},
		{"/traces/stage2_rows-4.json?step=3", 200, "application/json", `"steps"`},
		{"/traces/stage2_rows-4.json?step=4", 404, "application/json", `"error":"step"`},
		{"/traces/stage2_rows-4.en.json?step=4", 404, "application/json", "There is no step 4: this run has 3 steps."},
		{"/traces/stage2_rows-4.json?step=x", 400, "application/json", `"error"`},
		{"/traces/stage2_rows-7.json", 400, "application/json", `"error":"n"`},
		{"/traces/stage2_rows--1.json", 400, "application/json", `"error":"n"`},
		{"/traces/stage2_rows-99999999999999999999.json", 400, "application/json", `"error":"n"`},
		{"/traces/stage9_none-4.json", 404, "application/json", `"error":"stage"`},
		{"/traces/internal-4.json", 404, "application/json", `"error":"stage"`},
		{"/traces/../docs-4.json", 404, "application/json", `"error"`},
		{"/traces/", 404, "application/json", `"error"`},
	} {
		response := get(r, c.target)
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
	r := newReader(t, made)
	for host, want := range map[string]int{
		"127.0.0.1:8092": 200, "127.0.0.1": 200, "localhost:8092": 200, "LOCALHOST": 200, "[::1]:8092": 200, "127.0.0.2": 200,
		"evil.example": 403, "evil.example:8092": 403, "127.0.0.1.evil.example": 403, "localhost.evil.example:8092": 403, "192.168.0.7:8092": 403,
		"0.0.0.0:8092": 403, "": 403,
	} {
		for _, target := range []string{"/ko/index.html", "/traces/stage2_rows-4.json"} {
			request := httptest.NewRequest(http.MethodGet, target, nil)
			request.Host = host
			recorder := httptest.NewRecorder()
			r.ServeHTTP(recorder, request)
			if recorder.Code != want {
				t.Errorf("host %q, %s: status %d, want %d", host, target, recorder.Code, want)
			}
		}
	}
}

func TestMethods(t *testing.T) {
	r := newReader(t, func(context.Context, trace.Request) (*trace.Trace, error) {
		t.Error("a trace is made")
		return nil, errors.New("no")
	})
	for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodOptions} {
		request := httptest.NewRequest(method, "/traces/stage2_rows-4.json", nil)
		request.Host = "localhost"
		recorder := httptest.NewRecorder()
		r.ServeHTTP(recorder, request)
		if recorder.Code != http.StatusMethodNotAllowed {
			t.Errorf("%s: status %d", method, recorder.Code)
		}
	}
	// A page of another site cannot make this machine work.
	for _, site := range []string{"cross-site", "same-site"} {
		if got := get(r, "/traces/stage2_rows-4.json", "Sec-Fetch-Site", site).StatusCode; got != http.StatusForbidden {
			t.Errorf("a trace asked for by a %s page: status %d", site, got)
		}
	}
}

func TestPolicy(t *testing.T) {
	r := newReader(t, made)
	response := get(r, "/en/stage2_rows.html?n=4")
	if got := response.Header.Get("Content-Security-Policy"); !strings.Contains(got, "default-src 'none'") || strings.Contains(got, "unsafe") {
		t.Errorf("the policy is %q", got)
	}
	content := body(t, response)
	for _, inline := range []string{"<style", " style=", " onclick=", "javascript:"} {
		if strings.Contains(content, inline) {
			t.Errorf("the policy keeps out %q, which the page has", inline)
		}
	}
}

func TestCompression(t *testing.T) {
	r := newReader(t, made)
	plain := get(r, "/traces/stage2_rows-4.json")
	if got := plain.Header.Get("Content-Encoding"); got != "" {
		t.Errorf("encoding %q without being asked for", got)
	}
	want := body(t, plain)
	zipped := get(r, "/traces/stage2_rows-4.json", "Accept-Encoding", "gzip, br")
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
	tag := plain.Header.Get("ETag")
	if got := get(r, "/traces/stage2_rows-4.json", "If-None-Match", tag).StatusCode; got != http.StatusNotModified {
		t.Errorf("status %d for what the browser has already", got)
	}
	if got := get(r, "/traces/stage2_rows-5.json").Header.Get("ETag"); got == tag {
		t.Error("two traces have the same tag")
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
		{fmt.Errorf("go: %w", exec.ErrNotFound), 500, failure{Error: "failed", Text: NoGo}},
		{errors.New("disk full"), 500, failure{Error: "failed", Text: "disk full"}},
	} {
		r := newReader(t, func(context.Context, trace.Request) (*trace.Trace, error) { return nil, c.err })
		response := get(r, "/traces/stage2_rows-4.json")
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
	r := newReader(t, nil)
	for language, words := range map[string]string{"ko": "가능한 4퀸 배치 수 : 2", "en": "4-queens placements: 2"} {
		content := body(t, get(r, "/traces/stage3_diagonals-4."+language+".json"))
		if !json.Valid([]byte(content)) || !strings.Contains(content, `"end":"done"`) {
			t.Errorf("the trace is %.200s…", content)
		}
		if !strings.Contains(content, words) {
			t.Errorf("the program does not say %q", words)
		}
	}
}

func TestServe(t *testing.T) {
	r := newReader(t, made)
	listener, _, err := Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- r.Serve(ctx, listener) }()
	response, err := http.Get("http://" + listener.Addr().String() + "/en/index.html")
	if err != nil {
		t.Fatal(err)
	}
	if content := body(t, response); !strings.Contains(content, "Contents") && !strings.Contains(content, "Chapters") {
		t.Errorf("the contents are %q", content)
	}
	response.Body.Close()
	http.DefaultClient.CloseIdleConnections()
	unused, err := net.Dial("tcp", listener.Addr().String()) // as browsers open them, ahead
	if err != nil {
		t.Fatal(err)
	}
	defer unused.Close()
	stop()
	if err := <-served; err != nil {
		t.Error(err)
	}
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
	if second, _, err := Listen(first.Addr().String()); err == nil {
		second.Close()
		t.Error("a taken port that was asked for is given away")
	}
	port := first.Addr().(*net.TCPAddr).Port
	if second, _, err := listenFrom(port, 1); err == nil {
		second.Close()
		t.Error("a taken port is given away")
	}
	if port > 65_000 {
		t.Skip("no room for the next ports")
	}
	second, taken, err := listenFrom(port, 10)
	if err != nil {
		t.Fatal(err)
	}
	defer second.Close()
	if got := second.Addr().(*net.TCPAddr); !taken || got.Port <= port || got.Port >= port+10 || !got.IP.IsLoopback() {
		t.Errorf("after the taken port %d the reader gets %s, and is told %v", port, got, taken)
	}
	if want := fmt.Sprintf("127.0.0.1:%d", defaultPort); DefaultAddress != want {
		t.Errorf("the address %s is told, but %s opened", DefaultAddress, want)
	}
}

func TestArguments(t *testing.T) {
	var got []string
	r := newReader(t, func(ctx context.Context, request trace.Request) (*trace.Trace, error) {
		got = append(got, fmt.Sprintf("%s %d %v", filepath.Base(request.Dir), request.N, request.Args))
		return made(ctx, request)
	})
	for _, target := range []string{"stage2_rows-4.en", "stage2_rows-3", "stage3_diagonals-4.en", "stage3_diagonals-4.ko", "stage5_dynamic-2"} {
		get(r, "/traces/"+target+".json")
	}
	want := []string{"stage2_rows 4 []", "stage2_rows 3 []", "stage3_diagonals 4 [-lang en]", "stage3_diagonals 4 [-lang ko]", "stage5_dynamic 2 []"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
