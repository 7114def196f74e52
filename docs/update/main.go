// Update writes into the chapters what they show of the programs: quoted code, what changed from one
// stage to the next, what a command prints, and tables that are counted. Run it after a change:
//
//	go run ./docs/update
//
// It prints the names of the files that it has written. What is shown, the author of a chapter says
// in the first line of a block of code or above a table; docs/README.md tells how.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"

	"example.com/eightqueens/docs/internal/repository"
	"example.com/eightqueens/internal/program"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("update: ")
	flag.Usage = func() {
		fmt.Fprint(os.Stderr, "Writes quoted code, outputs and counted tables into the chapters.\n"+
			"본문에 인용한 코드와 출력, 계산한 표를 새로 씁니다.\n"+
			"Usage: go run ./docs/update\n")
	}
	program.ParseFlags()
	if err := run(program.UntilEnded()); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context) error {
	root, err := repository.Here()
	if err != nil {
		return err
	}
	u, err := newUpdater(root)
	if err != nil {
		return err
	}
	defer u.close()
	var wrong []error
	for _, name := range pageNames(root) {
		if err := u.write(ctx, name); err != nil {
			wrong = append(wrong, err)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return errors.Join(wrong...)
}
