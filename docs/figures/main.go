// Figures draws the pictures of the chapters, from the search of the oracle. Run it from the root of the
// repository, `go run ./docs/figures`, and it writes them anew into docs/figures.
package main

import (
	"context"
	"log"
	"os"
	"path/filepath"
)

// figures draws every picture, for the repository in the folder root.
func figures(ctx context.Context, root string) ([]*figure, error) {
	steps, err := stepsOfCalls(ctx, root)
	if err != nil {
		return nil, err
	}
	return []*figure{
		oneQueen(),
		slashDiagonals(),
		backslashDiagonals(),
		callTree(steps),
		shrinking(),
		squaresLookedAt(),
		twelveClasses(),
		timesToCount(),
	}, nil
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("figures: ")
	all, err := figures(context.Background(), ".")
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range all {
		path := filepath.Join("docs", "figures", f.name+".svg")
		if err := os.WriteFile(path, f.svg(), 0o644); err != nil {
			log.Fatal(err)
		}
	}
}
