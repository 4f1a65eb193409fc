package main

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"flyby/internal/cli"
	measure "flyby/internal/unit"
	pointformat "flyby/points/format"
	"flyby/trajectory/format"
)

// pointFlags say how files of points are read.
type pointFlags struct {
	rowFlags
	columns  string
	height   string
	noHeader bool
}

func (f *pointFlags) add(c *cobra.Command) {
	c.SetFlagErrorFunc(pointFlagError)
	s := c.Flags()
	addInFormat(c, pointformat.Formats())
	s.StringVar(&f.columns, "columns", "", "`NAMES` of columns for the keys id and x1, x2, ...: id=mmsi,x1=east,x2=north; without id= row numbers are ids (default: the id by its name, and all other columns of numbers; standard error names them)")
	s.BoolVar(&f.lonLat, "lonlat", false, "x1 and x2 are longitude and latitude in degrees, x3 is height in metres (columns lon, lat and, if there, height): turn them into earth-centred metres on WGS 84; distances are straight lines")
	s.StringVar(&f.height, "height", "", "`SOURCE` of heights: none leaves out the column height of --lonlat, and says nothing of other columns of heights that are no coordinate (default: the column height, if there)")
	s.BoolVar(&f.noHeader, "no-header", false, "text has no header, as numpy.savetxt writes it: its columns are called x1, x2 and so on, in their order, and where neither a comma nor another separator is in the first line, blanks separate fields")
	f.addTimes(c)
	f.addWhere(c)
	s.BoolVar(&f.skipBadRows, "skip-bad-rows", false, "drop and count bad rows, and rows whose id an earlier row has, instead of failing at the first")
	cli.AddWhole(c, &f.threads, "threads", 0, "`N` cores to use, at most four threads a core; 0: all")
}

// options checks the flags and turns them into options of package points/format.
func (f *pointFlags) options(c *cobra.Command) (pointformat.Options, error) {
	columns, err := pointformat.ParseColumns(f.columns)
	if err == nil {
		err = pointformat.CheckColumns(columns, f.lonLat)
	}
	if err != nil {
		return pointformat.Options{}, cli.Wrong(c, err)
	}
	where, err := f.conditions(c)
	if err == nil {
		err = f.checkTimes(c)
	}
	switch {
	case err != nil:
		return pointformat.Options{}, err
	case f.height != "" && f.height != format.NoHeight:
		return pointformat.Options{}, cli.Usage(c, "--height %s: must be none: another height is a coordinate, x3 of --columns", f.height)
	case f.columns == "" && c.Flags().Changed("columns"):
		return pointformat.Options{}, cli.Usage(c, "--columns: no names, such as id=mmsi,x1=east,x2=north")
	}
	if err := checkThreads(c, f.threads); err != nil {
		return pointformat.Options{}, err
	}
	return pointformat.Options{Reading: f.reading(c, where), Columns: columns, NoHeader: f.noHeader, Flat: f.height == format.NoHeight}, nil
}

// names is the flag that names columns, "" where none does.
func (f *pointFlags) names() string {
	switch {
	case f.columns != "":
		return "--columns"
	case len(f.where) > 0:
		return "--where"
	}
	return ""
}

// pointFiles is a flag, or arguments, that name the files of a set of points.
type pointFiles struct{ inputFiles }

// addPoints adds a flag that names files of points.
func addPoints(c *cobra.Command, in *pointFiles, name, usage string) {
	in.flag = "--" + name
	c.Flags().Var(in, name, usage)
	completeFile(c, name, pointformat.Formats())
}

// check finds the files, and refuses names that no file of points has, and files for which a flag of reading is not.
func (f *pointFiles) check(c *cobra.Command, read *pointFlags) error {
	if err := f.find(c, pointformat.Formats()); err != nil {
		return err
	}
	for i, of := range f.formats {
		switch path := f.files[i].Path; {
		case read.names() != "" && of.Fixed:
			return cli.Usage(c, "%s and %s %s: columns of an array have no names", read.names(), f.flag, path)
		case read.noHeader && of.Name != pointformat.Formats().All[0].Name:
			return cli.Usage(c, "--no-header and %s %s: text alone can have no header", f.flag, path)
		}
	}
	return nil
}

