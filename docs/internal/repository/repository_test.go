package repository

import (
	"path/filepath"
	"testing"
)

func TestRoot(t *testing.T) {
	want, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	// A module of its own lies below the tutorial, and has a name that begins like the tutorial's.
	for _, folder := range []string{"", "docs/internal", "docs/internal/browsertest"} {
		if got := Root(filepath.Join(want, folder)); got != want {
			t.Errorf("Root of %q is %q, want %q", folder, got, want)
		}
	}
	if got := Root(t.TempDir()); got != "" {
		t.Errorf("outside the tutorial Root is %q", got)
	}
}
