package trace

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"testing"
)

// The player of the pages is run by Node, where there is one, over traces of programs of the tests.
func TestPlayer(t *testing.T) {
	t.Parallel()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node, which runs the player here; the tests of the browser run it, too")
	}
	work := t.TempDir()
	script := filepath.Join(work, "test.js")
	writeFile(t, script, readFile(t, filepath.Join("..", "pages", "assets", "player.js"))+readFile(t, filepath.Join("testdata", "player.js")))
	arguments := []string{script}
	for name, test := range map[string]struct {
		source string
		n      int
	}{
		"search":  {source(t, "search"), 4},
		"left":    {source(t, "search", "\t\t\trowUsed[j] = false\n", ""), 4},
		"short":   {source(t, "search", "\t\tpos[i] = j\n", "", "rowUsed[j] = true", "rowUsed[j], pos[i] = true, j"), 4},
		"methods": {source(t, "methods"), 4},
	} {
		trace, err := Run(t.Context(), Request{Dir: folder(t, test.source), N: test.n, Limits: Limits{Time: unhurried}})
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(trace)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(work, name+".json")
		writeFile(t, file, string(text))
		arguments = append(arguments, file)
	}
	if output, err := exec.CommandContext(t.Context(), node, arguments...).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, output)
	}
}
