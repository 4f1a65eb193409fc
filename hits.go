package flyby

import (
	"errors"
	"iter"
	"runtime"

	"flyby/internal/engine"
	"flyby/internal/memory"
	"flyby/internal/rowbytes"
	"flyby/internal/source"
	"flyby/trajectory"
)

// ErrReleased is the error of a result whose hits, or of query memory whose samples, were released before.
var ErrReleased = errors.New("flyby: released before")

// Hits is the result of a search, in the defined order: by query trajectory, query segment,
// entry trajectory, entry segment. Where it outgrows Options.Memory, Chunks and Collect
// search, each time anew. It is for one goroutine at a time.
type Hits struct {
	result
	queries *trajectory.Store
	loan    loan // the memory of hits
}

// loan is a driver's memory, to be given back once.
type loan struct {
	back    func() // nil: no memory is lent, or it was given back
	cleanup runtime.Cleanup
}

// newHits makes Hits of a result. If Release does not give the memory back to its driver,
// the garbage collector will.
func newHits(r result, queries *trajectory.Store) *Hits {
	h := &Hits{result: r, queries: queries}
	if f := r.found; f.Release != nil {
		h.loan = loan{f.Release, runtime.AddCleanup(h, func(back func()) { back() }, f.Release)}
	}
	return h
}

// Release gives the memory of the hits back now, which makes the next search
// faster: memory that a device writes hits to is costly to make. Chunks that were
// yielded before stay. Without Release the garbage collector gives it back. A second call
// does nothing.
func (h *Hits) Release() {
	back := h.loan.back
	if h.found = nil; back == nil {
		return
	}
	h.loan.cleanup.Stop()
	h.loan.back = nil
	back()
}

// Chunks yields the hits in order, in chunks. The columns of a chunk are overwritten by the
// next one; the columns of Collect are the caller's. QueryTraj is an index of the
// query set, in a join of the entries. An error ends it: ErrReleased after Release, ErrClosed
// after the database's Close, and where hits are searched for while they are read, an error of
// the search. Such a search keeps the database's turn until it ends, at the latest where the
// caller stops: the database answers no other search meanwhile.
func (h *Hits) Chunks() iter.Seq2[trajectory.Hits, error] {
	if h.slabs != nil && h.good() == nil {
		return swept(&h.result, (*source.Sweep).Hits)
	}
	return func(yield func(trajectory.Hits, error) bool) {
		columns := engine.NewColumns(h.queries, h.db.entries.Store)
		for f, err := range h.parts() {
			if err != nil {
				yield(trajectory.Hits{}, err)
				return
			}
			for chunk := range columns.Chunks(f.Hits) {
				if err := h.good(); err != nil {
					yield(trajectory.Hits{}, err)
					return
				}
				if !yield(chunk, nil) {
					return
				}
			}
		}
		runtime.KeepAlive(h) // h holds the memory of hits
	}
}

// Collect returns all hits in order, or the error that ends Chunks, or ErrMemory.
func (h *Hits) Collect() (all trajectory.Hits, err error) {
	if err := h.good(); err != nil {
		return all, err
	}
	if h.found.Stream != nil || h.slabs != nil {
		all, err = engine.Collect(h.Chunks(), trajectory.Hits.Append)
		return all, h.db.refusal("hits", err)
	}
	n := len(h.found.Hits)
	if err := memory.Need(memory.Count(n)+" hits in columns", memory.Of(n, rowbytes.HitBytes)); err != nil {
		return all, h.db.refusal("hits", err)
	}
	defer runtime.KeepAlive(h)
	return engine.NewColumns(h.queries, h.db.entries.Store).All(h.found.Hits), nil
}
