package leaves_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/spf13/cobra"

	"flyby/internal/cli"
)

// errNone is the error of an absent device.
var errNone = errors.New("flyby: no such device")

// TestComplaint: errors have their statuses, on one line, wrong usage names the command whose help
// has more, and an interrupted command hides the error that it caused.
func TestComplaint(t *testing.T) {
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	root, search := &cobra.Command{Use: "flyby"}, &cobra.Command{Use: "search"}
	root.AddCommand(search)
	for _, c := range []struct {
		ctx    context.Context
		err    error
		text   string
		status int
	}{
		{t.Context(), errors.New("flyby: disk on fire"), "disk on fire", cli.Failure},
		{t.Context(), errors.Join(errors.New("flyby: one"), errors.New("format: two")), "one; two", cli.Failure},
		{t.Context(), fmt.Errorf("open: %w", errNone), "no such device", cli.NoDevice},
		{t.Context(), cli.Usage(search, "--rows %d: no", 3), "--rows 3: no (see flyby search --help)", cli.WrongUsage},
		{t.Context(), fmt.Errorf("run: %w", cli.Wrong(root, errNone)), "no such device (see flyby --help)", cli.WrongUsage},
		{cancelled, cli.Usage(root, "whatever"), "interrupted", cli.Interrupted},
	} {
		if text, status := cli.Complaint(c.ctx, c.err, errNone); text != c.text || status != c.status {
			t.Errorf("%v: %q, %d, want %q, %d", c.err, text, status, c.text, c.status)
		}
	}
}

// TestArgs: an error of a check of arguments is wrong usage.
func TestArgs(t *testing.T) {
	check := cli.Args(cobra.NoArgs)
	if err := check(&cobra.Command{Use: "flyby"}, nil); err != nil {
		t.Error(err)
	}
	err := check(&cobra.Command{Use: "flyby"}, []string{"more"})
	if status := cli.Status(t.Context(), err, errNone); status != cli.WrongUsage {
		t.Errorf("%v: status %d", err, status)
	}
}
