package main

import (
	"slices"

	"github.com/spf13/cobra"

	"flyby/internal/cli"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/output"
)

// What --with may ask for.
const (
	withPositions = "positions"
	withSpeeds    = "speeds"
	withBoth      = "both"
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

// of is what the flags ask for of a job, which has read its files.
func (f *withFlags) of(c *cobra.Command, j *job) (*besides, error) {
	point := isGeoJSON(j.out)
	b := &besides{positions: f.has(withPositions), speeds: f.has(withSpeeds), both: f.has(withBoth), point: point, threads: j.options.Threads}
	if point && j.entries.Space().Frame != trajectory.EarthCentred {
		return nil, cli.Usage(c, "--out %s: GeoJSON is for positions on the Earth, in degrees (--lonlat)", j.out)
	}
	b.query, b.entry = newSide("query", j.queries), newSide("entry", j.entries)
	return b, f.attributes(c, j, b)
}

// columns are the names that are those of columns of the input.
func (f *withFlags) columns() (names []string) {
	for _, name := range f.names {
		if !slices.Contains(withNames(), name) {
			names = append(names, name)
		}
	}
	return names
}

// attributes adds those that are asked for. One that no file has is wrong usage, and so is one whose columns are there already.
func (f *withFlags) attributes(c *cobra.Command, j *job, b *besides) error {
	taken := []string{"traj"}
	if j.level == hitLevel {
		taken = append(taken, "seg")
	}
	if b.speeds {
		taken = append(taken, "speed")
	}
	if b.positions {
		taken = append(taken, "x", "y", "z", "lon", "lat", "height")
	}
	for _, name := range f.columns() {
		switch {
		case slices.Contains(taken, name):
			return cli.Usage(c, "--with %s: results have a column query_%s that is another", name, name)
		case !j.entries.Attributes.Has(name) && !j.queries.Attributes.Has(name):
			return cli.Usage(c, "--with %q: must be of %s, or a column of the input, and there is none of that name%s", name, listed(withNames(), "and"), j.lacking(name))
		}
		a, err := newAttribute(name, j.files.options.ColumnUnits[name], j)
		if err != nil {
			return err
		}
		b.attributes = append(b.attributes, a)
	}
	return nil
}
