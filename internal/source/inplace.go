package source

import (
	"context"

	"flyby/internal/memory"
	"flyby/internal/reading"
	"flyby/internal/slab"
	"flyby/internal/spool"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// readInPlace reads the times of a set whose slabs are read from row groups. ok is false where the set must be read otherwise.
func (r *Reader) readInPlace(ctx context.Context, s *Set) (ok bool, err error) {
	o := r.readOptions(s.in.Read)
	o.Slabs = r.Slabs
	all, of := &starts{}, keys(nil)
	o.Starts = func(ids reading.IDs, traj, segment uint32, start, end float64) {
		if int(traj) >= len(of) {
			of = of.grown(ids)
		}
		all.add(of[traj], segment, start, end)
	}
	if s.spool, s.Report, ok, err = spool.ReadInPlace(ctx, s.in.Files, o); !ok || err != nil {
		s.spool = nil
		return false, r.least(err, readParts/readPart)
	}
	whole := s.spool.Whole()
	s.Store, s.starts = whole.Named(), all
	return true, nil
}

// load reads the file of a set into memory though it was to be read by row groups.
func (s *Set) load(ctx context.Context) error {
	r := s.reader
	rows := s.spool.Whole().Segments + uint64(s.Trajectories())
	if err := r.need(memory.Of(int(rows), sampleBytes)); err != nil {
		return err
	}
	store, err := s.spool.Load(ctx, s.in.Files, r.readOptions(s.in.Read).Format)
	if err != nil {
		return err
	}
	s.Store = store
	s.give()
	s.take()
	return nil
}

// InPlace reports whether the samples stay in the row groups of a file, or are made of element sets when asked.
func (s *Set) InPlace() bool { return s.starts != nil && (s.spool.Direct() || s.spool.OnDemand()) }

// OnDemand reports whether the samples are made of element sets when asked.
func (s *Set) OnDemand() bool { return s.spool != nil && s.spool.OnDemand() }

// RowGroups returns the row groups that the slab [from, to) of a set in place is read from; none for samples that are made.
func (s *Set) RowGroups(from, to float64) []slab.Group { return s.spool.RowGroups(from, to) }

// Settle copies a set that was read in place, so that it has samples of its own.
func (s *Set) Settle(ctx context.Context) error { return s.settle(ctx) }

// Fill reads the samples of a slab from the row groups of a file, whose trajectories have ids in the whole. Any error but the end of ctx
// names samples that differ from the planned ones.
func (r *Reader) Fill(ctx context.Context, path string, o format.Options, ids trajectory.IDs, to *slab.Outline) (*slab.Slab, error) {
	o.Threads = r.Threads
	return spool.Fill(ctx, path, o, ids, to)
}
