// Command fused searches flyby built for linux/arm64 for instructions that may give other bits
// there than on amd64, in functions whose bits reach data, answers or files:
//
//	go -C tools run ./fused BINARY
//
// These instructions are a product fused with a sum (FMADD, FMSUB, FNMADD, FNMSUB), which the
// compiler makes where a conversion is missing, float64(x*y) + z, and a call of a function of
// package math that rounds more than once. BINARY is built with -trimpath, and the command runs in
// the folder tools, below the sources. It exits with 1 where it finds such an instruction. allowed
// lists the exceptions, with reasons.
package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: fused BINARY")
		os.Exit(2)
	}
	code, err := open(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, "fused:", err)
		os.Exit(1)
	}
	found, wanted := judge(code.places(), newSources(os.DirFS("..")))
	for _, p := range found {
		fmt.Printf("%s:%d: %s: %s\n", p.file, p.line, p.function, p.kind)
	}
	switch {
	case wanted == 0: // as in a binary of another processor
		fmt.Fprintln(os.Stderr, "fused: not even calls of math.FMA were found")
		os.Exit(1)
	case len(found) > 0:
		os.Exit(1)
	}
	fmt.Printf("no product is fused with a sum but in %d calls of math.FMA\n", wanted)
}
