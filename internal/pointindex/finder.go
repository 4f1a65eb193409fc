package pointindex

import "slices"

// Visits says which neighbours of a cell are visited.
type Visits int

const (
	// AllNeighbours visits all neighbours and the cell itself: each pair of cells is visited twice.
	AllNeighbours Visits = iota
	// Unicomp visits each pair of two different cells once: from the cell whose coordinate is odd in the last dimension
	// in which they differ. There they differ by one, so that exactly one of the two is odd.
	Unicomp
	// Greater visits each pair of two different cells once, from the cell of the lesser linear id.
	Greater
)

// A Finder finds the neighbours of cells and of points among the cells that have points. It is for one goroutine at a
// time.
type Finder struct {
	grid     *Grid
	own      []uint32   // [k] the coordinates of a cell
	near     [][]uint32 // [k] the occurring coordinates within one of them
	lists    [][]uint32 // [k] the coordinates that are visited in each dimension
	at       []int      // [k] places in lists
	cell     []uint32   // [k] the coordinates at those places
	others   []uint32   // up to two coordinates
	searches int64
}

// NewFinder returns a finder of a grid's cells.
func (g *Grid) NewFinder() *Finder {
	k := len(g.axes)
	return &Finder{
		grid: g, own: make([]uint32, k), near: make([][]uint32, k), lists: make([][]uint32, k),
		at: make([]int, k), cell: make([]uint32, k), others: make([]uint32, 0, 2),
	}
}

// Searches returns the number of cells that were searched for among the cells with points, since the finder was made.
func (f *Finder) Searches() int64 { return f.searches }

// OfCell appends the visited neighbours of a cell to dst, and returns it.
func (f *Finder) OfCell(dst []uint32, cell int, visits Visits) []uint32 {
	f.grid.ids.coordinates(f.own, cell)
	for j, c := range f.own {
		f.near[j] = maskRange(f.grid.masks[j], c-1, c+1)
	}
	if visits == AllNeighbours {
		copy(f.lists, f.near)
		return f.product(dst)
	}
	for j := range f.own {
		if f.others = f.neighbours(visits, j); len(f.others) == 0 {
			continue
		}
		copy(f.lists[:j], f.near)
		f.lists[j] = f.others
		for i := j + 1; i < len(f.own); i++ {
			f.lists[i] = f.own[i : i+1]
		}
		dst = f.product(dst)
	}
	return dst
}

// neighbours returns the neighbouring coordinates of a cell in dimension j that are visited, where j is the last dimension in
// which two cells differ.
func (f *Finder) neighbours(visits Visits, j int) []uint32 {
	own, others := f.own[j], f.others[:0]
	if visits == Unicomp && own%2 == 0 {
		return others
	}
	for _, c := range f.near[j] {
		if c > own || c < own && visits == Unicomp {
			others = append(others, c)
		}
	}
	return others
}

// OfPoint appends to dst the cells that may have points within eps of a point, which need not be one of the grid's, and
// returns dst. The point has the coordinates of the indexed dimensions, at most 2^1000 in magnitude.
func (f *Finder) OfPoint(dst []uint32, point []float64) []uint32 {
	for j, a := range f.grid.axes {
		first, last, ok := a.Near(point[j])
		if !ok {
			return dst
		}
		f.lists[j] = maskRange(f.grid.masks[j], first, last)
	}
	return f.product(dst)
}

// maskRange returns the coordinates of a mask from first to last, which differ by at most two.
func maskRange(mask []uint32, first, last uint32) []uint32 {
	from, _ := slices.BinarySearch(mask, first)
	to := from
	for to < len(mask) && mask[to] <= last {
		to++
	}
	return mask[from:to]
}

// product appends the cells whose coordinates are in the lists, in order of their linear ids.
func (f *Finder) product(dst []uint32) []uint32 {
	for j, l := range f.lists {
		if len(l) == 0 {
			return dst
		}
		f.at[j], f.cell[j] = 0, l[0]
	}
	from, ok := 0, false
	for more := true; more; more = f.next() {
		f.searches++
		if from, ok = f.grid.ids.find(f.cell, from); ok {
			dst = append(dst, uint32(from))
		}
	}
	return dst
}

// next goes on to the next cell of the lists, the first dimension first; it returns false after the last.
func (f *Finder) next() bool {
	for j, l := range f.lists {
		if f.at[j]++; f.at[j] < len(l) {
			f.cell[j] = l[f.at[j]]
			return true
		}
		f.at[j], f.cell[j] = 0, l[0]
	}
	return false
}
