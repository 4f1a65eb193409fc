// Command flyby finds which moving objects come within a distance of each
// other, and during which time intervals.
//
//	flyby search --entries stars.csv --queries supernovae.csv --distance 0.1
//	flyby join --entries cars.fcd.xml.gz --distance 2 --level encounters
//	flyby info stars.csv
//	flyby demo
//
// Results go to standard output or to --out; progress, the summary and errors go
// to standard error. docs/cli.md holds the help of every subcommand.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/term"

	"flyby/internal/cli"
	hostmemory "flyby/internal/memory"
)

func main() {
	if err := hostmemory.Prepare(); err != nil {
		fmt.Fprintln(os.Stderr, "flyby:", err)
		os.Exit(cli.Failure)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, func() { time.AfterFunc(grace, stop) })
	a := newApp(ctx, streams{
		in:       os.Stdin,
		out:      standardOutput(),
		err:      os.Stderr,
		terminal: term.IsTerminal(int(os.Stderr.Fd())) && os.Getenv("TERM") != "dumb",
		screen:   term.IsTerminal(int(os.Stdout.Fd())),
		color:    os.Getenv("NO_COLOR") == "",
		patience: 300 * time.Millisecond,
	})
	os.Exit(a.runAtMost(ctx, os.Args[1:], grip))
}
