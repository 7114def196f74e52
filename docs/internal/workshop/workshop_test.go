package workshop

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"math/rand"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var call = regexp.MustCompile(`(?s)^workshop\.(open|receive)\((.*)\);\n$`)

// TestScripts puts the scripts together as the page does.
func TestScripts(t *testing.T) {
	content := [][]byte{make([]byte, 2<<20), []byte("packagefile fmt=/packages/fmt.a\n"), {}}
	rand.New(rand.NewSource(1)).Read(content[0])
	p := &Pack{Exec: []byte("// </script> \u2028"), Files: []File{{"/compile.wasm", len(content[0])}, {"/importcfg", len(content[1])}, {"/empty", 0}}}
	work := t.TempDir()
	compressed := false
	make := func() {
		t.Helper()
		compressed = false
		if err := p.compress(work, content, func(string) { compressed = true }); err != nil {
			t.Fatal(err)
		}
	}
	make()
	var data []byte
	for k, part := range p.Parts() {
		match := call.FindSubmatch(part)
		if match == nil || !bytes.HasPrefix(match[2], fmt.Appendf(nil, "%d, ", k)) {
			t.Fatalf("part %d is no call of the page: %.60q", k, part)
		}
		var text string
		if err := json.Unmarshal(match[2][bytes.IndexByte(match[2], ' '):], &text); err != nil {
			t.Fatal(err)
		}
		bytes, err := base64.StdEncoding.DecodeString(text)
		if err != nil || len(part) > 1<<20+100 {
			t.Fatalf("part %d has %d bytes: %v", k, len(part), err)
		}
		data = append(data, bytes...)
	}
	reader, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(reader)
	if err != nil || !bytes.Equal(got, bytes.Join(content, nil)) {
		t.Errorf("the parts hold %d bytes (%v)", len(got), err)
	}
	var index struct {
		Name  string
		Parts int
		Files []json.RawMessage
		Exec  string
	}
	match := call.FindSubmatch(p.Index())
	if err := json.Unmarshal(match[2], &index); err != nil {
		t.Fatal(err)
	}
	if index.Name != p.Name || index.Parts != len(p.Parts()) || index.Exec != string(p.Exec) || fmt.Sprintf("%s", index.Files) != fmt.Sprintf(`[["%s",%d] ["%s",%d] ["%s",%d]]`, p.Files[0].Name, p.Files[0].Size, p.Files[1].Name, p.Files[1].Size, p.Files[2].Name, p.Files[2].Size) {
		t.Errorf("the index says %+v", index)
	}

	first := p.Name
	if make(); compressed || p.Name != first {
		t.Error("the same content is compressed anew")
	}
	if err := os.Truncate(filepath.Join(work, "pack.gz"), int64(len(p.Data)-1)); err != nil {
		t.Fatal(err)
	}
	if make(); !compressed {
		t.Error("what was kept in part is taken for the whole")
	}
	content[1][0] = 'P'
	if make(); !compressed || p.Name == first {
		t.Error("another content has the same name")
	}
}

func TestNoPackages(t *testing.T) {
	_, err := Make(t.Context(), t.TempDir(), func(string) {})
	if err == nil || !strings.HasPrefix(err.Error(), "go list: ") || strings.Contains(err.Error(), "\n") {
		t.Errorf("without a module: %v", err)
	}
}
