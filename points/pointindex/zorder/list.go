package zorder

import (
	"cmp"
	"slices"
	"sort"

	"flyby/internal/radix"
)

// A List has the rows of a set in the order of their codes under one shift, equal codes by row.
type List struct {
	n      int // dimensions
	places []uint32
	shift  uint32
	from   int      // the bit with which keys begin: that at which any two codes differ first
	rows   []uint32 // [points]
	keys   []uint64 // [points], in the order of rows
}

// newList sorts the points of which places has a row of n each.
func newList(places []uint32, n int, shift uint32) *List {
	l := &List{n: n, places: places, shift: shift}
	count := len(places) / n
	l.from = l.common(count)
	l.rows = make([]uint32, count)
	keys := make([]uint64, count)
	for row := range l.rows {
		l.rows[row] = uint32(row)
		keys[row] = keyOf(l.place(uint32(row)), shift, l.from)
	}
	sortRows(l.rows, keys)
	l.keys = make([]uint64, count)
	for i, row := range l.rows {
		l.keys[i] = keys[row]
	}
	if !l.whole() {
		l.sortTies()
	}
	return l
}

// Rows returns the rows of the set in the order of the list. The slice is shared: do not write to it.
func (l *List) Rows() []uint32 { return l.rows }

// place returns that of a row.
func (l *List) place(row uint32) []uint32 {
	return l.places[int(row)*l.n : (int(row)+1)*l.n]
}

// common returns the number of bits with which the codes of all rows begin.
func (l *List) common(count int) int {
	differ := make([]uint32, l.n)
	for row := range count {
		for j, v := range l.place(uint32(row)) {
			differ[j] |= (v + l.shift) ^ (l.places[j] + l.shift)
		}
	}
	return firstBit(differ)
}

// whole reports whether keys reach the end of the codes.
func (l *List) whole() bool { return l.from+keyBits >= planeCount*l.n }

// sortRows sorts rows by their keys, equal ones by row, as they come. It takes half of a key at a time.
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
func (l *List) sortTies() {
	for first := 0; first < len(l.rows); {
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

// First returns where in the list the first point is whose code is that of place, or greater.
func (l *List) First(place []uint32) int { return l.search(place, 0) }

// After returns where in the list the first point is whose code is greater than that of place.
func (l *List) After(place []uint32) int { return l.search(place, 1) }

// search returns where the first point is that, compared with place, gives at least least, 0 or 1.
func (l *List) search(place []uint32, least int) int {
	if len(l.rows) == 0 {
		return 0
	}
	if bit, less := difference(place, l.place(l.rows[0]), l.shift); bit < l.from {
		if less {
			return 0
		}
		return len(l.rows)
	}
	key := keyOf(place, l.shift, l.from)
	first, _ := slices.BinarySearch(l.keys, key)
	if least == 0 && l.whole() {
		return first
	}
	ties := sort.Search(len(l.keys)-first, func(i int) bool { return l.keys[first+i] > key })
	if l.whole() {
		return first + ties
	}
	return first + sort.Search(ties, func(i int) bool {
		return compare(l.place(l.rows[first+i]), place, l.shift) >= least
	})
}
