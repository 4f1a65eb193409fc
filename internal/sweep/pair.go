package sweep

import (
	"fmt"
	"iter"
	"math"

	"flyby/interaction"
	"flyby/internal/partition"
	"flyby/internal/slab"
)

// pair is a slab of the queries and the slab of the entries of the same time: in a join one slab.
type pair struct {
	queries, entries *slab.Slab
	rule             interaction.Rule // its Excluded has numbers of the slabs' trajectories
}

// pairs yields the slabs of two sides.
func (s *Sweep) pairs(sides Sides) iter.Seq2[*pair, error] {
	if sides.Queries == nil {
		return func(yield func(*pair, error) bool) {
			for e, err := range sides.Entries {
				if err != nil {
					yield(nil, err)
					return
				}
				if !yield(s.pair(e, e), nil) {
					return
				}
			}
		}
	}
	return func(yield func(*pair, error) bool) {
		next, stop := iter.Pull2(iter.Seq2[*slab.Slab, error](sides.Queries))
		defer stop()
		for e, err := range sides.Entries {
			var q *slab.Slab
			if err == nil {
				q, err = sameTime(next, e)
			}
			if err != nil {
				yield(nil, err)
				return
			}
			if !yield(s.pair(q, e), nil) {
				return
			}
		}
	}
}

// sameTime returns the next slab of the queries, which must have the times of the entries' slab.
func sameTime(next func() (*slab.Slab, error, bool), e *slab.Slab) (*slab.Slab, error) {
	q, err, ok := next()
	switch {
	case err != nil:
		return nil, err
	case !ok:
		return nil, fmt.Errorf("sweep: the queries end before the entries' slab [%v, %v)", e.Start, e.End)
	case q.Start != e.Start || q.End != e.End:
		return nil, fmt.Errorf("sweep: the queries' slab is [%v, %v), the entries' [%v, %v)", q.Start, q.End, e.Start, e.End)
	}
	return q, nil
}

// pair makes a pair with its rule.
func (s *Sweep) pair(queries, entries *slab.Slab) *pair {
	p := &pair{queries, entries, s.Rule}
	p.rule.Join = queries == entries
	parts := partition.Pair{Queries: partition.Of(queries.Store, queries.Traj), Entries: partition.Of(entries.Store, entries.Traj)}
	p.rule.Excluded = parts.Excluded(s.Rule)
	return p
}

// allTime reports whether all time is in the slab.
func (p *pair) allTime() bool {
	return math.IsInf(p.entries.Start, -1) && math.IsInf(p.entries.End, 1)
}

// idle reports whether no hit can belong to the slab: a side has no segment, no side has a segment that
// starts in it, or the window ends before it or begins after it.
func (p *pair) idle() bool {
	q, e := p.queries.Store, p.entries.Store
	if q.Segments() == 0 || e.Segments() == 0 || p.rule.Window.To < p.entries.Start || min(q.Extent().End, e.Extent().End) < p.rule.Window.From {
		return true
	}
	return !p.entries.Owns() && !p.queries.Owns()
}
