package spool

import (
	"context"
	"sync"

	"flyby/internal/slab"
	"flyby/trajectory"
)

// OfStore returns a spool of a store, whose slabs are cut from the store: for a data set in memory that is searched beside one that outgrows it, or
// is cut for others to search.
func OfStore(store *trajectory.Store) *Spool {
	s := &Spool{whole: slab.Of(store), store: store}
	s.count = s.whole.Counts
	for p := range store.Pieces() {
		if p.First > 0 {
			s.gaps++
		}
	}
	s.sampled = sync.OnceValue(func() []reel { return []reel{reelOf(store)} })
	return s
}

// reelOf samples the starts and ends of a store's segments.
func reelOf(store *trajectory.Store) reel {
	r := reel{rows: store.Segments(), sample: usualGrain().sampleOf(store.Segments())}
	starts, ends := make([]float64, 0, r.rows), make([]float64, 0, r.rows)
	for p := range store.Pieces() {
		first, last := p.First, p.First+p.Samples-1
		starts = append(starts, store.T()[first:max(last, first+1)]...)
		ends = append(ends, store.T()[min(first+1, last):last+1]...)
	}
	r.starts, r.ends = samplesOf(starts, r.sample), samplesOf(ends, r.sample)
	return r
}

// timed returns reels with samples of starts and ends. The reel of a store is made when it is first asked for, as that sorts all times: a third of a
// plan, see docs/decisions/0108-cost-of-slabs.md.
func (s *Spool) timed() []reel {
	if s.store != nil {
		return s.sampled()
	}
	return s.reels
}

// counted returns the number of segments of a slab, its own and overhang: exact for a store, else an upper bound.
func (s *Spool) counted(from, to float64) (n uint64) {
	if s.store == nil {
		return s.most(from, to)
	}
	for p := range s.store.Pieces() {
		first, last := slab.Rows(s.store, p, from, to)
		n += uint64(last - first)
	}
	return n
}

// cutStore yields the slabs of the store of a spool.
func (s *Spool) cutStore(ctx context.Context, r Range) slab.Source {
	return func(yield func(*slab.Slab, error) bool) {
		for b, err := range slab.CutRange(s.store, r.Edges, r.First, r.Last) {
			if err == nil {
				err = ctx.Err()
			}
			if err != nil {
				yield(nil, err)
				return
			}
			if r.Made != nil {
				r.Made(b)
			}
			if !yield(b, nil) {
				return
			}
		}
	}
}
