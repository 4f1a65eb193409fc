package rowgrid

import (
	"slices"

	"flyby/internal/memory"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/finder"
	"flyby/points"
)

// taskRows is the number of rows in a task.
const taskRows = 1 << 12

// rowTasks divides a join into tasks by ranges of rows: their points look at all rows of neighbour cells.
type rowTasks struct {
	*index
	work    pointjoin.Work
	queries *points.Store
	around  *neighbours
	whole   bool // the work is all rows
}

func newRowTasks(x *index, w pointjoin.Work) *rowTasks {
	b := &rowTasks{index: x, work: w, queries: w.Queries, around: newNeighbours(x.frame, false)}
	if w.Self() {
		b.queries = x.points
	}
	b.whole = w.Last-w.First == b.queries.Len()
	return b
}

func (b *rowTasks) Len() int      { return (b.work.Last - b.work.First + taskRows - 1) / taskRows }
func (b *rowTasks) Ordered() bool { return true }

// Do implements finder.Tasks.
func (b *rowTasks) Do(task int, f *finder.Finder) {
	first := b.work.First + task*taskRows
	b.rows(first, min(first+taskRows, b.work.Last), f)
}

// rows finds the pairs of a range of rows, half by half where there is not enough memory for all of them.
func (b *rowTasks) rows(first, last int, f *finder.Finder) {
	found := secondRowsOf(f)
	if b.find(first, last, found) {
		found.write(f)
		return
	}
	if half := (first + last) / 2; first < half && !f.Stopped() {
		b.rows(first, half, f)
		b.rows(half, last, f)
	}
}

// find finds the pairs of a range of rows. It returns false where memory does not suffice or the work was
// stopped.
func (b *rowTasks) find(first, last int, found *secondRows) bool {
	queries := newSortedPoints(b.frame, b.queries, first, last)
	s := newScan(b.index, b.around, b.queries, queries, 0, found.finder)
	found.begin(first, last)
	for cell := range queries.ids {
		if found.finder.Stopped() {
			return false
		}
		s.visit(cell)
		for at := queries.starts[cell]; at < queries.starts[cell+1]; at++ {
			if !b.point(s, at, found) {
				return false
			}
		}
	}
	return true
}

// point finds the pairs of a point. In a self-join it skips points of lower rows, which find these pairs
// themselves, unless the degrees of all points are counted. It reports whether memory sufficed.
func (b *rowTasks) point(s *scan, at uint32, found *secondRows) bool {
	row, self := s.of.rows[at], b.work.Self()
	switch {
	case s.finder.Counting() && !self:
		s.finder.Add(row, uint32(s.degree(at)))
	case s.finder.Counting() && b.whole:
		s.finder.Add(row, uint32(s.degree(at))-1) // without the point itself
	case s.finder.Counting():
		for _, other := range s.point(at, row+1) {
			s.finder.Pair(row, other)
		}
	case self:
		return found.add(row, s.point(at, row+1))
	default:
		return found.add(row, s.point(at, 0))
	}
	return true
}

// leastSecondRows is the least capacity for second rows.
const leastSecondRows = 1 << 10

// secondRows are the second rows of the pairs of a task, by first row. A goroutine reuses one for all of its tasks.
type secondRows struct {
	finder *finder.Finder
	first  int // row
	ranges []rowRange
	rows   []uint32
}

// rowRange is the range of the second rows of one first row: [first, last). A task may have more than 2^32 of them.
type rowRange struct{ first, last int }

// secondRowsOf returns the secondRows of a finder's goroutine.
func secondRowsOf(f *finder.Finder) *secondRows {
	if f.Own == nil {
		f.Own = &secondRows{finder: f}
	}
	return f.Own.(*secondRows)
}

// begin empties l and prepares it for first rows [first, last).
func (l *secondRows) begin(first, last int) {
	l.first, l.ranges, l.rows = first, room(l.ranges, last-first), l.rows[:0]
	clear(l.ranges)
}

// add adds the second rows of row. It returns false where memory does not suffice.
func (l *secondRows) add(row uint32, rows []uint32) bool {
	begin := len(l.rows)
	if cap(l.rows)-begin < len(rows) && !l.grow(len(rows)) {
		return false
	}
	l.rows = append(l.rows, rows...)
	slices.Sort(l.rows[begin:])
	l.ranges[int(row)-l.first] = rowRange{begin, len(l.rows)}
	return true
}

// grow makes room for n more rows. Where pairs are handed over, one first row alone takes its memory even beyond
// the budget.
func (l *secondRows) grow(n int) bool {
	const each = 4 // bytes
	size := max(len(l.rows)+n, 2*cap(l.rows), leastSecondRows)
	switch bytes := memory.Of(size-cap(l.rows), each); {
	case !l.finder.HandsOver():
		if !l.finder.Take(bytes) {
			return false
		}
	case !l.finder.TakeSome(bytes) && len(l.ranges) > 1:
		return false
	}
	l.rows = append(make([]uint32, 0, size), l.rows...)
	return true
}

// write passes the pairs to a finder, in order.
func (l *secondRows) write(f *finder.Finder) {
	for k, e := range l.ranges {
		if rows := l.rows[e.first:e.last]; len(rows) > 0 {
			f.List(uint32(l.first+k), rows)
		}
	}
}
