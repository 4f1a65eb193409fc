package main

import (
	"fmt"
	"strings"

	hostmemory "flyby/internal/memory"
	"flyby/internal/printable"
	measure "flyby/internal/unit"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// tally is how many rows there are at each stage of an answer.
type tally struct {
	found  uint64 // hits, or encounters, as the search finds them
	merged uint64 // encounters once --merge-gap has joined them
	long   uint64 // those of them that --min-duration leaves
	all    uint64 // encounters or pairs before --top or --limit cuts them
	rows   uint64 // that are written, or counted
}

// noun is what a row is.
func (j *job) noun() string { return strings.TrimSuffix(j.level, "s") }

// total is how many rows there are without a cut.
func (j *job) total() uint64 {
	if j.level == hitLevel {
		return j.tally.found
	}
	return j.tally.all
}

// counts says how many rows there are at each stage, for people.
func (j *job) counts(hits uint64) string {
	text := plural(hits, "hit")
	if j.level == hitLevel {
		return text
	}
	text += " in " + plural(j.tally.found, "encounter")
	if j.answer.mergeGap != nil {
		text += fmt.Sprintf(", %s once merged", hostmemory.Count(j.tally.merged))
	}
	if j.answer.minDuration != nil {
		text += fmt.Sprintf(", %s long enough", hostmemory.Count(j.tally.long))
	}
	if j.level == pairLevel {
		text += " of " + plural(j.tally.all, "pair")
	}
	return text
}

// tellCut says on standard error, after all else, that rows were left out, whoever wants to hear
// of nothing. With --json the summary says it.
func (j *job) tellCut() {
	total := plural(j.total(), j.noun())
	switch {
	case j.json:
	case j.answer.limit > 0:
		fmt.Fprintf(j.err, "flyby: the first %s of %s (--limit %d)\n", hostmemory.Count(j.tally.rows), total, j.answer.limit)
	case j.answer.top > 0:
		fmt.Fprintf(j.err, "flyby: the %s closest of %s (--top %d)\n", hostmemory.Count(j.tally.rows), total, j.answer.top)
	}
}

// tellCounted says what was counted where no --level did: a number alone does not tell, and hits are more.
func (j *job) tellCounted(hits uint64) {
	if j.answer.levelUnsaid {
		j.display.note("counted %s: %s (--level hits counts hits)", j.level, j.counts(hits))
	}
}

// nothing says what was searched where no row was found: "0 encounters within 2 m; 300 objects,
// 42,704 segments, t 0 to 600 s".
func (j *job) nothing() string {
	u := j.units()
	text := fmt.Sprintf("0 %s within %s%s", j.level, number(j.search.Distance), unitAfter(u.Length))
	if j.entries.HasRadius() || j.queries.HasRadius() {
		text += " and their radii"
	}
	if least := j.answer.minDuration; least != nil {
		text += fmt.Sprintf(" for %s%s or longer", number(*least), unitAfter(stepUnit(u)))
	}
	span := ""
	if j.search.From != nil {
		span += " from " + j.instant(*j.search.From)
	}
	if j.search.To != nil {
		span += " to " + j.instant(*j.search.To)
	}
	if span != "" {
		text += "," + span
	}
	if j.isJoin() {
		return text + "; " + j.searched(j.entries)
	}
	return text + "; entries: " + j.searched(j.entries) + "; queries: " + j.searched(j.queries)
}

// searched says how much there is of a data set, and when.
func (j *job) searched(l loaded) string {
	from, to := l.times()
	return fmt.Sprintf("%s, %s, t %s to %s", plural(l.Trajectories(), "object"), plural(l.segments(), "segment"), j.bare(from), j.instant(to))
}

// times are those of the first and the last sample.
func (l loaded) times() (from, to float64) {
	e := l.Extent()
	return e.Start, e.End
}

// bare is a time of the data without its unit, instant with it.
func (j *job) bare(t float64) string { return instant(j.entries.Times(), t) }

func (j *job) instant(t float64) string {
	if j.entries.Times() == trajectory.Timestamp {
		return j.bare(t)
	}
	u := j.units()
	return j.bare(t) + unitAfter(u.Time) + unitAfter(u.Scale)
}

// stepUnit is the unit of times between times of the data.
func stepUnit(of format.Units) string {
	if u, err := measure.Find(of.Time, measure.Time); err == nil && u.IsScale() {
		return "d"
	}
	return of.Time
}

// unitAfter is what follows a number in a unit, "" where that is not known.
func unitAfter(unit string) string {
	if unit == "" {
		return ""
	}
	return " " + printable.Text(unit)
}
