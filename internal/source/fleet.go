package source

import (
	"context"

	"flyby/internal/parallel"
	"flyby/internal/reading/fileset"
	"flyby/internal/slab"
	"flyby/internal/spool"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// readFleet reads a set of element sets: into memory where its samples fit, otherwise slabs make their own.
func (r *Reader) readFleet(ctx context.Context, s *Set) error {
	o := s.in.Read
	o.Threads = r.Threads
	f, report, err := fileset.ReadFleet(ctx, s.in.Files, o)
	if err != nil {
		return err
	}
	if s.Report = report; r.folder == nil && !r.InPlace {
		s.Store, err = fileset.StoreOf(ctx, f)
		return err
	}
	var seen func(thread, object int, number uint32, start, end float64)
	all := make([]starts, parallel.Threads(o.Threads))
	if r.InPlace {
		key := keysOf(f.IDs)
		seen = func(thread, object int, number uint32, start, end float64) {
			all[thread].add(key(object), number, start, end)
		}
	}
	if s.spool, err = spool.OfFleet(ctx, f, seen); err != nil {
		return err
	}
	whole := s.spool.Whole()
	if s.Store = whole.Named(); r.InPlace {
		s.starts = &all[0]
		for i := range all[1:] {
			s.starts.addAll(&all[i+1])
		}
	}
	return r.need(s.spool.Bytes())
}

// Make makes the samples of a slab of element sets, whose trajectories have ids in the whole. Any error but the end of ctx names samples that differ from
// the planned ones.
func (r *Reader) Make(ctx context.Context, files []input.File, o format.Options, whole *slab.Whole, to *slab.Outline) (*slab.Slab, error) {
	o.Threads = r.Threads
	f, _, err := fileset.ReadFleet(ctx, files, o)
	if err != nil {
		return nil, err
	}
	return f.Fill(ctx, whole.IDs, to)
}
