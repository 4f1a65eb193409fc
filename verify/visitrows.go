package verify

import (
	"flyby/trajectory"
	"flyby/verify/internal/visits"
)

// worked is the visits and the hits of an object and a zone, worked out from their definition.
type worked struct {
	visits []meeting
	hits   []visits.Hit
}

// worksOut works out the visits of an object to a zone, and its hits.
func (r *recheck) worksOut(o *visits.Object, z *visits.Zone) (w worked, err error) {
	all, hits, err := z.Of(r.ctx, o)
	for _, v := range all {
		w.visits = append(w.visits, meeting{
			enter: v.Enter, exit: v.Exit, closest: v.Closest, distance: v.Distance, open: v.Open, parts: 1,
			inside: v.Inside, enterAway: v.EnterAway, exitAway: v.ExitAway,
		})
	}
	w.hits = hits
	return w, err
}

// asVisits returns the rows of visits.
func (r *recheck) asVisits(p Pair, w *worked, less comparison) levelRows {
	all := r.merged(w.visits, less)
	e := asEncounters(p, all, false, r.Parts)
	for _, m := range all {
		e.Inside, e.EnterAway, e.ExitAway = append(e.Inside, m.inside), append(e.EnterAway, m.enterAway), append(e.ExitAway, m.exitAway)
	}
	return e
}

// asVisitPair returns the row of an object and a zone.
func (r *recheck) asVisitPair(p Pair, w *worked, less comparison) levelRows {
	all := r.merged(w.visits, less)
	row := asPair(p, all, false)
	if len(all) > 0 {
		row.Inside = []float64{insideOf(all)}
	}
	return row
}

// asEvents returns the rows of the beginnings and ends of visits.
func (r *recheck) asEvents(p Pair, w *worked, less comparison) levelRows {
	var e trajectory.Events
	for _, m := range r.merged(w.visits, less) {
		e.T, e.Distance = append(e.T, m.enter, m.exit), append(e.Distance, m.enterAway, m.exitAway)
		e.Exits, e.Traj, e.Zone = append(e.Exits, 0, 1), append(e.Traj, uint32(p.Query), uint32(p.Query)), append(e.Zone, uint32(p.Entry), uint32(p.Entry))
	}
	return e
}

// eventNames returns the names of events: of the beginning of a visit and of its end.
func eventNames() []string { return []string{"enter", "exit"} }

// asVisitHits returns the rows of hits.
func (r *recheck) asVisitHits(p Pair, w *worked, _ comparison) levelRows {
	var h trajectory.Hits
	for _, hit := range w.hits {
		h.QueryTraj, h.QuerySeg, h.EntryTraj = append(h.QueryTraj, uint32(p.Query)), append(h.QuerySeg, uint32(hit.Segment)), append(h.EntryTraj, uint32(p.Entry))
		h.Enter, h.Exit = append(h.Enter, hit.Enter), append(h.Exit, hit.Exit)
	}
	return h
}

// A number is a column whose numbers are compared within a tolerance.
type number struct {
	column string
	values []float64
	measure
}

// numbersOf returns the columns of numbers of rows, a time at which rows begin first.
func numbersOf(rows levelRows) []number {
	switch r := rows.(type) {
	case trajectory.Encounters:
		return []number{{"t_enter", r.Enter, instants}, {"t_exit", r.Exit, instants}, {"t_closest", r.Closest, instants}, {"d_min", r.Distance, distances}, {"inside", r.Inside, durations}}
	case trajectory.Pairs:
		return []number{{"t_first", r.First, instants}, {"t_last", r.Last, instants}, {"duration", r.Duration, durations}, {"inside", r.Inside, durations}, {"t_closest", r.Closest, instants}, {"d_min", r.Distance, distances}}
	case trajectory.Events:
		return []number{{"t", r.T, instants}, {"d", r.Distance, distances}}
	case trajectory.Hits:
		return []number{{"t_enter", r.Enter, instants}, {"t_exit", r.Exit, instants}}
	}
	panic("verify: rows of another type") // our own bug
}

// visitsIn returns the number of visits that a row is of.
func visitsIn(rows levelRows, row int) float64 {
	switch r := rows.(type) {
	case trajectory.Pairs:
		return float64(r.Encounters[row])
	case trajectory.Encounters:
		if r.Parts != nil {
			return float64(r.Parts[row])
		}
	}
	return 1
}

// A comparison reports whether a number is less than another.
type comparison func(a, b float64) bool

// doubts compares numbers, of which some are too near to each other for a search to have the same answer: for these it says the opposite where a bit of wrong is set.
type doubts struct {
	within float64
	wrong  uint
	seen   uint // how many there were
}

// less compares two numbers.
func (d *doubts) less(a, b float64) bool {
	is := less(a, b)
	if a-b <= d.within && b-a <= d.within {
		is = is != (d.wrong>>d.seen&1 == 1)
		d.seen++
	}
	return is
}

// mostDoubts is how many doubtful comparisons of an object and a zone are tried either way.
const mostDoubts = 8
