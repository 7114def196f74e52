package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// out gathers the output, so that the system is called once every 64 KiB and not once per number.
var out = bufio.NewWriterSize(stdout{}, 64<<10)

// stdout is standard output, but a write that fails ends the program: the search need not check.
type stdout struct{}

func (stdout) Write(p []byte) (int, error) {
	written, err := os.Stdout.Write(p)
	switch {
	case isClosedPipe(err):
		os.Exit(1) // quietly: the reader, head for one, has seen enough
	case err != nil:
		log.Fatal(words.Sprintf("cannot write the output: %v", err))
	}
	return written, nil
}

// isClosedPipe tells whether a write failed because nobody reads any more. It is Windows that says
// so with these two errors; elsewhere the system ends the program without a word.
func isClosedPipe(err error) bool {
	const brokenPipe, noData = syscall.Errno(109), syscall.Errno(232)
	return errors.Is(err, brokenPipe) || errors.Is(err, noData)
}

// parseArguments reads the flags and refuses whatever is left; purpose heads the usage message.
func parseArguments(purpose string) {
	name := strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe")
	log.SetFlags(0)
	log.SetPrefix(name + ": ")
	flag.Usage = func() {
		fmt.Fprintf(os.Stderr, "%s\nUsage: go run ./%s\n", purpose, name)
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintf(os.Stderr, "unexpected argument: %q\n", flag.Arg(0))
		flag.Usage()
		os.Exit(2)
	}
}
