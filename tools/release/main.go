// Command release makes the archives of a release from a git clone, one for every row of the table
// in docs/platforms.md, with their SHA-256 sums:
//
//	go -C tools run ./release -out ../dist
//
// One commit and one release of Go give the same bytes on every machine. docs/releasing.md tells a
// maintainer how to publish them.
package main

import (
	_ "embed"
	"flag"
	"fmt"
	"os"
	"strings"
)

//go:embed rows.txt
var rowsText string

// rows lists the systems and processors that releases are made for: "linux/amd64".
func rows() []string { return strings.Fields(rowsText) }

func main() {
	out := flag.String("out", "../dist", "`FOLDER` to write to; it is made, and must hold no other files")
	chosen := flag.String("rows", strings.Join(rows(), ","), "`SYSTEMS` to build for, with commas between them")
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintf(os.Stderr, "release: unknown argument %q\n", flag.Arg(0))
		os.Exit(2)
	}
	if err := release("..", *out, strings.Split(*chosen, ",")); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}
