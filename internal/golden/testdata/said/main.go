// Said does what its environment says, well or badly, for the tests of the checks.
package main

import (
	"os"
	"strconv"
)

func main() {
	os.Stdout.WriteString(os.Getenv("SAID_STDOUT"))
	os.Stderr.WriteString(os.Getenv("SAID_STDERR"))
	status, _ := strconv.Atoi(os.Getenv("SAID_EXIT"))
	os.Exit(status)
}
