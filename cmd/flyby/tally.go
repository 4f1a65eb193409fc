package main

import (
	"fmt"
	"strings"

	hostmemory "flyby/internal/memory"
	"flyby/internal/printable"
	"flyby/job"
	"flyby/trajectory"
)

// noun is what a row is.
func (t *task) noun() string { return strings.TrimSuffix(string(t.level), "s") }

// total is how many rows there are without a cut.
func (t *task) total() uint64 {
	if t.level == job.Hits {
		return t.report.Found
	}
	return t.report.All
}

// counts says how many rows there are at each stage, for people.
func (t *task) counts(hits uint64) string {
	text := plural(hits, "hit")
	if t.level == job.Hits {
		return text
	}
	text += " in " + plural(t.report.Found, "encounter")
	if t.given.mergeGap {
		text += fmt.Sprintf(", %s once merged", hostmemory.Count(t.report.Merged))
	}
	if t.given.minDuration {
		text += fmt.Sprintf(", %s long enough", hostmemory.Count(t.report.Long))
	}
	if t.level == job.Pairs {
		text += " of " + plural(t.report.All, "pair")
	}
	return text
}

// tellCut says on standard error, after all else, that rows were left out, whoever wants to hear
// of nothing. With --json the summary says it.
func (t *task) tellCut() {
	total := plural(t.total(), t.noun())
	switch {
	case t.json:
	case t.Ask().Limit > 0:
		fmt.Fprintf(t.err, "flyby: the first %s of %s (--limit %d)\n", hostmemory.Count(t.report.Rows), total, t.Ask().Limit)
	case t.Ask().Top > 0:
		fmt.Fprintf(t.err, "flyby: the %s closest of %s (--top %d)\n", hostmemory.Count(t.report.Rows), total, t.Ask().Top)
	}
}

// tellCounted says what was counted where no --level did: a number alone does not tell, and hits are more.
func (t *task) tellCounted() {
	if t.given.levelUnsaid {
		t.display.note("counted %s: %s (--level hits counts hits)", t.level, t.counts(t.report.Stats.Hits))
	}
}

// nothing says what was searched where no row was found: "0 encounters within 2 m; 300 objects,
// 42,704 segments, t 0 to 600 s".
func (t *task) nothing() string {
	u := t.Units()
	text := fmt.Sprintf("0 %s within %s%s", t.level, number(t.Ask().Search.Distance), unitAfter(u.Length))
	if t.entries.HasRadius() || t.queries.HasRadius() {
		text += " and their radii"
	}
	if t.given.minDuration {
		text += fmt.Sprintf(" for %s%s or longer", number(t.Ask().MinDuration), unitAfter(u.StepUnit()))
	}
	span := ""
	if t.Ask().Search.From != nil {
		span += " from " + t.instant(*t.Ask().Search.From)
	}
	if t.Ask().Search.To != nil {
		span += " to " + t.instant(*t.Ask().Search.To)
	}
	if span != "" {
		text += "," + span
	}
	if t.command != "search" {
		return text + "; " + t.searched(t.entries)
	}
	return text + "; entries: " + t.searched(t.entries) + "; queries: " + t.searched(t.queries)
}

// searched says how much there is of a data set, and when.
func (t *task) searched(l loaded) string {
	from, to := timesOf(l)
	return fmt.Sprintf("%s, %s, t %s to %s", plural(l.Trajectories(), "object"), plural(l.Segments(), "segment"), t.bare(from), t.instant(to))
}

// timesOf are the times of the first and the last sample.
func timesOf(l loaded) (from, to float64) {
	e := l.Extent()
	return e.Start, e.End
}

// bare is a time of the data without its unit, instant with it.
func (t *task) bare(at float64) string { return instant(t.entries.Times(), at) }

func (t *task) instant(at float64) string {
	if t.entries.Times() == trajectory.Timestamp {
		return t.bare(at)
	}
	u := t.report.Units
	return t.bare(at) + unitAfter(u.Time) + unitAfter(u.Scale)
}

// unitAfter is what follows a number in a unit, "" where that is not known.
func unitAfter(unit string) string {
	if unit == "" {
		return ""
	}
	return " " + printable.Text(unit)
}
