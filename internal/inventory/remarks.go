package inventory

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"flyby/internal/infile"
	hostmemory "flyby/internal/memory"
	"flyby/internal/printable"
	"flyby/internal/reading"
	"flyby/internal/survey"
	"flyby/trajectory/format"
)

// A Remark is a line about how a data set was read: the command prints it on standard error, and a server has it among the notes of an answer.
type Remark struct {
	Text   string // begins with the name of the data set or of its files, or with two blanks where it goes on from the remark before; without control characters
	Choice bool   // it tells of a choice that was made for the user, which --quiet and --json leave out
}

// A teller collects remarks about a data set.
type teller struct {
	name string
	all  []Remark
}

// warn adds a remark that is always shown.
func (t *teller) warn(text string, args ...any) {
	t.all = append(t.all, Remark{Text: printable.Text(t.name + ": " + fmt.Sprintf(text, args...))})
}

// choose adds a remark about a choice.
func (t *teller) choose(text string, args ...any) {
	t.warn(text, args...)
	t.all[len(t.all)-1].Choice = true
}

// Reading returns the remarks about a data set with some trajectories, which was read with some options: about columns that were taken, and about rows and samples that were left out, changed or
// added. Name is its name in the remarks.
func Reading(name string, o *format.Options, r *format.Report, trajectories int) []Remark {
	t := &teller{name: name}
	if body, is := o.Stdin.(*infile.Body); is && body.Numbers != nil {
		return t.numbers(body)
	}
	if text := r.RowlessText(); text != "" {
		t.warn("%s", text)
	}
	t.missed(&r.Tally)
	if o.Taken != "" {
		t.warn("%s", o.Taken)
	}
	t.preset(o, r)
	t.states(o, r)
	if text := r.Conversion(); text != "" {
		t.warn("%s", text)
	}
	if o.Upright && r.Assumed {
		t.warn("%s (--units z=ft?)", AssumedHeight)
	}
	for _, note := range []string{reading.ZoneNote(r.Unzoned), reading.OfDayNote(r.OfDay)} {
		if note != "" {
			t.warn("%s", note)
		}
	}
	t.renamed(&r.Renamed)
	if body, is := o.Stdin.(*infile.Body); is && body.Name == infile.Origin {
		t.warn("%s", strings.TrimSuffix("the place where all coordinates are 0, at all times, in "+r.Units.Length, ", in "))
	} else if o.Places != nil {
		t.warn("%s, at all times", Plural(r.Places, "place"))
	}
	if o.Radius > 0 && r.Radii {
		t.warn("radii of column r count: --radius is for files without")
	}
	t.skipped(r)
	t.cut(r)
	t.motion(r)
	t.elements(o, r)
	t.alone(r, trajectories)
	return t.all
}

// AssumedHeight is the assumption about heights with degrees without a named unit.
const AssumedHeight = "z in m"

// Heights returns the remark about columns that read as heights and were not taken for z, if there are some.
func Heights(name string, r *format.Report) []Remark {
	t := &teller{name: name}
	if text := reading.AsideText(r.Aside, r.Units.Length); text != "" {
		t.warn("%s", text)
	}
	return t.all
}

// Doubts returns the remarks about segments of a data set that may be no motion: straight lines that join samples far apart in time, and jumps. Name is the name of the data set in the remarks.
func Doubts(name string, r *format.Report) []Remark {
	t := &teller{name: name}
	if r.JoinsFarApart() {
		t.warn("%s", FarApart(r.FarApart, r.Units.Duration()))
	}
	if n, ok := survey.JumpsOf(r); ok {
		t.warn("%s", jumps(n))
	}
	return t.all
}

