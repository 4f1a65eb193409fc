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
	// mostTried is the most dimensions of which Estimates are made.
	mostTried = 10
	// comparedPoints is the most points that are compared with each other for them.
	comparedPoints = 1024
)

// An Estimate is what a self-join would do with a grid over the first K dimensions, where each point is compared with all
// points of its cell and the cells beside it.
type Estimate struct {
	K           int
	Points      float64
	Cells       float64 // that have points
	Near        float64 // of a cell, those that are searched for: at most 3^K
	Rows        float64 // of a cell, those along the first dimension
	Comparisons float64
	Within      float64 // of the comparisons, those within eps along the first dimension that is not indexed
	Sampled     int     // comparisons of points of a sample that it took
}

// Costs are what is done takes, in nanoseconds.
type Costs struct {
	Compare float64 // a comparison of two points
	Search  float64 // a search for a cell
	Row     float64 // of a point to turn to a row of cells, or with Sorted to a cell
	Sorted  bool    // points of a cell are sorted by the first dimension that is not indexed
	// Halves says that each point searches for its cells, by halves, and not each cell once for all of its points: Search is
	// then what a half takes, and the searches are those of the paper, |D| 3^k log2 |G_k|, but for cells that masks leave out.
	Halves bool
}

// Of returns what a self-join takes.
func (c Costs) Of(e Estimate) float64 {
	comparisons, turns := e.Comparisons, e.Rows
	if c.Sorted {
		comparisons, turns = e.Within, e.Near
	}
	turns = min(e.Points*turns, e.Comparisons) // what is turned to has points
	searches := e.Cells * e.Near
	if c.Halves {
		searches = e.Points * e.Near * math.Log2(e.Cells+1)
	}
	return float64(c.Compare*comparisons) + float64(c.Search*searches) + float64(c.Row*turns)
}

// Cheapest returns the K of the estimate that takes least, of equal ones the lower; 1 of none. It stops at the second in a row that takes no
// less than the best before it: what comparing saves no longer makes up for searching then. looked is how many it has asked for.
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

// Estimates yields what a self-join within eps would do, for one number of indexed dimensions after another up to that of the columns
// or 10, each as it is asked for. It compares some of the points with each other, and counts cells by hashing all, or where there are
// many those of some of the first dimension's cells.
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

// An estimator makes an estimate after another.
type estimator struct {
	columns [][]float64
	eps     float64
	sample  []int // rows, by the first coordinate
	pairs   []couple
	last    Estimate
	cells   cellSketch
}

// A couple is two places in the sample, whose points are in neighbour cells so far.
type couple struct{ a, b uint16 }

func newEstimator(columns [][]float64, eps float64) *estimator {
	e := &estimator{columns: columns, eps: eps, sample: selection.Evenly(len(columns[0]), comparedPoints)}
	slices.SortFunc(e.sample, func(a, b int) int { return cmp.Compare(columns[0][a], columns[0][b]) })
	e.last = Estimate{Points: float64(len(columns[0])), Near: 1, Rows: 1}
	return e
}

// next indexes one dimension more.
func (e *estimator) next() Estimate {
	k := e.last.K
	axis := NewAxis(e.columns[k], e.eps)
	mask := make([]uint32, 0, len(e.sample))
	for _, row := range e.sample {
		mask = append(mask, axis.Cell(e.columns[k][row]))
	}
	e.last.Sampled = e.couple(mask)
	each := beside(mask) // and sorts it
	if k == 0 {
		e.cells.draw(axis, e.columns[0], various(mask))
	}
	e.last.Near *= each
	if k > 0 {
		e.last.Rows *= each
	}
	if e.last.K++; e.last.Cells > e.last.Points/2 {
		e.last.Cells = e.last.Points // more dimensions have at most twice as many
	} else {
		e.last.Cells = e.cells.count(axis, e.columns[k], k == 0)
	}
	e.compare()
	return e.last
}

// couple leaves the pairs of the sample that are in neighbour cells of one dimension more, and returns how many it compared. Of the first
// dimension, by which the sample is sorted, it compares none that are farther apart.
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

// compare has the pairs that are left say how many of all points are compared.
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

// beside is how many coordinates of cells that occur are within one of a point's in the mean.
func beside(cells []uint32) float64 {
	slices.Sort(cells)
	sum := 0
	occur := slices.Compact(slices.Clone(cells))
	for _, c := range cells {
		sum += len(within(occur, c-1, c+1))
	}
	return float64(sum) / float64(max(len(cells), 1))
}

// cellSketch counts cells that have points, along one dimension more each time: all of them, or where the first dimension has many, those of a
// part of its cells that a hash draws.
type cellSketch struct {
	part   uint64   // the inverse of the share of the first dimension's cells that is drawn
	rows   []uint32 // of the points in these
	hashes []uint64 // of their cells
}

const (
	// drawnCells and drawnPoints are how many are drawn at least, if there are as many; mostPart bounds the part.
	drawnCells, drawnPoints = 32, 1 << 12
	mostPart                = 16
)

// spread is a hash.
func spread(h uint64) uint64 {
	h *= 0x9e3779b97f4a7c15
	return h ^ h>>32
}

// various is how many different cells those of a sample are, in order: as many as would be equally full.
func various(cells []uint32) float64 {
	squares := 0.0
	for first := 0; first < len(cells); {
		last := first + 1
		for last < len(cells) && cells[last] == cells[first] {
			last++
		}
		squares += float64((last - first) * (last - first))
		first = last
	}
	return float64(len(cells)*len(cells)) / max(squares, 1)
}

// draw draws the points of a part of the cells of the first dimension; various is what the function of that name says of a sample.
func (c *cellSketch) draw(a Axis, column []float64, various float64) {
	c.part = 1
	for c.part < mostPart && various/float64(2*c.part) >= drawnCells && uint64(len(column))/(2*c.part) >= drawnPoints {
		c.part *= 2
	}
	c.rows, c.hashes = make([]uint32, 0, len(column)/int(c.part)), make([]uint64, 0, len(column)/int(c.part))
	for row, v := range column {
		if h := spread(uint64(a.Cell(v))); h>>16%c.part == 0 {
			c.rows, c.hashes = append(c.rows, uint32(row)), append(c.hashes, h)
		}
	}
}

// count counts the cells once a dimension is added to those before, by the share of the places of a table that stay empty (linear counting).
func (c *cellSketch) count(a Axis, column []float64, first bool) float64 {
	words := 1
	for 64*words < 2*len(c.rows) {
		words *= 2
	}
	table := make([]atomic.Uint64, words)
	parallel.AllCores(len(c.rows), func(from, to int) {
		for at := from; at < to; at++ {
			if !first {
				c.hashes[at] = spread(c.hashes[at] ^ uint64(a.Cell(column[c.rows[at]])))
			}
			place := (c.hashes[at] * 0xd6e8feb86659fd93 >> 32) % uint64(64*words)
			if bit := uint64(1) << (place % 64); table[place/64].Load()&bit == 0 {
				table[place/64].Or(bit)
			}
		}
	})
	return min(float64(c.part)*counted(table, len(c.rows)), float64(len(column)))
}

// counted is how many different places were drawn, of a table with a bit each.
func counted(table []atomic.Uint64, points int) float64 {
	empty := 64 * len(table)
	for i := range table {
		for w := table[i].Load(); w != 0; w &= w - 1 {
			empty--
		}
	}
	size := float64(64 * len(table))
	return min(float64(points), size*math.Log(size/float64(max(empty, 1))))
}
