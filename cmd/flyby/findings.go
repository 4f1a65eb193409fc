package main

import (
	"fmt"
	"io"
	"math"
	"strings"

	hostmemory "flyby/internal/memory"
	"flyby/trajectory"
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

// jump is how many times as far apart as 99 of 100 samples those are that are told of.
const jump = 10

// note adds what is likely to surprise.
func (f *facts) note() {
	say := func(format string, args ...any) { f.Notes = append(f.Notes, fmt.Sprintf(format, args...)) }
	if f.Repeats > 0 {
		say("%s left out: the same as the one before in their trajectory", plural(f.Repeats, "row"))
	}
	if f.Gap.Max > jump*f.Gap.P99 {
		say("samples up to %s%s apart, 99 %% up to %s: straight lines join them; --max-gap T leaves those out", number(f.Gap.Max), f.stepUnit(), number(f.Gap.P99))
	}
	if f.Jumps > 0 {
		say("%s faster than ten times what 99 %% are: two objects of one id, or wrong positions; --max-speed %v leaves those out", plural(f.Jumps, "segment"), f.Limit)
	}
	if f.Single > 0 && f.Single < f.Trajectories {
		say("%s of a single sample: point events, which meet others only if these are there at that instant", counted(f.Single, "trajectory", "trajectories"))
	}
	switch {
	case f.angular:
		say("x and y look like degrees of longitude and latitude; --lonlat takes them as such, --units m as the metres that SUMO has otherwise")
	case f.degrees():
		say("x and y look like degrees of longitude and latitude; --lonlat takes them as such")
	}
	if f.milliseconds() {
		say("times look like milliseconds since 1970; --units LENGTH,ms takes them as such")
	}
}

// counted is a number with what it counts.
func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return hostmemory.Count(n) + " " + many
}

// degrees reports whether positions of no known unit look like degrees: they are in range, and
// speeds are of another kind than lengths a second are.
func (f *facts) degrees() bool {
	const fast = 0.05 // degrees a second are 20,000 km/h
	seconds := f.kind == trajectory.Timestamp || f.Units.Time == "s"
	inside := f.Min[0] >= -180 && f.Max[0] <= 180 && f.Min[1] >= -90 && f.Max[1] <= 90
	return f.unit == "" && seconds && inside && f.Speed.Median > 0 && f.Speed.P99 < fast
}

// milliseconds reports whether numbers of no known unit look like milliseconds since 1970: they
// are of 1990 to 2100.
func (f *facts) milliseconds() bool {
	const from, to = 631_152_000_000, 4_102_444_800_000
	return f.kind == trajectory.Number && f.Units.Time == "" && f.Start >= from && f.End <= to
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
