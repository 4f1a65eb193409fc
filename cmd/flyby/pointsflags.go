package main

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"flyby/internal/cli"
	"flyby/internal/infile"
	hostmemory "flyby/internal/memory"
	"flyby/internal/printable"
	"flyby/points"
	pointformat "flyby/points/format"
	"flyby/trajectory/format"
)

// pointFlags say how files of points are read.
type pointFlags struct {
	rowFlags
	columns     string
	lonLat      bool
	skipBadRows bool
	threads     int
}

func (f *pointFlags) add(c *cobra.Command) {
	c.SetFlagErrorFunc(pointFlagError)
	s := c.Flags()
	s.StringVar(&f.columns, "columns", "", "`NAMES` of the columns in the files, such as id=mmsi,x1=east,x2=north for the keys id and x1, x2 and so on: nothing else is read then, a column of times as seconds since 1970, and without id= the number of the row is the id, from 0 (default id, or else traj_id, where there is such a column, and all others that hold numbers, in their order; in Parquet x1 alone may name a column of lists, which is the default where no other holds numbers)")
	s.BoolVar(&f.lonLat, "lonlat", false, "x1 and x2 are longitude and latitude in degrees, x3 is height in metres (columns lon, lat and, if there, height): turn them into earth-centred metres x1, x2, x3 on WGS 84. Distances are then straight lines (chords)")
	f.addTimes(c)
	f.addWhere(c)
	s.BoolVar(&f.skipBadRows, "skip-bad-rows", false, "drop and count bad rows, and those whose id another before has, instead of failing at the first")
	cli.AddWhole(c, &f.threads, "threads", 0, "`N` cores to use, at most four threads a core; 0: all")
}

// options checks the flags and turns them into what package points/format takes.
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
	case f.columns == "" && c.Flags().Changed("columns"):
		return pointformat.Options{}, cli.Usage(c, "--columns: no names, such as id=mmsi,x1=east,x2=north")
	case f.threads < 0:
		return pointformat.Options{}, cli.Usage(c, "--threads %d: must be positive, or 0 for all cores", f.threads)
	}
	return pointformat.Options{Columns: columns, Where: where, LonLat: f.lonLat, Zone: f.zone, TimeLayout: f.layout, SkipBadRows: f.skipBadRows, Threads: f.threads, Stdin: c.InOrStdin()}, nil
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

// pointFile is a flag that names a file of points.
type pointFile struct {
	flag string // "--points"
	path string // "-" for standard input; "" where it is not given
}

// addPoints adds a flag that names a file of points.
func addPoints(c *cobra.Command, in *pointFile, name, usage string) {
	in.flag = "--" + name
	c.Flags().Var(in, name, usage)
	var endings []string
	for _, ext := range pointformat.Extensions() {
		endings = append(endings, strings.TrimPrefix(ext, "."))
	}
	if err := c.MarkFlagFilename(name, endings...); err != nil {
		panic(err) // our own bug: it was added just now
	}
}

// Set takes the name.
func (f *pointFile) Set(name string) error {
	switch {
	case name == "":
		return errors.New("no file name")
	case f.path != "":
		return errors.New("one file only")
	}
	f.path = standardIn(name)
	return nil
}

func (f *pointFile) String() string { return f.path }

// Type is what help calls the value where the flag has no word for it.
func (f *pointFile) Type() string { return "string" }

// given reports whether there is a name.
func (f *pointFile) given() bool { return f.path != "" }

// check refuses a name that no file of points has, and where a flag names columns a file that has no names for them.
func (f *pointFile) check(c *cobra.Command, naming string) error {
	switch {
	case !f.given():
		return nil
	case !pointformat.Readable(f.path):
		return cli.Usage(c, "%s %s: unknown extension (known: %s)", f.flag, f.path, pointformat.Known())
	case naming != "" && !pointformat.Named(f.path):
		return cli.Usage(c, "%s and %s %s: columns of an array have no names", naming, f.flag, f.path)
	}
	return nil
}

// end is the file as an end of the run.
func (f *pointFile) end() end { return end{f.flag, f.path} }

// loadedPoints are points in memory, and what was told of their file.
type loadedPoints struct {
	*points.Store
	pointformat.Report
	took time.Duration
}

// loadPoints reads a file of points, showing how far it is, and tells of what was left aside.
func (a *app) loadPoints(ctx context.Context, in *pointFile, o pointformat.Options) (loadedPoints, error) {
	start, name := time.Now(), shown(in.path)
	a.display.begin("read "+name, bytesUnit)
	defer a.display.end()
	o.Progress = func(done, total int64) { a.display.set(float64(done), float64(total)) }
	store, report, err := pointformat.Read(ctx, in.path, o)
	if err != nil {
		return loadedPoints{}, err
	}
	a.display.end()
	if len(report.Columns) > 0 {
		a.display.logger().Info("points read", "of", name, "points", store.Len(), "coordinates", infile.List(report.Columns))
	}
	if len(report.Ignored) > 0 {
		a.display.warn("%s: left out columns that hold no numbers: %s", name, printable.Text(strings.Join(report.Ignored, ", ")))
	}
	if report.Missed > 0 {
		a.display.warn("%s: left out %s of %s rows by --where", name, hostmemory.Count(report.Missed), hostmemory.Count(report.Rows))
	}
	if report.Skipped > 0 {
		a.display.warn("%s: left out %s of %s rows", name, hostmemory.Count(report.Skipped), hostmemory.Count(report.Rows))
		for _, reason := range report.Reasons {
			a.display.warn("  %s", reason)
		}
	}
	return loadedPoints{store, report, time.Since(start)}, nil
}

// pointKinds says for help which files of points are read: ".csv (.tsv, .txt and no extension are the
// same), .parquet or .npy, all but .parquet also with .gz or .zst; - is CSV or NPY on standard input".
func pointKinds() string {
	var all []string
	for _, f := range pointformat.Formats() {
		all = append(all, f.Extensions[0]+remark(format.Format{Also: f.Extensions[1:]}))
	}
	return listed(all, "or") + ", all but .parquet also with .gz or .zst; - is CSV or NPY on standard input"
}
