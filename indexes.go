package flyby

import (
	"flyby/binindex"
	"flyby/internal/memory"
	"flyby/internal/parallel"
	"flyby/trajectory"
)

// indexes are the indexes of a store, each built when first asked for and
// shared by the engines. It belongs to one goroutine.
type indexes struct {
	entries  *trajectory.Store
	settings settings
	boxes    *binindex.Pyramid
	temporal *binindex.Bins
}

func newIndexes(entries *trajectory.Store, s settings) *indexes {
	return &indexes{entries: entries, settings: s}
}

// need refuses the index of a method for which there is no memory.
func (x *indexes) need(m Method) error {
	n := x.entries.Segments()
	switch {
	case m == MethodTemporal && x.temporal == nil:
		return memory.Need("bins of "+memory.Count(n)+" segments", binindex.SortBytes(x.entries))
	case m != MethodTemporal && x.boxes == nil:
		return needPyramid(x.entries, binindex.ChooseSetting(x.entries))
	}
	return nil
}

// needPyramid refuses a pyramid for which there is no memory; a driver on the cpu puts
// a copy of its boxes beside it.
func needPyramid(s *trajectory.Store, set binindex.Setting) error {
	return memory.Need("boxes of "+memory.Count(s.Segments())+" segments", 2*binindex.PyramidBytes(s, set))
}

func (x *indexes) pyramid() *binindex.Pyramid {
	if x.boxes == nil {
		x.boxes = binindex.NewPyramid(x.entries, nil, binindex.ChooseSetting(x.entries), x.settings.Threads)
	}
	return x.boxes
}

func (x *indexes) bins() *binindex.Bins {
	if x.temporal == nil {
		x.temporal = binindex.NewBins(x.entries, x.settings.Bins)
	}
	return x.temporal
}

// pyramids makes the pyramid of a query set in the frame of the entries, and
// keeps the last: choosing a device and searching on it need the same one.
type pyramids struct {
	queries *trajectory.Store
	builder binindex.Builder
	last    *binindex.Pyramid
	counted uint64 // bytes that the builder was found to have room for
}

// keptMemory is the most bytes of pyramids that are kept between searches.
const keptMemory = 32 << 20

func newPyramids(queries *trajectory.Store, crew *parallel.Crew) *pyramids {
	return &pyramids{queries: queries, builder: binindex.Builder{Crew: crew}}
}

// in returns the queries' pyramid in the frame of another.
func (q *pyramids) in(entries *binindex.Pyramid) *binindex.Pyramid {
	if q.last == nil || q.last.Frame != entries.Frame {
		q.last = q.builder.Build(q.queries, entries.Frame, entries.QuerySetting(q.queries))
	}
	return q.last
}

// need refuses the queries' pyramid in the frame of another where there is no memory
// for more than is kept.
func (q *pyramids) need(entries *binindex.Pyramid) error {
	set := entries.QuerySetting(q.queries)
	bytes := binindex.PyramidBytes(q.queries, set)
	if q.last != nil || bytes <= q.counted {
		return nil
	}
	err := needPyramid(q.queries, set)
	if err == nil {
		q.counted = bytes
	}
	return err
}

// of changes the queries, nil for none. What was made of the last is no longer
// used then.
func (q *pyramids) of(queries *trajectory.Store) *pyramids {
	q.queries, q.last = queries, nil
	if q.builder.Memory() > keptMemory {
		q.builder, q.counted = binindex.Builder{Crew: q.builder.Crew}, 0
	}
	return q
}
