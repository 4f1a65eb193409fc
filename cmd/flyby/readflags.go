package main

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"flyby/internal/cli"
	"flyby/internal/infile"
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
	columns   string
	preset    string
	height    string
	units     unitsFlag
	maxGap    quantity
	maxSpeed  quantity
	radius    quantity
	curve     curveFlag
	sortTimes bool
}

func (f *readFlags) add(c *cobra.Command) {
	s := c.Flags()
	addInFormat(c, input.Formats())
	s.StringVar(&f.columns, "columns", "", "`NAMES` of columns for the keys id, t, x, y, z, r, and vx, vy, vz of --curve: id=vehicle,t=time,x=east,y=north; t=none: in a search, a file without t has places (default traj_id or id, t, x, y, z, r)")
	s.StringVar(&f.preset, "preset", "", "`PRESET` of columns in tables: "+listed(append(format.Presets(), format.NoPreset), "or")+" (default: the first preset whose columns a header without id, t, x, y has). --columns changes single columns")
	complete(c, "preset", append(format.Presets(), format.NoPreset)...)
	s.BoolVar(&f.lonLat, "lonlat", false, "x and y (or lon and lat) are longitude and latitude in degrees, z (or height) is metres: turn them into earth-centred metres on WGS 84; distances are straight lines. Files of lon and lat need no flag")
	s.StringVar(&f.height, "height", "", "`SOURCE` of heights: none ignores heights, and any column z, and does not tell of them; "+listed(format.Heights(), "or")+" with --preset opensky (default: the heights of the file, geoaltitude with opensky)")
	f.addTimes(c)
	f.units.add(c)
	addQuantity(c, &f.maxGap, "max-gap", measure.Time, "make no segment between samples further apart in time than `T`, in the time unit of the data (seconds for timestamps) or with a unit: 30min, 6h; 0: no limit, and no message about samples far apart")
	addQuantity(c, &f.maxSpeed, "max-speed", measure.Speed, "ignore jumps faster than `V`, in the units of length and time of the data, or with a unit: 50kn, 300km/h. Positions that only such jumps lead to and from are left out. 0: no limit")
	addQuantity(c, &f.radius, "radius", measure.Length, "radius `R` of each trajectory in a file without column r, in the length unit of the data or with a unit, as 15m: the radii of both objects add to the threshold. Files with a column r keep it; 0: none")
	f.curve.add(c)
	f.addWhere(c)
	s.BoolVar(&f.sortTimes, "sort-times", false, "take rows in any order and sort the rows of each trajectory by time, on disk where they outgrow the memory, instead of failing at the first row that goes back in time")
	s.BoolVar(&f.skipBadRows, "skip-bad-rows", false, "drop and count bad rows instead of failing at the first bad row")
	cli.AddWhole(c, &f.threads, "threads", 0, "`N` cores to use, at most four threads a core; 0: all")
}

// checkThreads refuses a negative --threads.
func checkThreads(c *cobra.Command, threads int) error {
	if threads < 0 {
		return cli.Usage(c, "--threads %d: must be positive, or 0 for all cores", threads)
	}
	return nil
}

// options checks the flags and turns them into options of package format, for data sets of files.
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
	}
	if err := checkThreads(c, f.threads); err != nil {
		return format.Options{}, err
	}
	return format.Options{
		Reading: f.reading(c, where), Columns: columns, Preset: f.preset, Height: f.height, Units: f.units.Units, ColumnUnits: f.units.columns, UnitsKnown: f.adapt(c), Needs: neededUnits(c), Radius: f.radius.number(), Curve: f.curve.number(), OrbitCurve: f.curve.orbits(), SortTimes: f.sortTimes,
	}, nil
}

// anyTable reports whether a file of the data sets is a table, which alone has presets.
func anyTable(sets []*inputFiles) bool {
	return slices.ContainsFunc(sets, func(of *inputFiles) bool {
		return slices.ContainsFunc(of.formats, func(f format.Format) bool { return f.Tabular })
	})
}