// severalPoints describes several files of points for help.
const severalPoints = "Several files, in order of their paths, are one set of points, and each id is in them once only."

// taken names the columns of a file of points that are read as id and coordinates, and the --columns that reads others.
func taken(r *pointformat.Report) string {
	const most = 30
	names := "all numbers of a row"
	if len(r.Columns) > 0 {
		names = strings.Join(r.Columns[:min(most, len(r.Columns))], ", ")
	}
	if n := len(r.Columns); n > most {
		names += fmt.Sprintf(", ... (%d in all)", n)
	}
	text := "coordinates " + names + "; id " + cmp.Or(r.ID, "the number of the row")
	if r.Numbered {
		text += "; the first line is taken for the header that pandas writes of columns without names"
	}
	if ways := otherwise(r); len(ways) > 0 {
		text += "; not so? " + strings.Join(ways, ", or ")
	}
	return text
}

// otherwise says which flags read a file of points otherwise than it was taken.
func otherwise(r *pointformat.Report) (ways []string) {
	if r.Numbered && !r.Indexed {
		ways = append(ways, "--no-header")
	}
	if r.Otherwise != "" {
		ways = append(ways, "--columns "+r.Otherwise)
	}
	return ways
}

// clusterPageFlags are the flags of report for clusters of points alone.
type clusterPageFlags struct {
	points    pointFiles
	eps       quantity
	minPoints int
	noHeader  bool
}

// add adds the flags.
func (f *clusterPageFlags) add(c *cobra.Command) {
	addPoints(c, &f.points, "points", "`FILE` of the points that dbscan clustered to RESULT; several times for several files; in place of --entries")
	addQuantity(c, &f.eps, "eps", measure.Length, "with --points: the `E` of the clusters to show where RESULT has several, or the E of a RESULT that does not name it, in the unit of the coordinates, or with a unit: 500m")
	cli.AddWhole(c, &f.minPoints, "minpts", 0, "with --points: the `M` of the clusters to show where RESULT has several, or the M of a RESULT that does not name it; 0: not known")
	c.Flags().BoolVar(&f.noHeader, "no-header", false, "with --points: text has no header, as for dbscan")
}

// given is a flag that was given, but --points; "": none was.
func (f *clusterPageFlags) given(c *cobra.Command) string {
	for _, name := range []string{"eps", "minpts", "no-header"} {
		if c.Flags().Changed(name) {
			return name
		}
	}
	return ""
}

// check refuses flags that are wrong whatever RESULT and the points are.
func (f *clusterPageFlags) check(c *cobra.Command, path string, of *pointSearchFlags) error {
	for _, name := range []string{"entries", "queries", "distance", "top", "svg", "units-out", "preset", "max-gap", "max-speed", "radius", "curve", "sort-times"} {
		if c.Flags().Changed(name) {
			return cli.Usage(c, "--%s: is for encounters of trajectories; --points is for clusters of points", name)
		}
	}
	written := pointformat.Written(format.TableOutput)
	_, known := written.Choose(path, "")
	switch {
	case path == "-":
		return cli.Usage(c, "RESULT -: must be a file, whose name says its format")
	case !known:
		return cli.Usage(c, "RESULT %s: unknown extension (known: %s)", path, written.Known())
	case f.eps.number() < 0:
		return cli.Usage(c, "--eps %s: must be a number, 0 or more", &f.eps)
	case c.Flags().Changed("minpts") && f.minPoints < 1:
		return cli.Usage(c, "--minpts %d: must be 1 or more", f.minPoints)
	}
	if err := of.points.check(c, &of.read); err != nil {
		return err
	}
	if err := of.memory.check(c); err != nil {
		return err
	}
	of.out = standardOut(of.out)
	return checkTarget(c, of.out)
}
