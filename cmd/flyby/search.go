package main

import (
	"github.com/spf13/cobra"

	"flyby/trajectory/format"
)

func (a *app) searchCommand() *cobra.Command {
	var f searchFlags
	var excludeSameID bool
	c := a.equip(&cobra.Command{
		Use:   "search --entries FILE --queries FILE --distance D [flags]",
		Short: "which entries come within a distance of which queries, and when",
		Long: folded(`Finds every pair of a query segment and an entry segment that come within the
distance D of each other, and the time interval during which they are. With a
radius column r, the radii of the two add to D: for a D of its own for each query give
--distance 0 and the queries a column r. One of the two may be a file of places: with t empty
in every row, or with --columns t=none without t, a row an id. Each is there from the first to the last instant of the
other file; --max-gap, --max-speed, --curve and --sort-times are not for places. Such a file is read twice, so it is no pipe. Input files are ` + kinds(format.Input) + ". " + severalFiles),
		Example: `  flyby generate galaxy --scale 0.1 --out stars.csv
  flyby generate supernovae --scale 0.1 --out supernovae.csv
  flyby search --entries stars.csv --queries supernovae.csv --distance 0.1 --level encounters`,
		RunE: func(c *cobra.Command, _ []string) error {
			return a.search(c, &f, excludeSameID)
		},
	})
	f.addFile(c, &f.entries, "entries", "`FILE`, folder or quoted pattern of the trajectories to search; several times for several; required")
	f.addFile(c, &f.queries, "queries", "`FILE`, folder or quoted pattern of the trajectories to search them with; several times for several; required")
	f.add(c)
	c.Flags().BoolVar(&excludeSameID, "exclude-same-id", false, "leave out pairs of trajectories with the same id")
	a.addAll(c)
	return c
}

// search reads both data sets, searches one with the other and writes what it finds.
func (a *app) search(c *cobra.Command, f *searchFlags, excludeSameID bool) (err error) {
	t, err := a.newTask(c, f)
	if err != nil {
		return err
	}
	defer t.Close() //nolint:errcheck // what was read of its files was good
	t.Ask().Search.ExcludeSameID = excludeSameID
	if err := t.convert(c, f); err != nil {
		return err
	}
	return t.run(c, f)
}
