package spool

import (
	"context"

	"flyby/internal/fleet"
	"flyby/internal/slab"
)

// OfFleet returns a spool of objects whose slabs are made when asked, and never written. Whatever the span of time, it holds the objects and what a Census holds. seen is called as Fleet.Census calls it.
func OfFleet(ctx context.Context, of *fleet.Fleet, seen func(thread, object int, number uint32, start, end float64)) (*Spool, error) {
	c, err := of.Census(ctx, seen)
	if err != nil {
		return nil, err
	}
	return &Spool{whole: c.Whole, count: c.Whole.Counts, gaps: c.Gaps, fleet: of, census: c}, nil
}

// OnDemand reports whether slabs are made of the paths of objects when asked.
func (s *Spool) OnDemand() bool { return s.fleet != nil }

// Fleet returns the objects whose slabs are made when asked; nil: the spool has samples.
func (s *Spool) Fleet() *fleet.Fleet { return s.fleet }

// make yields the slabs of the fleet.
func (s *Spool) make(ctx context.Context, r Range) slab.Source {
	inUse := 1
	if r.Ahead {
		inUse = 2
	}
	all := notify(slabs(r.Edges, s.fleet.Maker(ctx, fleet.Range(r.First, r.Last), inUse).Slab), r.Made)
	if r.Ahead {
		return gatherAhead(all)
	}
	return all
}
