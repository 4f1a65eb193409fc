package pointjointest

import (
	"cmp"
	"math/big"
	"slices"
	"testing"

	"flyby/internal/pointjoin"
	"flyby/points"
)

// checkNearest asks for one, three, and more nearest points than there are, for the points themselves
// and for queries.
func (s *scene) checkNearest(t *testing.T, r pointjoin.Nearer, store, queries *points.Store) {
	t.Helper()
	if len(s.Rows) > 250 || len(s.Rows) > 0 && len(s.Rows[0]) > 200 {
		return // rational numbers would order too many points
	}
	for side, q := range []struct {
		store *points.Store
		rows  [][]float64
	}{{nil, firstRows(s.Rows)}, {queries, firstRows(s.Queries)}} {
		want := s.near()[side]
		for _, k := range []int{1, 3, len(s.Rows) + 1} {
			w := pointjoin.NearestWork{K: k, Queries: q.store, Last: len(q.rows)}
			each := w.Each(len(s.Rows))
			got := make([]uint32, each*len(q.rows))
			if _, err := r.Nearest(t.Context(), w, got); err != nil {
				t.Fatal(err)
			}
			for i, p := range q.rows {
				if got := got[i*each : (i+1)*each]; !slices.Equal(got, want[i][:each]) {
					t.Fatalf("%s: nearest %d of %v: %v, want %v", s.Name, k, p, got, want[i][:each])
				}
			}
		}
	}
}

// firstRows returns the first rows, few enough to be ordered by rational numbers in short time.
func firstRows(rows [][]float64) [][]float64 { return rows[:min(len(rows), 8)] }

// nearest returns all rows but one by their distance from p, and equal distances by row.
func nearest(p []float64, but int, rows [][]float64) (order []uint32) {
	for row := range rows {
		if row != but {
			order = append(order, uint32(row))
		}
	}
	exact := map[uint32]*big.Rat{}
	square := func(row uint32) *big.Rat {
		if exact[row] == nil {
			exact[row] = squares(p, rows[row])
		}
		return exact[row]
	}
	slices.SortStableFunc(order, func(a, b uint32) int {
		x, y := roughly(p, rows[a]), roughly(p, rows[b])
		if min(x, y) > 1e-200 && max(x, y) < 1e200 && (x < y*0.999999 || y < x*0.999999) {
			return cmp.Compare(x, y)
		}
		return square(a).Cmp(square(b))
	})
	return order
}
