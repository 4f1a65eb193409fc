package main

import (
	"github.com/spf13/cobra"

	"flyby/trajectory/format"
)

func (a *app) joinCommand() *cobra.Command {
	var f searchFlags
	c := a.equip(&cobra.Command{
		Use:   "join FILE... --distance D [flags]",
		Short: "which trajectories of one data set come within a distance of each other, and when",
		Long: folded(`Finds every pair of segments of two different trajectories of one data set that come
within the distance D of each other, and the time interval during which they are.
Each unordered pair is found once; query_traj is the smaller id, integers compared
as numbers, names as bytes. With a radius column r, the radii of the two add to D.
Input files are ` + kinds(format.Input) + ". " + severalFiles),
		Example: `  flyby generate galaxy --scale 0.1 --out stars.csv
  flyby join stars.csv --distance 0.05 --level encounters --out encounters.csv
  flyby join 'st*.csv' --distance 0.1 --out near.csv`,
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: completeArguments(format.Input),
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.arguments(c, args); err != nil {
				return err
			}
			return a.search(c, &f, false)
		},
	})
	f.addFile(c, &f.entries, "entries", "`FILE`, folder or quoted pattern of the trajectories to join with each other, as the arguments FILE; several times for several; one of the two is required")
	f.add(c)
	a.addAll(c)
	return c
}
