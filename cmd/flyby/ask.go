package main

import (
	"github.com/spf13/cobra"

	"flyby/internal/cli"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// ask turns the flags into what is asked of the data, which have been read: in their units, and
// on their scale of time.
func (j *job) ask(c *cobra.Command, f *searchFlags) error {
	distance, err := f.distance.in(c, f.entries.shown(), j.units())
	if err != nil {
		return err
	}
	if distance > trajectory.MaxMagnitude {
		return cli.Usage(c, "--distance %s: must be a number, 0 or more, and at most 2^1000 in the unit of the data", &f.distance)
	}
	from, to, err := f.window(c, j.entries.Store, j.units())
	if err != nil {
		return err
	}
	j.writeOptions.Units = j.units()
	j.search = f.search(distance, from, to)
	if j.answer, err = f.answer.of(c, f.entries.shown(), j.units()); err != nil {
		return err
	}
	if j.besides, err = f.with.of(c, j); err != nil {
		return err
	}
	if unit := j.files.options.ColumnUnits["r"]; unit != "" && !j.entries.Report.Radii && !j.queries.Report.Radii {
		return cli.Usage(c, "no column r, whose unit --units r=%s says", unit)
	}
	j.tellVast(&f.distance)
	return j.askVertical(c, f)
}

// units are those of the entries and the queries, which comparable found to be the same as far as
// both are known.
func (j *job) units() format.Units { return j.entries.Units.Or(j.queries.Units) }
