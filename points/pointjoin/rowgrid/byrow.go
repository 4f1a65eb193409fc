package rowgrid

import (
	"slices"

	"flyby/points"
	"flyby/points/pointjoin"
	"flyby/points/pointjoin/finder"
)

// taskRows is how many rows are a task.
const taskRows = 1 << 12

// byRow are tasks of ranges of rows: their points look at all rows of neighbour cells.
type byRow struct {
	*index
	work    pointjoin.Work
	queries *points.Store
	around  *neighbours
	whole   bool // all rows
}

func newByRow(x *index, w pointjoin.Work) *byRow {
	b := &byRow{index: x, work: w, queries: w.Queries, around: newNeighbours(x.frame, false)}
	if w.Self() {
		b.queries = x.points
	}
	b.whole = w.Last-w.First == b.queries.Len()
	return b
}

func (b *byRow) Len() int      { return (b.work.Last - b.work.First + taskRows - 1) / taskRows }
func (b *byRow) Ordered() bool { return true }

// Do implements finder.Tasks.
func (b *byRow) Do(task int, f *finder.Finder) {
	first := b.work.First + task*taskRows
	last := min(first+taskRows, b.work.Last)
	queries := newSorted(b.frame, b.queries, first, last)
	s := newScan(b.index, b.around, b.queries, queries, 0, f)
	found := seconds{first: first, ends: make([]span, last-first)}
	for cell := range queries.ids {
		if f.Stopped() {
			return
		}
		s.visit(cell)
		for at := queries.starts[cell]; at < queries.starts[cell+1]; at++ {
			b.point(s, at, &found)
		}
	}
	found.write(f)
}

// point finds the pairs of a point. Of a self-join those of lower rows are others' to find, unless
// the degrees of all points are wanted.
func (b *byRow) point(s *scan, at uint32, found *seconds) {
	row, self := s.of.rows[at], b.work.Self()
	switch {
	case s.finder.Counting() && !self:
		s.finder.Add(row, uint32(s.degree(at)))
	case s.finder.Counting() && b.whole:
		s.finder.Add(row, uint32(s.degree(at))-1) // of which it is one itself
	case s.finder.Counting():
		for _, other := range s.point(at, row+1) {
			s.finder.Pair(row, other)
		}
	case self:
		found.add(row, s.point(at, row+1))
	default:
		found.add(row, s.point(at, 0))
	}
}

// seconds are the second rows of pairs, by the first one.
type seconds struct {
	first int // row
	ends  []span
	rows  []uint32
}

// add adds the list of a row.
func (l *seconds) add(row uint32, rows []uint32) {
	begin := uint32(len(l.rows))
	l.rows = append(l.rows, rows...)
	slices.Sort(l.rows[begin:])
	l.ends[int(row)-l.first] = span{first: begin, last: uint32(len(l.rows))}
}

// write gives the pairs to a finder, in order.
func (l *seconds) write(f *finder.Finder) {
	for k, e := range l.ends {
		rows := l.rows[e.first:e.last]
		if len(rows) == 0 {
			continue
		}
		room := f.Room(len(rows))
		if room == nil {
			return
		}
		for i, second := range rows {
			room[i] = pointjoin.PairOf(uint32(l.first+k), second)
		}
		f.Took(len(rows))
	}
}
