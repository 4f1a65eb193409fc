package leaves_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/spf13/cobra"

	"flyby/internal/cli"
)

// wrapped returns an error of several layers, the outermost first.
func wrapped(layers ...string) error {
	err := errors.New(layers[len(layers)-1])
	for i := len(layers) - 2; i >= 0; i-- {
		err = fmt.Errorf(layers[i], err)
	}
	return err
}

// TestMessage: messages lose the names of packages, wherever one begins, and nothing else.
func TestMessage(t *testing.T) {
	for want, err := range map[string]error{
		`open: load: buffer "entries" of 9 bytes: out of memory`: wrapped("flyby: open: %w", "kernel: load: %w", `opencl: buffer "entries" of 9 bytes: %w`, "cl: out of memory"),
		"write a.csv: disk full":                                 wrapped("format: write a.csv: disk full"),
		"device 2: lost (no such device)":                        wrapped("several: device 2: %w", "opencl: lost (%w)", "cl: no such device"),
		"no":                                                     wrapped("format: %w", "trajectory: %w", "baseline: %w", "flyby: no"),
		"a package made later":                                   wrapped("flyby: %w", "encounter7: a package made later"),
		"format.csv:3: column opencl: \"host: x\": no":           wrapped("format.csv:3: column opencl: \"host: x\": no"),
		`a.csv:2: column x: "a: opencl: b": no`:                  wrapped(`a.csv:2: column x: "a: opencl: b": %w`, "opencl: no"),
		`a.csv:2: column x: "opencl: no": no`:                    wrapped(`a.csv:2: column x: "opencl: no": %w`, "opencl: no"),
		"--rows: speed is fine":                                  cli.Usage(&cobra.Command{Use: "flyby"}, "--rows: speed is fine"),
	} {
		if got := cli.Message(err); got != want {
			t.Errorf("%v: %s, want %s", err, got, want)
		}
	}
	joined := fmt.Errorf("flyby: %w", errors.Join(errors.New("flyby: one"), fmt.Errorf("opencl: %w", errors.New("cl: two"))))
	if got := cli.Message(joined); got != "one; two" {
		t.Errorf("joined: %s", got)
	}
}
