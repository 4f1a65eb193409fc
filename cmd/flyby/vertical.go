package main

import (
	"cmp"
	"fmt"
	"math"

	"flyby"
	"flyby/internal/cli"
	hostmemory "flyby/internal/memory"
	"flyby/internal/printable"
	"flyby/trajectory"
	"flyby/verify"
)

// checkMade wants the vertical threshold that the metadata of a Parquet file say it was made with.
func (t *task) checkMade(file *verify.File) error {
	made, told := file.Vertical(), t.Ask().Search.Rule().Vertical.String()
	if made == "" || made == told {
		return nil
	}
	if told == "" {
		return fmt.Errorf("%s: was made with --vertical '%s', not without it", cli.Shown(t.out), printable.Text(made))
	}
	return fmt.Errorf("%s: was made with --vertical '%s', not '%s' (in the unit of the data)", cli.Shown(t.out), printable.Text(made), told)
}

// mostAtVertical is the reciprocal of the share of hits at V beyond which there is a warning.
const mostAtVertical = 100

// warnAtVertical warns of hits at V where they are many: the question may have been another, as separation is kept at V.
func (t *task) warnAtVertical(s flyby.Stats) {
	asked := t.asked().Search
	if asked.Vertical == nil || *asked.Vertical == 0 || asked.VerticalStrict || s.AtVertical <= s.Hits/mostAtVertical {
		return
	}
	v := cmp.Or(t.vertical, number(*asked.Vertical))
	t.display.warn("the heights of %s of %s differ by %s, to rounding: --vertical '<%s' leaves out pairs that come no closer",
		hostmemory.Count(s.AtVertical), plural(s.Hits, "hit"), v, v)
}

// looksLikeDegrees returns the error for data that count as metres by default and lie in the range of longitudes and latitudes.
func looksLikeDegrees(name string, e trajectory.Extent) error {
	return fmt.Errorf("%s: x from %s to %s and y from %s to %s: looks like degrees: --lonlat, or --units m if it is metres",
		name, number(e.Min[0]), number(e.Max[0]), number(e.Min[1]), number(e.Max[1]))
}

// tellVast says that all that is there at one time is within the distance, which hardly anybody asks, unless it is a distance from zones; text is how it was typed.
func (t *task) tellVast(text string, distance float64) {
	all := t.entries.Extent()
	if t.queries.Store != nil {
		all = union(all, t.queries.Extent())
	}
	wide := diagonal(all, t.entries.Dim())
	if len(t.asked().Zones) > 0 || !(distance > wide && wide > 0) {
		return // where all is at one place, any distance is
	}
	t.wide = &wide
	t.display.warn("--distance %s: more than the extent of all data, %s%s: any two are within it while both are there", text, number(wide), unitAfter(t.Units().Length))
}

// union is the box of two boxes.
func union(a, b trajectory.Extent) trajectory.Extent {
	a.Start, a.End = min(a.Start, b.Start), max(a.End, b.End)
	for k := range a.Min {
		a.Min[k], a.Max[k] = min(a.Min[k], b.Min[k]), max(a.Max[k], b.Max[k])
	}
	return a
}

// diagonal is the way between two opposite corners of a box; NaN where it is not known along some axis.
// Not by math.Hypot, which fuses on some processors.
func diagonal(e trajectory.Extent, axes int) float64 {
	sum := 0.0
	for k := range axes {
		side := e.Max[k] - e.Min[k]
		sum += float64(side * side)
	}
	return math.Sqrt(sum)
}
