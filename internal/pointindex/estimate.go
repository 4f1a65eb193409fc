package pointindex

import (
	"cmp"
	"iter"
	"math"
	"slices"
	"sync/atomic"

	"flyby/internal/parallel"
	"flyby/internal/selection"
)

const (
	// mostTried is the greatest number of indexed dimensions that is estimated.
	mostTried = 10
	// comparedPoints is the size of the sample whose points are compared with each other.
	comparedPoints = 1024
)

// An Estimate is the work of a self-join with a grid over the first K dimensions, where each point is compared with all points of its cell and
// of the neighbouring cells.
type Estimate struct {
	K           int
	Points      float64
	Cells       float64 // cells that have points
	Near        float64 // of a cell, the neighbours that are searched for: at most 3^K
	Rows        float64 // of a cell, the rows of neighbours along the first dimension
	Comparisons float64
	Within      float64 // the comparisons of points that are within eps along the first dimension that is not indexed
	Sampled     int     // comparisons of points of the sample that the estimate took
}

// Costs are the times of the steps of a self-join, in nanoseconds.
type Costs struct {
	Compare float64 // a comparison of two points
	Search  float64 // a search for a cell
	Row     float64 // a point's turn to a row of cells, or with Sorted to a cell
	Sorted  bool    // points of a cell are sorted by the first dimension that is not indexed
	// Halves says that each point searches for its cells by bisection, where otherwise each cell searches once for all of its points. Search
	// is then the cost of one step of it, and the searches are the paper's, |D| 3^k log2 |G_k|, less the cells that masks rule out.
	Halves bool
}

// Of returns the time of a self-join.
func (c Costs) Of(e Estimate) float64 {
	comparisons, turns := e.Comparisons, e.Rows
	if c.Sorted {
		comparisons, turns = e.Within, e.Near
	}
	turns = min(e.Points*turns, e.Comparisons) // only rows and cells with points are turned to
	searches := e.Cells * e.Near
	if c.Halves {
		searches = e.Points * e.Near * math.Log2(e.Cells+1)
	}
	return float64(c.Compare*comparisons) + float64(c.Search*searches) + float64(c.Row*turns)
}

// Cheapest returns the K of the cheapest estimate, of equal ones the lower; 1 if there are none. It stops at the second estimate in a row that
// is no cheaper than the best before it: from there on more searching costs more than it saves in comparing. looked is the number of estimates
// asked for.
func Cheapest(all iter.Seq[Estimate], c Costs) (k, looked int) {
	const enough = 2
	k, worse, least := 1, 0, math.Inf(1)
	for e := range all {
		looked++
		if time := c.Of(e); time < least {
			k, least, worse = e.K, time, 0
		} else if worse++; worse == enough {
			break
		}
	}
	return k, looked
}

// Estimates yields the estimates of a self-join within eps, for one indexed dimension, for two and so on, up to all columns or 10, each
// computed when it is asked for. It compares a sample of the points with each other, and counts cells by hashing all points, or where there
// are many the points within a part of the cells of fewer dimensions.
func Estimates(columns [][]float64, eps float64) iter.Seq[Estimate] {
	return func(yield func(Estimate) bool) {
		e := newEstimator(columns, eps)
		for range min(len(columns), mostTried) {
			if !yield(e.next()) {
				return
			}
		}
	}
}

// An estimator makes one estimate after another.
type estimator struct {
	columns [][]float64
	eps     float64
	sample  []int    // rows, by the first coordinate
	keys    []uint64 // of the sample's points: hashes of their cells
	pairs   []couple
	last    Estimate
	cells   cellSketch
}

// A couple is the places in the sample of two points that are in neighbour cells of the dimensions so far.
type couple struct{ a, b uint16 }

