package main

import "fmt"

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
