package engine

import (
	"context"
	"math"
	"sync"

	"flyby/binindex"
	"flyby/internal/memory"
	"flyby/internal/parallel"
	"flyby/kernel"
	"flyby/trajectory"
)

// indexes are the indexes of a store, each built when first asked for and shared by the ways of an
// engine. It belongs to one goroutine.
type indexes struct {
	entries  *trajectory.Store
	config   Config
	ctx      context.Context // of the search that waits for an index; nil: it is made in any case
	boxes    *pyramidIndex
	temporal *binsIndex
}

func newIndexes(entries *trajectory.Store, c Config) *indexes {
	if c.Indexed != nil && c.Indexed.entries == entries {
		return c.Indexed.indexes
	}
	return &indexes{entries: entries, config: c}
}

// Indexed is entries whose index was made before an engine is opened.
type Indexed struct{ *indexes }

// Index makes the index of the method spatiotemporal, with which auto begins, too, where building
// it takes at most most bytes. It returns nil where it takes more, the method is another, or memory
// is short. It needs no device, so entries can be indexed while others are searched. The engine
// that is opened with it must have the same Config but for Config.Indexed. It returns nil once the context has ended.
func Index(ctx context.Context, entries *trajectory.Store, c Config, most uint64) *Indexed {
	if !Walks(c.Method) {
		return nil
	}
	x := newIndexes(entries, c)
	x.ctx = ctx
	if _, err := x.pyramidWithin(most); err != nil {
		return nil
	}
	x.ctx = nil
	return &Indexed{x}
}

// pyramid returns the index of the method spatiotemporal, or refuses it for want of
// memory.
func (x *indexes) pyramid() (index, error) { return x.pyramidWithin(math.MaxUint64) }

// pyramidWithin is pyramid, but makes none that takes more than most bytes to build.
func (x *indexes) pyramidWithin(most uint64) (index, error) {
	if x.boxes != nil {
		return x.boxes, nil
	}
	var frame *binindex.Frame
	var fitting sync.WaitGroup
	fitting.Go(func() { frame = binindex.NewFrame(x.entries) })
	set := binindex.ChooseSetting(x.entries, x.config.Threads)
	fitting.Wait()
	if set.PyramidBytes(x.entries) > most {
		return nil, memory.ErrOver
	}
	if err := needPyramid(x.entries, set); err != nil {
		return nil, err
	}
	b := binindex.Builder{Pool: parallel.NewPool(x.config.Threads)}
	if x.ctx != nil {
		b.Stop = x.ctx.Done()
	}
	boxes := b.Build(x.entries, frame, set)
	if x.ctx != nil && x.ctx.Err() != nil { // it may be incomplete
		return nil, x.ctx.Err()
	}
	x.boxes = &pyramidIndex{Database: kernel.Database{Store: x.entries, Pyramid: boxes}}
	return x.boxes, nil
}

// needPyramid refuses a pyramid for which there is no memory; a driver on the cpu holds a copy of
// its boxes, too.
func needPyramid(s *trajectory.Store, set binindex.Setting) error {
	return memory.Need("boxes of "+memory.Count(s.Segments())+" segments", 2*set.PyramidBytes(s))
}

// bins returns the index of the method temporal, or refuses it for want of memory.
func (x *indexes) bins() (index, error) {
	if x.temporal == nil {
		n := memory.Count(x.entries.Segments())
		if err := memory.Need("bins of "+n+" segments", binindex.SortBytes(x.entries)); err != nil {
			return nil, err
		}
		x.temporal = &binsIndex{store: x.entries, bins: binindex.NewBins(x.entries, x.config.bins())}
	}
	return x.temporal, nil
}