// load reads a data set, showing how far it is, and tells of rows left out.
func (a *app) load(ctx context.Context, of *inputFiles, o format.Options) (loaded, error) {
	l, err := a.loadPresumed(ctx, of, o, a.tellReading)
	if err == nil && l.Report.LooksLikeDegrees(l.Extent()) {
		err = looksLikeDegrees(of.shown(), l.Extent())
	}
	return l, err
}

// loadPresumed is load of data that may look like degrees.
func (a *app) loadPresumed(ctx context.Context, of *inputFiles, o format.Options, tell func(loaded, *format.Options)) (loaded, error) {
	start := time.Now()
	defer a.display.end()
	store, report, err := input.ReadFiles(ctx, of.files, a.follow(of.shown(), o))
	if err != nil {
		return loaded{}, err
	}
	l := job.InMemory(of.shown(), store, report)
	tell(l, &o)
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

// shown is a path as messages show it.
func shown(path string) string {
	if path == "-" {
		return "standard input"
	}
	return printable.Text(path)
}

// rowFlags say how files are read, of trajectories and of points.
type rowFlags struct {
	where        []string
	zone, layout string
	lonLat       bool
	skipBadRows  bool
	threads      int
}

// reading is how rows are read that hold conditions.
func (f *rowFlags) reading(c *cobra.Command, where []format.Condition) format.Reading {
	return format.Reading{Format: wordOf(c, inFormatFlag), Where: where, LonLat: f.lonLat, Zone: f.zone, TimeLayout: f.layout, SkipBadRows: f.skipBadRows, Threads: f.threads, Stdin: c.InOrStdin(), Folder: folderOf(c)}
}

func (f *rowFlags) addTimes(c *cobra.Command) {
	s := c.Flags()
	s.StringVar(&f.zone, "tz", "", "`ZONE` of times without an offset from UTC, and of midnights of dates, as UTC, +01:00, Europe/Oslo. Without it they are errors, but UTC in Parquet. Times that its clocks skip or show twice are errors")
	s.StringVar(&f.layout, "time-layout", "", "`LAYOUT` of times in text, such as 'DD/MM/YYYY hh:mm:ss', or with M, D, h, m and s for one digit or two, such as M/D/YYYY; a date alone is its midnight (default as in 2024-05-01T12:00:00 and 2024-05-01)")
}

func (f *rowFlags) addWhere(c *cobra.Command) {
	c.Flags().StringArrayVar(&f.where, "where", nil, "read only rows for which `CONDITION` holds on a column of the file, such as 'speed<=12.5': "+conditionWords)
}

// conditions are the conditions of --where.
func (f *rowFlags) conditions(c *cobra.Command) ([]format.Condition, error) {
	return conditionsOf(c, "--where", f.where)
}

// conditionsOf are the conditions of a flag.
func conditionsOf(c *cobra.Command, flag string, texts []string) (all []format.Condition, err error) {
	for _, text := range texts {
		condition, err := format.ParseCondition(text)
		if err != nil {
			return nil, cli.Usage(c, "%s %w", flag, err)
		}
		all = append(all, condition)
	}
	return all, nil
}

// checkTimes refuses zones and layouts that there are not.
func (f *rowFlags) checkTimes(c *cobra.Command) error {
	if err := format.CheckTimes(f.zone, ""); err != nil || f.zone == "" && c.Flags().Changed("tz") {
		return cli.Usage(c, "--tz %q: must be UTC, an offset such as +01:00, or a name such as Europe/Copenhagen", f.zone)
	}
	if err := format.CheckTimes("", f.layout); err != nil || f.layout == "" && c.Flags().Changed("time-layout") {
		return cli.Usage(c, "--time-layout %q: must have %s, such as 'DD/MM/YYYY hh:mm:ss' or M/D/YYYY", f.layout, format.TimeLayouts)
	}
	return nil
}

// inputFiles is a flag, or arguments, that name the files of a data set: files, folders and
// patterns.
type inputFiles struct {
	flag  string       // "--entries"
	names []string     // as they were given; "-" for standard input
	files []input.File // that they lead to, in order, once check has looked

	formats []format.Format // of files

	// takes returns the folder or the pattern among names that would lead to a file of a path, too, "" for none; check sets it.
	takes func(path string, names ...string) string
}

// Set adds a name.
func (f *inputFiles) Set(name string) error {
	if name == "" {
		return errors.New("no file name")
	}
	name = standardIn(name)
	if name == "-" && slices.Contains(f.names, name) {
		return errors.New("standard input can be read once only")
	}
	f.names = append(f.names, name)
	return nil
}

func (f *inputFiles) String() string { return strings.Join(f.names, " ") }

// Type is what help calls the value where the flag has no word for it.
func (f *inputFiles) Type() string { return "string" }

// given reports whether there is a name.
func (f *inputFiles) given() bool { return len(f.names) > 0 }

// check finds the files, and refuses names that no file of trajectories has. Where none is given
// that is left to others.
func (f *inputFiles) check(c *cobra.Command) error { return f.find(c, input.Formats()) }

// find is check of files of some formats.
func (f *inputFiles) find(c *cobra.Command, all format.Formats) (err error) {
	kinds := all.Kinds(folderOf(c))
	f.takes, f.formats = kinds.Takes, nil
	if f.files, err = infile.ListFiles(kinds, f.names...); err != nil {
		if errors.Is(err, filepath.ErrBadPattern) {
			return cli.Usage(c, "%s: %s", f.flag, cli.Message(err))
		}
		return err
	}
	for _, file := range f.files {
		of, err := choose(c, f.flag, file.Path, all)
		if err != nil {
			return err
		}
		f.formats = append(f.formats, of)
	}
	return nil
}

// same reports whether two data sets are of the same files.
func (f *inputFiles) same(other *inputFiles) bool { return slices.Equal(f.files, other.files) }

// shown is the data set as messages show it: its file, its folder or pattern, or how many files it has.
func (f *inputFiles) shown() string {
	return job.NameOf(f.names, f.files)
}

// ends are the files as ends of the run.
func (f *inputFiles) ends() (all []end) {
	for _, file := range f.files {
		all = append(all, end{f.flag, file.Holder()})
	}
	return all
}

// addFile adds the flag of an input to the flags of a search.
func (f *searchFlags) addFile(c *cobra.Command, in *inputFiles, name, usage string) {
	in.flag = "--" + name
	c.Flags().Var(in, name, usage)
	completeFile(c, name, input.Formats())
	f.inputs = append(f.inputs, in)
}

// arguments takes files that stand as arguments in place of the flag.
func (f *inputFiles) arguments(c *cobra.Command, args []string) error {
	if len(args) == 0 && f.given() {
		return nil
	}
	if f.given() {
		return cli.Usage(c, "%q: the files stand as arguments or behind %s, and %s %s is given too", args[0], f.flag, f.flag, f.names[0])
	}
	f.flag = "FILE"
	for _, name := range args {
		if err := f.Set(name); err != nil {
			return cli.Usage(c, "FILE %q: %w", name, err)
		}
	}
	return nil
}

// missing says that no file is given.
func (f *inputFiles) missing(c *cobra.Command) error {
	if f.flag == "FILE" {
		return cli.Usage(c, "FILE is missing")
	}
	return cli.Usage(c, "%s FILE is missing", f.flag)
}

// argumentFiles are the files that a command has as arguments.
func argumentFiles(c *cobra.Command, args []string) (*inputFiles, error) {
	in := &inputFiles{flag: "FILE"}
	if err := in.arguments(c, args); err != nil {
		return nil, err
	}
	return in, in.check(c)
}

// severalFiles describes several files of trajectories for help.
const severalFiles = "Several files are one data set: all rows of an id are one trajectory, in order of time, and a row that two files have counts once."

// filesHint names, for help, the topic that lists the formats of files.
const filesHint = "FILE may be a folder or a pattern in quotes: flyby help files lists the formats of files."
