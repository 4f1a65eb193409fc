package main

import (
	"github.com/spf13/cobra"

	"flyby/trajectory/format"
)

func (a *app) joinCommand() *cobra.Command {
	var f searchFlags
	c := a.equip(&cobra.Command{
		Use:   "join --entries FILE --distance D [flags]",
		Short: "which trajectories of one file come within a distance of each other, and when",
		Long: folded(`Finds every pair of segments of two different trajectories of one file that come
within the distance D of each other, and the time interval during which they are.
Each unordered pair is found once; query_traj is the smaller id, integers compared
as numbers, names as bytes. With a radius column r, the radii of the two add to D.
Input files are ` + kinds(format.Input) + "."),
		Example: `  flyby generate galaxy --scale 0.1 --out stars.csv
  flyby join --entries stars.csv --distance 0.05 --level encounters --out encounters.csv`,
		RunE: func(c *cobra.Command, _ []string) error {
			j, err := a.newJob(c, &f)
			if err != nil {
				return err
			}
			j.queries = j.entries
			return j.run()
		},
	})
	c.Flags().StringVar(&f.entries, "entries", "", "`FILE` of the trajectories to join with each other; required")
	f.add(c)
	completeFile(c, "entries", format.Input)
	a.addAll(c)
	return c
}
