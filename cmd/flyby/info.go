package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/spf13/cobra"

	hostmemory "flyby/internal/memory"
	"flyby/internal/printable"
	"flyby/question"
	"flyby/trajectory"
	"flyby/trajectory/input"
	"flyby/trajectory/inventory"
	"flyby/trajectory/survey"
)

func (a *app) infoCommand() *cobra.Command {
	var read questionFlags
	read.begin(question.Joins)
	c := a.described("info", &cobra.Command{
		Args:              someFile,
		ValidArgsFunction: completeArguments(input.Formats()),
		RunE: func(c *cobra.Command, args []string) error {
			files, err := argumentFiles(c, args)
			if err != nil {
				return err
			}
			if err := a.checkApart(c, end{"", "-"}, files); err != nil {
				return err
			}
			o, err := read.readOptions(c, question.BothSides, files)
			if err != nil {
				return err
			}
			o.KeepDegrees, o.KeepFirst = true, true
			l, err := a.loadAny(c.Context(), files, o)
			if err != nil {
				return read.explain(c, err)
			}
			read := l.Store
			if l.Degrees {
				if l, err = a.inMetres(files.shown(), l); err != nil {
					return err
				}
			}
			facts := newFacts(l, read, o.ColumnUnits)
			if a.json {
				return writeObject(a.streams.out, facts.Facts)
			}
			return facts.write(a.streams.out, files.shown())
		},
	})
	read.addReading(c, false)
	a.addQuietJSON(c, "the summary as a JSON object on standard output; progress and errors as JSON on standard error")
	return c
}

// someFile wants an argument or more.
func someFile(_ *cobra.Command, args []string) error {
	if len(args) == 0 {
		return errors.New("FILE is missing")
	}
	return nil
}

// facts are the facts that info prints about a file.
type facts struct {
	inventory.Facts
	curve string // distance of the motion from curves, "": it is straight
}

// newFacts computes the facts of a file: l holds the samples as a search has them, read the samples as they were read.
func newFacts(l loaded, read *trajectory.Store, columns map[string]string) facts {
	return facts{inventory.Of(l.Store, read, &l.Report, columns), curveText(&l.Report)}
}

// write writes the facts for people.
func (f facts) write(w io.Writer, name string) error {
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
		row("radius", "%s to %s%s", number(f.Radius[0]), number(f.Radius[1]), f.lengthUnit())
	}
	if f.Places > 0 {
		row("time", "%s", f.placesRow())
	} else {
		row("time", "%s to %s%s", instant(f.Kind, f.Start), instant(f.Kind, f.End), f.timeUnit())
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
	_, err := io.WriteString(w, s.String())
	return err
}

// writeTaken prints the columns of the file, each with its meaning.
func (f facts) writeTaken(row func(label, format string, args ...any)) {
	for _, l := range f.Layouts {
		row("preset", "%s (%s)", printable.Text(inventory.LayoutColumns(l)), inventory.LayoutFiles(l))
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
func (f facts) writeExtent(row func(label, format string, args ...any)) {
	if f.Degrees == nil {
		for k := range f.Min {
			row("xyz"[k:k+1], "%s to %s%s", number(f.Min[k]), number(f.Max[k]), f.lengthUnit())
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
		row("height", "%s to %s m", number(h[0]), number(h[1]))
	}
}

// frame describes the coordinates, where their frame is known.
func (f facts) frame() string {
	if f.Frame == trajectory.Plain.String() {
		return ""
	}
	return ", " + f.Frame
}

// lengthUnit is the unit printed behind a length.
func (f facts) lengthUnit() string {
	if f.Unit == "" {
		return ""
	}
	return " " + printable.Text(f.Unit)
}

// timeUnit is the unit printed behind a time.
func (f facts) timeUnit() string {
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
func (f facts) stepUnit() string {
	if u := f.StepUnit(); u != "" {
		return " " + u
	}
	return ""
}

// speedUnit is the unit printed behind a speed, where units of length and time are known.
func (f facts) speedUnit() string {
	length, time := f.lengthUnit(), strings.TrimSpace(f.stepUnit())
	if length == "" || time == "" {
		return ""
	}
	return length + "/" + printable.Text(time)
}

// remarks counts point events, gaps, and rows left out.
func (f facts) remarks() string {
	text := ""
	if f.PointEvents > 0 {
		text += fmt.Sprintf(", %s of them point events", hostmemory.Count(f.PointEvents))
	}
	if f.Gaps > 0 {
		text += fmt.Sprintf(", %s left out", plural(f.Gaps, "gap"))
	}
	if n := f.Skipped - f.Twice; n > 0 {
		text += fmt.Sprintf(", %s left out", plural(n, "bad row"))
	}
	if f.Twice > 0 {
		text += fmt.Sprintf(", %s of repeated times left out", plural(f.Twice, "row"))
	}
	if f.CutOff > 0 {
		text += fmt.Sprintf(", %s cut off on both sides left out", plural(f.CutOff, "row"))
	}
	if f.Repeats > 0 {
		text += fmt.Sprintf(", %s left out", plural(f.Repeats, "repeated row"))
	}
	return text
}

// spreadText is a spread for people.
func spreadText(s survey.Spread) string {
	if number(s.Min) == number(s.Max) {
		return number(s.Median)
	}
	return fmt.Sprintf("%s to %s (median %s)", number(s.Min), number(s.Max), number(s.Median))
}

// tailText is a tail for people.
func tailText(t survey.Tail) string {
	return fmt.Sprintf("median %s, 99 %% up to %s, most %s", number(t.Median), number(t.P99), number(t.Max))
}

// writeProfile draws the profile as bars.
func (f facts) writeProfile(w io.Writer) {
	value, title := func(s survey.Slice) float64 { return s.Active }, "active segments over time, on average at an instant"
	if f.PointEvents == f.Segments {
		value, title = func(s survey.Slice) float64 { return float64(s.Events) }, "events over time"
	}
	most := 0.0
	labels, wide := make([]string, len(f.Profile)), 0
	for i, s := range f.Profile {
		most = max(most, value(s))
		labels[i] = instant(f.Kind, s.Start)
		wide = max(wide, len(labels[i]))
	}
	fmt.Fprintf(w, "\n  %s\n", title)
	for i, s := range f.Profile {
		fmt.Fprintf(w, "  %*s  %s %s\n", wide, labels[i], bar(value(s), most, 40), number(math.Round(value(s)*10)/10))
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
