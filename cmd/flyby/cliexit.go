package main

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"flyby/internal/printable"
)

// Exit statuses, as every help text lists them.
const (
	exitOK          = 0
	exitFailure     = 1
	exitUsage       = 2
	exitNoDevice    = 4
	exitInterrupted = 130
)

// exitStatus ends the help of every command.
const exitStatus = `EXIT STATUS
  0    done
  1    failed: bad data, a file that cannot be read or written, ...
  2    wrong usage: a flag that is missing, unknown or out of range
  4    no such device
  130  interrupted`

// usageError is a wrong use of a command.
type usageError struct {
	error
	command string // its path, "flyby search"
}

func (e usageError) Unwrap() error { return e.error }

// usage is a wrong use of a command, in words.
func usage(c *cobra.Command, format string, args ...any) error {
	return wrongUsage(c, fmt.Errorf(format, args...))
}

// wrongUsage says that an error is a wrong use of a command.
func wrongUsage(c *cobra.Command, err error) error { return usageError{err, c.CommandPath()} }

// usageArgs turns what a check of arguments finds into a usageError.
func usageArgs(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if err := check(c, args); err != nil {
			return wrongUsage(c, err)
		}
		return nil
	}
}

// flagError says what is wrong with a flag.
func flagError(c *cobra.Command, err error) error {
	var bad *pflag.InvalidValueError
	if errors.As(err, &bad) {
		why := bad.Unwrap()
		if bad.GetFlag().Value.Type() == "bool" {
			why = errors.New("must be true or false")
		}
		err = fmt.Errorf("--%s %q: %w", bad.GetFlag().Name, bad.GetValue(), why)
	}
	return wrongUsage(c, err)
}

// exitCode is the exit status that an error stands for: Interrupted once ctx is done, whatever
// the error is, and NoDevice where it is noDevice.
func exitCode(ctx context.Context, err, noDevice error) int {
	var wrong usageError
	switch {
	case ctx.Err() != nil:
		return exitInterrupted
	case errors.As(err, &wrong):
		return exitUsage
	case errors.Is(err, noDevice):
		return exitNoDevice
	}
	return exitFailure
}

// complaint is what a command says of the error that ended it, with its exit status: see
// message and exitCode. After wrong usage it names the command whose help has more.
func complaint(ctx context.Context, err, noDevice error) (text string, status int) {
	status = exitCode(ctx, err, noDevice)
	if status == exitInterrupted {
		return "interrupted", status
	}
	text = message(err)
	if wrong := (usageError{}); errors.As(err, &wrong) {
		text += fmt.Sprintf(" (see %s --help)", wrong.command)
	}
	return text, status
}

// message is the text of an error for a user of the command: on one line, without the names
// of packages that its parts begin with, and with nothing that moves a cursor.
func message(err error) string {
	lines := strings.Split(strings.TrimSpace(withoutPackages(err)), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimSpace(line)
	}
	return printable.Text(strings.Join(lines, "; "))
}

// withoutPackages is the text of an error without the name of the package that it begins
// with, and those of the errors that it wraps: a word in small letters before a colon,
// as the errors of packages begin (TestErrorsBeginWithTheirPackage).
func withoutPackages(err error) string {
	text := err.Error()
	for _, layer := range layers(nil, err) {
		own := layer.Error()
		name := packageName.FindString(own)
		if at := strings.LastIndex(text, own); at >= 0 {
			text = text[:at] + text[at+len(name):]
		}
	}
	return text
}

var packageName = regexp.MustCompile(`^[a-z][a-z0-9]*: `)

// layers appends an error to all, then those that it wraps, from the outermost in.
func layers(all []error, err error) []error {
	all = append(all, err)
	switch e := err.(type) {
	case interface{ Unwrap() error }:
		if inner := e.Unwrap(); inner != nil {
			all = layers(all, inner)
		}
	case interface{ Unwrap() []error }:
		for _, inner := range e.Unwrap() {
			all = layers(all, inner)
		}
	}
	return all
}