// preset tells of the columns that a preset or layouts took, unless --preset names the one preset of all files, and of the rows left out.
func (t *teller) preset(o *format.Options, r *format.Report) {
	p := &r.Preset
	if len(r.Layouts) == 0 || o.Preset == format.NoPreset {
		if r.LonLat != "" {
			t.warn("%s, degrees", r.LonLat)
		}
		if r.Geometry != "" {
			t.warn("%s", r.Geometry)
		}
	}
	isOther := func(l format.Layout) bool { return l.Preset != o.Preset }
	switch {
	case o.Preset == format.NoPreset, o.Preset != "" && p.Name == o.Preset && !slices.ContainsFunc(r.Layouts, isOther):
	case len(r.Layouts) > 0:
		t.layouts(r.Layouts)
	case o.Preset != "":
		t.warn("read without --preset %s, whose columns are not there", o.Preset)
	case p.Name != "":
		t.warn("%s", p.Columns)
	}
	if note := reading.PresetNote(p.Name, o.States); note != "" {
		t.warn("%s", note)
	}
	for _, left := range []struct {
		rows int
		what string
	}{
		{p.Absent, "without a position"},
		{p.Flat, "without a height (--height none keeps them)"},
		{p.Repeated, "that repeat a position"},
		{p.Unplaced, "without a parallax above 0"},
	} {
		if left.rows > 0 {
			t.warn("left out %s of %s rows %s", hostmemory.Count(left.rows), hostmemory.Count(r.Rows), left.what)
		}
	}
}

// layouts names, for each layout, its files and the columns that were taken.
func (t *teller) layouts(all []format.Layout) {
	for _, l := range all {
		of := &teller{name: LayoutFiles(l)}
		of.warn("%s", LayoutColumns(l))
		t.all = append(t.all, of.all...)
	}
}

// LayoutFiles names the first file of a layout, and says how many other files there are.
func LayoutFiles(l format.Layout) string {
	name := infile.File{Path: l.First}.Shown()
	if l.Files == 1 {
		return name
	}
	return fmt.Sprintf("%s and %s", name, Plural(l.Files-1, "other file"))
}

// LayoutColumns names the columns of a layout.
func LayoutColumns(l format.Layout) string { return cmp.Or(l.Columns, "no preset") }

// renamed tells of the new names of persons and containers that have the id of another object.
func (t *teller) renamed(r *format.Renamed) {
	if !r.Any() {
		return
	}
	var who []string
	if r.Persons > 0 {
		who = append(who, Plural(r.Persons, "person"))
	}
	if r.Containers > 0 {
		who = append(who, Plural(r.Containers, "container"))
	}
	verb, called := "has the id of another object: it is", strings.Join(r.First, ", ")
	if n := r.Persons + r.Containers; n > 1 {
		verb = "have the id of another object: they are"
		if n > len(r.First) {
			called += " and so on"
		}
	}
	t.choose("%s %s called %s", strings.Join(who, " and "), verb, called)
}

// skipped says how many rows were left out, and why the first of them.
func (t *teller) skipped(r *format.Report) {
	if r.Repeats > 0 {
		what := "the one before"
		if r.Files > 1 {
			what = "another"
		}
		t.warn("left out %s of %s rows that repeat %s in their trajectory", hostmemory.Count(r.Repeats), hostmemory.Count(r.Rows), what)
	}
	t.bad(&r.Tally)
}

// missed says how many rows conditions left out.
func (t *teller) missed(r *format.Tally) {
	if r.Missed > 0 {
		t.warn("left out %s of %s rows by --where", hostmemory.Count(r.Missed), hostmemory.Count(r.Rows))
	}
}

// bad says how many bad rows were left out, and why the first were.
func (t *teller) bad(r *format.Tally) {
	if r.Skipped == 0 {
		return
	}
	t.warn("left out %s of %s rows", hostmemory.Count(r.Skipped), hostmemory.Count(r.Rows))
	for _, reason := range r.Reasons {
		t.all = append(t.all, Remark{Text: printable.Text("  " + reason)})
	}
}

// cut says how many gaps --max-speed made, and how many rows it left out.
func (t *teller) cut(r *format.Report) {
	if r.SpeedGaps == 0 {
		return
	}
	off := ""
	if r.CutOff > 0 {
		off = fmt.Sprintf(", and left out %s of %s rows that are cut off on both sides", hostmemory.Count(r.CutOff), hostmemory.Count(r.Rows))
	}
	t.warn("--max-speed made %s%s", Plural(r.SpeedGaps, "gap"), off)
}

// alone says how many of some trajectories --max-gap and --max-speed left without a segment: their samples are point events.
func (t *teller) alone(r *format.Report, of int) {
	for _, by := range []struct {
		flag  string
		trajs int
	}{{"--max-gap", r.GapAlone}, {"--max-speed", r.SpeedAlone}} {
		if by.trajs > 0 {
			t.warn("%s leaves %s of %s without a segment, as point events", by.flag, hostmemory.Count(by.trajs), Plural(of, "trajectory"))
		}
	}
}
