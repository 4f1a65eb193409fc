package nearest

import (
	"slices"
	"testing"

	"flyby/interaction"
	"flyby/trajectory"
)

// TestPiecesShareTime: each piece of a query is paired with each piece of an entry that shares time with it, an instant too.
func TestPiecesShareTime(t *testing.T) {
	store := func(times []float64, pieces []uint32) *trajectory.Store {
		n := len(times)
		s, err := trajectory.New(trajectory.Columns{ID: trajectory.IDColumn{Int: make([]int64, n)}, T: times, X: make([]float64, n), Y: make([]float64, n), Piece: pieces}, trajectory.BuildOptions{})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	pairs := times{queries: store([]float64{0, 1, 2, 3, 4, 6}, []uint32{0, 0, 1, 1, 2, 2}), entries: store([]float64{0, 5, 6, 7}, []uint32{0, 0, 1, 1})}
	pairs.of(0)
	var got [][2]float64
	pairs.eachPair(0, interaction.Unbounded(), func(_, _ trajectory.Piece, from, to float64) { got = append(got, [2]float64{from, to}) })
	if want := [][2]float64{{0, 1}, {2, 3}, {4, 5}, {6, 6}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
