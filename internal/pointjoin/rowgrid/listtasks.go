package rowgrid

import (
	"slices"
	"sync"

	"flyby/internal/pointjoin/finder"
)

// listTasks divides a whole self-join into tasks in which each point finds the points of higher rows, in their
// order. These tasks go by cells; the tasks that follow go by rows, and hand over the pairs.
type listTasks struct {
	*cellRanges
	mutex  sync.Mutex
	blocks [][]uint32 // second rows of pairs, point by point
	lists  []list     // by first row
}

// A list is the place of the second rows of a point's pairs, which are in order there.
type list struct {
	block, first, count uint32
}

// Bounds of the size of a block, in rows.
const leastListed, mostListed = 1 << 8, 1 << 16

func newListTasks(x *index) *listTasks {
	return &listTasks{cellRanges: newCellRanges(x), lists: make([]list, x.points.Len())}
}

func (o *listTasks) Ordered() bool { return false }

// Do implements finder.Tasks.
func (o *listTasks) Do(task int, f *finder.Finder) {
	if f.Counting() {
		o.count(task, f)
		return
	}
	if f.Own == nil {
		f.Own = &listWriter{listTasks: o, finder: f}
	}
	first, last := o.cellAt(task), o.cellAt(task+1)
	s := newScan(o.index, o.around, o.points, o.cells, first, f)
	w := newWindow(s)
	for cell := first; cell < last && !f.Stopped(); cell++ {
		f.Own.(*listWriter).cell(s, w, cell)
	}
}

// listWriter writes the lists of one goroutine.
type listWriter struct {
	*listTasks
	finder *finder.Finder
	number uint32   // of the block
	block  []uint32 // its length is the part in use
	within []uint32 // the scan's own buffer, while it writes to the block
}

// cell writes the lists of the points of a cell.
func (l *listWriter) cell(s *scan, w *window, cell int) {
	first, last := l.cells.starts[cell], l.cells.starts[cell+1]
	for _, row := range l.cells.rows[first:last] {
		prefetch(&l.lists[row].block)
	}
	if last-first < leastWindow {
		if most := s.visit(cell); !l.all(s, cell, most) {
			for at := first; at < last; at++ {
				l.point(s, at, most)
			}
		}
		return
	}
	n := w.move(s, cell)
	for k, key := range w.ordered {
		if place := w.places[uint32(key)]; place >= first && place < last {
			l.begin(s, n-k-1)
			l.end(s, w.rows[k], w.list(s, k, n))
		}
	}
}

// point writes the list of a point of a cell, with a number of candidates.
func (l *listWriter) point(s *scan, at uint32, most int) {
	row := l.cells.rows[at]
	l.begin(s, most)
	seconds := s.point(at, row+1)
	order(seconds)
	l.end(s, row, seconds)
}

// all writes the lists of all points of a cell at once, if there are vector instructions for it and the
// candidates are few enough. It reports whether it did.
func (l *listWriter) all(s *scan, cell, most int) bool {
	first, last := l.cells.starts[cell], l.cells.starts[cell+1]
	need := int(last-first)*most + lanes
	if s.sieve.use.cell == nil || need > mostListed/4 || cap(l.block)-len(l.block) < need && !l.grow(need) {
		return false
	}
	begin := uint32(len(l.block))
	numbers := s.all(cell, l.block[begin:cap(l.block)])
	for k, n := range numbers {
		n &^= missing
		l.lists[l.cells.rows[int(first)+k]] = list{l.number, begin, n}
		if begin += n; n > mostRanks {
			slices.Sort(l.block[begin-n : begin])
		}
	}
	l.block = l.block[:begin]
	for k, n := range numbers {
		if n&missing != 0 {
			l.point(s, first+uint32(k), most)
		}
	}
	return true
}

// order sorts rows, usually few.
func order(rows []uint32) {
	const few = 16
	if len(rows) > few {
		slices.Sort(rows)
		return
	}
	for k := 1; k < len(rows); k++ {
		row, at := rows[k], k
		for ; at > 0 && rows[at-1] > row; at-- {
			rows[at] = rows[at-1]
		}
		rows[at] = row
	}
}

// begin lets the scan write the next list, of at most most candidates, directly into the block, unless they are
// many.
func (l *listWriter) begin(s *scan, most int) {
	l.within = s.within
	if need := most + lanes; need <= mostListed/4 && (cap(l.block)-len(l.block) >= need || l.grow(need)) {
		s.within = l.block[len(l.block):cap(l.block)]
	}
}

// end records the list of a row, and copies it into the block unless the scan wrote it there.
func (l *listWriter) end(s *scan, row uint32, seconds []uint32) {
	direct := &s.within[0] != &l.within[0]
	s.within = l.within
	if !direct && cap(l.block)-len(l.block) < len(seconds) && !l.grow(len(seconds)) {
		return
	}
	begin := len(l.block)
	l.lists[row] = list{l.number, uint32(begin), uint32(len(seconds))}
	if l.block = l.block[:begin+len(seconds)]; !direct {
		copy(l.block[begin:], seconds)
	}
}

// rowsOf returns the rows of a list.
func (o *listTasks) rowsOf(l list) []uint32 {
	if l.count == 0 {
		return nil
	}
	return o.blocks[l.block][l.first:][:l.count]
}

// grow begins a block for at least n rows.
func (l *listWriter) grow(n int) bool {
	size := max(n, min(max(leastListed, 2*cap(l.block)), mostListed))
	if !l.finder.Take(4 * uint64(size)) {
		return false
	}
	l.block = make([]uint32, 0, size)
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.number = uint32(len(l.blocks))
	l.blocks = append(l.blocks, l.block[:size])
	return true
}

// Then implements finder.Followed.
func (o *listTasks) Then() finder.Tasks { return handoverTasks{o} }

// prefetchAhead is the number of lists by which prefetching precedes handing over: lists lie anywhere in memory.
const prefetchAhead = 12

// handoverTasks divides handing over the lists into tasks: ranges of rows.
type handoverTasks struct{ *listTasks }

func (l handoverTasks) Len() int      { return (len(l.lists) + taskRows - 1) / taskRows }
func (l handoverTasks) Ordered() bool { return true }

// Do implements finder.Tasks.
func (l handoverTasks) Do(task int, f *finder.Finder) {
	first := task * taskRows
	lists := l.lists[first:min(first+taskRows, len(l.lists))]
	for k, list := range lists {
		if ask := k + prefetchAhead; ask < len(lists) && lists[ask].count > 0 {
			prefetch(&l.blocks[lists[ask].block][lists[ask].first])
		}
		if list.count > 0 {
			f.List(uint32(first+k), l.rowsOf(list))
		}
	}
}
