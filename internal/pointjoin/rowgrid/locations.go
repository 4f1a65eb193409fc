package rowgrid

import (
	"math"

	"flyby/internal/parallel"
	"flyby/points"
)

// locations is the cells of a range of rows.
type locations struct {
	ids     []int64   // of the cells; negative for a point that is not within the frame
	offsets []float32 // [rows][dimensions], by place
}

// locateAtOnce is the number of rows that are located dimension by dimension, so that their ids and offsets stay
// in the cache.
const locateAtOnce = 1 << 10

// locate finds the cells of a range of rows.
func (f *frame) locate(s *points.Store, first, last int) locations {
	l := locations{make([]int64, last-first), make([]float32, (last-first)*len(f.order))}
	parallel.AllCores(len(l.ids), func(from, to int) {
		for ; from < to; from += locateAtOnce {
			end := min(from+locateAtOnce, to)
			for place, j := range f.order {
				l.add(f, place, s.Column(j)[first+from:first+end], from)
			}
		}
	})
	return l
}

// add adds a dimension of the rows from number from on.
func (l *locations) add(f *frame, place int, column []float64, from int) {
	ids, offsets, n := l.ids[from:from+len(column)], l.offsets[from*len(f.order)+place:], len(f.order)
	low, inverse, end := f.low[place], f.inverse, float64(f.cells[place]+1)
	stride, mask := int64(0), int64(0) // without a stride the corner is 0
	if place < f.indexed {
		stride, mask = f.stride[place], -1
	}
	if place == 0 {
		mask = -stripe
	}
	for k, x := range column {
		switch q := float64((x - low) * inverse); {
		case q >= 0 && q < end:
			cell := int64(q)
			ids[k] += stride * (1 + cell)
			offsets[k*n] = float32(q - float64(cell&mask))
		case q >= -1 && q < 0:
			offsets[k*n] = float32(q - f.corner(place, q))
		default:
			ids[k] = math.MinInt64 // low enough that later additions do not make it positive
		}
	}
}
