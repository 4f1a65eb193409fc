package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	hostmemory "flyby/internal/memory"
	"flyby/internal/printable"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
	"flyby/trajectory/inventory"
)

// tellOf reports the rows and samples that reading with some options left out, changed or added.
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

// tellReading reports how a data set was read, its columns of heights that were not taken, and its rows left out.
func (a *app) tellReading(d loaded, o *format.Options) {
	a.tellRows(d, o)
	if text := d.Report.AsideText(); text != "" {
		a.display.warn("%s: %s", d.Name, text)
	}
}

// tellRows is tellReading for info, whose notes have the columns of heights.
func (a *app) tellRows(d loaded, o *format.Options) {
	a.tellOf(d.Name, *o, d.Report)
	a.warnAlone(d.Name, d.Report, d.Trajectories())
}

// assumedHeight is the assumption about heights beside degrees without a named unit.
const assumedHeight = "z in m"

// Messages of --verbose about segments that were split.
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

// tellPreset reports the columns that a preset or layouts took, unless --preset names the one preset of all files, and the rows left out.
func (a *app) tellPreset(name string, o format.Options, r format.Report) {
	p := r.Preset
	if r.LonLat != "" && (len(r.Layouts) == 0 || o.Preset == format.NoPreset) {
		a.display.warn("%s: %s, degrees", name, r.LonLat)
	}
	if r.Geometry != "" && (len(r.Layouts) == 0 || o.Preset == format.NoPreset) {
		a.display.warn("%s: %s", name, printable.Text(r.Geometry))
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

// tellFarApart says that straight lines join samples that are far apart in time.
func (a *app) tellFarApart(name string, r *format.Report) {
	if far := farApartOf(r); far != nil {
		a.display.warn("%s: %s", name, inventory.FarApart(*far, r.Units.StepUnit()))
	}
}

// farApart is the part of summaries about samples that are far apart in time.
type farApart = trajectory.FarApart

// farApartOf describes the samples that are far apart in time and joined by straight lines, nil where there are none.
func farApartOf(r *format.Report) *farApart {
	if !r.JoinsFarApart() {
		return nil
	}
	return &r.FarApart
}

// tellRenamed reports the new names of persons and containers that have the id of another object.
func (a *app) tellRenamed(name string, r format.Renamed) {
	if !r.Any() {
		return
	}
	var who []string
	if r.Persons > 0 {
		who = append(who, plural(r.Persons, "person"))
	}
	if r.Containers > 0 {
		who = append(who, plural(r.Containers, "container"))
	}
	verb, called := "has the id of another object: it is", printable.Text(strings.Join(r.First, ", "))
	if n := r.Persons + r.Containers; n > 1 {
		verb = "have the id of another object: they are"
		if n > len(r.First) {
			called += " and so on"
		}
	}
	a.display.note("%s: %s %s called %s", name, strings.Join(who, " and "), verb, called)
}

// renamedOf describes the renamed persons and containers, nil where there are none.
func renamedOf(r format.Report) *format.Renamed {
	if !r.Renamed.Any() {
		return nil
	}
	return &r.Renamed
}

// motion is the part of the summary about ephemerides without --curve.
type motion = inventory.Motion

// motionOf is nil where no file is an OEM, or --curve was given.
func motionOf(r *format.Report) *motion { return inventory.MotionOf(r) }

// curveOf is the largest distance of the motion from curves, 0 where it is straight.
func curveOf(r *format.Report) float64 { return inventory.CurveOf(r) }

// tellMotion reports the motion assumed between the lines of ephemerides, and warns where the file names another.
func (a *app) tellMotion(name string, r *format.Report) {
	m := motionOf(r)
	if m == nil {
		return
	}
	if m.Within > 0 {
		split := "no segment is split"
		if r.Split > 0 {
			split = became(r.Split, r.Added, "segment")
		}
		a.display.note("%s: motion follows the velocities to within %s: %s (--curve none: straight lines)", name, lengthOfOrbits(m.Within), split)
	}
	if m.Turns > 0 {
		a.display.note("%s: %s of velocity where an ephemeris goes on from another: both count", name, plural(m.Turns, "change"))
	}
	all, curved, bare := 0, 0, 0
	for _, e := range m.Ephemerides {
		all, curved, bare = all+e.Number, curved+e.Curved, bare+e.Bare
	}
	for _, e := range m.Ephemerides {
		a.tellEphemerides(name, e, all)
	}
	switch {
	case bare > 0 && curved == 0:
		a.display.warn("%s: %sno velocities: motion is straight", name, some(bare, all, ": "))
	case bare > 0:
		a.display.warn("%s: %svelocities lack in some lines: motion is straight from and to these", name, some(bare, all, ": "))
	}
	switch {
	case math.IsInf(r.Curve, 1):
		a.display.warn("%s: positions and velocities are too large for curves: motion is straight", name)
	case m.Within > m.Asked:
		a.display.warn("%s: within %s segments would be split into more than 10,000 parts: motion is within %s of the curve, the least that is enough for all", name, lengthOfOrbits(m.Asked), lengthOfOrbits(m.Within))
	}
}

// tellEphemerides reports the motion taken between the lines of ephemerides with one interpolation; all is the number of all ephemerides.
func (a *app) tellEphemerides(name string, e format.Ephemerides, all int) {
	const cubic = "motion is the cubic that fits positions and velocities (--curve none: straight lines)"
	degree := ""
	if e.Degree != "" {
		degree = " of degree " + e.Degree
	}
	switch {
	case e.Number == 0:
	case e.Interpolation == "LINEAR":
		a.display.note("%s: %smotion is straight, as INTERPOLATION = LINEAR says", name, some(e.Number, all, ": "))
	case e.Curved == 0 || e.Interpolation == "HERMITE":
	case e.Interpolation != "":
		a.display.warn("%s: %sINTERPOLATION = %s%s, which flyby has not: %s", name, some(e.Number, all, ": "), e.Interpolation, degree, cubic)
	case degree != "":
		a.display.warn("%s: %sno INTERPOLATION is said, and degree %s: %s", name, some(e.Number, all, ": "), e.Degree, cubic)
	default:
		a.display.warn("%s: %sno INTERPOLATION is said: %s", name, some(e.Number, all, ": "), cubic)
	}
}

// some is the beginning of a message about n of all ephemerides, with then behind it; "" if it is about all.
func some(n, all int, then string) string {
	if n == all {
		return ""
	}
	return fmt.Sprintf("%s of %s ephemerides%s", hostmemory.Count(n), hostmemory.Count(all), then)
}

// lengthOfOrbits returns a length in km as messages write it.
func lengthOfOrbits(km float64) string {
	if km == orbitCurve {
		return "10 m"
	}
	return fmt.Sprintf("%v km", km)
}

// curveText describes curved motion for info, "" where it is straight.
func curveText(r *format.Report) string {
	within := curveOf(r)
	if within == 0 {
		return ""
	}
	length := lengthOfOrbits(within)
	if r.Motion == nil {
		length = fmt.Sprint(within)
		if u := r.Units.Length; u != "" {
			length += " " + u
		}
	}
	return fmt.Sprintf("within %s of curves, %s", length, became(r.Split, r.Added, "segment"))
}

// tellPlaces says how many places there are.
func (a *app) tellPlaces(name string, o format.Options, r format.Report) {
	if o.Places != nil {
		a.display.warn("%s: %s, at all times", name, plural(r.Places, "place"))
	}
}

// loadAny reads a data set whose numbers may look like degrees, or a file of places, which has no times of its own.
func (a *app) loadAny(ctx context.Context, of *inputFiles, o format.Options) (loaded, error) {
	l, err := a.loadPresumed(ctx, of, o, a.tellRows)
	if input.EndedByPlaces(ctx, of.files, o, err) {
		o.Places = &format.Places{}
		return a.loadPresumed(ctx, of, o, a.tellRows)
	}
	return l, err
}

// placesRow is the line of info about the times of places.
func (f facts) placesRow() string {
	return fmt.Sprintf("none: %s, at all times of the other file of a search", plural(f.Places, "place"))
}
