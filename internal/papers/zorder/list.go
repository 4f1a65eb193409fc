package zorder

import (
	"cmp"
	"context"
	"slices"
	"sort"

	"flyby/internal/radix"
)

// A List has the rows of a set in the order of their codes under one shift, equal codes by row.
type List struct {
	n      int // dimensions
	places []uint32
	shift  uint32
	from   int      // the first bit of keys: all codes share the bits before it
	rows   []uint32 // [points]
	keys   []uint64 // [points], in the order of rows
}

// checkRows is the number of rows between two checks of the context.
const checkRows = 1 << 14

// newList sorts the points whose places are the rows of places. It returns nil where the context has
// ended.
func newList(ctx context.Context, frame Frame, places []uint32, shift uint32) *List {
	l := &List{n: frame.Dimensions(), places: places, shift: shift, from: frame.Common(shift)}
	count := len(places) / l.n
	l.rows = make([]uint32, count)
	keys := make([]uint64, count)
	for row := range l.rows {
		if row%checkRows == 0 && ctx.Err() != nil {
			return nil
		}
		l.rows[row] = uint32(row)
		keys[row] = keyOf(l.place(uint32(row)), shift, l.from)
	}
	sortRows(l.rows, keys)
	l.keys = make([]uint64, count)
	for i, row := range l.rows {
		l.keys[i] = keys[row]
	}
	if !l.whole() {
		l.sortTies(ctx)
	}
	return l
}

// Rows returns the rows of the set in the order of the list. The slice is shared: do not write to it.
func (l *List) Rows() []uint32 { return l.rows }

// place returns the place of a row.
func (l *List) place(row uint32) []uint32 {
	return l.places[int(row)*l.n : (int(row)+1)*l.n]
}

// whole reports whether keys reach the end of the codes.
func (l *List) whole() bool { return l.from+keyBits >= planeCount*l.n }

// sortRows sorts rows, which ascend, by their keys, and rows of equal keys by row. It takes half of a
// key at a time.
func sortRows(rows []uint32, keys []uint64) {
	packed, room := make([]uint64, len(rows)), make([]uint64, len(rows))
	for _, half := range []uint{0, 32} {
		for i, row := range rows {
			packed[i] = keys[row]>>half<<32 | uint64(row)
		}
		for i, p := range radix.Integers(packed, room, 32) {
			rows[i] = uint32(p)
		}
	}
}

// sortTies sorts rows of equal keys by the rest of their codes.
func (l *List) sortTies(ctx context.Context) {
	for first := 0; first < len(l.rows) && ctx.Err() == nil; {
		last := first + 1
		for last < len(l.rows) && l.keys[last] == l.keys[first] {
			last++
		}
		if last-first > 1 {
			slices.SortFunc(l.rows[first:last], func(a, b uint32) int {
				return cmp.Or(compare(l.place(a), l.place(b), l.shift), cmp.Compare(a, b))
			})
		}
		first = last
	}
}

// First returns the index in the list of the first point whose code is at least the code of place, which
// must be of the frame.
func (l *List) First(place []uint32) int {
	key := keyOf(place, l.shift, l.from)
	first, _ := slices.BinarySearch(l.keys, key)
	if l.whole() {
		return first
	}
	return l.among(place, first, above(l.keys, first, key), 0)
}

// After returns the index in the list of the first point whose code is greater than the code of place,
// which must be of the frame. It searches upwards from index from, which must not be beyond the result.
func (l *List) After(place []uint32, from int) int {
	key := keyOf(place, l.shift, l.from)
	last := above(l.keys, from, key)
	if l.whole() {
		return last
	}
	first, _ := slices.BinarySearch(l.keys[from:last], key)
	return l.among(place, from+first, last, 1)
}

// among returns the first index in [first, last), whose points have the key of place, for which compare
// of the point with place returns at least least, 0 or 1.
func (l *List) among(place []uint32, first, last, least int) int {
	return first + sort.Search(last-first, func(i int) bool {
		return compare(l.place(l.rows[first+i]), place, l.shift) >= least
	})
}

// above returns the index of the first key, from index from on, that is greater than key. Keys are
// sorted, and it searches in growing steps.
func above(keys []uint64, from int, key uint64) int {
	step := 1
	for from+step <= len(keys) && keys[from+step-1] <= key {
		from, step = from+step, 2*step
	}
	return from + sort.Search(min(step, len(keys)-from), func(i int) bool { return keys[from+i] > key })
}
