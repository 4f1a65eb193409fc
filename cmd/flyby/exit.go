package main

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"flyby"
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

// usage makes a usageError of a command.
func usage(c *cobra.Command, format string, args ...any) error {
	return usageError{fmt.Errorf(format, args...), c.CommandPath()}
}

// usageArgs turns what a check of arguments finds into a usageError.
func usageArgs(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if err := check(c, args); err != nil {
			return usageError{err, c.CommandPath()}
		}
		return nil
	}
}

// fail tells of an error in one line, the first time, and returns the exit status
// that it stands for.
func (a *app) fail(ctx context.Context, err error, asJSON bool) int {
	status := exitCode(ctx, err)
	text := message(err)
	if status == exitInterrupted {
		text = "interrupted"
	}
	var wrong usageError
	if errors.As(err, &wrong) {
		text += fmt.Sprintf(" (see %s --help)", wrong.command)
	}
	a.told.Do(func() {
		if asJSON {
			a.display.object(messageLine{"error", text, status})
		} else {
			fmt.Fprintf(a.err, "flyby: %s\n", text)
		}
	})
	return status
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

// message puts an error on one line, without the names of packages before what they
// say, which a user of the command does not know, and with nothing that moves a cursor.
func message(err error) string {
	lines := strings.Split(strings.TrimSpace(err.Error()), "\n")
	for i, line := range lines {
		lines[i] = withoutPackages(strings.TrimSpace(line))
	}
	return printable.Text(strings.Join(lines, "; "))
}

// withoutPackages drops the names of packages that begin a message or follow a colon in
// it, but for what is quoted.
func withoutPackages(text string) string {
	inner := regexp.MustCompile(`"(\\.|[^"\\])*"|^(` + packages + `): |: (` + packages + `): |\((` + packages + `): `)
	for {
		shorter := inner.ReplaceAllStringFunc(text, func(found string) string {
			switch found[0] {
			case '"':
				return found
			case ':':
				return ": "
			case '(':
				return "("
			}
			return ""
		})
		if shorter == text {
			return text
		}
		text = shorter
	}
}

// packages are the names that our errors begin with, and those of the packages that
// flyby is made of, as TestPackages wants it.
const packages = "angle|asm|atomicfile|baseline|batching|binindex|cl|clrt|datasets|evaluation|figures|flyby|format|" +
	"engine|enginetest|host|hitorder|hugepage|encounter|interaction|journal|kernel|licences|measure|memory|mutants|opencl|parallel|perfmodel|printable|private|radix|report|results|several|speed|trajectory|" +
	"bits|cltest|flate|gzip|kerneltest|lz4|parquet|snappy|thrift|zstd"
