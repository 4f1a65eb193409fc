package pointindex

import (
	"cmp"
	"math"
	"slices"
	"sync/atomic"

	"flyby/internal/parallel"
	"flyby/internal/selection"
)

const (
	// mostTried is the most dimensions of which Estimates are made.
	mostTried = 10
	// sample is the most points that are compared with each other for them.
	sample = 2048
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

// Cheapest returns the K of the estimate that takes least, of equal ones the lower; 1 of none.
func Cheapest(all []Estimate, c Costs) int {
	k, least := 1, math.Inf(1)
	for _, e := range all {
		if time := c.Of(e); time < least {
			k, least = e.K, time
		}
	}
	return k
}

// Estimates returns what a self-join within eps would do, for each number of indexed dimensions up to that of the columns
// or 10. It compares some of the points with each other, and counts cells by hashing all.
func Estimates(columns [][]float64, eps float64) []Estimate {
	most := min(len(columns), mostTried)
	axes := make([]Axis, most)
	for j := range axes {
		axes[j] = NewAxis(columns[j], eps)
	}
	points := len(columns[0])
	all := make([]Estimate, most)
	rows := selection.Evenly(points, sample)
	near := 1.0
	for i := range all {
		each := beside(axes[i], columns[i], rows)
		near *= each
		all[i] = Estimate{K: i + 1, Points: float64(points), Near: near, Rows: near}
		if i > 0 {
			all[i].Rows = all[i-1].Rows * each
		} else {
			all[i].Rows = 1
		}
	}
	countCells(all, axes, columns)
	countPairs(all, axes, columns, rows, eps)
	return all
}

// beside is how many coordinates that occur are within one of a point's in the mean, in a dimension.
func beside(a Axis, column []float64, rows []int) float64 {
	mask := make([]uint32, 0, len(rows))
	for _, row := range rows {
		mask = append(mask, a.Cell(column[row]))
	}
	slices.Sort(mask)
	sum := 0
	occur := slices.Compact(slices.Clone(mask))
	for _, c := range mask {
		sum += len(within(occur, c-1, c+1))
	}
	return float64(sum) / float64(max(len(mask), 1))
}

// countPairs has all pairs of a sample of points say how many of all points are compared. It sorts the sample by the first
// dimension.
func countPairs(all []Estimate, axes []Axis, columns [][]float64, rows []int, eps float64) {
	slices.SortFunc(rows, func(a, b int) int { return cmp.Compare(columns[0][a], columns[0][b]) })
	cells := make([]uint32, 0, len(rows)*len(axes))
	for _, row := range rows {
		for j, a := range axes {
			cells = append(cells, a.Cell(columns[j][row]))
		}
	}
	k := len(axes)
	for p := range rows {
		own := cells[p*k:][:k]
		for q := p - 1; q >= 0 && own[0]-cells[q*k] <= 1; q-- { // beyond none is near along the first dimension
			for j, c := range cells[q*k:][:k] {
				if own[j]-c+1 > 2 { // more than one apart, either way
					break
				}
				all[j].Comparisons++
				u := columns[(j+1)%len(columns)]
				if math.Abs(u[rows[p]]-u[rows[q]]) <= eps {
					all[j].Within++
				}
			}
		}
	}
	for i := range all {
		e := &all[i]
		scale := 0.0
		if pairs := float64(len(rows)) * float64(len(rows)-1); pairs > 0 {
			scale = 2 / pairs * e.Points * (e.Points - 1)
		}
		e.Comparisons = e.Points + float64(e.Comparisons*scale)
		e.Within = e.Points + float64(e.Within*scale)
	}
}

// countCells counts the cells that have points along the first dimensions, by the share of the places of a table that
// stay empty (linear counting). Once there is one for two points, more dimensions have at most twice as many.
func countCells(all []Estimate, axes []Axis, columns [][]float64) {
	points := len(columns[0])
	hashes := make([]uint64, points)
	words := 1
	for 64*words < 2*points {
		words *= 2
	}
	for j, a := range axes {
		if j > 0 && all[j-1].Cells > float64(points)/2 {
			all[j].Cells = float64(points)
			continue
		}
		table := make([]atomic.Uint64, words)
		parallel.AllCores(points, func(first, last int) {
			for row := first; row < last; row++ {
				h := (hashes[row] ^ uint64(a.Cell(columns[j][row]))) * 0x9e3779b97f4a7c15
				h ^= h >> 32
				hashes[row] = h
				place := (h * 0xd6e8feb86659fd93 >> 32) % uint64(64*words)
				if bit := uint64(1) << (place % 64); table[place/64].Load()&bit == 0 {
					table[place/64].Or(bit)
				}
			}
		})
		all[j].Cells = counted(table, points)
	}
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
