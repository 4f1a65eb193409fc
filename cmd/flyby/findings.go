package main

import (
	"fmt"
	"io"
	"math"
	"strings"

	hostmemory "flyby/internal/memory"
	"flyby/trajectory/survey"
)

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

// noted are what is likely to surprise, with the flag that would help, if there is one.
func (f facts) noted(notes []survey.Note) []string {
	texts := make([]string, len(notes))
	for i, n := range notes {
		texts[i] = f.noteText(n)
	}
	return texts
}

// noteText is a note for people.
func (f facts) noteText(n survey.Note) string {
	switch n.Kind {
	case survey.Repeats:
		return plural(n.Count, "row") + " left out: the same as the one before in their trajectory"
	case survey.FarApart:
		return fmt.Sprintf("samples up to %s%s apart, 99 %% up to %s: straight lines join them; --max-gap T leaves those out", number(n.Most), f.stepUnit(), number(n.Usual))
	case survey.Jumps:
		return fmt.Sprintf("%s faster than ten times what 99 %% are: two objects of one id, or wrong positions; --max-speed %v leaves those out", plural(n.Count, "segment"), n.Limit)
	case survey.Singles:
		return counted(n.Count, "trajectory", "trajectories") + " of a single sample: point events, which meet others only if these are there at that instant"
	case survey.DegreesOrMetres:
		return "x and y look like degrees of longitude and latitude; --lonlat takes them as such, --units m as the metres that SUMO has otherwise"
	case survey.Degrees:
		return "x and y look like degrees of longitude and latitude; --lonlat takes them as such"
	case survey.Milliseconds:
		return "times look like milliseconds since 1970; --units LENGTH,ms takes them as such"
	}
	panic("no text for a note of kind " + string(n.Kind)) // our own bug
}

// counted is a number with what it counts.
func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return hostmemory.Count(n) + " " + many
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
		labels[i] = instant(f.kind, s.Start)
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
