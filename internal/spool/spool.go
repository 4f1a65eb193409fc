package spool

import (
	"context"
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"

	"flyby/internal/fleet"
	"flyby/internal/reading"
	"flyby/internal/reading/fileset"
	"flyby/internal/slab"
	"flyby/internal/spill"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// Options are the options of Read.
type Options struct {
	Format format.Options // as for input.Read

	// Memory is how many bytes may be held for ids, trajectories and buffers of segments. The memory of parsing is not counted: some MB a thread for
	// text, a page a column for Parquet.
	Memory uint64
	Folder *spill.Folder // for segments that outgrow Memory

	// Copied says that all segments are wanted in the memory or the folder, and not read from row groups: see Spool.Direct.
	Copied bool

	// Slabs is how many slabs ReadInPlace is to tell apart; 0: as many as Memory makes necessary. Starts, unless nil, is called by it with each
	// segment: the ids so far, the number of its trajectory among them and of the segment, its start and its end.
	Slabs  int
	Starts func(ids reading.IDs, traj, segment uint32, start, end float64)

	grain grain // zero: usualGrain
	way   way
}

// A way is the kind of reading that slabs get.
type way uint8

const (
	byTimes way = iota // from row groups that tell times apart, else from reels
	byReels
	always  // from row groups, if the file has them
	inPlace // from row groups that tell times apart, whatever the memory: see ReadInPlace
)

// A grain is how finely segments are cut.
type grain struct {
	page   int // the most segments of a page
	sample int // a reel has at least one sample of starts, and one of ends, in this many segments
	least  int // the least segments of a buffer
	most   int // the most
}

// pageOf returns the segments of a page of a reel of some segments. A slab opens a page or two of each reel for a few segments at its edges: where
// memory is so short that there are many reels, pages are small.
func (g grain) pageOf(reel int) int {
	const pages, smaller = 64, 16
	return max(1, g.page/smaller, min(g.page, reel/pages))
}

// sampleOf returns one in how many segments of a reel is a sample. The number of segments of a slab is known to about three samples a reel, which at
// some 200 bytes a segment is an error of memory, and samples take 16 bytes each: this makes both as small.
func (g grain) sampleOf(reel int) int {
	const ratio = 12
	return max(1, min(g.sample, int(math.Sqrt(float64(reel)/ratio))))
}

// usualGrain is a grain whose pages fit the caches of a core.
func usualGrain() grain { return grain{page: 4096, sample: 256, least: 4 * 4096, most: 1 << 31} }

// A Spool is a file of trajectories that was read into reels of segments, or whose slabs are read from its row groups. It does not change, but for
// Spill, and may be used by several goroutines.
type Spool struct {
	whole  slab.Whole
	place  []uint32 // [numbers of trajectories in the file] the number in the whole; none where it has no row
	reels  []reel
	pages  io.ReaderAt // reader of the reels' pages
	file   *spill.File // nil: pages are in memory
	gaps   uint64
	count  []uint32          // [trajectories] segments of each
	page   int               // the most segments of a page
	direct *direct           // nil: slabs are read from pages; otherwise reels have no pages
	store  *trajectory.Store // source of slabs, see OfStore; nil: the spool is of files
	fleet  *fleet.Fleet      // source of slabs, see OfFleet; nil: the spool is of samples
	census *fleet.Census     // of fleet

	sampled func() []reel // reels of a store, see timed
}

// none is the place of an id without a good row.
const none = math.MaxUint32

// Read reads a file. Its errors and its report are the same as input.Read's for the same file and options, but for errors about memory: an error that
// wraps memory.ErrNoRoom says that o.Memory does not hold the ids and trajectories, an error of spill that the folder does not hold the rest.
func Read(ctx context.Context, path string, o Options) (*Spool, format.Report, error) {
	o.Format = o.Format.Steady()
	if o.Format.SortTimes && o.Format.Places == nil {
		s, report, err := ReadFiles(ctx, []input.File{{Path: path, ID: o.Format.ID}}, o)
		report.Files = 0
		return s, report, err
	}
	if s, report, ok := readTimes(ctx, path, o); ok {
		return s, report, nil
	}
	files := []input.File{{Path: path, ID: o.Format.ID}}
	if fileset.CurvesOrbits(&o.Format, files) && !mayReadAgain(o.Format.Folder, files) {
		s, report, err := readInOrder(ctx, files, o)
		report.Files = 0
		return s, report, err
	}
	return readReels(ctx, path, o)
}

// readReels reads a file to reels.
func readReels(ctx context.Context, path string, o Options) (*Spool, format.Report, error) {
	rows, _ := fileset.EstimateRows(path, o.Format)
	return widened(o, func(o Options) (*Spool, format.Report, error) {
		p, err := newPass(path, rows, o)
		if err != nil {
			return nil, format.Report{}, err
		}
		return p.read(func() (reading.IDs, format.Report, error) {
			return fileset.ReadRows(ctx, path, p.options, p.take)
		})
	})
}

// read makes a spool of the rows that the function rows passes to take.
func (p *pass) read(rows func() (reading.IDs, format.Report, error)) (*Spool, format.Report, error) {
	ids, report, err := rows()
	if err == nil {
		err = p.end()
	}
	if waited := p.wait(); err == nil {
		err = waited
	}
	if err != nil {
		p.reels.close()
		return nil, report, err
	}
	made := p.builder.Report()
	report.Split, report.Added, report.Degrees, report.Places = made.Split, made.Added, p.degrees, made.Places
	report.SetCurve(p.path)
	report.FarApart, report.Jumps = made.FarApart, reading.NewJumps(made.Jumps, func(number int) string { return ids.Text(uint32(number)) })
	report.LeftOut.Add(made.LeftOut)
	s := p.spool(ids)
	p, ids = nil, reading.IDs{}
	if s.file != nil {
		runtime.GC() // so that the memory of the buffers is free for slabs at once
	}
	return s, report, nil
}

// width returns how many numbers a position has, its height included.
func (s *Spool) width() int { return widthOf(s.whole.Space) }

// Whole returns the properties of the file as a whole.
func (s *Spool) Whole() slab.Whole { return s.whole }

// Spilled returns how many bytes are in files.
func (s *Spool) Spilled() uint64 {
	if s.file == nil {
		return 0
	}
	return uint64(s.file.Size())
}

// Bytes returns the memory that the spool holds: for each trajectory its id, its place, its number of segments and its radius; for each page its
// place in the file; samples of starts and ends; and the segments, where they were not written.
func (s *Spool) Bytes() uint64 {
	n := uint64(0)
	if s.direct != nil {
		n += s.direct.bytes()
	}
	n += uint64(4*len(s.place)) + uint64(4*len(s.count)) + uint64(8*len(s.whole.Radius))
	if ids := s.whole.IDs; ids.IntIDs() {
		n += 8 * uint64(ids.Len())
	} else {
		for traj := range ids.Len() {
			n += 16 + uint64(len(ids.ID(traj)))
		}
	}
	for i := range s.reels {
		n += s.reels[i].bytes()
	}
	if s.fleet != nil {
		n += s.fleet.Bytes() + s.census.Bytes()
	}
	if m, ok := s.pages.(*memoryFile); ok {
		n += uint64(len(m.bytes))
	}
	return n
}

// Close frees the memory and the files of the spool.
func (s *Spool) Close() error {
	if s.direct != nil {
		return s.direct.groups.Close()
	}
	if s.file == nil {
		return nil
	}
	return s.file.Close()
}

// spool returns the spool of the pass.
func (p *pass) spool(ids reading.IDs) *Spool {
	made := p.builder.Report()
	s := &Spool{reels: p.reels.reels, pages: p.reels.pages(), file: p.reels.file, gaps: made.Gaps, page: p.grain.page}
	s.whole = slab.Whole{Kind: p.times, Space: p.box.space, Segments: made.Segments, Extent: p.box.closed()}
	s.take(ids, p.known, p.builder, p.radius)
	s.giveRadius(p.options.Radius)
	return s
}

// giveRadius gives all trajectories a radius where they have none; 0 is none.
func (s *Spool) giveRadius(r float64) {
	if s.whole.Radius == nil && r > 0 {
		s.whole.Radius = slices.Repeat([]float64{r}, len(s.count))
	}
}

// take takes over the properties of the trajectories whose numbers are below n.
func (s *Spool) take(ids reading.IDs, n int, b *trajectory.Builder, radius bool) {
	order := ids.Order(n, func(number uint32) bool {
		_, known := b.Segments(number)
		return known
	})
	s.place = make([]uint32, max(len(ids.Int), len(ids.Name)))
	for i := range s.place {
		s.place[i] = none
	}
	s.count = make([]uint32, len(order))
	for rank, number := range order {
		s.place[number] = uint32(rank)
		s.count[rank], _ = b.Segments(number)
	}
	s.whole.Counts = s.count
	if radius {
		s.whole.Radius = make([]float64, len(order))
		for rank, number := range order {
			s.whole.Radius[rank] = b.Radius(number)
		}
	}
	s.whole.IDs = ids.Of(order)
}

// String returns the size of the spool for logs.
func (s *Spool) String() string {
	return fmt.Sprintf("%d segments in %d reels, %d bytes in files", s.whole.Segments, len(s.reels), s.Spilled())
}