func newEstimator(columns [][]float64, eps float64) *estimator {
	e := &estimator{columns: columns, eps: eps, sample: selection.Evenly(len(columns[0]), comparedPoints)}
	slices.SortFunc(e.sample, func(a, b int) int { return cmp.Compare(columns[0][a], columns[0][b]) })
	e.keys = make([]uint64, len(e.sample))
	e.last = Estimate{Points: float64(len(columns[0])), Near: 1, Rows: 1}
	return e
}

// next indexes one more dimension and returns the estimate.
func (e *estimator) next() Estimate {
	k := e.last.K
	axis := NewAxis(e.columns[k], e.eps)
	mask := make([]uint32, 0, len(e.sample))
	for _, row := range e.sample {
		mask = append(mask, axis.Cell(e.columns[k][row]))
	}
	e.last.Sampled = e.couple(mask)
	e.last.Cells = e.count(axis, mask)
	each := meanNear(mask) // and sorts it
	e.last.Near *= each
	if k > 0 {
		e.last.Rows *= each
	}
	e.last.K++
	e.compare()
	return e.last
}

// count counts the cells with one more dimension, in which cells has the coordinates of the sample's points.
func (e *estimator) count(a Axis, cells []uint32) float64 {
	column := e.columns[e.last.K]
	if e.last.Cells > e.last.Points/2 {
		return e.last.Points // more dimensions have at most twice as many cells
	}
	if e.last.K > 1 { // draw samples the first dimension
		e.cells.thin(effectiveCells(e.keys))
	}
	for i, cell := range cells {
		e.keys[i] = spread(e.keys[i] ^ uint64(cell))
	}
	if e.last.K == 0 {
		e.cells.draw(a, column, effectiveCells(e.keys))
		return e.cells.count(len(column))
	}
	e.cells.add(a, column)
	return e.cells.count(len(column))
}

// couple keeps the pairs of the sample that are in neighbour cells with one more dimension, and returns the number of pairs compared. For the
// first dimension, by which the sample is sorted, it compares only pairs in neighbour cells.
func (e *estimator) couple(cells []uint32) (compared int) {
	if e.last.K == 0 {
		for a := range cells {
			for b := a - 1; b >= 0 && cells[a]-cells[b] <= 1; b-- {
				e.pairs = append(e.pairs, couple{uint16(a), uint16(b)})
			}
		}
		return len(e.pairs) + len(cells)
	}
	compared = len(e.pairs)
	e.pairs = slices.DeleteFunc(e.pairs, func(p couple) bool {
		return cells[p.a]-cells[p.b]+1 > 2 // more than one apart, either way
	})
	return compared
}

// compare estimates the comparisons of all points from the pairs of the sample that remain.
func (e *estimator) compare() {
	within := 0
	u := e.columns[e.last.K%len(e.columns)]
	for _, p := range e.pairs {
		if math.Abs(u[e.sample[p.a]]-u[e.sample[p.b]]) <= e.eps {
			within++
		}
	}
	scale, n := 0.0, float64(len(e.sample))
	if pairs := n * (n - 1); pairs > 0 {
		scale = 2 / pairs * e.last.Points * (e.last.Points - 1)
	}
	e.last.Comparisons = e.last.Points + float64(float64(len(e.pairs))*scale)
	e.last.Within = e.last.Points + float64(float64(within)*scale)
}

// meanNear returns the mean number of occurring cell coordinates that are at most one from a point's own. It sorts cells.
func meanNear(cells []uint32) float64 {
	slices.Sort(cells)
	sum := 0
	occur := slices.Compact(slices.Clone(cells))
	for _, c := range cells {
		sum += len(maskRange(occur, c-1, c+1))
	}
	return float64(sum) / float64(max(len(cells), 1))
}

// A cellSketch counts cells that have points, with one more dimension at a time: by all points, or where cells of fewer dimensions are many,
// by the points in a part of these cells that a hash draws.
type cellSketch struct {
	part   uint64   // the inverse of the fraction of the cells that is drawn
	rows   []uint32 // of the points in drawn cells
	hashes []uint64 // of the cells of these points
}

