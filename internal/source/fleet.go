package source

import (
	"context"
	"errors"
	"strconv"

	"flyby/internal/fleet"
	"flyby/internal/memory"
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
	s.objects = f.IDs
	if s.Report = report; r.folder == nil && !r.InPlace {
		s.Store, err = fileset.StoreOf(ctx, f)
		return err
	}
	return s.makeOf(ctx, f)
}

// makeOf has slabs of the set make their samples of a fleet.
func (s *Set) makeOf(ctx context.Context, f *fleet.Fleet) (err error) {
	r := s.reader
	var seen func(thread, object int, number uint32, start, end float64)
	all := make([]starts, parallel.Threads(f.Threads))
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

// ErrNoSets says that a set has no element sets.
var ErrNoSets = errors.New("source: no element sets")

// Objects returns a set, called name, of some objects of element sets by their catalogue numbers, ascending, for which nothing is read again. Bare has the numbers of objects without a position, and missing the numbers that the set lacks:
// with one, or without any position, of is nil. The error is ErrNoSets of other sets, and of sets with other ids.
func (r *Reader) Objects(ctx context.Context, s *Set, name string, numbers []int64) (of *Set, bare, missing []int64, err error) {
	if s.objects.Len() == 0 || !s.objects.IntIDs() {
		return nil, nil, nil, ErrNoSets
	}
	var trajs []int
	for _, number := range numbers {
		id := strconv.FormatInt(number, 10)
		traj, there := s.Find(id)
		if there {
			trajs = append(trajs, traj)
		} else if _, known := s.objects.Find(id); known {
			bare = append(bare, number)
		} else {
			missing = append(missing, number)
		}
	}
	if len(missing) > 0 || len(trajs) == 0 {
		return nil, bare, missing, nil
	}
	of = &Set{in: s.in, reader: r, objects: s.objects}
	of.in.Name, of.Report = name, format.Report{Units: s.Report.Units, Said: s.Report.Said, RefFrame: s.Report.RefFrame, Curve: s.Report.Curve, Attributes: s.Report.Attributes}
	if s.spool != nil {
		err = of.makeOf(ctx, s.spool.Fleet().Some(trajs))
	} else if err = memory.Need("the segments of the queries", s.Bytes()/uint64(s.Trajectories())*uint64(len(trajs))); err == nil {
		of.Store = s.Subset(trajs)
	}
	if err != nil {
		return nil, nil, nil, err
	}
	of.take()
	return of, bare, nil, nil
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
