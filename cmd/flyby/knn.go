package main

import (
	"github.com/spf13/cobra"

	"flyby/internal/cli"
	"flyby/job"
	"flyby/points/pointjoin"
)

func (a *app) knnCommand() *cobra.Command {
	var f pointSearchFlags
	var k int
	c := a.equip(&cobra.Command{
		Use:   "knn --points FILE [--queries FILE] -k K [flags]",
		Short: "the points nearest to each point",
		Long: folded(`Finds the K nearest points of each query point, or without queries of each point of
the data set, none of which is its own neighbour. Distances are compared exactly; of equal ones the
point of the lower row comes first. Where there are fewer than K, all are given. Input files are ` + pointKinds() + ". " + severalPoints),
		Example: `  flyby generate supernovae --scale 0.1 --out supernovae.csv
  flyby knn --points supernovae.csv --columns x1=x,x2=y,x3=z -k 3 --out nearest.csv`,
		RunE: func(c *cobra.Command, _ []string) error {
			switch {
			case !c.Flags().Changed("neighbours"):
				return cli.Usage(c, "--neighbours K is missing: 1 or more")
			case k < 1:
				return cli.Usage(c, "--neighbours %d: must be 1 or more", k)
			}
			if err := f.check(c, nearestMethod); err != nil {
				return err
			}
			return a.findNearest(c, &f, k)
		},
	})
	addPoints(c, &f.points, "points", "`FILE` of points to search; required")
	addPoints(c, &f.queries, "queries", "`FILE` of points to search them with; without it those of --points")
	cli.AddShortWhole(c, &k, "neighbours", "k", 0, "`K` points nearest to each, 1 or more; required")
	f.addMethod(c, nearestMethod, pointjoin.Everything)
	f.add(c, "searched a slab of points at a time, and for the neighbours of some points after others; points are held whole")
	a.addAll(c)
	return c
}

// findNearest finds the nearest points of flags that have been checked.
func (a *app) findNearest(c *cobra.Command, f *pointSearchFlags, k int) error {
	t, err := a.runPoints(c, f, func(ask *job.PointAsk) { ask.Find, ask.Nearest = job.PointNearest, k })
	if err != nil {
		return err
	}
	if each := t.report.Each; each < k {
		whose := "other point"
		if f.queries.given() {
			whose = "point"
		}
		t.display.warn("--neighbours %d: all are given: %s each", k, plural(each, whose))
	}
	t.summarizePairs(nil, t.report.Each)
	return nil
}
