package pointengine

import (
	"slices"
	"sort"

	"flyby/internal/parallel"
	"flyby/points"
)

// filling puts pairs into the lists of a table. They come by first row, then second: of each row come those below it first, in
// order, then those above. Each thread fills the lists of a range of rows, of all pairs that wait, so that every list is in order.
type filling struct {
	table         points.Table
	next          []uint64 // by row: where its next neighbour goes
	mirrored      bool     // pairs are in the list of the second row, too
	edges         []uint32 // of the ranges of rows, one more than there are
	first, second []uint32 // pairs that wait
}

// waiting is how many pairs are put at a time.
const waiting = 1 << 18

// newFilling returns one of a table whose offsets are known, on a number of threads.
func newFilling(t points.Table, mirrored bool, threads int) *filling {
	rows := len(t.Offsets) - 1
	f := &filling{table: t, next: slices.Clone(t.Offsets[:rows]), mirrored: mirrored, edges: []uint32{0}}
	threads = max(threads, 1)
	for k := 1; k < threads; k++ {
		share := t.Offsets[rows] / uint64(threads) * uint64(k)
		f.edges = append(f.edges, uint32(sort.Search(rows, func(row int) bool { return t.Offsets[row] >= share })))
	}
	f.edges = append(f.edges, uint32(rows))
	return f
}

// add has pairs wait, which the caller may overwrite.
func (f *filling) add(chunk points.Pairs) {
	f.first, f.second = append(f.first, chunk.First...), append(f.second, chunk.Second...)
	if len(f.first) >= waiting {
		f.flush()
	}
}

// flush puts the pairs that wait.
func (f *filling) flush() {
	ranges := len(f.edges) - 1
	parallel.Ranges(ranges, ranges, func(_, first, last int) { f.put(f.edges[first], f.edges[last]) })
	f.first, f.second = f.first[:0], f.second[:0]
}

// put puts those of rows [low, high).
func (f *filling) put(low, high uint32) {
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

func (f *filling) one(row, neighbour uint32) {
	f.table.Rows[f.next[row]] = neighbour
	f.next[row]++
}
