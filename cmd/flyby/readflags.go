package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"flyby/internal/cli"
	hostmemory "flyby/internal/memory"
	"flyby/internal/printable"
	measure "flyby/internal/unit"
	"flyby/job"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// readFlags say how trajectory files are read.
type readFlags struct {
	rowFlags
	columns     string
	preset      string
	lonLat      bool
	height      string
	units       unitsFlag
	maxGap      quantity
	maxSpeed    quantity
	radius      quantity
	curve       curveFlag
	skipBadRows bool
	sortTimes   bool
	threads     int
}

func (f *readFlags) add(c *cobra.Command) {
	s := c.Flags()
	s.StringVar(&f.columns, "columns", "", "`NAMES` of the columns in the files, such as id=vehicle,t=time,x=east,y=north for the keys id, t, x, y, z and r, and with --curve vx, vy and vz; t=none: in a search a file without t is a file of places (default traj_id or id, t, x, y, z, r)")
	s.StringVar(&f.preset, "preset", "", "`PRESET` of columns in tables: "+listed(append(format.Presets(), format.NoPreset), "or")+" (default: the first whose columns the header has, where it has no id, t, x, y; see docs/formats.md). --columns says single ones otherwise. Rows without a position are left out")
	complete(c, "preset", append(format.Presets(), format.NoPreset)...)
	s.BoolVar(&f.lonLat, "lonlat", false, "x and y (or lon and lat) are longitude and latitude in degrees, z (or height) is height in metres: turn them into earth-centred metres on WGS 84. So is a file taken without it that has an id, t and for positions one pair lon and lat, or longitude and latitude: --columns x=lon,y=lat keeps these as they are. Distances are then straight lines (chords), shorter than the way over the ground by d^3/24R^2: 1 mm at 10 km, 1 m at 99 km. Segments that would sink more than 1 m below the great circle are split along it")
	s.StringVar(&f.height, "height", "", "`SOURCE` of heights: none leaves them out, and any column z; "+listed(format.Heights(), "or")+" with --preset opensky (default: what the file has, geoaltitude of opensky)")
	f.addTimes(c)
	f.units.add(c)
	addQuantity(c, &f.maxGap, "max-gap", measure.Time, "make no segment between samples further apart in time than `T`, in the time unit of the data (seconds for timestamps), or with a unit: 30min, 6h; 0: no limit")
	addQuantity(c, &f.maxSpeed, "max-speed", measure.Speed, "make no segment that is faster than `V`, in the units of length and time of the data, or with a unit: 50kn, 300km/h. A sample between two such segments is left out, and those beside it are not joined; the first and the last one before a gap or an end stay. 0: no limit")
	addQuantity(c, &f.radius, "radius", measure.Length, "`R` that every trajectory of a file without column r has, in the length unit of the data or with a unit, as 15m: radii of both add to the threshold. A file with column r keeps its own; 0: none")
	f.curve.add(c)
	f.addWhere(c)
	s.BoolVar(&f.sortTimes, "sort-times", false, "take rows in any order: those of a trajectory are put in order of time, on disk where they outgrow the memory, instead of failing at the first that goes back")
	s.BoolVar(&f.skipBadRows, "skip-bad-rows", false, "drop and count bad rows instead of failing at the first")
	cli.AddWhole(c, &f.threads, "threads", 0, "`N` cores to use, at most four threads a core; 0: all")
}

