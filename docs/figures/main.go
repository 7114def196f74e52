// Figures draws the pictures of the chapters, from the search of the oracle. Run it from the root of the
// repository, `go run ./docs/figures`, and it writes them anew into docs/figures.
package main

import (
	"log"
	"os"
	"path/filepath"
)

// figures draws every picture.
func figures() []*figure {
	return []*figure{
		slashDiagonals(),
		backslashDiagonals(),
		callTree(),
		shrinking(),
		squaresLookedAt(),
		twelveClasses(),
		timesToCount(),
	}
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("figures: ")
	for _, f := range figures() {
		path := filepath.Join("docs", "figures", f.name+".svg")
		if err := os.WriteFile(path, f.svg(), 0o644); err != nil {
			log.Fatal(err)
		}
	}
}
