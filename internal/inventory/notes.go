package inventory

import (
	"cmp"
	"fmt"
	"math"

	hostmemory "flyby/internal/memory"
	"flyby/internal/printable"
	"flyby/internal/survey"
	"flyby/internal/unixtime"
	"flyby/trajectory"
)

// noteTexts returns notes in words, with the flag that would help, if there is one.
func (f Facts) noteTexts(notes []survey.Note) []string {
	texts := make([]string, len(notes))
	for i, n := range notes {
		texts[i] = f.noteText(n)
	}
	return texts
}

// noteText returns a note in words.
func (f Facts) noteText(n survey.Note) string {
	switch n.Kind {
	case survey.Repeats:
		return Plural(n.Count, "row") + " left out: the same as the one before in their trajectory"
	case survey.FarApart:
		return FarApart(trajectory.FarApart{Segments: uint64(n.Count), Most: n.Most, Usual: n.Usual}, f.StepUnit())
	case survey.Jumps:
		return jumps(n)
	case survey.Twice:
		return fmt.Sprintf("%s left out: a row before has their trajectory elsewhere at their time: two objects of one id? A search wants --skip-bad-rows, which keeps the first", Plural(n.Count, "row"))
	case survey.Singles:
		return quantity(n.Count, "trajectory", "trajectories") + " of a single sample: point events, which meet others only if these are there at that instant"
	case survey.Heights:
		return n.Text
	case survey.DegreesOrMetres:
		return "x and y look like degrees of longitude and latitude; --lonlat takes them as such, --units m as the metres that SUMO has otherwise"
	case survey.Degrees:
		return "x and y look like degrees of longitude and latitude; --lonlat takes them as such"
	case survey.Since1970:
		return "times look like " + unixtime.Find(n.Unit).Words + " since 1970; --units t=" + n.Unit + " takes them as such"
	case survey.Mixed:
		return "times look like " + n.Unit + " since 1970, mixed: no unit fits them all"
	}
	panic("no text for a note of kind " + string(n.Kind)) // our own bug
}

// jumps returns the words about segments far faster than others.
func jumps(n survey.Note) string {
	return fmt.Sprintf("%s far faster than others, the fastest of %s: two objects of one id, or wrong positions; --max-speed %s leaves those out (0: nothing)",
		Plural(n.Count, "segment"), printable.Text(n.Of), cmp.Or(n.Speed, fmt.Sprint(n.Limit)))
}

// quantity returns a number with its noun.
func quantity(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return hostmemory.Count(n) + " " + many
}

// FarApart returns the words about samples that are far apart in time, in a unit or none.
func FarApart(far trajectory.FarApart, unit string) string {
	join := " join samples up to "
	if far.Segments == 1 {
		join = " joins samples "
	}
	return fmt.Sprintf("%s%s%s apart in time, ten times the median (%s) or more: --max-gap T leaves out what is over T (0: nothing)",
		Plural(far.Segments, "straight line"), join, Lasting(far.Most, unit), Lasting(far.Usual, unit))
}

// rounding returns the words about times that count since 1970 in a unit finer than a float64 of seconds holds, "" for other times. farthest
// is the greatest magnitude of a time.
func rounding(columns map[string]string, farthest float64) string {
	unit := unixtime.Find(columns["t"])
	if unit.Decimals() <= 3 {
		return ""
	}
	half := (math.Nextafter(farthest, math.Inf(1)) - farthest) / 2
	return fmt.Sprintf("t counts %s, and a time is the nearest float64 of seconds: up to %.2g s are lost", unit.Words, half)
}
