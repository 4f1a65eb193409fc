package pointengine

import (
	"slices"
	"sort"

	"flyby/internal/parallel"
	"flyby/points"
)

// tableFiller puts pairs into the lists of a table. Pairs come by first row, then second: for each row first its lower neighbours, in
// order, then the higher ones. Each thread goes through all waiting pairs and fills the lists of a range of rows, so that every
// list is in order.
type tableFiller struct {
	table         points.Table
	next          []uint64 // by row: index of its next neighbour
	mirrored      bool     // pairs are put into the list of the second row, too
	edges         []uint32 // bounds of the threads' ranges of rows, one more than ranges
	first, second []uint32 // waiting pairs
}

// waiting is how many pairs are put at a time.
const waiting = 1 << 18

// newTableFiller returns the filler of a table whose offsets are known, on the given number of threads.
func newTableFiller(t points.Table, mirrored bool, threads int) *tableFiller {
	rows := len(t.Offsets) - 1
	f := &tableFiller{table: t, next: slices.Clone(t.Offsets[:rows]), mirrored: mirrored, edges: []uint32{0}}
	threads = max(threads, 1)
	for k := 1; k < threads; k++ {
		share := t.Offsets[rows] / uint64(threads) * uint64(k)
		f.edges = append(f.edges, uint32(sort.Search(rows, func(row int) bool { return t.Offsets[row] >= share })))
	}
	f.edges = append(f.edges, uint32(rows))
	return f
}

// add appends a chunk to the waiting pairs; the caller may overwrite it.
func (f *tableFiller) add(chunk points.Pairs) {
	f.first, f.second = append(f.first, chunk.First...), append(f.second, chunk.Second...)
	if len(f.first) >= waiting {
		f.flush()
	}
}

// flush puts the waiting pairs.
func (f *tableFiller) flush() {
	ranges := len(f.edges) - 1
	parallel.Ranges(ranges, ranges, func(_, first, last int) { f.put(f.edges[first], f.edges[last]) })
	f.first, f.second = f.first[:0], f.second[:0]
}

// put puts the waiting pairs into the lists of rows [low, high).
func (f *tableFiller) put(low, high uint32) {
	for i, a := range f.first {
		b := f.second[i]
		if a >= low && a < high {
			f.one(a, b)
		}
		if f.mirrored && b >= low && b < high {
			f.one(b, a)
		}
	}
}

func (f *tableFiller) one(row, neighbour uint32) {
	f.table.Rows[f.next[row]] = neighbour
	f.next[row]++
}
