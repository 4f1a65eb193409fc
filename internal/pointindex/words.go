package pointindex

import (
	"math/bits"

	"flyby/internal/parallel"
)

// Words are the linear ids of the cells of a grid as numbers of 64 bits, for devices: one number where that is enough, as in
// the paper, else several, each of some successive dimensions, of which the last is compared first. The order of the ids is
// the order of the cells.
type Words struct {
	Count  int      // number of words of an id
	Of     []int    // [k] the word of each dimension
	Stride []uint64 // [k] the increment of that word for a step along the dimension
	IDs    []uint64 // [cells][Count] B of the paper
}

// Words returns the linear ids of the cells.
func (g *Grid) Words() Words {
	w := Words{Count: 1}
	all := uint64(1) // cells of the dimensions in the last word
	for _, a := range g.axes {
		over, product := bits.Mul64(all, a.size())
		if over > 0 {
			w.Count++
			all, product = 1, a.size()
		}
		w.Of, w.Stride, all = append(w.Of, w.Count-1), append(w.Stride, all), product
	}
	w.IDs = make([]uint64, g.Cells()*w.Count)
	parallel.AllCores(g.Cells(), func(first, last int) {
		c := make([]uint32, len(g.axes))
		for cell := first; cell < last; cell++ {
			g.ids.coordinates(c, cell)
			for j, at := range c {
				w.IDs[cell*w.Count+w.Of[j]] += w.Stride[j] * uint64(at)
			}
		}
	})
	return w
}
