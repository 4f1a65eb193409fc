package pointengine

import (
	"context"

	"flyby/internal/memory"
	"flyby/internal/packed"
	"flyby/internal/spill"
	"flyby/points"
	"flyby/points/pointjoin"
)

// shuffled are pairs that come in any order and leave in order. What outgrows a room for them is sorted and packed in
// a file, a run each time the room is full.
type shuffled struct {
	config *Config
	rows   int    // first rows are below
	room   uint64 // bytes of pairs in memory; as much again while they are sorted

	lists []pointjoin.List
	held  uint64
	runs  *packed.Runs // nil: all are in memory
}

// add takes lists, which are its own from then on.
func (r *shuffled) add(ctx context.Context, lists []pointjoin.List) error {
	for _, l := range lists {
		r.lists, r.held = append(r.lists, l), r.held+memory.Of(cap(l.Pairs), pointjoin.PairBytes)
	}
	if r.held <= r.room {
		return nil
	}
	return r.spill(ctx)
}

// spill writes what is in memory as a run.
func (r *shuffled) spill(ctx context.Context) error {
	if r.runs == nil {
		folder, err := spill.Open(r.config.Tmp, r.config.TmpLimit)
		if err != nil {
			return err
		}
		if r.runs, err = packed.NewRuns(folder, packed.Pairs, r.config.Threads); err != nil {
			return err
		}
		r.config.Logger.Info("pairs go to files", "folder", folder.Path())
	}
	if err := r.runs.Begin(); err != nil {
		return err
	}
	return r.sorted(ctx, func(chunk points.Pairs) error {
		return r.runs.Add(&packed.Rows{Int: [4][]uint32{chunk.First, chunk.Second}})
	})
}

// sorted gives what is in memory, in order and in chunks, and forgets it.
func (r *shuffled) sorted(ctx context.Context, give func(points.Pairs) error) error {
	pairs := ordered(ctx, r.lists, 0, max(r.rows, 1), r.config.Threads)
	r.lists, r.held = nil, 0
	if err := ctx.Err(); err != nil {
		return err
	}
	return newColumns().each(pairs, give)
}

// end gives all pairs in order, in chunks that the next one overwrites.
func (r *shuffled) end(ctx context.Context, give func(points.Pairs) error) error {
	if r.runs == nil {
		return r.sorted(ctx, give)
	}
	if err := r.spill(ctx); err != nil {
		return err
	}
	for rows, err := range r.runs.Merged(ctx, 2*r.room) {
		if err != nil {
			return err
		}
		if err := give(points.Pairs{First: rows.Int[0], Second: rows.Int[1]}); err != nil {
			return err
		}
	}
	return nil
}

// close gives files up.
func (r *shuffled) close() error {
	if r.runs == nil {
		return nil
	}
	return r.runs.Close()
}
