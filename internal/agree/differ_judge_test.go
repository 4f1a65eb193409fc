package agree_test

import (
	"fmt"
	"math"
	"math/big"

	"flyby/interaction"
	"flyby/internal/testing/kerneltest"
	"flyby/trajectory"
)

// differTruth is the expected answer of an ask, by the oracle.
type differTruth struct {
	pairs, borderline int
	exactly           int // hits whose least distance equals the threshold
	hits              []differHit
}

// differHit is a pair of segments that is a hit by the oracle.
type differHit struct {
	query, entry differSegment
	pair         kerneltest.Pair
	oracle       *kerneltest.Oracle
	exact        bool // the float64 solve cannot decide
}

// ask puts all pairs of an ask to the oracle, in the defined order.
func (c *differCase) truth(a differAsk) *differTruth {
	t := &differTruth{}
	queries, entries := c.sides(a)
	for _, q := range queries {
		for _, e := range entries {
			if !c.compares(a, q, e) {
				continue
			}
			t.pairs++
			if max(q.T0, e.T0) > min(q.T1, e.T1) {
				continue
			}
			p := c.pair(a, q, e)
			_, _, verdict := p.Window.Solve(p.Query, p.Entry, p.Distance)
			if verdict == interaction.Borderline {
				t.borderline++
			}
			if o := kerneltest.Ask(p); o.Hit() {
				t.hits = append(t.hits, differHit{q, e, p, o, verdict == interaction.Borderline})
				if o.LeastIsThreshold() {
					t.exactly++
				}
			}
		}
	}
	return t
}

// judgeHits compares hits with the truth, in order, and their times with the accuracy that
// docs/exactness.md promises; "" if they agree.
func (t *differTruth) judgeHits(got trajectory.Hits) string {
	for i, h := range t.hits {
		if i >= got.Len() {
			return fmt.Sprintf("%d hits, want %d: missing: %v", got.Len(), len(t.hits), h)
		}
		if (key{got.QueryTraj[i], got.QuerySeg[i], got.EntryTraj[i], got.EntrySeg[i]}) != h.key() {
			return fmt.Sprintf("hit %d is (%d %d) (%d %d), want %v", i, got.QueryTraj[i], got.QuerySeg[i], got.EntryTraj[i], got.EntrySeg[i], h)
		}
		if s := h.judgeTimes(got.Enter[i], got.Exit[i]); s != "" {
			return fmt.Sprintf("hit %d [%x, %x]: %s: %v", i, got.Enter[i], got.Exit[i], s, h)
		}
	}
	if got.Len() > len(t.hits) {
		i := len(t.hits)
		return fmt.Sprintf("%d hits, want %d: (%d %d) (%d %d) is one too many", got.Len(), i,
			got.QueryTraj[i], got.QuerySeg[i], got.EntryTraj[i], got.EntrySeg[i])
	}
	return ""
}

func (h differHit) key() key { return key{h.query.traj, h.query.seg, h.entry.traj, h.entry.seg} }

func (h differHit) String() string { return fmt.Sprintf("%+v, %v", h.key(), h.pair) }

// judgeTimes wants the ends of a hit inside the span, and exact where the objects are within the
// threshold there.
func (h differHit) judgeTimes(enter, exit float64) string {
	o := h.oracle
	if !o.Agrees(enter, exit, true) {
		return "the ends are not in the span, or not its ends where the objects are within there"
	}
	if h.exact {
		if !o.EntersNearest(enter) || !o.ExitsNearest(exit) {
			return "the times are not the nearest float64"
		}
		return ""
	}
	for _, end := range []struct {
		at   float64
		free bool
	}{{enter, !o.AtFrom()}, {exit, !o.AtTo()}} {
		slack := new(big.Rat).Add(h.pair.Bound(), o.Rounding(end.at))
		if end.free && !o.AtThreshold(end.at, slack) {
			return fmt.Sprintf("the distance at %x is not the threshold", end.at)
		}
	}
	return ""
}

// differEncounter is the hits of one pair of trajectories that touch.
type differEncounter struct {
	hits        []differHit
	enter, exit float64
	open        trajectory.Open
}

