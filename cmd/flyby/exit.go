package main

import (
	"context"
	"fmt"

	"flyby"
	"flyby/internal/cli"
)

// fail prints an error in one line, unless it has printed one before, and returns the exit
// status that the error stands for.
func (a *app) fail(ctx context.Context, err error, asJSON bool) int {
	text, status := cli.Complaint(ctx, err, flyby.ErrNoDevice)
	a.told.Do(func() {
		if asJSON {
			a.display.object(messageLine{"error", text, status})
		} else {
			fmt.Fprintf(a.err, "flyby: %s\n", text)
		}
	})
	return status
}
