// Command slow reads the events of go test -json, and prints the times of packages, and of the slowest tests:
//
//	go test -json ./... | go -C tools run ./slow
//
// Times are by the clock, of packages as they ran beside each other, and of tests with their subtests. It exits with 1 where a test failed,
// or where there was none.
package main

import (
	"fmt"
	"os"
)

// most is the number of packages, and of tests, that are printed.
const most = 50

func main() {
	all, err := read(os.Stdin)
	if err != nil {
		fmt.Fprintln(os.Stderr, "slow:", err)
		os.Exit(1)
	}
	all.print(os.Stdout, most)
	if len(all.failed) > 0 || len(all.packages) == 0 {
		fmt.Fprintf(os.Stderr, "slow: %d packages, failed: %q\n", len(all.packages), all.failed)
		os.Exit(1)
	}
}
