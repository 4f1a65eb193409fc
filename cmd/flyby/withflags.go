package main

import (
	"slices"

	"github.com/spf13/cobra"

	"flyby/internal/cli"
	"flyby/job"
	"flyby/trajectory/format"
	"flyby/trajectory/output"
)

// What --with may ask for.
const (
	withPositions = job.Positions
	withSpeeds    = job.Speeds
	withBoth      = job.Both
)

func withNames() []string { return []string{withPositions, withSpeeds, withBoth} }

// withFlags say what rows tell beside what they are.
type withFlags struct{ names []string }

func (f *withFlags) add(c *cobra.Command) {
	c.Flags().StringSliceVar(&f.names, "with", nil, "further columns, `WHAT` being one or more of: positions (the places of both at t_closest: query_x,query_y[,query_z],entry_x,..., for degrees query_lon,query_lat[,query_height],...; not for hits), speeds (query_speed,entry_speed: the mean speed of each from t_enter to t_exit, path by duration, gaps left out, empty where no time passes; not for pairs); both is no column: each row of a join a second time, right behind it, the two trajectories exchanged; any other name is that of a column of the input (query_NAME,entry_NAME: what the first row of each says whose file has it; in files without a header as --where names them)")
	complete(c, "with", withNames()...)
}

func (f *withFlags) has(name string) bool { return slices.Contains(f.names, name) }

// check refuses what does not go together, whatever the data are.
func (f *withFlags) check(c *cobra.Command, level, out string) error {
	for i, name := range f.names {
		if name == "" {
			return cli.Usage(c, "--with: no name between two commas")
		}
		if slices.Contains(f.names[:i], name) && !slices.Contains(withNames(), name) {
			return cli.Usage(c, "--with %q: twice", name)
		}
	}
	switch {
	case level == hitLevel && f.has(withPositions):
		return cli.Usage(c, "--with positions: is for --level encounters and --level pairs; hits have no t_closest")
	case level == pairLevel && f.has(withSpeeds):
		return cli.Usage(c, "--with speeds: is for --level hits and --level encounters; the encounters of a pair are several intervals")
	case c.Name() == "search" && f.has(withBoth):
		return cli.Usage(c, "--with both: is for join; what a search finds has one direction, from queries to entries")
	case level == hitLevel && isGeoJSON(out):
		return cli.Usage(c, "--out %s: is for --level encounters and --level pairs; hits have no t_closest, at which GeoJSON has a point", out)
	case len(f.names) > 0 && c.Flags().Changed("count"):
		return cli.Usage(c, "--count and --with: one of the two only")
	}
	return nil
}

// isGeoJSON reports whether a file has a point for each row.
func isGeoJSON(path string) bool {
	found, ok := format.Find(output.Written(), path, format.ResultOutput)
	return ok && found.Name == "GeoJSON"
}
