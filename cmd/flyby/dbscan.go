package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"flyby/cluster"
	"flyby/internal/cli"
	measure "flyby/internal/unit"
	"flyby/job"
)

func (a *app) dbscanCommand() *cobra.Command {
	var f clusterFlags
	c := a.equip(&cobra.Command{
		Use:   "dbscan FILE... --eps E[,E...] --minpts M[,M...] [flags]",
		Short: "clusters of points: DBSCAN",
		Long: folded(`Finds the clusters of points, exactly: a point is core where at least M points are within the
distance E of it, itself among them; core points within E of each other are in one cluster, and so on from one to the
next; other points within E of a core point are on its border, and the rest is noise. A row a point, in order of the
file's rows: its id, the number of its cluster and its kind, core, border or noise. Clusters are numbered from 0 by
their first core point; a border point of several is of the lowest number; the number of noise is -1. Of several E or M
each E is taken with each M, and rows have the columns eps and minpts, too. ` + filesHint),
		Example: `  flyby generate galaxy --scale 0.01 --out stars.csv
  flyby at --entries stars.csv --time 5 --out now.csv
  flyby dbscan now.csv --eps 5 --minpts 4 --out clusters.csv
  flyby dbscan now.csv --eps 4,5 --minpts 3,4,8 --method hybrid --out variants.csv`,
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: completePoints,
		RunE:              func(c *cobra.Command, _ []string) error { return a.clusterPoints(c, &f) },
	})
	addPoints(c, &f.points, "points", "`FILE`, folder or quoted pattern of points to cluster, as the arguments FILE; several times for several; one of the two is required")
	f.addClusters(c)
	a.addAll(c)
	return c
}

// clusterFlags are those of dbscan.
type clusterFlags struct {
	pointSearchFlags
	eps       quantities
	units     unitsFlag
	minPoints wholeNumbers
	clusters  string // the method: pointSearchFlags.method is of joins
	kernel    string
}

// addClusters adds the flags after that of files.
func (f *clusterFlags) addClusters(c *cobra.Command) {
	s := c.Flags()
	addQuantities(c, &f.eps, "eps", measure.Length, "thresholds `E[,E...]` >= 0, in the unit of the coordinates (metres with --lonlat), or where that is known with a unit: 500m, 0.3nmi; required")
	addPointUnits(c, &f.units)
	s.Var(&f.minPoints, "minpts", "`M[,M...]` points, each 1 or more, that a core point has within E, itself among them; required")
	s.StringVar(&f.clusters, "method", cluster.Auto, "`METHOD` of clustering: auto (fused where the device has it), fused (keeps no neighbours: cells whose points are all core at once, and links between them) or hybrid (Hybrid-DBSCAN: a table of the neighbours of all points, clustered on the host; of several E while the next table is made, of several M at once); all give the same results")
	complete(c, "method", cluster.Methods()...)
	s.StringVar(&f.kernel, "kernel", cluster.Kernels()[0], "`global|shared` for --method hybrid: a work-item a point, or a work-group a cell, which loads points into local memory")
	complete(c, "kernel", cluster.Kernels()...)
	f.array = "the labels, int64, in the order of rows"
	f.add(c, "clustered in slabs of points, with the same results; points and labels are held whole, and with --method hybrid the neighbours of all, where more is refused")
	f.method = cluster.Auto
}

// clusterPoints checks the flags, reads points and clusters them.
func (a *app) clusterPoints(c *cobra.Command, f *clusterFlags) error {
	switch at := slices.IndexFunc(f.eps.all, func(q quantity) bool { return q.number() < 0 }); {
	case len(f.eps.all) == 0:
		return cli.Usage(c, "--eps E is missing: a number, 0 or more, or several")
	case at >= 0:
		return cli.Usage(c, "--eps %s: must be a number, 0 or more", &f.eps.all[at])
	case len(f.minPoints) == 0:
		return cli.Usage(c, "--minpts M is missing: a whole number, 1 or more, or several")
	}
	if err := f.checkWith(c, func() error { return f.checkClusters(c) }); err != nil {
		return err
	}
	eps, err := inUnits(c, &f.pointSearchFlags, &f.units, f.eps.in)
	if err != nil {
		return err
	}
	search := cluster.Search{Eps: eps, MinPoints: f.minPoints, Method: f.clusters}
	if c.Flags().Changed("kernel") {
		search.Kernel = f.kernel
	}
	t, err := a.runPoints(c, &f.pointSearchFlags, func(ask *job.PointAsk) { ask.Find, ask.Clusters = job.PointClusters, search })
	if err != nil {
		return err
	}
	t.summarizeClusters()
	return nil
}

// checkClusters refuses methods, kernels and devices that there are not.
func (f *clusterFlags) checkClusters(c *cobra.Command) error {
	if all := cluster.Methods(); !slices.Contains(all, f.clusters) {
		return cli.Usage(c, "--method %q: must be one of %s%s", f.clusters, strings.Join(all, ", "), cli.Meant(f.clusters, "", all))
	}
	if c.Flags().Changed("kernel") {
		switch all := cluster.Kernels(); {
		case !slices.Contains(all, f.kernel):
			return cli.Usage(c, "--kernel %q: must be one of %s%s", f.kernel, strings.Join(all, ", "), cli.Meant(f.kernel, "", all))
		case f.clusters != cluster.Hybrid:
			return cli.Usage(c, "--kernel: is for --method %s", cluster.Hybrid)
		}
	}
	return checkSelector(c, f.device)
}
