package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"flyby"
	"flyby/internal/printable"
)

// Exit statuses, those of flyby.
const (
	exitOK          = 0
	exitFailure     = 1
	exitUsage       = 2
	exitNoDevice    = 4
	exitInterrupted = 130
)

// exitStatus tells of them in the help.
const exitStatus = `It exits with 0 when done, 1 when it failed, 2 after wrong usage, 4 where there is no such
device, and 130 when it was interrupted.`

// usageError is a wrong use of a command.
type usageError struct {
	error
	command string // its path, "flyby-bench speed"
}

func (e usageError) Unwrap() error { return e.error }

// usage makes a usageError of a command.
func usage(c *cobra.Command, format string, args ...any) error {
	return usageError{fmt.Errorf(format, args...), c.CommandPath()}
}

// errorLine is an error as --json shows it.
type errorLine struct {
	Type    string `json:"type"` // "error"
	Message string `json:"message"`
	Status  int    `json:"status"`
}

// fail tells of an error in one line and returns the exit status that it stands for.
func (a *app) fail(ctx context.Context, err error) int {
	status := exitCode(ctx, err)
	text := printable.Text(strings.ReplaceAll(strings.TrimSpace(err.Error()), "\n", "; "))
	var wrong usageError
	switch {
	case status == exitInterrupted:
		text = "interrupted"
	case errors.As(err, &wrong):
		text += fmt.Sprintf(" (see %s --help)", wrong.command)
	}
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
		panic(err) // our own bug: every value here can be marshalled
	}
	fmt.Fprintf(a.err, "%s\n", printable.JSON(line))
}

func exitCode(ctx context.Context, err error) int {
	var wrong usageError
	switch {
	case ctx.Err() != nil:
		return exitInterrupted
	case errors.As(err, &wrong):
		return exitUsage
	case errors.Is(err, flyby.ErrNoDevice):
		return exitNoDevice
	}
	return exitFailure
}
