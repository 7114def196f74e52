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

// isClosedPipe reports whether a write failed because nobody reads any more. It is Windows that says
// so, with one of three errors; elsewhere the system ends the program without a word.
func isClosedPipe(err error) bool {
	const brokenPipe, noData, notConnected = 109, 232, 233
	code, _ := errors.AsType[syscall.Errno](err)
	return code == brokenPipe || code == noData || code == notConnected
}

// parseArguments reads the options and refuses whatever is left.
func parseArguments() {
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
