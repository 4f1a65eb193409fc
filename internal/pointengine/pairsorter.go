package pointengine

import (
	"context"

	"flyby/internal/memory"
	"flyby/internal/packed"
	"flyby/internal/pointjoin"
	"flyby/internal/spill"
	"flyby/points"
)

// pairSorter sorts pairs that come in any order, an external merge sort: each time pairs outgrow their room, they are
// sorted and packed into a file as a run.
type pairSorter struct {
	config *Config
	rows   int    // bound of first rows
	room   uint64 // bytes of pairs in memory; as much again while they are sorted

	lists []pointjoin.List
	held  uint64
	runs  *packed.Runs // nil: all pairs are in memory
}

// add takes over lists.
func (r *pairSorter) add(ctx context.Context, lists []pointjoin.List) error {
	for _, l := range lists {
		r.lists, r.held = append(r.lists, l), r.held+memory.Of(cap(l.Pairs), pointjoin.PairBytes)
	}
	if r.held <= r.room {
		return nil
	}
	return r.spill(ctx)
}

// spill writes the pairs in memory as a run.
func (r *pairSorter) spill(ctx context.Context) error {
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

// sorted gives the pairs in memory, in order and in chunks, and frees them.
func (r *pairSorter) sorted(ctx context.Context, give func(points.Pairs) error) error {
	pairs := ordered(ctx, r.lists, 0, max(r.rows, 1), r.config.Threads)
	r.lists, r.held = nil, 0
	if err := ctx.Err(); err != nil {
		return err
	}
	return newColumns().each(pairs, give)
}

// end gives all pairs in order, in chunks that the next one overwrites.
func (r *pairSorter) end(ctx context.Context, give func(points.Pairs) error) error {
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

// close deletes the runs.
func (r *pairSorter) close() error {
	if r.runs == nil {
		return nil
	}
	return r.runs.Close()
}
