package main

import (
	"errors"

	"github.com/spf13/cobra"

	"flyby/internal/cli"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// windowEnd is --from or --to.
type windowEnd struct{ flag, text string }

// windowEnds are both, of which the text is empty where one is not given.
func (f *searchFlags) windowEnds() [2]windowEnd {
	return [2]windowEnd{{"--from", f.from}, {"--to", f.to}}
}

// checkWindow refuses ends of the window that no data can have.
func (f *searchFlags) checkWindow(c *cobra.Command) error {
	var ends [2]format.Instant
	for i, end := range f.windowEnds() {
		if end.text == "" {
			continue
		}
		var err error
		if ends[i], err = format.ParseInstant(end.text, f.read.zone); err != nil {
			return cli.Usage(c, "%s %q: %w", end.flag, end.text, errors.Unwrap(err))
		}
	}
	if f.from != "" && f.to != "" && ends[0].After(ends[1]) {
		return cli.Usage(c, "--from %s is after --to %s", f.from, f.to)
	}
	return nil
}

// window turns --from and --to into times of the data of a file: numbers as they are, dates and times
// where the data have timestamps, or dates on a scale such as mjd.
func (f *searchFlags) window(c *cobra.Command, s *trajectory.Store, u format.Units) (from, to *float64, err error) {
	var ends [2]*float64
	for i, end := range f.windowEnds() {
		if end.text == "" {
			continue
		}
		at, err := format.ParseInstant(end.text, f.read.zone)
		if err != nil {
			return nil, nil, err
		}
		t, err := at.In(s.Times(), u)
		if err != nil {
			return nil, nil, cli.Usage(c, "%s %s: %w", end.flag, end.text, err)
		}
		ends[i] = &t
	}
	return ends[0], ends[1], nil
}
