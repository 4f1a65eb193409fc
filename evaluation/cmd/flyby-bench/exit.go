package main

import (
	"context"
	"encoding/json"
	"fmt"

	"flyby"
	"flyby/internal/cli"
	"flyby/internal/printable"
)

// errorLine is an error in the form of --json.
type errorLine struct {
	Type    string `json:"type"` // "error"
	Message string `json:"message"`
	Status  int    `json:"status"`
}

// fail prints an error in one line and returns its exit status.
func (a *app) fail(ctx context.Context, err error) int {
	text, status := cli.Complaint(ctx, err, flyby.ErrNoDevice)
	if a.json {
		a.object(errorLine{"error", text, status})
	} else {
		fmt.Fprintf(a.err, "flyby-bench: %s\n", text)
	}
	return status
}

// object writes a JSON object on a line of its own to standard error.
func (a *app) object(v any) {
	line, err := json.Marshal(v)
	if err != nil {
		panic(err) // our own bug: every value passed here can be marshalled
	}
	fmt.Fprintf(a.err, "%s\n", printable.JSON(line))
}
