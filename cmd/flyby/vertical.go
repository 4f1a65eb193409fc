package main

import (
	"github.com/spf13/cobra"

	"flyby/internal/cli"
	measure "flyby/internal/unit"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// addVertical adds the flag that makes cylinders of what is searched for.
func (f *searchFlags) addVertical(c *cobra.Command) {
	addQuantity(c, &f.vertical, "vertical", measure.Length, "threshold `V` >= 0 of the difference of heights (z), in the length unit of the data or with a unit, as 100ft: D is that of horizontal positions then, x and y, or with --lonlat the feet of the two on the ellipsoid. A hit is when both are close enough at once; encounters and pairs have the column dz_closest, the height of the entry above the query at t_closest. Radii add to D alone")
}

// isUpright reports whether there is a vertical threshold.
func (f *searchFlags) isUpright(c *cobra.Command) bool { return c.Flags().Changed("vertical") }

// checkVertical refuses vertical thresholds that no data can have.
func (f *searchFlags) checkVertical(c *cobra.Command) error {
	switch {
	case !f.isUpright(c):
		return nil
	case !(f.vertical.number() >= 0 && f.vertical.number() <= trajectory.MaxMagnitude):
		return cli.Usage(c, "--vertical %s: must be a number, 0 or more", &f.vertical)
	case f.read.height == format.NoHeight:
		return cli.Usage(c, "--height %s and --vertical: heights are left out, or compared", f.read.height)
	}
	return nil
}

// askVertical turns the flag into what is asked of the data, in their unit.
func (j *job) askVertical(c *cobra.Command, f *searchFlags) error {
	if !f.isUpright(c) {
		return nil
	}
	v, err := f.vertical.in(c, f.entries.shown(), j.units())
	if err != nil {
		return err
	}
	if v > trajectory.MaxMagnitude {
		return cli.Usage(c, "--vertical %s: must be at most 2^1000 in the unit of the data", &f.vertical)
	}
	j.search.Vertical = &v
	return nil
}
