package inventory

import (
	"flyby/internal/printable"
	"flyby/internal/states"
	"flyby/trajectory/format"
)

// States counts the states of a data set, for summaries.
type States = states.Report

// states says when now is, which columns the velocities of states are from, and which trajectories have none.
func (t *teller) states(o *format.Options, r *format.Report) {
	s := r.States
	if s == nil {
		return
	}
	now := s.At
	if s.Newest || o.Now != nil && o.NowOf == nil {
		now += ", the newest row"
	}
	from := "by the last two rows of each: no columns have velocities"
	if s.From != "" {
		from = "by " + printable.Text(s.From)
	}
	t.warn("%s from now (%s), %s", Plural(s.Paths, "path"), now, from)
	for _, of := range []struct {
		n    int
		what string
	}{{s.Still, "without a velocity"}, {s.Old, "whose last row with a velocity is too old (--stale)"}} {
		if of.n > 0 {
			t.warn("left out %s %s", Plural(of.n, "object"), of.what)
		}
	}
	if s.Later > 0 {
		t.warn("passed over %s later than now", Plural(s.Later, "row"))
	}
	if s.Least > 0 {
		t.warn("%s of 102.2 knots or more, taken as 102.2", Plural(s.Least, "speed"))
	}
	if s.Long > 0 {
		t.warn("%s of more than 1,000 km, the longest %.0f km: great circles between their ends part from geodesics", Plural(s.Long, "path"), s.Longest/1000)
	}
}
