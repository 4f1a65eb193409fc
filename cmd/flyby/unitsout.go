package main

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"flyby/internal/cli"
	"flyby/trajectory/format"
	"flyby/trajectory/output"
)

// unitsOutFlag is --units-out: what distances and speeds of the answer are written in.
type unitsOutFlag struct {
	text string
	output.AnswerUnits
}

// add adds the flag.
func (f *unitsOutFlag) add(c *cobra.Command) {
	c.Flags().Var(f, "units-out", "write distances (d_min, dz_closest) and speeds (v_closest, and of --with speeds) in `UNITS`: one of length, one of speed, or both, as km,km/s. Each number is converted exactly and rounded once. Times, durations, positions and columns of the input stay in the units of the data, and so do the numbers of flags (default: those of the data)")
}

// Set reads one unit of length, one of speed, or both.
func (f *unitsOutFlag) Set(text string) (err error) {
	f.text = text
	f.AnswerUnits, err = output.ParseAnswerUnits(text)
	return err
}

func (f *unitsOutFlag) String() string { return f.text }

// Type is what help calls the value where the flag has no word for it.
func (f *unitsOutFlag) Type() string { return "string" }

// check wants the data of a file to have units that can be converted.
func (f *unitsOutFlag) check(c *cobra.Command, file string, of format.Units) error {
	err := f.AnswerUnits.Check(of)
	if err == nil {
		return nil
	}
	var unit *output.UnitError
	if missing := (format.UnnamedError{}); errors.As(err, &unit) && errors.As(err, &missing) {
		return cli.Usage(c, "--units-out %s: %s has %w; add --units %s", unit.Unit, shown(file), missing, exampleUnits(c))
	}
	return cli.Usage(c, "--units-out %w", err)
}

// writtenIn says what distances and speeds are in.
func writtenIn(u output.AnswerUnits) string {
	var all []string
	for _, of := range []struct{ what, unit string }{{"distances", u.Length}, {"speeds", u.Speed}} {
		if of.unit != "" {
			all = append(all, of.what+" in "+of.unit)
		}
	}
	return strings.Join(all, ", ") + " (--units-out)"
}
