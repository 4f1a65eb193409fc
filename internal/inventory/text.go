package inventory

import (
	"fmt"
	"math"
	"strings"

	hostmemory "flyby/internal/memory"
	"flyby/internal/printable"
	"flyby/internal/survey"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// Text returns the facts for people, line by line, under the name of the data set.
func (f Facts) Text(name string) string {
	var s strings.Builder
	row := func(label, format string, args ...any) {
		fmt.Fprintf(&s, "  %-14s %s\n", label, fmt.Sprintf(format, args...))
	}
	fmt.Fprintln(&s, name)
	if f.Files > 1 {
		row("files", "%s", hostmemory.Count(f.Files))
	}
	f.writeTaken(row)
	row("trajectories", "%s, ids %s to %s (%ss)", hostmemory.Count(f.Trajectories), printable.Text(f.FirstID), printable.Text(f.LastID), f.IDs)
	row("samples", "%s, a trajectory %s", hostmemory.Count(f.Samples), spreadText(f.Length))
	row("segments", "%s%s", hostmemory.Count(f.Segments), f.remarks())
	if f.curve != "" {
		row("motion", "%s", f.curve)
	}
	row("dimensions", "%d%s", f.Dimensions, f.frame())
	if f.Radius != nil {
		row("radius", "%s to %s%s", Number(f.Radius[0]), Number(f.Radius[1]), f.lengthUnit())
	}
	if f.Places > 0 {
		row("time", "%s", f.placesRow())
	} else {
		row("time", "%s to %s%s", Instant(f.Kind, f.Start), Instant(f.Kind, f.End), f.timeUnit())
	}
	if f.Step.Max > 0 {
		row("time step", "%s%s", spreadText(f.Step), f.stepUnit())
	}
	f.writeExtent(row)
	if f.Speed.Max > 0 {
		row("speed", "%s%s", tailText(f.Speed), f.speedUnit())
	}
	row("memory", "%s, %.0f bytes a segment", hostmemory.Size(uint64(f.Memory)), float64(f.Memory)/float64(f.Segments))
	for _, n := range f.Notes {
		row("note", "%s", n)
	}
	f.writeProfile(&s)
	return s.String()
}

// writeTaken prints the columns of the file, each with its meaning.
func (f Facts) writeTaken(row func(label, format string, args ...any)) {
	for _, l := range f.Layouts {
		row("preset", "%s (%s)", printable.Text(LayoutColumns(l)), LayoutFiles(l))
	}
	if f.Preset != nil && len(f.Layouts) == 0 {
		row("preset", "%s", printable.Text(f.Preset.Columns))
	}
	if f.LonLat != "" {
		row("degrees", "%s", printable.Text(f.LonLat))
	}
	if f.Geometry != "" {
		row("geometry", "%s", printable.Text(f.Geometry))
	}
}

// writeExtent tells where the data are, in degrees where they were given so.
func (f Facts) writeExtent(row func(label, format string, args ...any)) {
	if f.Degrees == nil {
		for k := range f.Min {
			row("xyz"[k:k+1], "%s to %s%s", Number(f.Min[k]), Number(f.Max[k]), f.lengthUnit())
		}
		return
	}
	across := ""
	if f.Degrees.Lon[0] > f.Degrees.Lon[1] {
		across = ", across the date line"
	}
	row("lon", "%s to %s degrees%s", degrees(f.Degrees.Lon[0]), degrees(f.Degrees.Lon[1]), across)
	row("lat", "%s to %s degrees", degrees(f.Degrees.Lat[0]), degrees(f.Degrees.Lat[1]))
	if h := f.Degrees.Height; h != nil {
		row("height", "%s to %s m", Number(h[0]), Number(h[1]))
	}
}

// frame describes the coordinates, where their frame is known.
func (f Facts) frame() string {
	if f.Frame == trajectory.Plain.String() {
		return ""
	}
	return ", " + f.Frame
}

// lengthUnit is the unit printed behind a length.
func (f Facts) lengthUnit() string {
	if f.Unit == "" {
		return ""
	}
	return " " + printable.Text(f.Unit)
}

// timeUnit is the unit printed behind a time.
func (f Facts) timeUnit() string {
	if f.Kind == trajectory.Timestamp {
		return ""
	}
	unit := f.stepUnit()
	if f.Units.Scale != "" {
		unit += " " + f.Units.Scale
	}
	return printable.Text(unit)
}

// stepUnit is the unit printed behind a duration.
func (f Facts) stepUnit() string {
	if u := f.StepUnit(); u != "" {
		return " " + u
	}
	return ""
}

// speedUnit is the unit printed behind a speed, where units of length and time are known.
func (f Facts) speedUnit() string {
	length, time := f.lengthUnit(), strings.TrimSpace(f.stepUnit())
	if length == "" || time == "" {
		return ""
	}
	return length + "/" + printable.Text(time)
}

// remarks counts point events, gaps, and rows left out.
func (f Facts) remarks() string {
	text := ""
	if f.PointEvents > 0 {
		text += fmt.Sprintf(", %s of them point events", hostmemory.Count(f.PointEvents))
	}
	if f.Gaps > 0 {
		text += fmt.Sprintf(", %s left out", Plural(f.Gaps, "gap"))
	}
	if n := f.Skipped - f.Twice; n > 0 {
		text += fmt.Sprintf(", %s left out", Plural(n, "bad row"))
	}
	if f.Twice > 0 {
		text += fmt.Sprintf(", %s of repeated times left out", Plural(f.Twice, "row"))
	}
	if f.CutOff > 0 {
		text += fmt.Sprintf(", %s cut off on both sides left out", Plural(f.CutOff, "row"))
	}
	if f.Repeats > 0 {
		text += fmt.Sprintf(", %s left out", Plural(f.Repeats, "repeated row"))
	}
	return text
}

// spreadText is a spread for people.
func spreadText(s survey.Spread) string {
	if Number(s.Min) == Number(s.Max) {
		return Number(s.Median)
	}
	return fmt.Sprintf("%s to %s (median %s)", Number(s.Min), Number(s.Max), Number(s.Median))
}

// tailText is a tail for people.
func tailText(t survey.Tail) string {
	return fmt.Sprintf("median %s, 99 %% up to %s, most %s", Number(t.Median), Number(t.P99), Number(t.Max))
}

// writeProfile draws the profile as bars.
func (f Facts) writeProfile(w *strings.Builder) {
	value, title := func(s survey.Slice) float64 { return s.Active }, "active segments over time, on average at an instant"
	if f.PointEvents == f.Segments {
		value, title = func(s survey.Slice) float64 { return float64(s.Events) }, "events over time"
	}
	most := 0.0
	labels, wide := make([]string, len(f.Profile)), 0
	for i, s := range f.Profile {
		most = max(most, value(s))
		labels[i] = Instant(f.Kind, s.Start)
		wide = max(wide, len(labels[i]))
	}
	fmt.Fprintf(w, "\n  %s\n", title)
	for i, s := range f.Profile {
		fmt.Fprintf(w, "  %*s  %s %s\n", wide, labels[i], bar(value(s), most, 40), Number(math.Round(value(s)*10)/10))
	}
}

// bar is a horizontal bar for value, width characters long for most, to an eighth of a character.
func bar(value, most float64, width int) string {
	if !(most > 0) {
		return ""
	}
	eighths := int(math.Round(value / most * float64(width) * 8))
	text := strings.Repeat("█", eighths/8)
	if rest := eighths % 8; rest > 0 {
		text += string([]rune("▏▎▍▌▋▊▉")[rest-1])
	}
	return text
}

// placesRow is the line of info about the times of places.
func (f Facts) placesRow() string {
	return fmt.Sprintf("none: %s, at all times of the other file of a search", Plural(f.Places, "place"))
}

// curveText describes curved motion for info, "" for straight motion.
func curveText(r *format.Report) string {
	within := CurveOf(r)
	if within == 0 {
		return ""
	}
	length := LengthOfOrbits(within)
	if r.Motion == nil {
		length = fmt.Sprint(within)
		if u := r.Units.Length; u != "" {
			length += " " + u
		}
	}
	return fmt.Sprintf("within %s of curves, %s", length, Became(r.Split, r.Added, "segment"))
}
