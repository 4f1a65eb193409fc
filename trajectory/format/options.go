package format

import (
	"math"

	"flyby/internal/elements"
	"flyby/internal/height"
	"flyby/internal/infile"
	"flyby/internal/states"
	"flyby/trajectory"
)

// Options says how Read reads. The zero value reads files as the package comment
// describes them, with all cores.
type Options struct {
	Reading
	// Columns maps id, t, x, y, z and r, with Curve vx, vy and vz, and piece to the names they have in the file. The
	// file must have a column named here, unless TakeNeutral takes another. See ParseColumns.
	Columns map[string]string
	// Upright takes z for a height with a horizontal position, x and y or with LonLat the foot of the
	// place on the ellipsoid (trajectory.Columns.H). A file without z is an error.
	Upright bool
	// Feet takes, with LonLat and in files with z, z for a height as Upright does; it refuses earth-centred positions. Other files it leaves as they are.
	Feet bool
	// KeepDegrees leaves positions in degrees, of LonLat and of formats that have nothing else, as
	// they are: they are checked and not converted. It is for Read alone.
	KeepDegrees bool
	// SortTimes takes the rows of a trajectory in any order. They are sorted by time, rows at one time by
	// their order in the file, before consecutive rows are compared for repeats, places that clash and
	// gaps. The radius of a trajectory stays the radius of its first row in the file. fileset.ReadRows hands rows on as they are.
	SortTimes bool
	// Places, unless nil, takes files of tables for places, which have no times: one row an id, each there from the first to the
	// last instant. A column of times is not looked at: see input.ArePlaces. MaxGap, MaxSpeed, Curve and SortTimes are not for places.
	// Two places of one id are a bad row. fileset.ReadRows hands rows on with Places.First for t. See docs/decisions/0086-places.md.
	Places *Places
	// Preset names the one of Presets whose columns a table (Format.Tabular) has, NoPreset for none of them. Empty: the
	// first preset whose columns all are in the header, unless the neutral columns are. Names are compared
	// without case, and _ - . : and blanks as equal; Columns names single columns otherwise. With a preset, rows
	// without a position, and repeated positions of opensky, are left out and counted. Tables other than CSV
	// that have the neutral columns instead of the preset's, and files of other formats, are read as they are.
	Preset string
	// Height is NoHeight to leave heights, or z, out; one of Heights where the preset has it; empty:
	// as the file has them.
	Height string
	// ID is the id of the trajectory in a file whose format has no ids (GPX, PLT); empty: the
	// file's name without folder and extension.
	ID string
	// Units are the units of the numbers in a file that does not name its units; a file that names others is
	// an error. As a unit of time, jd and mjd also say which scale of days it is.
	Units Units
	// ColumnUnits are units of single columns, by the keys of Columns: lengths of x, y, z and r, times of t, which may be in
	// "unix", "unixms", "unixus" or "unixns" (seconds to nanoseconds since 1970-01-01T00:00:00Z) and are timestamps then, speeds of vx, vy and vz. Numbers are converted to the units of
	// the data, with LonLat metres, each rounded once. Columns of Attributes may be among them; their text stays. A file that
	// names another unit of the column, or lacks the column, is an error; r may be missing.
	ColumnUnits map[string]string
	// Into are units that numbers are converted to, each rounded once, where the file, or Units, names others: the units of the data that these are searched in. See
	// IntoUnits and docs/decisions/0084-units-by-column.md. Text of Attributes, and conditions of Where, stay in the units of the file.
	Into Units
	// Needs says of which dimensions the question to the data has units: the advice about a file that lacks columns names them.
	Needs Needs
	// MayBePlaces says that the data may be places, as one of the two data sets of a search: the advice about a file that lacks times says so.
	MayBePlaces bool
	// Other, unless nil, says of a mapping of columns that is suggested for these data whether flags for both data sets of the question may say it, given
	// the mapping that they say now, and else the mapping that the other data set needs, nil for none: the advice about a file that lacks columns.
	Other func(said, suggested map[string]string) (both bool, needs map[string]string)
	// UnitsKnown, unless nil, is called with the name of a file and its units, before anything that
	// depends on them. It may set MaxGap, MaxSpeed, Radius and Curve; its error ends the reading.
	UnitsKnown func(file string, u Units, o *Options) error
	// KeepFirst keeps the first of a trajectory's rows at one time, and drops and counts the others (Report.Twice), instead of failing
	// at the second.
	KeepFirst bool
	// MaxGap > 0 makes no segment between samples further apart in time, and leaves Report.FarApart empty, which is the only effect of
	// +Inf. 0 means no limit, negative is an error.
	MaxGap float64
	// MaxSpeed > 0 makes no segment that is faster, in units of length by units of time, for degrees in
	// metres by units of time: see trajectory.BuildOptions. 0 means no limit, negative is an error.
	MaxSpeed float64
	// Radius is the radius of every trajectory of a file without column r; 0: trajectories have none, negative
	// is an error. A file with column r keeps its own radii: see Report.Radii.
	Radius float64
	// Curve > 0 takes motion between samples for the cubic that their velocities, in units of length by
	// units of time, make of it, and splits segments until their chords are within Curve of it: see
	// package curve. Tables need columns vx, vy and in 3-D vz, whose units may be others where the file
	// names them; OEM has them. With Upright the curve is one of x, y and z, too. Floating-car data and degrees
	// are a *CurveError. 0: motion is straight, negative is an error.
	Curve float64
	// OrbitCurve > 0 is Curve in kilometres for ephemerides (OEM) that have velocities and do not say INTERPOLATION =
	// LINEAR, where Curve is 0. It is never an error: motion is straight from and to samples without velocities, and in other
	// files of a data set; where segments would be split into more than curve.MostParts parts, the least distance
	// that is enough for all is taken. See Report.Curve and Report.Motion. 0: all motion is straight, negative is an error.
	OrbitCurve float64
	// States makes a path of each trajectory's state: its last row at or before an instant, now, that has a velocity. The path goes straight, at that velocity, from Behind before now to Ahead after it; states more than Stale older than
	// now are left out (0: than Ahead; +Inf: none is). MaxGap and MaxSpeed say from which rows velocities may be taken where files have no columns of them. Curve with States, and files of ephemerides, are errors. See docs/answers.md#states.
	States               bool
	Ahead, Behind, Stale float64
	// Now is the instant of States, a time of the data; nil: NowOf says the instant, and if NowOf is nil, too, the newest row has it.
	Now *float64
	// NowOf, unless nil, says now of data whose times are of some kind and whose units are known as far as u says.
	NowOf func(times trajectory.TimeKind, u Units) (float64, error)
	// Window, unless nil, is the span of time, in seconds since 1970, in which element sets of orbits (OMM, TLE) have positions: an object's first segment is the one
	// that holds its start, the last the one that holds its end. Curve or OrbitCurve is how far chords may be from SGP4. Files of element sets are an error without it; other files are read without it.
	Window *[2]float64
	// Attributes are columns, by their names in the file: Report.Attributes has the value in each trajectory's first row, and at any time. Among several
	// files, rows of a file that lacks the column do not count. Columns are named as in Where; a file may lack some or all.
	Attributes []string
	// FirstValues are columns among Attributes of which only values of first rows are kept.
	FirstValues []string
	// The fields below are for readers of formats: package input and readers themselves set them.

	// Sets hands the element sets of orbits (OMM, TLE) on as rows with reading.Rows.Sets. Otherwise files of element sets are an error, for they have no
	// positions.
	Sets      bool
	Given     map[string]string // Columns as they were before TakeNeutral; nil: Columns are
	Taken     string            // what TakeNeutral took, in words; "": nothing
	Stamps    *infile.Stamps    // of files that are read more than once: see Steady
	SomeTimes []float64         // times of rows, whose sizes serve the advice of UnitsKnown; nil: they are not known
}

