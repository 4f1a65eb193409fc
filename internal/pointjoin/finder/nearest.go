package finder

import (
	"math"
	"slices"

	"flyby/internal/pointjoin"
	"flyby/points"
)

// Nearest keeps the nearest of the points that it is offered to a query, a number of them: by distance,
// compared exactly, and equal distances by row, the lower first.
type Nearest struct {
	points Matrix
	rows   []uint32 // by place in points
	query  []float64
	most   int
	heap   []neighbour // with the farthest on top
	exact  uint64
}

// neighbour is a point that was offered.
type neighbour struct {
	squares float64 // pointjoin.Squares
	place   uint32
}

// NewNearest returns a Nearest of points with rows by place; where rows is nil a place is the row.
func NewNearest(points Matrix, rows []uint32) *Nearest { return &Nearest{points: points, rows: rows} }

// Reset drops all points, and begins a search for the points nearest to a query; most, at least 1, is their
// number.
func (k *Nearest) Reset(query []float64, most int) {
	k.query, k.most, k.heap = query, most, k.heap[:0]
}

// Offer offers a point by its place.
func (k *Nearest) Offer(place int) {
	n := neighbour{pointjoin.Squares(k.query, k.points.Row(place)), uint32(place)}
	switch {
	case len(k.heap) < k.most:
		k.heap = append(k.heap, n)
		k.up(len(k.heap) - 1)
	case k.before(n, k.heap[0]):
		k.heap[0] = n
		k.down(0)
	}
}

// Beyond reports whether no point whose pointjoin.Squares, rounded as there, is at least squares can be among
// the nearest.
func (k *Nearest) Beyond(squares float64) bool {
	return len(k.heap) == k.most && pointjoin.SurelyLess(k.heap[0].squares, squares, len(k.query))
}

// Farthest returns the pointjoin.Squares of the farthest kept point, or infinity while fewer points are kept
// than asked for.
func (k *Nearest) Farthest() float64 {
	if len(k.heap) < k.most {
		return math.Inf(1)
	}
	return k.heap[0].squares
}

// End writes the rows, the nearest first, and counts exact comparisons. It drops the points.
func (k *Nearest) End(rows []uint32, stats *points.Stats) {
	slices.SortFunc(k.heap, func(a, b neighbour) int {
		if k.before(a, b) {
			return -1
		}
		return 1
	})
	for i, n := range k.heap {
		rows[i] = k.row(n.place)
	}
	stats.Exact += k.exact
	k.heap, k.exact = k.heap[:0], 0
}

func (k *Nearest) row(place uint32) uint32 {
	if k.rows == nil {
		return place
	}
	return k.rows[place]
}

// before reports whether a is nearer than b, or as near with a lower row.
func (k *Nearest) before(a, b neighbour) bool {
	switch n := len(k.query); {
	case pointjoin.SurelyLess(a.squares, b.squares, n):
		return true
	case pointjoin.SurelyLess(b.squares, a.squares, n):
		return false
	}
	k.exact++
	c := pointjoin.Closer(k.query, k.points.Row(int(a.place)), k.points.Row(int(b.place)))
	return c < 0 || c == 0 && k.row(a.place) < k.row(b.place)
}

// up moves a neighbour towards the top of the heap, and down away from it.
func (k *Nearest) up(i int) {
	for parent := (i - 1) / 2; i > 0 && k.before(k.heap[parent], k.heap[i]); parent = (i - 1) / 2 {
		k.heap[i], k.heap[parent] = k.heap[parent], k.heap[i]
		i = parent
	}
}

func (k *Nearest) down(i int) {
	for child := 2*i + 1; child < len(k.heap); child = 2*i + 1 {
		if child+1 < len(k.heap) && k.before(k.heap[child], k.heap[child+1]) {
			child++
		}
		if k.before(k.heap[child], k.heap[i]) {
			return
		}
		k.heap[i], k.heap[child] = k.heap[child], k.heap[i]
		i = child
	}
}
