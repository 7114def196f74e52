// Package repository knows the folder of the tutorial.
package repository

import (
	"os"
	"path/filepath"
	"strings"
)

// Module is the tutorial's module.
const Module = "example.com/eightqueens"

// Root looks for the folder of the tutorial, at or above the given one. It is "" outside the tutorial.
func Root(folder string) string {
	for {
		text, err := os.ReadFile(filepath.Join(folder, "go.mod"))
		first, _, _ := strings.Cut(string(text), "\n")
		if err == nil && strings.TrimSpace(first) == "module "+Module {
			return folder
		}
		parent := filepath.Dir(folder)
		if parent == folder {
			return ""
		}
		folder = parent
	}
}
