package lss

import (
	"slices"

	"flyby/points/papers/zorder"
	"flyby/points/pointjoin"
	"flyby/points/pointjoin/finder"
)

// kind is which of the points of an interval are compared with its walker, and what the pair is.
type kind int

const (
	laterRows kind = iota // a self-join: those of greater rows
	rangeRows             // a self-join by half intervals: where the lower row of the two is of the work
	allRows               // walkers are queries
)

// tasks are the walk: intervals of points that walk them, one after another, cut into chunks.
type tasks struct {
	work            pointjoin.Work
	kind            kind
	lists           *zorder.Lists
	listed, walkers finder.Matrix
	first           int      // row of the walker of the first interval, or
	order           []uint32 // the row of each
	intervals       []zorder.Interval
	sums            zorder.Sums
	ends            []uint64 // of chunks, from 0: the elements before each
	ordered         bool
	searched        int
}

// Elements that a chunk has: few for its pairs and its time to be small, many for chunks to be few.
const (
	wantedChunks = 1 << 12
	leastChunk   = 1 << 10
	mostChunk    = 1 << 20
	mostValues   = 1 << 24 // coordinates
)

// cut cuts the elements into chunks: into equally many of them, or whole intervals.
func (t *tasks) cut(element bool) *tasks {
	t.sums = zorder.NewSums(t.intervals)
	room := max(leastChunk, min(t.sums.Total()/wantedChunks, mostChunk, uint64(mostValues/t.listed.Dimensions)))
	t.cutBy(room, element)
	return t
}

// cutBy cuts into chunks of at most room elements.
func (t *tasks) cutBy(room uint64, element bool) {
	t.ordered = !element && t.kind != rangeRows
	for _, v := range t.intervals {
		t.ordered = t.ordered && uint64(v.Len()) <= room // others are split
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

// walker returns the row of the point whose interval is the i-th.
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

// wanted reports whether a walker is to be compared with a row.
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

// pair returns the two rows of a pair as the work has them.
func (t *tasks) pair(walker, row uint32) (first, second uint32) {
	if t.kind == rangeRows && row < walker {
		return row, walker
	}
	return walker, row
}

// give hands the pairs of one walker over in order. It reports whether there was room.
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
