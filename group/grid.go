package group

import (
	"flyby/internal/memory"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/rowgrid"
	"flyby/points"
)

// A grid has points in cells that are a little wider than the distance within which two points are near, so that the points near a point
// are in its cell or in a neighbouring cell. It lists the near pairs of one snapshot after another on one thread, and keeps its memory meanwhile. It is for
// points that mostly have few others near them: the method dense, for any points, looks at many more cells, and lists no pairs.
type grid struct {
	within         pointjoin.Threshold
	certainly, not float64 // see Threshold.Bounds
	dimensions     int
	room           int // points that memory was found for

	low     [3]float64
	inverse float64 // of the side of a cell
	stride  [3]int64
	ids     int64 // one more than the largest id of a cell

	rowgrid.Order
	rowOf  []uint32     // by place
	at     [][3]float64 // by place: coordinates, 0 beyond the dimensions
	beside []later
	pairs  [][2]uint32 // rows that are near each other
}

// A later is a run of up to three neighbours of the cell at hand, with higher ids: the cell's id plus first to last.
type later struct {
	first, last int64
	cursor      int // index in Cells; no cell before it is in the run
}

const (
	// mostCompared is the greatest number of comparisons a point, on average: beyond it dense is faster.
	mostCompared = 64
	// manyCompared comparisons are always few enough for memory, even if each finds a pair, and so are fewCompared a point.
	manyCompared, fewCompared = 1 << 22, 8
	// slack is the part by which cells are wider than the distance: more than the roundings over mostCells amount to.
	slack = 0x1p-10
	// mostCells is the greatest number of cells along a dimension.
	mostCells = 1 << 32
	// mostIDs is one more than the largest id may be.
	mostIDs = 1 << 62
)

// newGrid returns a grid of a threshold.
func newGrid(within pointjoin.Threshold, dimensions int) *grid {
	g := &grid{within: within, dimensions: dimensions}
	g.certainly, g.not = within.Bounds(dimensions)
	return g
}

// near lists the pairs of rows that are near each other. There must be one point at least. It returns false where a grid does not suit the
// points: too many would be compared, or numbers are extreme.
func (g *grid) near(s *points.Store) (bool, error) {
	if !g.frame(s) {
		return false, nil
	}
	if s.Len() > g.room {
		g.room = s.Len()
		const pointBytes, pairBytes = 2*8 + 4 + 3*8 + 8 + 4, 2 * (2 * 4) // pairs twice, as their list grows
		if err := memory.Need("points in cells", memory.Of(g.room, pointBytes)+memory.Of(limit(g.room), pairBytes)); err != nil {
			return false, err
		}
	}
	g.sort(s)
	if !g.few() {
		return false, nil
	}
	g.gather(s)
	g.compare()
	return true, nil
}

// limit returns how many comparisons of points points are allowed.
func limit(points int) int {
	return min(mostCompared*points, max(manyCompared, fewCompared*points))
}

// frame lays cells over points.
func (g *grid) frame(s *points.Store) bool {
	if g.within.Scale() != 1 || g.within.Eps() == 0 {
		return false
	}
	g.inverse = 1 / (g.within.Eps() * (1 + slack))
	ids := int64(1)
	for j := range g.dimensions {
		low, high := rowgrid.BoundsOf(s.Column(j))
		cells := float64((high-low)*g.inverse) + 1
		if !(cells <= mostCells) || ids > mostIDs/(int64(cells)+2) {
			return false
		}
		g.low[j], g.stride[j] = low, ids
		ids *= int64(cells) + 2 // none at either end, so that no run goes on in another row
	}
	g.ids = ids
	g.look()
	return true
}

// look sets the runs next to a cell.
func (g *grid) look() {
	g.beside = append(g.beside[:0], later{first: 1, last: 1})
	y, z := g.stride[1], g.stride[2]
	steps := []int64{y, z - y, z, z + y}
	if g.dimensions == 2 {
		steps = steps[:1]
	}
	for _, step := range steps {
		g.beside = append(g.beside, later{first: step - 1, last: step + 1})
	}
}

// id returns the id of a row's cell.
func (g *grid) id(s *points.Store, row uint32) (id int64) {
	for j := range g.dimensions {
		id += g.stride[j] * (int64((s.Column(j)[row]-g.low[j])*g.inverse) + 1)
	}
	return id
}

// sort puts rows in order of their cells.
func (g *grid) sort(s *points.Store) {
	g.rowOf = memory.Reuse(g.rowOf, s.Len())
	for row := range g.rowOf {
		g.rowOf[row] = uint32(row)
	}
	g.Sort(g.rowOf, g.ids, 1, func(row uint32) int64 { return g.id(s, row) })
}

// gather copies points into their order.
func (g *grid) gather(s *points.Store) {
	g.at = memory.Reuse(g.at, s.Len())
	for j := range g.dimensions {
		column := s.Column(j)
		for place, row := range g.rowOf {
			g.at[place][j] = column[row]
		}
	}
}

// few reports whether comparisons are within the limit.
func (g *grid) few() bool {
	left, crowd := limit(len(g.rowOf)), uint32(0)
	for cell, first := range g.Starts[:len(g.Cells)] {
		crowd = max(crowd, g.Starts[cell+1]-first)
	}
	if cells := 3 * len(g.beside); int(crowd)*cells <= left/len(g.rowOf) {
		return true
	}
	g.rewind()
	for cell, id := range g.Cells {
		own := int(g.Starts[cell+1] - g.Starts[cell])
		left -= own * (own - 1) / 2
		for i := range g.beside {
			first, last := g.find(&g.beside[i], id)
			left -= own * int(last-first)
		}
		if left < 0 {
			return false
		}
	}
	return true
}

// compare compares the points of each cell with each other and with the points of the neighbouring cells.
func (g *grid) compare() {
	g.rewind()
	g.pairs = g.pairs[:0]
	for cell, id := range g.Cells {
		first, last := g.Starts[cell], g.Starts[cell+1]
		for place := first + 1; place < last; place++ {
			g.against(place, first, place)
		}
		for i := range g.beside {
			a, b := g.find(&g.beside[i], id)
			for place := first; a < b && place < last; place++ {
				g.against(place, a, b)
			}
		}
	}
}

// rewind turns to the first cell.
func (g *grid) rewind() {
	for i := range g.beside {
		g.beside[i].cursor = 0
	}
}

// find returns the places of a run next to the cell of an id. Ids must ascend from call to call.
func (g *grid) find(s *later, id int64) (first, last uint32) {
	at := s.cursor
	for at < len(g.Cells) && g.Cells[at] < id+s.first {
		at++
	}
	s.cursor = at
	for at < len(g.Cells) && g.Cells[at] <= id+s.last {
		at++
	}
	return g.Starts[s.cursor], g.Starts[at]
}

// against lists the pairs of a point with the points at the places [first, last) that are near it.
func (g *grid) against(place, first, last uint32) {
	p, row := &g.at[place], g.rowOf[place]
	for other := first; other < last; other++ {
		q := &g.at[other]
		x, y, z := p[0]-q[0], p[1]-q[1], p[2]-q[2]
		sum := float64(x*x) + float64(y*y) + float64(z*z)
		if sum >= g.not || sum > g.certainly && !g.within.Settle(p[:g.dimensions], q[:g.dimensions]) {
			continue
		}
		g.pairs = append(g.pairs, [2]uint32{row, g.rowOf[other]})
	}
}
