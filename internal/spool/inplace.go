package spool

import (
	"context"
	"errors"
	"fmt"

	"flyby/internal/memory"
	"flyby/internal/reading"
	"flyby/internal/reading/fileset"
	"flyby/internal/reading/parquet"
	"flyby/internal/slab"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// ReadInPlace reads the times of files whose slabs Fill can read again from row groups, even where the memory may hold the samples. Whether it can
// depends on the files and the options, but not on o.Memory where o.Slabs is set: ok is false for several files, for rows that are no samples, and
// for statistics that do not promise to tell o.Slabs apart. The error wraps memory.ErrNoRoom where the memory is too little for the trajectories. See
// docs/decisions/0107-slabs-in-place.md.
func ReadInPlace(ctx context.Context, files []input.File, o Options) (s *Spool, report format.Report, ok bool, err error) {
	if len(files) != 1 {
		return nil, report, false, nil
	}
	o.way = inPlace
	if s, report, err = timesOf(ctx, files[0].Path, o); err != nil {
		if !errors.Is(err, memory.ErrNoRoom) {
			err = ctx.Err() // the usual reading returns the error of the file
		}
		return nil, format.Report{}, false, err
	}
	report.Files = 1
	return s, report, true, nil
}

// RowGroups returns the row groups that the slab [from, to) is read from.
func (s *Spool) RowGroups(from, to float64) (all []slab.Group) {
	if s.direct == nil {
		return nil
	}
	for _, i := range s.direct.overlapping(from, to) {
		all = append(all, slab.Group{Number: uint32(i), First: s.direct.spans[i].first + 0, Last: s.direct.spans[i].last + 0})
	}
	return all
}

// Load reads the file of a Direct spool into memory. No Source may be in use. After an error the spool can only be closed.
func (s *Spool) Load(ctx context.Context, files []input.File, o format.Options) (*trajectory.Store, error) {
	d, segments := s.direct, s.whole.Segments
	defer d.groups.Close() //nolint:errcheck // it was only read
	*s = Spool{whole: s.whole}
	store, _, err := input.ReadFiles(ctx, files, o)
	if err != nil {
		return nil, err
	}
	if !d.groups.Same(d.path) || uint64(store.Segments()) != segments {
		return nil, d.groups.Changed()
	}
	*s = *OfStore(store)
	return store, nil
}

// Filling is the bytes that Fill takes beside a slab: rows that are decoded ahead, and some pages.
const Filling = directGathering

// Fill reads the samples of a slab from the row groups of a file, whose trajectories have ids in the whole. The error says where the samples differ
// from the planned ones.
func Fill(ctx context.Context, path string, o format.Options, ids trajectory.IDs, to *slab.Outline) (*slab.Slab, error) {
	groups, ok := fileset.OpenGroups(path, o)
	if !ok {
		return nil, errors.New("it cannot be read row group by row group")
	}
	defer groups.Close() //nolint:errcheck // it was only read
	f := &filler{to: to, finder: finder{ids: ids}, upright: o.Upright, place: make([]uint32, ids.Len()), seen: map[int]*span{}}
	if err := f.begin(groups); err != nil {
		return nil, err
	}
	if part := f.pick(); len(part.Groups) > 0 {
		if _, _, err := groups.Read(ctx, part, f.take); err != nil {
			return nil, err
		}
	}
	for _, g := range to.Groups {
		if now := f.seen[int(g.Number)]; now.first != g.First || now.last != g.Last {
			return nil, fmt.Errorf("row group %d has times from %v to %v, and had times from %v to %v", g.Number, now.first, now.last, g.First, g.Last)
		}
	}
	return to.Slab()
}

// A filler reads the samples of a slab.
type filler struct {
	finder
	to      *slab.Outline
	upright bool     // the third number of a position is a height
	place   []uint32 // [trajectories of the whole] 1 + the index in the slab; 0: not in the slab
	seen    map[int]*span
}

// begin makes room for the samples.
func (f *filler) begin(groups *parquet.Groups) error {
	rows := uint64(0)
	for _, g := range f.to.Groups {
		if int(g.Number) >= groups.Len() {
			return fmt.Errorf("it has %d row groups, and had one of number %d", groups.Len(), g.Number)
		}
		rows += uint64(groups.Rows(int(g.Number)))
		f.seen[int(g.Number)] = new(noSpan())
	}
	for i, traj := range f.to.Traj() {
		if int(traj) >= len(f.place) {
			return fmt.Errorf("trajectory %d of %d", traj, len(f.place))
		}
		f.place[traj] = 1 + uint32(i)
	}
	n, space, _ := f.to.Samples()
	now := groups.Space()
	if f.upright && now.Dim == 3 {
		now.Dim, now.Heights = 2, true
	}
	if n > 0 && (now != space || groups.LonLat()) {
		return fmt.Errorf("it has positions in %d-D, and had positions in %d-D, or they are of another kind", now.Dim, space.Dim)
	}
	return f.to.Begin(rows)
}

// pick returns the columns and row groups to read.
func (f *filler) pick() parquet.Pick {
	part := parquet.Pick{Ahead: slabAhead}
	for _, g := range f.to.Groups {
		part.Groups = append(part.Groups, int(g.Number))
	}
	return part
}

// take is a reading.RowsFunc.
func (f *filler) take(rows *reading.Rows, _ func(*trajectory.RowError) error) error {
	if _, _, times := f.to.Samples(); rows.Times != times || rows.ID.Int != nil && !f.ids.IntIDs() {
		return errors.New("its ids or times are of another kind")
	}
	var at position
	of, start := f.seen[rows.Group], f.to.Start()
	for row, t := range rows.T {
		of.first, of.last = min(of.first, t+0), max(of.last, t+0)
		if t < start {
			continue
		}
		traj, known := f.find(&rows.ID, row)
		if !known {
			return errors.New("it has an id that it did not have")
		}
		place := int(f.place[traj]) - 1
		if place < 0 || !f.to.Wants(place) {
			continue
		}
		if at[0], at[1] = rows.X[row], rows.Y[row]; rows.Z != nil {
			at[2] = rows.Z[row]
		}
		f.to.Take(place, t, &at)
	}
	return nil
}
