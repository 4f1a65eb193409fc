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
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/term"
)

// grace is how long after an interrupt a further one is taken for the same:
// timeout(1) sends two. After that it ends the process at once.
const grace = time.Second

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, func() { time.AfterFunc(grace, stop) })
	os.Exit(run(ctx, os.Args[1:], streams{
		in:       os.Stdin,
		out:      os.Stdout,
		err:      os.Stderr,
		terminal: term.IsTerminal(int(os.Stderr.Fd())) && os.Getenv("TERM") != "dumb",
		color:    os.Getenv("NO_COLOR") == "",
		patience: 300 * time.Millisecond,
	}))
}