// options checks the flags and turns them into what package format takes, for data sets of files.
func (f *readFlags) options(c *cobra.Command, of ...*inputFiles) (format.Options, error) {
	columns, err := format.ParseColumns(f.columns)
	if err != nil {
		return format.Options{}, cli.Wrong(c, err)
	}
	if err := f.checkTimes(c); err != nil {
		return format.Options{}, err
	}
	if err := f.curve.check(f.lonLat, columns); err != nil {
		return format.Options{}, err
	}
	where, err := f.conditions(c)
	if err != nil {
		return format.Options{}, err
	}
	heights, presets := append(format.Heights(), format.NoHeight), append(format.Presets(), format.NoPreset)
	switch {
	case !(f.maxGap.number() >= 0):
		return format.Options{}, cli.Usage(c, "--max-gap %s: must be positive, or 0 for no limit", &f.maxGap)
	case !(f.maxSpeed.number() >= 0):
		return format.Options{}, cli.Usage(c, "--max-speed %s: must be positive, or 0 for no limit", &f.maxSpeed)
	case !(f.radius.number() >= 0 && f.radius.number() <= trajectory.MaxMagnitude):
		return format.Options{}, cli.Usage(c, "--radius %s: must be a number, 0 or more", &f.radius)
	case f.height != "" && !slices.Contains(heights, f.height):
		return format.Options{}, cli.Usage(c, "--height %s: must be %s%s", f.height, listed(heights, "or"), cli.Meant(f.height, "", heights))
	case f.preset == "" && c.Flags().Changed("preset") || f.preset != "" && !slices.Contains(presets, f.preset):
		return format.Options{}, cli.Usage(c, "--preset %q: must be %s%s", f.preset, listed(presets, "or"), cli.Meant(f.preset, "", presets))
	case f.height == format.NoHeight && columns["z"] != "":
		return format.Options{}, cli.Usage(c, "--height %s and --columns z=%s: heights are left out, or taken from a column", f.height, columns["z"])
	case f.preset != "" && f.preset != format.NoPreset && !anyTable(of):
		return format.Options{}, cli.Usage(c, "--preset %s is for tables, and no file is one", f.preset)
	case slices.Contains(format.Heights(), f.height) && !anyTable(of):
		return format.Options{}, cli.Usage(c, "--height %s is a column of tables, and no file is one", f.height)
	case f.layout != "" && strings.HasPrefix(f.units.columns["t"], format.UnixSeconds):
		return format.Options{}, cli.Usage(c, "--time-layout and --units t=%s: times are text, or count since 1970", f.units.columns["t"])
	case f.threads < 0:
		return format.Options{}, cli.Usage(c, "--threads %d: must be positive, or 0 for all cores", f.threads)
	}
	return format.Options{
		Columns: columns, Where: where, Preset: f.preset, LonLat: f.lonLat, Height: f.height, Zone: f.zone, TimeLayout: f.layout, Units: f.units.Units, ColumnUnits: f.units.columns, UnitsKnown: f.adapt(c), Radius: f.radius.number(), Curve: f.curve.number(), OrbitCurve: f.curve.orbits(), SkipBadRows: f.skipBadRows, SortTimes: f.sortTimes,
		Threads: f.threads, Stdin: c.InOrStdin(), Folder: folderOf(c),
	}, nil
}

// anyTable reports whether a file of the data sets is a table, which alone has presets.
func anyTable(sets []*inputFiles) bool {
	for _, of := range sets {
		for _, file := range of.files {
			if f, ok := format.Find(input.Formats(), file.Path, format.Input); ok && f.Tabular {
				return true
			}
		}
	}
	return false
}

// load reads a data set, showing how far it is, and tells of rows left out.
func (a *app) load(ctx context.Context, of *inputFiles, o format.Options) (loaded, error) {
	l, err := a.loadPresumed(ctx, of, o)
	if err == nil && l.Report.LooksLikeDegrees(l.Extent()) {
		err = looksLikeDegrees(of.shown(), l.Extent())
	}
	return l, err
}

// loadPresumed is load of data that may look like degrees.
func (a *app) loadPresumed(ctx context.Context, of *inputFiles, o format.Options) (loaded, error) {
	start := time.Now()
	defer a.display.end()
	store, report, err := input.ReadFiles(ctx, of.files, a.follow(of.shown(), o))
	if err != nil {
		return loaded{}, err
	}
	a.tellOf(of.shown(), o, report)
	a.warnAlone(of.shown(), report, store.Trajectories())
	l := job.InMemory(of.shown(), store, report)
	l.Took = time.Since(start)
	return l, nil
}

// follow begins the phase of reading data, and has the options show how far it is.
func (a *app) follow(name string, o format.Options) format.Options {
	a.display.begin("read "+name, bytesUnit)
	o.Progress = func(done, total int64) {
		a.display.set(float64(done), float64(total))
	}
	return o
}

// tellOf tells of what was left out of data that were read with some options, and added to them.
func (a *app) tellOf(name string, o format.Options, report format.Report) {
	a.display.end()
	if report.Files > 1 {
		a.display.logger().Info("several files are one data set", "of", name, "files", report.Files, "repeats", report.Repeats)
	}
	if report.Missed > 0 {
		a.display.warn("%s: left out %s of %s rows by --where", name, hostmemory.Count(report.Missed), hostmemory.Count(report.Rows))
	}
	a.tellPreset(name, o, report)
	if o.Upright && report.Assumed {
		a.display.warn("%s: %s (--units z=ft?)", name, assumedHeight)
	}
	a.tellRenamed(name, report.Renamed)
	a.tellPlaces(name, o, report)
	if o.Radius > 0 && report.Radii {
		a.display.warn("%s: radii of column r count: --radius is for files without", name)
	}
	a.warnSkipped(name, report)
	a.warnCut(name, report)
	along := alongCircles
	if report.Curve > 0 {
		along = alongCurves
	}
	a.tellSplit(name, along, report)
	a.tellMotion(name, &report)
}

