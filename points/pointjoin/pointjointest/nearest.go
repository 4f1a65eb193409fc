package pointjointest

import (
	"cmp"
	"slices"
	"testing"

	"flyby/points"
	"flyby/points/pointjoin"
)

// checkNearest asks for one, three and more points than there are, of the points' own and of queries.
func (s *scene) checkNearest(t *testing.T, r pointjoin.Nearer, store, queries *points.Store) {
	t.Helper()
	if len(s.Rows) > 250 || len(s.Rows) > 0 && len(s.Rows[0]) > 200 {
		return // orders all by rational numbers
	}
	for _, q := range []struct {
		store *points.Store
		rows  [][]float64
	}{{nil, some(s.Rows)}, {queries, s.Queries}} {
		for _, k := range []int{1, 3, len(s.Rows) + 1} {
			w := pointjoin.NearestWork{K: k, Queries: q.store, Last: len(q.rows)}
			each := w.Each(len(s.Rows))
			got := make([]uint32, each*len(q.rows))
			if _, err := r.Nearest(t.Context(), w, got); err != nil {
				t.Fatal(err)
			}
			for i, p := range q.rows {
				self := -1
				if q.store == nil {
					self = i
				}
				if want := nearest(p, self, s.Rows)[:each]; !slices.Equal(got[i*each:(i+1)*each], want) {
					t.Fatalf("%s: nearest %d of %v: %v, want %v", s.Name, k, p, got[i*each:(i+1)*each], want)
				}
			}
		}
	}
}

// some are the first rows, as many as rational numbers order in short time.
func some(rows [][]float64) [][]float64 { return rows[:min(len(rows), 12)] }

// nearest is all rows but one by their distance from p, and by row.
func nearest(p []float64, but int, rows [][]float64) (order []uint32) {
	for row := range rows {
		if row != but {
			order = append(order, uint32(row))
		}
	}
	slices.SortStableFunc(order, func(a, b uint32) int {
		if x, y := roughly(p, rows[a]), roughly(p, rows[b]); x > 1e-200 && y < 1e200 && (x < y*0.999999 || y < x*0.999999) && y > 1e-200 && x < 1e200 {
			return cmp.Compare(x, y)
		}
		return squares(p, rows[a]).Cmp(squares(p, rows[b]))
	})
	return order
}
