package pointindex

import (
	"math/big"
	"testing"
)

// TestWords: the words of an id combine to the linear id of its cell; where 64 bits are enough there is one word.
func TestWords(t *testing.T) {
	for _, c := range []struct{ k, far, words int }{{1, 10, 1}, {2, 1 << 27, 1}, {3, 1 << 20, 1}, {3, 1 << 27, 2}, {6, 1 << 27, 3}, {16, 1 << 27, 8}} {
		columns := make([][]float64, c.k)
		for j := range columns {
			columns[j] = []float64{0, float64(c.far), float64(j), 3, float64(c.far / (j + 2))}
		}
		g := NewGrid(columns, 1)
		w := g.Words()
		if w.Count != c.words || len(w.IDs) != g.Cells()*w.Count {
			t.Fatalf("%d dimensions to %d: %d words, want %d", c.k, c.far, w.Count, c.words)
		}
		own := make([]uint32, c.k)
		for cell := range g.Cells() {
			g.ids.coordinates(own, cell)
			if got, want := joined(g, w, w.IDs[cell*w.Count:][:w.Count]), linear(g, own); got.Cmp(want) != 0 {
				t.Errorf("%d dimensions, cell %v: %v, want %v", c.k, own, got, want)
			}
		}
	}
}

// joined returns the id that words combine to.
func joined(g *Grid, w Words, words []uint64) *big.Int {
	id := new(big.Int)
	for j := len(g.axes) - 1; j >= 0; j-- {
		coordinate := words[w.Of[j]] / w.Stride[j] % g.axes[j].size()
		id.Mul(id, new(big.Int).SetUint64(g.axes[j].size())).Add(id, new(big.Int).SetUint64(coordinate))
	}
	return id
}

// linear returns c_1 + |g_1| (c_2 + |g_2| (c_3 + ...)).
func linear(g *Grid, c []uint32) *big.Int {
	id := new(big.Int)
	for j := len(c) - 1; j >= 0; j-- {
		id.Mul(id, new(big.Int).SetUint64(g.axes[j].size())).Add(id, big.NewInt(int64(c[j])))
	}
	return id
}
