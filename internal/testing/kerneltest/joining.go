package kerneltest

import (
	"cmp"
	"context"
	"slices"

	"flyby/interaction"
	"flyby/internal/encounter"
	"flyby/kernel"
	"flyby/trajectory"
)

// Joining is a driver that joins the hits of another driver, as a device does:
// WalkJoined adds encounters, and the hits that kernel.Joined leaves.
type Joining struct{ kernel.Driver }

// Load makes a database resident.
func (d Joining) Load(ctx context.Context, db kernel.Database) (kernel.Resident, error) {
	r, err := d.Driver.Load(ctx, db)
	if err != nil {
		return nil, err
	}
	if w, ok := r.(kernel.Walker); ok && db.Pyramid != nil {
		return joining{w, db.Store}, nil
	}
	return r, nil
}

type joining struct {
	kernel.Walker
	entries *trajectory.Store
}

// WalkJoined joins the hits of a walk.
func (r joining) WalkJoined(ctx context.Context, w kernel.WalkWork, out *kernel.Hits) (kernel.Stats, error) {
	queries := w.Queries.Store
	found := kernel.Hits{Budget: out.Budget}
	stats, err := r.Walk(ctx, w, &found)
	if err != nil {
		return stats, err
	}
	all := found.List()
	found.Truncate(0)
	s := Scene{Queries: queries, Entries: r.entries, Rule: w.Rule}
	joined, left := s.leave(all)
	slices.SortFunc(joined, func(a, b interaction.HitRow) int {
		return cmp.Or(cmp.Compare(a.Query, b.Query), cmp.Compare(a.Entry, b.Entry))
	})
	e, err := encounter.Join(ctx, joined, queries, r.entries, w.Rule, 1, nil)
	if err != nil {
		return stats, err
	}
	out.Add(kernel.HitList{Joined: &kernel.Joined{Encounters: e, Hits: len(joined)}, Release: func() { clear(e.Enter); clear(e.Exit) }})
	out.Add(kernel.HitList{List: left})
	return stats, nil
}

// touch is an instant of a pair of trajectories.
type touch struct {
	query, entry int
	at           float64
}

// leave divides hits into hits to be joined and hits that kernel.Joined leaves.
func (s Scene) leave(hits []interaction.HitRow) (joined, left []interaction.HitRow) {
	at := map[touch]int{} // number of hits that begin or end at the instant
	touchOf := func(h interaction.HitRow, t float64) touch {
		return touch{s.Queries.Owner(int(h.Query)), s.Entries.Owner(int(h.Entry)), t}
	}
	for _, h := range hits {
		at[touchOf(h, h.Enter)]++
		if h.Exit != h.Enter {
			at[touchOf(h, h.Exit)]++
		}
	}
	for _, h := range hits {
		q, e := s.Queries.Segment(int(h.Query)), s.Entries.Segment(int(h.Entry))
		lo, hi := max(q.T0, e.T0, s.Window.From), min(q.T1, e.T1, s.Window.To)
		atEnd := h.Enter == h.Exit && h.Exit == hi && lo < hi
		if h.Borderline() || atEnd && at[touchOf(h, h.Exit)] == 1 {
			left = append(left, h)
		} else {
			joined = append(joined, h)
		}
	}
	return joined, left
}