// ErrChanged is wrapped by errors about files that changed while they were read.
var ErrChanged = infile.ErrChanged

// Steady returns options with which every reading has to find each file as the first reading did: of the same size, and last
// changed at the same time. input.ReadFiles and fileset.ReadFileRows, which may read files more than once, do so by themselves.
func (o Options) Steady() Options {
	if o.Stamps == nil {
		o.Stamps = &infile.Stamps{}
	}
	return o
}

// Lasting is Steady for files that are read again later, by a server or slab by slab: a file whose size and time of change are as they were,
// and whose bytes are others, is a changed one too, where the system keeps the time of the last change of a file's state (Windows does not).
func (o Options) Lasting() Options {
	if o.Stamps == nil {
		o.Stamps = &infile.Stamps{Sums: true}
	}
	return o
}

// A Tally counts the rows of files by what became of them.
type Tally = infile.Tally

// Report counts and describes the rows that Read found.
type Report struct {
	Tally
	Split    int                 // LonLat and curves: segments split because they were too far from their chords
	Added    int                 // LonLat and curves: samples that splitting added
	Curve    float64             // distance within which motion follows curves, 0: it is straight, +Inf: no distance was enough
	Motion   *Motion             // motion taken by Options.OrbitCurve, nil: no file is an OEM
	Degrees  bool                // KeepDegrees: x, y and z are longitudes and latitudes in degrees, and heights in metres
	Heights  bool                // positions have z, or heights
	Places   int                 // number of places, with Options.Places
	FarApart trajectory.FarApart // where Options.MaxGap is 0: see JoinsFarApart
	Jumps    Jumps               // where Options.MaxSpeed is 0, and motion is straight
	Radii    bool                // one file or more has a column of radii
	RefFrame string              // of orbits: "TEME about EARTH" of element sets, what files of OEM say; "" of other files
	Units    Units               // of positions and times, as far as the file and Options.Units say, or Options.Into where numbers were converted
	Said     Units               // Units as they were before a conversion to Options.Into
	// Presumed says that Units.Length, metres, is the usual unit of the format (SUMO), and that neither the file nor Options
	// name a unit: see LooksLikeDegrees.
	Presumed bool
	// Assumed says that z with degrees is taken for metres, which neither its name, nor the file, nor Options say.
	Assumed bool
	// Unzoned is the column of times which no zone is said of, by the file or by Options.Zone, and which were taken for UTC: TIMESTAMPs of Parquet
	// that are not adjusted to UTC, INT96, and days; "" for none.
	Unzoned string
	// OfDay is the column of times of day, such as 00:00:02, or 1:00:00:02 behind a number of days, which are numbers of seconds since midnight; "" for none.
	OfDay string
	// States counts the states that Options.States asked for, nil where it did not.
	States *states.Report
	// Elements counts what was left out and used of element sets, with Options.Window; nil: the files have none.
	Elements *elements.Tally
	// LonLat names the columns that were taken for longitude, latitude and height by their names alone, not by a format, a preset or
	// Options, such as "x=lon y=lat z=height"; "" for none: see docs/decisions/0087-columns-in-degrees.md.
	LonLat string
	// Geometry says which coordinates columns of geometry (GeoParquet, GeoArrow) were taken for, with their CRS, such as
	// "x, y=geometry (points), OGC:CRS84, degrees"; "" for none: see docs/decisions/0113-geoparquet.md.
	Geometry string
	// Aside are columns of heights, by their names, that were not taken though positions have no z and Options.Height is not NoHeight: see AsideText.
	Aside  []height.Column
	Preset Preset // the preset of the columns; of several files the first preset, and all rows that presets left out
	// Layouts are the layouts of tables among several files, in the order of their first files; none where all tables have one layout.
	Layouts []Layout
	Renamed Renamed // of SUMO: persons and containers that have the id of another object

	Attributes *Attributes // values of Options.Attributes; nil where there are no such options

	trajectory.LeftOut // of Rows, beside Skipped
}

