// Package repository knows the folder of the tutorial.
package repository

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"example.com/eightqueens/docs/internal/language"
)

// Module is the tutorial's module.
const Module = "example.com/eightqueens"

// Root returns the folder of the tutorial, at or above the given one, or "" outside the tutorial.
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

// Here returns the folder of the tutorial in which the program is run.
func Here() (string, error) {
	folder, err := os.Getwd()
	if err != nil {
		return "", err
	}
	root := Root(folder)
	if root == "" {
		return "", errors.New(language.Text{"튜토리얼 폴더 안에서 실행합니다.", "run this inside the folder of the tutorial"}.String())
	}
	return root, nil
}
