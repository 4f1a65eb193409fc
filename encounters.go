package flyby

import (
	"context"
	"errors"
	"runtime"

	"flyby/encounter"
	"flyby/kernel"
	"flyby/trajectory"
)

// ErrReleased says that a result has no hits any more.
var ErrReleased = errors.New("flyby: the result was released")

// Encounters joins the hits of each pair of trajectories where they touch in
// time, on all threads. The result is sorted by query trajectory, entry
// trajectory and time. With Options.EncountersOnly the search has joined them,
// and all calls return the same columns; otherwise it returns ErrReleased after
// Release.
func (r *Result) Encounters(ctx context.Context) (trajectory.Encounters, error) {
	if r.encounters != nil {
		return *r.encounters, ctx.Err()
	}
	if r.released {
		return trajectory.Encounters{}, ErrReleased
	}
	defer runtime.KeepAlive(r) // which holds the memory of hits
	all, err := encounter.Join(ctx, r.hits, r.queries, r.entries, r.rule, r.threads, nil)
	return all, refusal("encounters", err)
}

// joinAll makes the result one of encounters: the settled hits of lists are
// joined here, and with what a device joined.
func (r *Result) joinAll(ctx context.Context, found *kernel.Hits, t task) error {
	defer found.Truncate(0)
	var lists []kernel.Piece
	var parts []trajectory.Encounters
	for _, p := range found.Pieces {
		if p.Joined == nil {
			lists = append(lists, p)
			continue
		}
		parts = append(parts, p.Joined.Encounters)
		r.found += p.Joined.Hits
	}
	hits, err := r.inOrder(ctx, lists, t)
	if err != nil {
		return err
	}
	r.found += len(hits)
	all, err := encounter.Join(ctx, hits, r.queries, r.entries, r.rule, r.threads, t.report.after("join").tell)
	if err != nil {
		return err
	}
	if len(parts) > 0 {
		if all.Len() > 0 {
			parts = append([]trajectory.Encounters{all}, parts...)
		}
		all, err = encounter.Merge(ctx, parts, r.threads, t.room)
	}
	r.encounters = &all
	return err
}
