package main

import (
	"fmt"

	"flyby/internal/inventory"
	"flyby/job"
	"flyby/trajectory/format"
)

// obeyed returns the options of reading for a job, which takes an OrbitCurve of 0 for the default.
func obeyed(read format.Options) format.Options {
	if read.OrbitCurve == 0 {
		read.OrbitCurve = job.Straight
	}
	return read
}

// curves is the part of the summary about curves.
type curves struct {
	Within       float64 `json:"within"`       // chords of curves, in the unit of length
	DMinWithin   float64 `json:"d_min_within"` // d_min from the d_min of the curves; with --vertical dz_closest, too
	EntrySplit   int     `json:"entry_segments_split"`
	EntryAdded   int     `json:"entry_segments_added"`
	QueriesSplit int     `json:"query_segments_split"`
	QueriesAdded int     `json:"query_segments_added"`
}

// curves is nil where motion is straight.
func (t *task) curves() *curves {
	e, q := &t.entries.Report, &t.queries.Report
	if !t.hasQueries() {
		q = e
	}
	entries, queries := curveOf(e), curveOf(q)
	if entries+queries == 0 {
		return nil
	}
	c := curves{Within: max(entries, queries), DMinWithin: entries + queries}
	if entries > 0 {
		c.EntrySplit, c.EntryAdded = e.Split, e.Added
	}
	if queries > 0 {
		c.QueriesSplit, c.QueriesAdded = q.Split, q.Added
	}
	return &c
}

// curved is the line of the summary for people about curves.
func (t *task) curved() string {
	c := t.curves()
	unit := ""
	if u := t.report.Units.Length; u != "" {
		unit = " " + u
	}
	text := "curves: " + became(&t.entries.Report, "entry segment")
	if t.hasQueries() {
		text += ", " + became(&t.queries.Report, "query segment")
	}
	if t.asked().Search.Rule().HasHeights() {
		return text + fmt.Sprintf("; d_min and dz_closest are within %v%s (%s) of those of the curves from t_enter to t_exit", c.DMinWithin, unit, c.sum())
	}
	return text + fmt.Sprintf("; d_min is within %v%s (%s) of that of the curves", c.DMinWithin, unit, c.sum())
}

// became says into how many parts curves split segments, or how near to orbits they are made.
func became(r *format.Report, what string) string {
	if r.Elements != nil {
		return "chords of SGP4 within " + inventory.LengthOfOrbits(r.Curve)
	}
	return inventory.Became(r.Split, r.Added, what)
}

// sum says how DMinWithin comes of E, which one side may have alone.
func (c *curves) sum() string {
	switch c.DMinWithin {
	case 2 * c.Within:
		return "2E"
	case c.Within:
		return "E"
	}
	return "the E of both"
}

// inMetres returns data that stayed in degrees as a search has them: in earth-centred metres, with long
// segments split.
func (a *app) inMetres(name string, l loaded) (loaded, error) {
	store, err := inventory.InMetres(l.Store)
	if err != nil {
		return loaded{}, fmt.Errorf("%s: %w", name, err)
	}
	l.Store, l.Report.Degrees = store, false
	l.Report.Split, l.Report.Added = store.Split()
	a.tellSplit(name, alongCircles, l.Report)
	return l, nil
}
