package pointindex

import (
	"cmp"
	"math/big"
	"math/bits"
	"slices"
	"sort"
)

// ids are B of the paper: the linear ids of the cells that have points, ascending. The linear id of a cell is
// c_1 + |g_1| (c_2 + |g_2| (c_3 + ...)).
type ids interface {
	// find returns the place of the cell with coordinates c, which is not below from. If that cell has no points, ok is
	// false and cell is the place of the next one.
	find(c []uint32, from int) (cell int, ok bool)
	// coordinates writes the coordinates of the cell at a place to c.
	coordinates(c []uint32, cell int)
}

// newIDs returns the ids of cells, whose coordinates come in order: [cells][k]. Ids are numbers of 64 bits or of 128,
// whichever they fit, and else the coordinates themselves.
func newIDs(sizes []uint64, coordinates []uint32) ids {
	cells := big.NewInt(1)
	for _, s := range sizes {
		cells.Mul(cells, new(big.Int).SetUint64(s))
	}
	switch n := cells.BitLen(); {
	case n <= 64:
		return newIDs64(sizes, coordinates)
	case n <= 128:
		return newIDs128(sizes, coordinates)
	}
	return tuples{len(sizes), coordinates}
}

// ids64 are ids below 2^64.
type ids64 struct {
	sizes []uint64 // [k]
	ids   []uint64 // [cells]
}

func newIDs64(sizes []uint64, coordinates []uint32) ids64 {
	s := ids64{sizes: sizes}
	for c := range slices.Chunk(coordinates, len(sizes)) {
		s.ids = append(s.ids, s.id(c))
	}
	return s
}

// id returns the linear id of a cell.
func (s ids64) id(c []uint32) (id uint64) {
	for j := len(c) - 1; j >= 0; j-- {
		id = id*s.sizes[j] + uint64(c[j])
	}
	return id
}

// find searches in growing steps, since cells are asked for in order, and cells along the first dimension follow one
// another.
func (s ids64) find(c []uint32, from int) (int, bool) {
	id, to := s.id(c), from
	for step := 1; to < len(s.ids) && s.ids[to] < id && from > 0; step *= 2 {
		from, to = to+1, to+step
	}
	if from == 0 {
		to = len(s.ids)
	}
	at, ok := slices.BinarySearch(s.ids[from:min(to+1, len(s.ids))], id)
	return from + at, ok
}

func (s ids64) coordinates(c []uint32, cell int) {
	id := s.ids[cell]
	for j, size := range s.sizes {
		c[j] = uint32(id % size)
		id /= size
	}
}

// id128 is an id below 2^128.
type id128 struct{ high, low uint64 }

func compare128(a, b id128) int {
	return cmp.Or(cmp.Compare(a.high, b.high), cmp.Compare(a.low, b.low))
}

// ids128 are ids below 2^128.
type ids128 struct {
	sizes []uint64 // [k]
	ids   []id128  // [cells]
}

func newIDs128(sizes []uint64, coordinates []uint32) ids128 {
	s := ids128{sizes: sizes}
	for c := range slices.Chunk(coordinates, len(sizes)) {
		s.ids = append(s.ids, s.id(c))
	}
	return s
}

// id returns the linear id of a cell.
func (s ids128) id(c []uint32) (id id128) {
	for j := len(c) - 1; j >= 0; j-- {
		high, low := bits.Mul64(id.low, s.sizes[j])
		low, carry := bits.Add64(low, uint64(c[j]), 0)
		id = id128{id.high*s.sizes[j] + high + carry, low}
	}
	return id
}

func (s ids128) find(c []uint32, from int) (int, bool) {
	at, ok := slices.BinarySearchFunc(s.ids[from:], s.id(c), compare128)
	return from + at, ok
}

func (s ids128) coordinates(c []uint32, cell int) {
	id := s.ids[cell]
	for j, size := range s.sizes {
		high, rest := id.high/size, id.high%size
		low, coordinate := bits.Div64(rest, id.low, size)
		id, c[j] = id128{high, low}, uint32(coordinate)
	}
}

// tuples are cells whose ids exceed 128 bits: their coordinates, compared from the last dimension on, in the order of
// the ids.
type tuples struct {
	k   int
	all []uint32 // [cells][k]
}

// at returns the cell at a place.
func (s tuples) at(cell int) []uint32 { return s.all[cell*s.k:][:s.k] }

func (s tuples) find(c []uint32, from int) (int, bool) {
	at, ok := sort.Find(len(s.all)/s.k-from, func(cell int) int { return compareCells(c, s.at(from+cell)) })
	return from + at, ok
}

func (s tuples) coordinates(c []uint32, cell int) { copy(c, s.at(cell)) }

// compareCells compares cells by their linear ids.
func compareCells(a, b []uint32) int {
	for j := len(a) - 1; j >= 0; j-- {
		if a[j] != b[j] {
			return cmp.Compare(a[j], b[j])
		}
	}
	return 0
}
