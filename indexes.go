package flyby

import (
	"flyby/binindex"
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
	threads int
	last    *binindex.Pyramid
}

// in returns the queries' pyramid in the frame of another.
func (q *pyramids) in(entries *binindex.Pyramid) *binindex.Pyramid {
	if q.last == nil || q.last.Frame != entries.Frame {
		q.last = binindex.NewPyramid(q.queries, entries.Frame, entries.QuerySetting(q.queries), q.threads)
	}
	return q.last
}
