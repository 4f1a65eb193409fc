package source

import (
	"context"
	"errors"
	"fmt"
	"time"

	"flyby/internal/engine"
	"flyby/internal/reading"
	"flyby/internal/reading/fileset"
	"flyby/internal/slab"
	"flyby/internal/spool"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// A Set is a data set that was read: a store, or a spool where it outgrows memory. Its Store has the ids and the kinds in both cases, and no
// samples in the second.
type Set struct {
	*trajectory.Store
	Report format.Report
	Took   time.Duration // time to read it
	Later  bool          // a set in memory is indexed by the first search, if there is one
	Index  Index         // set once it is indexed

	in     Input
	reader *Reader      // nil: the set was not read by a Reader
	taken  uint64       // bytes taken from the quota
	copied bool         // rows were copied to the folder, as a Parquet file's in order of time would not be
	spool  *spool.Spool // nil: all samples are in the store
	starts *starts      // of its segments; nil: not recorded

	objects trajectory.IDs // of element sets, with and without a position; none: the set has samples
}

// An Index describes the index of a set in memory: how a search is expected to run, and the memory of the index between searches.
type Index struct {
	engine.Choice
	Bytes uint64
	Took  time.Duration // time to index
}

// SetOf returns a store as a set.
func SetOf(s *trajectory.Store) *Set { return &Set{Store: s} }

// Read reads a data set. A data set in metres by default, whose positions look like longitudes and latitudes, is a *DegreesError.
func (r *Reader) Read(ctx context.Context, in Input) (*Set, error) {
	s, err := r.ReadPresumed(ctx, in)
	if err != nil {
		return nil, err
	}
	if err := s.Check(); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// Check refuses data that look like degrees: a *DegreesError.
func (s *Set) Check() error {
	if e := s.Extent(); s.Report.LooksLikeDegrees(e) {
		return &DegreesError{Name: s.in.Name, Extent: e}
	}
	return nil
}

// ReadPresumed is Read for data that may look like degrees.
func (r *Reader) ReadPresumed(ctx context.Context, in Input) (*Set, error) {
	s := &Set{in: in, reader: r}
	start := time.Now()
	if err := r.read(ctx, s); err != nil {
		return nil, err
	}
	s.Took = time.Since(start)
	s.take()
	return s, nil
}

// take takes the set's bytes from the quota.
func (s *Set) take() {
	s.taken = s.Bytes()
	s.reader.Quota.Take(s.taken)
}

// give gives the set's bytes back to the quota.
func (s *Set) give() {
	if s.reader != nil {
		s.reader.Quota.Give(s.taken)
	}
	s.taken = 0
}

// read reads the rows of a set.
func (r *Reader) read(ctx context.Context, s *Set) (err error) {
	if s.in.isFleet() {
		return r.readFleet(ctx, s)
	}
	if r.InPlace && !s.in.Read.States {
		if ok, err := r.readInPlace(ctx, s); ok || err != nil {
			return err
		}
	}
	o := r.readOptions(s.in.Read)
	if r.folder == nil || s.in.Read.States && s.in.Read.Places == nil { // paths lie in memory, however many rows there are
		s.Store, s.Report, err = input.ReadFiles(ctx, s.in.Files, o.Format)
		return err
	}
	why := ""
	adapt := o.Format.UnitsKnown
	o.Format.UnitsKnown = func(file string, u format.Units, of *format.Options) (err error) {
		if adapt != nil {
			err = adapt(file, u, of)
		}
		why = costlyPositions(of)
		return err
	}
	if s.spool, s.Report, err = spool.ReadFiles(ctx, s.in.Files, o); err != nil {
		return r.least(err, readParts/readPart)
	}
	if f, known := fileset.Formats().Choose(s.in.Files[0].Path, o.Format.Format); why != "" && known && f.Magic == reading.ParquetMagic && len(s.in.Files) == 1 {
		r.Logger.Info("row groups are not read slab by slab, since "+why, "file", s.in.Name)
	}
	whole := s.spool.Whole()
	s.Store = whole.Named()
	s.copied = s.spool.Spilled() > 0 && why == "" && !r.Copied && o.Format.Places == nil && len(o.Format.Attributes) == 0 && whole.Space.Frame == trajectory.Plain
	return nil
}

// costlyPositions names what makes positions of segments when files are read with some options, which takes longer twice than a copy; "": nothing does.
func costlyPositions(o *format.Options) string {
	switch {
	case o.Curve > 0:
		return "curves are made of positions"
	case o.LonLat && !o.KeepDegrees:
		return "great circles are made of positions"
	}
	return ""
}

// DegreesError is the error of positions that count as metres by default, and look like degrees.
type DegreesError struct {
	Name   string // of the data set
	Extent trajectory.Extent
}

func (e *DegreesError) Error() string {
	x := e.Extent
	return fmt.Sprintf("source: %s: x from %v to %v and y from %v to %v look like degrees: say LonLat, or that units of length are m", e.Name, x.Min[0], x.Max[0], x.Min[1], x.Max[1])
}

// Outgrows reports whether the set is not in memory.
func (s *Set) Outgrows() bool { return s.spool != nil }

// Segments returns the number of segments.
func (s *Set) Segments() int {
	if s.spool != nil {
		return int(s.spool.Whole().Segments)
	}
	return s.Store.Segments()
}

// Size returns the number of samples, approximately where the set is not in memory: a set is a flyby.Source.
func (s *Set) Size() (samples uint64, known bool) {
	if s.spool != nil {
		return s.spool.Whole().Segments + uint64(s.Trajectories()), true
	}
	return s.Store.Size()
}

// Bytes returns the memory that the set takes.
func (s *Set) Bytes() uint64 {
	if s.spool != nil {
		return s.spool.Bytes()
	}
	return s.Store.Bytes()
}

// Close frees the set's memory and files.
func (s *Set) Close() error {
	s.give()
	if s.spool == nil {
		return nil
	}
	of := s.spool
	s.spool = nil
	return of.Close()
}

// Reader returns the reader of the set; nil: a store that no Reader read.
func (s *Set) Reader() *Reader { return s.reader }

// slabs returns the slabs of a set, in memory or not.
func (s *Set) slabs(ctx context.Context, r spool.Range) slab.Source { return s.spool.Slabs(ctx, r) }

// spill copies the file of a set, which was to be read by row groups, to the folder, or into memory where it fits.
func (s *Set) spill(ctx context.Context) error {
	r := s.reader
	if r.folder == nil {
		return s.load(ctx)
	}
	return r.least(s.spool.Spill(ctx, r.readOptions(s.in.Read)), readParts/readPart)
}

// settle copies the file of a set to the folder, unless its spool has its samples already.
func (s *Set) settle(ctx context.Context) error {
	if s.spool.OnDemand() {
		s.starts = nil
	}
	if s.spool.Direct() {
		return s.spill(ctx)
	}
	return nil
}

// choose reads some trajectories into memory, and frees the set's spool.
func (s *Set) choose(ctx context.Context, trajs []int) error {
	store, err := s.spool.Chosen(ctx, trajs)
	err = errors.Join(err, s.Close())
	if s.Store = store; err == nil {
		s.take()
	}
	return err
}
