package spool

import (
	"context"

	"flyby/internal/slab"
	"flyby/trajectory"
)

// OfStore returns a spool of a store, whose slabs are cut from the store: for a data set in memory that is searched beside one that outgrows it.
func OfStore(store *trajectory.Store) *Spool {
	s := &Spool{whole: slab.Of(store), store: store}
	s.count = s.whole.Counts
	r := reel{rows: store.Segments(), sample: usual().sampleOf(store.Segments())}
	starts, ends := make([]float64, 0, r.rows), make([]float64, 0, r.rows)
	for p := range store.Pieces() {
		first, last := p.First, p.First+p.Samples-1
		starts = append(starts, store.T()[first:max(last, first+1)]...)
		ends = append(ends, store.T()[min(first+1, last):last+1]...)
		if first > 0 {
			s.gaps++
		}
	}
	r.starts, r.ends = samplesOf(starts, r.sample), samplesOf(ends, r.sample)
	s.reels = []reel{r}
	return s
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
