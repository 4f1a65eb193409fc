package engine

import (
	"context"

	"flyby/interaction"
	"flyby/internal/partition"
	"flyby/kernel"
)

// listing holds the pairs of runs that a join comes down to while it is searched in ranges of
// its queries (docs/decisions/0028-pairs-listed-once.md): boxes are tested once for all ranges
// whose pairs fit. A stream has one.
type listing struct {
	rule        interaction.Rule // of the join
	room        uint64           // bytes of pairs
	first, last int              // trajectories of the range that is searched
	list        kernel.Listing   // nil: not made yet
	begin, end  int              // trajectories of the queries whose pairs are listed
	used        bool             // the hits of the range searched last came from listed pairs
	off         bool             // listing does not pay
}

// begins sets the range of the next search.
func (l *listing) begins(q *partition.Part) {
	l.first, l.used = int(q.Traj(0)), false
	l.last = l.first + q.Store.Trajectories()
}

// lister is a Resident whose List returns an empty list for the pairs of runs that a join from
// the root comes down to, in at most some bytes; nil: none pays.
type lister interface {
	List(w kernel.WalkWork, bytes uint64) kernel.Listing
}

// leastListed is the part of the remaining query trajectories whose pairs must fit: with less,
// the walks would take more time than a search for each range.
const leastListed = 1.0 / 8

// list returns the task's listing, if it is a range whose pairs are to be listed.
func (x *pyramidIndex) list(t task, on stage) *listing {
	l := t.listing
	if l == nil || l.off || on.parts > 1 {
		return nil
	}
	if lister, ok := on.resident.(lister); ok && l.list == nil {
		root := kernel.Root(x.Pyramid)
		l.list = lister.List(kernel.WalkWork{Rule: l.rule, Queries: kernel.Built(x.Pyramid), Query: root, Entry: root}, l.room)
	}
	if l.list == nil {
		l.off = true
		return nil
	}
	return l
}

// run adds the hits of a range. Where the list does not pay it adds none, and turns the listing
// off.
func (l *listing) run(ctx context.Context, t task, all int, out *kernel.Hits) (stats kernel.Stats, err error) {
	from := len(out.Lists)
	for first := l.first; first < l.last; {
		if first < l.begin || first >= l.end {
			s, err := l.fill(ctx, first, all)
			stats.Add(s)
			if err != nil || l.off {
				out.Truncate(from)
				return stats, err
			}
		}
		last := min(l.last, l.end)
		s, err := l.list.Walk(ctx, first, last, t.Encounters, l.progress(t.report, first, last), out)
		stats.Add(s)
		if err != nil {
			return stats, err
		}
		first = last
	}
	l.used = true
	return stats, nil
}

// fill lists the pairs of query trajectories from first on, of all.
func (l *listing) fill(ctx context.Context, first, all int) (stats kernel.Stats, err error) {
	l.begin, l.end = first, first
	l.end, stats, err = l.list.Fill(ctx, first)
	if err == nil && float64(l.end-first) < leastListed*float64(all-first) {
		l.off, l.list = true, nil
	}
	return stats, err
}

// progress returns the function that reports progress of the trajectories [first, last) of the
// range.
func (l *listing) progress(r *report, first, last int) func(done, total float64) {
	return func(done, total float64) {
		r.update(float64(first-l.first)+done/total*float64(last-first), float64(l.last-l.first))
	}
}