// join joins the hits of the truth, with the judged times, one by one.
func (t *differTruth) join(c *differCase, times trajectory.Hits) (all []*differEncounter) {
	type pair struct{ query, entry uint32 }
	var order []pair
	of := map[pair][]*differEncounter{}
	for i, h := range t.hits {
		p := pair{h.query.traj, h.entry.traj}
		list := of[p]
		if len(list) == 0 || times.Enter[i] > list[len(list)-1].exit {
			if len(list) == 0 {
				order = append(order, p)
			}
			list = append(list, &differEncounter{enter: times.Enter[i], exit: math.Inf(-1)})
			list[len(list)-1].open = h.opens(c, times.Enter[i])
			of[p] = list
		}
		e := list[len(list)-1]
		e.hits = append(e.hits, h)
		if times.Exit[i] >= e.exit {
			e.exit = times.Exit[i]
			e.open = e.open&trajectory.OpenStart | h.closes(c, times.Exit[i])
		}
	}
	// Hits are in order of query segments: the pairs of a query trajectory may be mixed.
	for first := 0; first < len(order); {
		last := first
		for last < len(order) && order[last].query == order[first].query {
			last++
		}
		for entry := range uint32(len(c.entries)) {
			all = append(all, of[pair{order[first].query, entry}]...)
		}
		first = last
	}
	return all
}

// opens tells whether an encounter that begins with the hit lasted before it.
func (h differHit) opens(c *differCase, at float64) trajectory.Open {
	if (at == c.window[0] || h.query.first && at == h.query.T0 || h.entry.first && at == h.entry.T0) && h.oracle.AtFrom() {
		return trajectory.OpenStart
	}
	return 0
}

// closes tells whether an encounter that ends with the hit goes on after it.
func (h differHit) closes(c *differCase, at float64) trajectory.Open {
	if (at == c.window[1] || h.query.Last && at == h.query.T1 || h.entry.Last && at == h.entry.T1) && h.oracle.AtTo() {
		return trajectory.OpenEnd
	}
	return 0
}

// isEvent tells whether one of the two is a point event, which has no velocity.
func (h differHit) isEvent() bool {
	return h.query.T0 == h.query.T1 || h.entry.T0 == h.entry.T1
}

// judgeEncounters compares encounters with the joined hits, and their distances and speeds with the
// accuracy that docs/exactness.md promises; "" if they agree.
func judgeEncounters(want []*differEncounter, got trajectory.Encounters) string {
	if got.Len() != len(want) {
		return fmt.Sprintf("%d encounters, want %d", got.Len(), len(want))
	}
	for i, e := range want {
		first := e.hits[0]
		if got.QueryTraj[i] != first.query.traj || got.EntryTraj[i] != first.entry.traj ||
			got.Enter[i] != e.enter || got.Exit[i] != e.exit || got.Open[i] != e.open {
			return fmt.Sprintf("encounter %d of %d and %d, [%x, %x] %q, want %d and %d, [%x, %x] %q", i, got.QueryTraj[i], got.EntryTraj[i],
				got.Enter[i], got.Exit[i], got.Open[i], first.query.traj, first.entry.traj, e.enter, e.exit, e.open)
		}
		if s := e.judgeClosest(got.Closest[i], got.Distance[i], got.Speed[i]); s != "" {
			return fmt.Sprintf("encounter %d, closest at %x, %x, speed %x: %s: begins with %v", i, got.Closest[i], got.Distance[i], got.Speed[i], s, first)
		}
	}
	return ""
}

// judgeClosest wants the distance to be the least of all hits and no more than the threshold, and one hit to have it, with the
// speed, at the time.
func (e *differEncounter) judgeClosest(at, distance, speed float64) string {
	if !(distance >= 0) || math.IsInf(distance, 0) {
		return "the distance is no number"
	}
	had, least := false, false
	for _, h := range e.hits {
		if most, _ := h.oracle.Threshold.Float64(); distance > most {
			return "the distance is above the threshold"
		}
		slack := h.pair.Bound()
		if h.oracle.LeastBelow(distance, slack) {
			return fmt.Sprintf("another is closer: %v", h)
		}
		least = least || h.oracle.LeastIs(distance, slack)
		if !h.oracle.Spans(at) {
			continue
		}
		wide := new(big.Rat).Add(slack, h.oracle.Rounding(at))
		had = had || h.oracle.DistanceIs(at, distance, wide.Add(wide, slack)) &&
			(h.isEvent() && math.IsNaN(speed) || !h.isEvent() && h.oracle.SpeedIs(speed, slack))
	}
	switch {
	case !least:
		return "the distance is not the least"
	case !had:
		return "the distance or the speed is not that at the time"
	}
	return ""
}
