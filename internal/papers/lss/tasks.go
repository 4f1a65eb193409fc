package lss

import (
	"slices"

	"flyby/internal/papers/zorder"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/finder"
)

// kind says which points of an interval are compared with its walker, and how a pair is ordered.
type kind int

const (
	laterRows kind = iota // a self-join: points of greater rows
	rangeRows             // a self-join by half intervals: pairs whose lower row is of the work
	allRows               // walkers are queries: all points
)

// tasks are the tasks of the walk: the intervals of points, one after another, divided into chunks.
type tasks struct {
	work            pointjoin.Work
	kind            kind
	lists           *zorder.Lists
	listed, walkers finder.Matrix
	first           int      // row of the walker of the first interval, if order is nil
	order           []uint32 // row of the walker of each interval
	intervals       []zorder.Interval
	sums            zorder.Sums
	ends            []uint64 // of chunks, from 0: the number of elements before each
	ordered         bool
	searched        int
}

// Elements of a chunk: few, so that its pairs and its time are small; many, so that chunks are few.
const (
	wantedChunks = 1 << 12
	leastChunk   = 1 << 10
	mostChunk    = 1 << 20
	mostValues   = 1 << 24 // coordinates
)

// cut divides the elements into chunks: of equal numbers of elements, or of whole intervals.
func (t *tasks) cut(element bool) *tasks {
	t.sums = zorder.NewSums(t.intervals)
	room := max(leastChunk, min(t.sums.Total()/wantedChunks, mostChunk, uint64(mostValues/t.listed.Dimensions)))
	t.cutBy(room, element)
	return t
}

// cutBy divides the elements into chunks of at most room elements.
func (t *tasks) cutBy(room uint64, element bool) {
	t.ordered = !element && t.kind != rangeRows
	for _, v := range t.intervals {
		t.ordered = t.ordered && uint64(v.Len()) <= room // longer intervals are split
	}
	t.ends = []uint64{0}
	for end := uint64(0); end < t.sums.Total(); {
		if element {
			end = min(end+room, t.sums.Total())
		} else {
			end = t.sums.Chunk(end, room)
		}
		t.ends = append(t.ends, end)
	}
}

// Len implements finder.Tasks.
func (t *tasks) Len() int { return len(t.ends) - 1 }

// Ordered implements finder.Tasks.
func (t *tasks) Ordered() bool { return t.ordered }

// Do implements finder.Tasks: it walks the intervals of a chunk.
func (t *tasks) Do(task int, f *finder.Finder) {
	if task == 0 {
		f.Stats.Cells += uint64(t.searched)
	}
	from, to := t.ends[task], t.ends[task+1]
	var found []pointjoin.Pair
	for i := t.sums.Point(from); from < to; i++ {
		end := min(t.sums[i+1], to)
		rows := t.lists.Rows(t.intervals[i])[from-t.sums[i] : end-t.sums[i]]
		found = t.walk(t.walker(i), rows, f, found[:0])
		if from = end; len(found) > 0 && !give(found, f) {
			return
		}
	}
}

// walker returns the row of the point of interval i.
func (t *tasks) walker(i int) uint32 {
	if t.order != nil {
		return t.order[i]
	}
	return uint32(t.first + i)
}

// walk compares a walker with rows of the listed points, and appends the pairs to found, or counts them.
func (t *tasks) walk(walker uint32, rows []uint32, f *finder.Finder, found []pointjoin.Pair) []pointjoin.Pair {
	p := t.walkers.Row(int(walker))
	for _, row := range rows {
		if !t.wanted(walker, row) || !f.Within(p, t.listed.Row(int(row))) {
			continue
		}
		switch first, second := t.pair(walker, row); {
		case f.Counting():
			f.Pair(first, second)
		default:
			found = append(found, pointjoin.PairOf(first, second))
		}
	}
	return found
}

// wanted reports whether a walker should be compared with a row.
func (t *tasks) wanted(walker, row uint32) bool {
	switch t.kind {
	case laterRows:
		return row > walker
	case rangeRows:
		lower := int(min(walker, row))
		return lower >= t.work.First && lower < t.work.Last
	}
	return true
}

// pair returns the two rows of a pair in the order of the work.
func (t *tasks) pair(walker, row uint32) (first, second uint32) {
	if t.kind == rangeRows && row < walker {
		return row, walker
	}
	return walker, row
}

// give passes the pairs of one walker on in order. It reports whether there was room.
func give(found []pointjoin.Pair, f *finder.Finder) bool {
	room := f.Room(len(found))
	if room == nil {
		return false
	}
	slices.Sort(found)
	copy(room, found)
	f.Took(len(found))
	return true
}