const (
	// drawnCells and drawnPoints are the least numbers that are drawn, where there are as many; mostPart is the greatest part.
	drawnCells, drawnPoints = 32, 1 << 12
	mostPart                = 16
)

// spread hashes a number.
func spread(h uint64) uint64 {
	h *= 0x9e3779b97f4a7c15
	return h ^ h>>32
}

// isDrawn reports whether the cell of a hash is drawn where one in part is; part is a power of two.
func isDrawn(hash, part uint64) bool { return hash>>16%part == 0 }

// effectiveCells returns the effective number of cells of points, given by their hashes: the number of equally full cells in which two points
// would share a cell just as often.
func effectiveCells(hashes []uint64) float64 {
	sorted := slices.Sorted(slices.Values(hashes))
	squares := 0.0
	for first := 0; first < len(sorted); {
		last := first + 1
		for last < len(sorted) && sorted[last] == sorted[first] {
			last++
		}
		squares += float64((last - first) * (last - first))
		first = last
	}
	return float64(len(sorted)*len(sorted)) / max(squares, 1)
}

// nextPart returns the part to draw in place of part, which has a number of points; effective is effectiveCells of a sample of all points.
func nextPart(part uint64, points int, effective float64) uint64 {
	for part < mostPart && effective/float64(2*part) >= drawnCells && points/2 >= drawnPoints {
		part, points = 2*part, points/2
	}
	return part
}

// draw draws the points in a part of the cells of the first dimension, without a branch, since draws cannot be predicted.
func (c *cellSketch) draw(a Axis, column []float64, effective float64) {
	c.part = nextPart(1, len(column), effective)
	rows, hashes := make([]uint32, len(column)), make([]uint64, len(column)) // pages that are never written take no memory
	n := 0
	for row, v := range column {
		h := spread(uint64(a.Cell(v)))
		rows[n], hashes[n] = uint32(row), h
		if isDrawn(h, c.part) {
			n++
		}
	}
	c.rows, c.hashes = rows[:n], hashes[:n]
}

// thin keeps the points in a smaller part of the cells of the dimensions so far.
func (c *cellSketch) thin(effective float64) {
	part := nextPart(c.part, len(c.rows), effective)
	if part == c.part {
		return
	}
	kept := 0
	for at, h := range c.hashes {
		if isDrawn(h, part/c.part) {
			c.rows[kept], c.hashes[kept] = c.rows[at], h
			kept++
		}
	}
	c.part, c.rows, c.hashes = part, c.rows[:kept], c.hashes[:kept]
}

// add adds a dimension to the hashes.
func (c *cellSketch) add(a Axis, column []float64) {
	parallel.AllCores(len(c.rows), func(from, to int) {
		for at := from; at < to; at++ {
			c.hashes[at] = spread(c.hashes[at] ^ uint64(a.Cell(column[c.rows[at]])))
		}
	})
}

// count estimates the number of cells of all points from the fraction of a table's bits that stay zero (linear counting).
func (c *cellSketch) count(points int) float64 {
	words := 1
	for 64*words < 2*len(c.rows) {
		words *= 2
	}
	table := make([]atomic.Uint64, words)
	parallel.AllCores(len(c.rows), func(from, to int) {
		for _, h := range c.hashes[from:to] {
			place := (h * 0xd6e8feb86659fd93 >> 32) % uint64(64*words)
			if bit := uint64(1) << (place % 64); table[place/64].Load()&bit == 0 {
				table[place/64].Or(bit)
			}
		}
	})
	return min(float64(c.part)*distinctCells(table, len(c.rows)), float64(points))
}

// distinctCells estimates the number of distinct hashes that set the bits of a table.
func distinctCells(table []atomic.Uint64, points int) float64 {
	empty := 64 * len(table)
	for i := range table {
		for w := table[i].Load(); w != 0; w &= w - 1 {
			empty--
		}
	}
	size := float64(64 * len(table))
	return min(float64(points), size*math.Log(size/float64(max(empty, 1))))
}
