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

// Joining is a driver that joins the hits of another driver, as a device does, piece by piece:
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
	e, err := s.byPieces(ctx, joined)
	if err != nil {
		return stats, err
	}
	out.Add(kernel.HitList{Joined: &kernel.Joined{Encounters: e, Hits: len(joined)}, Release: func() { clear(e.Enter); clear(e.Exit) }})
	out.Add(kernel.HitList{List: left})
	return stats, nil
}

// byPieces joins the hits of each pair of pieces: hits that touch at a splice stay apart.
func (s Scene) byPieces(ctx context.Context, hits []interaction.HitRow) (all trajectory.Encounters, err error) {
	queries, entries := piecesOf(s.Queries), piecesOf(s.Entries)
	slices.SortFunc(hits, func(a, b interaction.HitRow) int {
		return cmp.Or(cmp.Compare(queries[a.Query], queries[b.Query]), cmp.Compare(entries[a.Entry], entries[b.Entry]), cmp.Compare(a.Query, b.Query), cmp.Compare(a.Entry, b.Entry))
	})
	for first := 0; first < len(hits); {
		last := first + 1
		for last < len(hits) && queries[hits[last].Query] == queries[hits[first].Query] && entries[hits[last].Entry] == entries[hits[first].Entry] {
			last++
		}
		some, err := encounter.Join(ctx, hits[first:last], s.Queries, s.Entries, s.Rule, 1, nil)
		if err == nil {
			all, err = all.Append(some)
		}
		if err != nil {
			return all, err
		}
		first = last
	}
	order := make([]int, all.Len())
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(all.QueryTraj[a], all.QueryTraj[b]), cmp.Compare(all.EntryTraj[a], all.EntryTraj[b]))
	})
	return all.Pick(order), nil
}

// piecesOf returns the number of each row's piece.
func piecesOf(s *trajectory.Store) []int {
	of, n := make([]int, 0, s.Samples()), 0
	for p := range s.Pieces() {
		of, n = append(of, slices.Repeat([]int{n}, p.Samples)...), n+1
	}
	return of
}

// touch is an instant of a pair of pieces.
type touch struct {
	query, entry int
	at           float64
}

// leave divides hits into hits to be joined and hits that kernel.Joined leaves.
func (s Scene) leave(hits []interaction.HitRow) (joined, left []interaction.HitRow) {
	at := map[touch]int{} // number of hits that begin or end at the instant
	queries, entries := piecesOf(s.Queries), piecesOf(s.Entries)
	touchOf := func(h interaction.HitRow, t float64) touch { return touch{queries[h.Query], entries[h.Entry], t} }
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