// assumedHeight is what is taken of heights beside degrees that nobody says the unit of.
const assumedHeight = "z in m"

// What --verbose says of segments that were split.
const (
	alongCircles = "long segments split along great circles"
	alongCurves  = "segments split along curves"
)

// tellSplit says how many segments were split.
func (a *app) tellSplit(name, along string, report format.Report) {
	if report.Split > 0 {
		a.display.logger().Info(along, "file", name, "segments", report.Split, "samples_added", report.Added)
	}
}

// tellPreset says which columns a preset took, where that was not told, and which rows it left out.
func (a *app) tellPreset(name string, o format.Options, r format.Report) {
	p := r.Preset
	if r.LonLat != "" && (len(r.Layouts) == 0 || o.Preset == format.NoPreset) {
		a.display.warn("%s: %s, degrees", name, r.LonLat)
	}
	isOther := func(l format.Layout) bool { return l.Preset != o.Preset }
	switch {
	case o.Preset == format.NoPreset, o.Preset != "" && p.Name == o.Preset && !slices.ContainsFunc(r.Layouts, isOther):
	case len(r.Layouts) > 0:
		a.tellLayouts(r.Layouts)
	case o.Preset != "":
		a.display.warn("%s: read without --preset %s, whose columns are not there", name, o.Preset)
	case p.Name != "":
		a.display.warn("%s: %s", name, p.Columns)
	}
	for _, left := range []struct {
		rows int
		what string
	}{
		{p.Absent, "without a position"},
		{p.Flat, "without a height (--height none keeps them)"},
		{p.Repeated, "that repeat a position"},
	} {
		if left.rows > 0 {
			a.display.warn("%s: left out %s of %s rows %s", name, hostmemory.Count(left.rows), hostmemory.Count(r.Rows), left.what)
		}
	}
}

// tellLayouts names, for each layout, its files and the columns that were taken.
func (a *app) tellLayouts(layouts []format.Layout) {
	for _, l := range layouts {
		a.display.warn("%s: %s", layoutFiles(l), layoutColumns(l))
	}
}

// layoutFiles are the files of a layout.
func layoutFiles(l format.Layout) string { return shownFiles(l.First, l.Files) }

// layoutColumns are the columns of a layout.
func layoutColumns(l format.Layout) string { return cmp.Or(l.Columns, "no preset") }

// warnSkipped says how many rows were left out, and why the first of them.
func (a *app) warnSkipped(name string, r format.Report) {
	if r.Repeats > 0 {
		what := "the one before"
		if r.Files > 1 {
			what = "another"
		}
		a.display.warn("%s: left out %s of %s rows that repeat %s in their trajectory", name, hostmemory.Count(r.Repeats), hostmemory.Count(r.Rows), what)
	}
	if r.Skipped == 0 {
		return
	}
	a.display.warn("%s: left out %s of %s rows", name, hostmemory.Count(r.Skipped), hostmemory.Count(r.Rows))
	for _, reason := range r.Reasons {
		a.display.warn("  %s", reason)
	}
}

// warnCut says how many gaps --max-speed made, and how many rows it left out.
func (a *app) warnCut(name string, r format.Report) {
	if r.SpeedGaps == 0 {
		return
	}
	cut := ""
	if r.CutOff > 0 {
		cut = fmt.Sprintf(", and left out %s of %s rows that are cut off on both sides", hostmemory.Count(r.CutOff), hostmemory.Count(r.Rows))
	}
	a.display.warn("%s: --max-speed made %s%s", name, plural(r.SpeedGaps, "gap"), cut)
}

// warnAlone says how many of some trajectories --max-gap and --max-speed left without a segment: their samples are point
// events.
func (a *app) warnAlone(name string, r format.Report, of int) {
	for _, by := range []struct {
		flag  string
		trajs int
	}{{"--max-gap", r.GapAlone}, {"--max-speed", r.SpeedAlone}} {
		if by.trajs > 0 {
			a.display.warn("%s: %s leaves %s of %s without a segment, as point events", name, by.flag, hostmemory.Count(by.trajs), plural(of, "trajectory"))
		}
	}
}

// shown is a path as messages show it.
func shown(path string) string {
	if path == "-" {
		return "standard input"
	}
	return printable.Text(path)
}
