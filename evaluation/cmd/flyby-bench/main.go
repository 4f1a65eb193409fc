// Command flyby-bench measures flyby on this machine: the evaluation of the paper that it starts from, its speed
// beside its targets, the cost of slabs, and the speed of a server. It also prints the OpenCL programs of the methods.
//
//	flyby-bench paper --quick
//	flyby-bench speed --device cpu --out speed
//	flyby-bench scale --segments 1000000
//	flyby-bench serve --rows query
//	flyby-bench kernels --method temporal
//
// Results go to standard output or to --out; progress and errors go to standard error.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/term"

	"flyby/internal/cli"
	"flyby/internal/memory"
)

func main() {
	if err := memory.Prepare(); err != nil { // as flyby does
		fmt.Fprintln(os.Stderr, "flyby-bench:", err)
		os.Exit(cli.Failure)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second interrupt ends the process at once
	terminal := term.IsTerminal(int(os.Stderr.Fd())) && os.Getenv("TERM") != "dumb"
	os.Exit(run(ctx, os.Args[1:], streams{out: os.Stdout, err: os.Stderr, terminal: terminal}))
}
