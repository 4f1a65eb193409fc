package main

import (
	"context"
	"slices"
	"time"

	"flyby/internal/cli"
)

// How an interrupt ends a process. All of it is well within two seconds.
const (
	// grace is how long after an interrupt a further one is taken for the same:
	// timeout(1) sends two. After that it ends the process at once.
	grace = 300 * time.Millisecond
	// grip is how long a run has to end by itself. One that waits for a named pipe to
	// be opened, for a terminal, for a file or for a compiler cannot.
	grip = 600 * time.Millisecond
	// lastWord is how long the message has to get through to standard error.
	lastWord = 300 * time.Millisecond
)

// runAtMost is run, but returns at the latest when ctx has been over for patience, though
// run may still be at work. Outputs are given up as ctx ends, so nothing of them is left.
func (a *app) runAtMost(ctx context.Context, args []string, patience time.Duration) int {
	done := make(chan int, 1)
	go func() { done <- a.run(ctx, args) }()
	select {
	case status := <-done:
		return status
	case <-ctx.Done():
	}
	select {
	case status := <-done:
		return status
	case <-time.After(patience):
	}
	told := make(chan struct{})
	go func() {
		defer close(told)
		a.display.end()
		a.fail(ctx, ctx.Err(), slices.Contains(args, "--json"))
	}()
	select {
	case <-told:
	case <-time.After(lastWord):
	}
	return cli.Interrupted
}
