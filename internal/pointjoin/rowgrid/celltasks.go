package rowgrid

import (
	"slices"
	"sync"

	"flyby/internal/pointjoin/finder"
)

// taskPoints is about the number of points, of whole cells, in a task.
const taskPoints = 1 << 11

// cellRanges divides a whole self-join into tasks: ranges of cells.
type cellRanges struct {
	*index
	tasks  int
	around *neighbours
}

func newCellRanges(x *index) *cellRanges {
	return &cellRanges{x, (x.cells.Len() + taskPoints - 1) / taskPoints, newNeighbours(x.frame, false)}
}

func (r *cellRanges) Len() int { return r.tasks }

// cellAt returns the first cell of a task.
func (r *cellRanges) cellAt(task int) int {
	cell, _ := slices.BinarySearch(r.cells.starts, uint32(min(task*taskPoints, r.cells.Len())))
	return min(cell, len(r.cells.ids))
}

// count adds the degrees of the points of a task's cells.
func (r *cellRanges) count(task int, f *finder.Finder) {
	first, last := r.cellAt(task), r.cellAt(task+1)
	s := newScan(r.index, r.around, r.points, r.cells, first, f)
	degrees := make([]uint32, 0, r.cells.starts[last]-r.cells.starts[first])
	for cell := first; cell < last && !f.Stopped(); cell++ {
		s.visit(cell)
		degrees = s.degrees(cell, degrees)
	}
	for k, n := range degrees { // a second loop: rows are anywhere in memory, and so none waits for another
		f.AddAlone(r.cells.rows[int(r.cells.starts[first])+k], n-1) // without the point itself
	}
}

// cellTasks is a self-join in which points look at half of the rows around, so that one point of each pair
// finds it.
type cellTasks struct {
	*cellRanges
	half    *neighbours
	order   *sorter
	mutex   sync.Mutex
	buckets []*buckets // one for each goroutine
}

func newCellTasks(x *index) *cellTasks {
	return &cellTasks{cellRanges: newCellRanges(x), half: newNeighbours(x.frame, true), order: newSorter(x.points.Len(), x.choice.pairs)}
}

func (b *cellTasks) Ordered() bool { return false }

// Then implements finder.Followed.
func (b *cellTasks) Then() finder.Tasks { return b.order.tasks(b.buckets) }

// Do implements finder.Tasks.
func (b *cellTasks) Do(task int, f *finder.Finder) {
	if f.Counting() {
		b.count(task, f)
		return
	}
	if f.Own == nil {
		own := newBuckets(b.order, f)
		f.Own = own
		b.mutex.Lock()
		b.buckets = append(b.buckets, own)
		b.mutex.Unlock()
	}
	first, last := b.cellAt(task), b.cellAt(task+1)
	b.list(newScan(b.index, b.half, b.points, b.cells, first, f), first, last, f.Own.(*buckets))
}

// list finds the pairs of the points of some cells.
func (b *cellTasks) list(s *scan, first, last int, own *buckets) {
	for cell := first; cell < last && !s.finder.Stopped(); cell++ {
		most := s.visit(cell)
		from, end := b.cells.starts[cell], b.cells.starts[cell+1]
		if b.all(s, cell, most, own) {
			continue
		}
		for at := from; at < end; at++ {
			if !b.point(s, at, own) {
				return
			}
		}
	}
}

// point finds the pairs of one point.
func (b *cellTasks) point(s *scan, at uint32, own *buckets) bool {
	s.spans[0].first = at + 1
	return own.add(b.cells.rows[at], s.point(at, 0))
}

// all finds the pairs of all points of a cell at once, if there are vector instructions for it and the
// candidates are few enough. It reports whether it did.
func (b *cellTasks) all(s *scan, cell, most int, own *buckets) bool {
	first, last := b.cells.starts[cell], b.cells.starts[cell+1]
	need := int(last-first)*most + lanes
	if s.sieve.use.cell == nil || need > mostListed/4 {
		return false
	}
	own.rows = room(own.rows, need)
	found := own.rows
	for k, n := range s.all(cell, found) {
		at := first + uint32(k)
		list := found[:n&^missing]
		found = found[len(list):]
		if n&missing != 0 {
			b.point(s, at, own)
		} else {
			own.add(b.cells.rows[at], list)
		}
	}
	return true
}
