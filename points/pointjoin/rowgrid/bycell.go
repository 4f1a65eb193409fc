package rowgrid

import (
	"slices"
	"sync"

	"flyby/points/pointjoin/finder"
)

// taskPoints is how many points, of whole cells, are a task, about.
const taskPoints = 1 << 11

// byCell are tasks of a whole self-join: ranges of cells, of which those in half of the rows around are
// looked at, so that each pair is found once. Where counts are wanted all are looked at.
type byCell struct {
	*index
	tasks        int
	half, around *neighbours
	order        *sorter
	mutex        sync.Mutex
	buckets      []*buckets // one a goroutine
}

func newByCell(x *index) *byCell {
	return &byCell{index: x, tasks: (x.cells.Len() + taskPoints - 1) / taskPoints, half: newNeighbours(x.frame, true),
		around: newNeighbours(x.frame, false), order: newSorter(x.points.Len(), x.pairs)}
}

func (b *byCell) Len() int      { return b.tasks }
func (b *byCell) Ordered() bool { return false }

// Then implements finder.Followed.
func (b *byCell) Then() finder.Tasks { return b.order.tasks(b.buckets) }

// Do implements finder.Tasks.
func (b *byCell) Do(task int, f *finder.Finder) {
	first, last := b.cellAt(task), b.cellAt(task+1)
	if f.Counting() {
		b.count(newScan(b.index, b.around, b.points, b.cells, first, f), first, last)
		return
	}
	if f.Own == nil {
		own := newBuckets(b.order, f)
		f.Own = own
		b.mutex.Lock()
		b.buckets = append(b.buckets, own)
		b.mutex.Unlock()
	}
	b.list(newScan(b.index, b.half, b.points, b.cells, first, f), first, last, f.Own.(*buckets))
}

// cellAt returns the cell that a task begins with.
func (b *byCell) cellAt(task int) int {
	cell, _ := slices.BinarySearch(b.cells.starts, uint32(min(task*taskPoints, b.cells.Len())))
	return min(cell, len(b.cells.ids))
}

// count adds the degrees of the points of cells.
func (b *byCell) count(s *scan, first, last int) {
	for cell := first; cell < last && !s.finder.Stopped(); cell++ {
		s.open(cell)
		for at := b.cells.starts[cell]; at < b.cells.starts[cell+1]; at++ {
			s.finder.Add(b.cells.rows[at], uint32(s.degree(at))-1) // of which it is one itself
		}
	}
}

// list finds the pairs of the points of cells.
func (b *byCell) list(s *scan, first, last int, own *buckets) {
	for cell := first; cell < last && !s.finder.Stopped(); cell++ {
		s.open(cell)
		for at := b.cells.starts[cell]; at < b.cells.starts[cell+1]; at++ {
			s.spans[0].first = at + 1
			if !own.add(b.cells.rows[at], s.point(at, 0)) {
				return
			}
		}
	}
}