// Jumps are segments far faster than others, see trajectory.Jumps, with the id of the trajectory of the fastest.
type Jumps struct {
	Segments int
	Fastest  string
	Band     [2]float64
}

// LimitsSpeed reports whether there are speeds that MaxSpeed excludes.
func (o *Options) LimitsSpeed() bool { return o.MaxSpeed > 0 && !math.IsInf(o.MaxSpeed, 1) }

// JoinsFarApart reports whether straight lines join samples that are far apart in time: FarApart says which.
func (r *Report) JoinsFarApart() bool {
	return r.FarApart.Segments > 0 && r.Motion == nil && r.Curve == 0
}

// Preset says which columns a preset took, and how many rows it left out. These rows count in
// Report.Rows, and not as skipped.
type Preset struct {
	Name     string `json:"name"`                       // "" where there was none
	Columns  string `json:"columns"`                    // "marinecadastre: id=MMSI t=BaseDateTime (UTC) x=LON y=LAT, degrees"
	Absent   int    `json:"without_position,omitempty"` // rows left out
	Flat     int    `json:"without_height,omitempty"`   // rows left out that have a position in 2-D
	Repeated int    `json:"repeated,omitempty"`         // rows left out that repeat a position
	Unplaced int    `json:"without_parallax,omitempty"` // rows left out whose parallax is not above 0
}

// A Layout says from which columns some tables of a data set are read. See
// docs/decisions/0088-layouts-of-one-data-set.md.
type Layout struct {
	Preset  string `json:"preset"`            // NoPreset where there was none
	Columns string `json:"columns,omitempty"` // as Preset, or Report.LonLat, has them
	Files   int    `json:"files"`             // number of files with the layout
	First   string `json:"first"`             // the first of these files
}

// Omitted returns how many rows were left out.
func (p *Preset) Omitted() int { return p.Absent + p.Flat + p.Repeated + p.Unplaced }
