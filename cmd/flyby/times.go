package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"flyby/group"
	"flyby/internal/cli"
	measure "flyby/internal/unit"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// windowEnd is --from or --to.
type windowEnd struct{ flag, text string }

// windowEnds are --from and --to, with an empty text for a flag that is not given.
func (f *searchFlags) windowEnds() [2]windowEnd {
	return [2]windowEnd{{"--from", f.from}, {"--to", f.to}}
}

// checkWindow refuses ends of the window that no data can have.
func (f *searchFlags) checkWindow(c *cobra.Command) error {
	var ends [2]format.Instant
	for i, end := range f.windowEnds() {
		if end.text == "" {
			continue
		}
		var err error
		if ends[i], err = format.ParseInstant(end.text, f.read.zone); err != nil {
			return cli.Usage(c, "%s %q: %w", end.flag, end.text, errors.Unwrap(err))
		}
	}
	if f.from != "" && f.to != "" && ends[0].After(ends[1]) {
		return cli.Usage(c, "--from %s is after --to %s", f.from, f.to)
	}
	return nil
}

// window turns --from and --to into times of the data of a file: numbers as they are, dates and times
// where the data have timestamps, or dates on a scale such as mjd.
func (f *searchFlags) window(c *cobra.Command, s *trajectory.Store, u format.Units) (from, to *float64, err error) {
	var ends [2]*float64
	for i, end := range f.windowEnds() {
		if end.text == "" {
			continue
		}
		at, err := format.ParseInstant(end.text, f.read.zone)
		if err != nil {
			return nil, nil, err
		}
		t, err := at.In(s.Times(), u)
		if err != nil {
			return nil, nil, cli.Usage(c, "%s %s: %w", end.flag, end.text, err)
		}
		ends[i] = &t
	}
	return ends[0], ends[1], nil
}

// clockFlags are the flags of groups by a clock.
type clockFlags struct {
	minTicks int
	step     quantity
	origin   string
	theta    float64
}

func (f *clockFlags) add(c *cobra.Command) {
	cli.AddWhole(c, &f.minTicks, "min-ticks", 0, "least number `K` of consecutive ticks, 1 or more; required with --method cmc and mc")
	addQuantity(c, &f.step, "clock", measure.Time, "time `STEP` > 0 between ticks of the clock, in the time unit of the data, or with a unit: 60s; required with --min-ticks")
	c.Flags().StringVar(&f.origin, "origin", "0", "time `T` of one tick: a number in the time unit of the data (seconds since 1970 for timestamps), or a time or date as for --from")
	cli.AddNumber(c, &f.theta, "theta", group.DefaultTheta, "`J` above 0 and up to 1: two clusters are linked if their common members are at least this fraction of all members of the two, with --method mc")
}

// methodsOfGroups are the values of --method.
func methodsOfGroups() (names []string) {
	for _, m := range group.Methods() {
		names = append(names, string(m))
	}
	return names
}

// onClock reports whether groups are found by a clock.
func (f *convoyFlags) onClock() bool { return group.Search{Method: group.Method(f.kind)}.OnClock() }

// checkKind refuses flags that the method has no use for, missing flags that it needs, and numbers out of range.
func (f *convoyFlags) checkKind(c *cobra.Command) error {
	given := c.Flags().Changed
	switch duration, ticks := given("min-duration"), given("min-ticks"); {
	case duration && ticks:
		return cli.Usage(c, "--min-duration and --min-ticks: one of the two only: --min-duration T with --method group, --min-ticks K and --clock STEP with --method cmc or mc")
	case !duration && !ticks:
		return cli.Usage(c, "--min-duration T (0 or more) is missing, or --method cmc or mc with --min-ticks K (1 or more) and --clock STEP (above 0)")
	}
	wanted, refused := []string{"min-duration"}, []string{"min-ticks", "clock", "origin", "theta"}
	if f.onClock() {
		wanted, refused = []string{"min-ticks", "clock"}, []string{"min-duration", "max-break"}
		if f.kind != string(group.Moving) {
			refused = append(refused, "theta")
		}
	}
	for _, flag := range refused {
		if given(flag) {
			return cli.Usage(c, "--%s: is not for --method %s, which takes %s", flag, f.kind, takes(f.kind))
		}
	}
	for _, flag := range wanted {
		if !given(flag) {
			return cli.Usage(c, "--%s is missing: --method %s takes %s", flag, f.kind, takes(f.kind))
		}
	}
	if f.onClock() && f.device != "" && f.device != "auto" && f.device != "cpu" {
		return cli.Usage(c, "--device %s: method %s runs on the cpu only", f.device, f.kind)
	}
	return f.checkClock(c)
}

// takes says which flags a method takes.
func takes(kind string) string {
	return map[string]string{
		string(group.Connected): "--min-duration T (0 or more) and --max-break T",
		string(group.Convoy):    "--min-ticks K (1 or more), --clock STEP (above 0) and --origin T",
		string(group.Moving):    "--min-ticks K (1 or more), --clock STEP (above 0), --origin T and --theta J (above 0, at most 1)",
	}[kind]
}

// checkClock refuses numbers out of range.
func (f *convoyFlags) checkClock(c *cobra.Command) error {
	switch {
	case !(f.theta > 0 && f.theta <= 1):
		return cli.Usage(c, "--theta %v: must be above 0 and at most 1", f.theta)
	case !f.onClock():
		return nil
	case f.minTicks < 1:
		return cli.Usage(c, "--min-ticks %d: must be 1 or more", f.minTicks)
	case !(f.step.number() > 0):
		return cli.Usage(c, "--clock %s: must be a number above 0", &f.step)
	}
	if _, err := format.ParseInstant(f.origin, f.read.zone); err != nil {
		return cli.Usage(c, "--origin %q: %w", f.origin, errors.Unwrap(err))
	}
	return nil
}

// clock is the clock of the flags, in the unit of time of the data.
func (f *convoyFlags) clock(c *cobra.Command, l loaded, of format.Units) (clock group.Clock, err error) {
	if clock.Step, err = f.step.in(c, f.entries.shown(), of); err != nil {
		return clock, err
	}
	if !(clock.Step > 0) {
		return clock, cli.Usage(c, "--clock %s: is 0 in the unit of the data, and must be above 0", &f.step)
	}
	at, err := format.ParseInstant(f.origin, f.read.zone)
	if err != nil {
		return clock, err
	}
	if number, is := at.Number(); is { // of timestamps, too: the default is 0
		clock.Origin = number
		return clock, nil
	}
	if clock.Origin, err = at.In(l.Times(), of); err != nil {
		return clock, cli.Usage(c, "--origin %s: %w", f.origin, err)
	}
	return clock, nil
}

// warnOfClock warns that radii do not count, and of a clock that does not tick in the data.
func (g convoyTask) warnOfClock() {
	if g.entries.HasRadius() {
		g.display.warn("%s: radii are not looked at by --method %s, whose clusters are of points", g.inputs[0].shown(), g.search.Method)
	}
	if g.report.GroupsStats.Clock.Ticks == 0 {
		from, to := timesOf(g.entries)
		g.display.warn("%s", fmt.Sprintf("the clock does not tick in the data, which are from %s to %s%s", g.instant(from), g.instant(to), within(g)))
	}
}

// within describes the window of time that is searched.
func within(g convoyTask) (text string) {
	if g.search.From != nil {
		text += ", looked at from " + g.instant(*g.search.From)
	}
	if g.search.To != nil {
		text += ", up to " + g.instant(*g.search.To)
	}
	return text
}
