package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Exit statuses, as every help text lists them.
const (
	OK          = 0
	Failure     = 1
	WrongUsage  = 2
	NoDevice    = 4
	Interrupted = 130
)

// ExitStatus ends the help of every command.
const ExitStatus = `EXIT STATUS
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

// Usage is an error of wrong usage of a command, with a message formatted as by fmt.Errorf.
func Usage(c *cobra.Command, format string, args ...any) error {
	return Wrong(c, fmt.Errorf(format, args...))
}

// Wrong says that an error is a wrong use of a command: Complaint names its help, and the
// exit status is WrongUsage.
func Wrong(c *cobra.Command, err error) error { return usageError{err, c.CommandPath()} }

// Args turns the errors of a check of arguments into wrong usage.
func Args(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if err := check(c, args); err != nil {
			return Wrong(c, err)
		}
		return nil
	}
}

// FlagError turns an error of a flag into wrong usage, as cobra calls it (SetFlagErrorFunc); for
// an unknown flag it suggests a known one.
func FlagError(c *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() == "" {
		err = fmt.Errorf("%w%s", err, Meant(unknown.GetSpecifiedName(), "--", flagNames(c)))
	}
	var bad *pflag.InvalidValueError
	if errors.As(err, &bad) {
		why := bad.Unwrap()
		if bad.GetFlag().Value.Type() == "bool" {
			why = errors.New("must be true or false")
		}
		err = fmt.Errorf("--%s %q: %w", bad.GetFlag().Name, bad.GetValue(), why)
	}
	return Wrong(c, err)
}

// behind is the annotation of a flag that help leaves out: the name of the flag that leads to it.
const behind = "flyby_behind"

// Hide has help leave a flag out, since another flag of the command leads to it.
func Hide(flags *pflag.FlagSet, name, leads string) {
	if err := flags.SetAnnotation(name, behind, []string{leads}); err != nil {
		panic(err) // our own bug: there is no such flag
	}
	flags.Lookup(name).Hidden = true
}

// Known reports whether help shows a flag of a command, or shows a flag that leads to it.
func Known(c *cobra.Command, f *pflag.Flag) bool {
	for _, name := range f.Annotations[behind] {
		f = c.Flags().Lookup(name)
	}
	return !f.Hidden
}

// flagNames are the names of the flags that are known.
func flagNames(c *cobra.Command) (all []string) {
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if Known(c, f) {
			all = append(all, f.Name)
		}
	})
	return all
}

// Status is the exit status that an error stands for: Interrupted once ctx is done, whatever
// the error is, and NoDevice where it is noDevice.
func Status(ctx context.Context, err, noDevice error) int {
	var wrong usageError
	switch {
	case ctx.Err() != nil:
		return Interrupted
	case errors.As(err, &wrong):
		return WrongUsage
	case errors.Is(err, noDevice):
		return NoDevice
	}
	return Failure
}

// Complaint returns the message of the error that ended a command, and the exit status: see
// Message and Status. After wrong usage it names the command whose help has more.
func Complaint(ctx context.Context, err, noDevice error) (text string, status int) {
	status = Status(ctx, err, noDevice)
	if status == Interrupted {
		return "interrupted", status
	}
	text = Message(err)
	if wrong := (usageError{}); errors.As(err, &wrong) {
		text += fmt.Sprintf(" (see %s --help)", wrong.command)
	}
	return text, status
}
