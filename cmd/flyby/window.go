package main

import (
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"flyby/internal/cli"
	"flyby/trajectory"
)

// checkWindow refuses ends of the window that no data can have.
func (f *searchFlags) checkWindow(c *cobra.Command) error {
	from, to := math.Inf(-1), math.Inf(1)
	for _, end := range []struct {
		flag, text string
		value      *float64
	}{{"--from", f.from, &from}, {"--to", f.to, &to}} {
		if end.text == "" {
			continue
		}
		t, _, err := parseInstant(end.text)
		if err != nil {
			return cli.Usage(c, "%s %q: %w", end.flag, end.text, err)
		}
		*end.value = t
	}
	if from > to {
		return cli.Usage(c, "--from %s is after --to %s", f.from, f.to)
	}
	return nil
}

// parseInstant reads a number or an RFC 3339 time.
func parseInstant(s string) (float64, trajectory.TimeKind, error) {
	if t, err := trajectory.Number.Parse(s); err == nil {
		return t, trajectory.Number, nil
	}
	t, err := trajectory.Timestamp.Parse(s)
	if err != nil {
		return 0, 0, fmt.Errorf("must be a number or a time such as 2024-05-01T12:00:00Z")
	}
	return t, trajectory.Timestamp, nil
}

// window turns --from and --to into times of the store's kind.
func (f *searchFlags) window(c *cobra.Command, s *trajectory.Store) (from, to *float64, err error) {
	ends := [2]*float64{}
	for i, text := range []string{f.from, f.to} {
		if text == "" {
			continue
		}
		flag := [...]string{"--from", "--to"}[i]
		t, kind, err := parseInstant(text)
		switch {
		case err != nil:
			return nil, nil, err
		case kind != s.Times() && kind == trajectory.Number:
			return nil, nil, cli.Usage(c, "%s %s: the data have timestamps; give a time such as 2024-05-01T12:00:00Z", flag, text)
		case kind != s.Times():
			return nil, nil, cli.Usage(c, "%s %s: the times of the data are numbers; give a number", flag, text)
		}
		ends[i] = &t
	}
	return ends[0], ends[1], nil
}
