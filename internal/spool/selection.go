package spool

import (
	"context"
	"math"
	"slices"

	"flyby/internal/slab"
	"flyby/trajectory"
)

// StoreBytes returns an upper bound of the bytes of a store of one trajectory of the whole.
func (s *Spool) StoreBytes(traj int) uint64 { return s.storeBytes(uint64(s.count[traj]), 1) }

// Chosen returns a store of some trajectories of the whole, which must be strictly increasing: a subset of the store of the
// file, under its ids. All pages are read. The store takes StoreBytes of each trajectory, reading it Gathering beside that.
// The spool must not be Direct.
func (s *Spool) Chosen(ctx context.Context, trajs []int) (*trajectory.Store, error) {
	switch {
	case s.store != nil:
		return s.store.Subset(trajs), nil
	case s.fleet != nil:
		return s.fleet.Store(ctx, trajs)
	}
	g := &gatherer{s: s, ctx: ctx, last: uint32(s.whole.IDs.Len()), local: make([]uint32, s.whole.IDs.Len()), stores: make([]columns, 1)}
	g.chosen, g.opener = make([]bool, s.whole.IDs.Len()), newOpener(s.pages, s.width(), s.page)
	for _, traj := range trajs {
		g.chosen[traj] = true
	}
	if _, err := g.slab(math.Inf(-1), math.Inf(1)); err != nil {
		return nil, err
	}
	c := &g.stores[0]
	return (trajectory.Sorted{
		T: c.t, X: c.x, Y: c.y, Z: c.z, H: c.h, First: c.first, IDs: slab.Some(s.whole.IDs, trajs), Radius: c.radius,
		Gaps: slices.Clip(c.gaps), Times: s.whole.Kind, Frame: s.whole.Space.Frame,
	}).Store(), nil
}
