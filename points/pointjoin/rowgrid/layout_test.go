package rowgrid

import (
	"math"
	"slices"
	"testing"

	"flyby/points"
)

// TestNewLayout: as many dimensions are indexed as cost least, those that vary most first, and ids are of cells with an empty
// one at either end.
func TestNewLayout(t *testing.T) {
	const n = 400
	columns := make([][]float64, 3)
	for i := range n {
		columns[0] = append(columns[0], float64(i%7))
		columns[1] = append(columns[1], float64(i%100))
		columns[2] = append(columns[2], float64(i%31))
	}
	s, err := points.New(columns, points.RowIDs(n))
	if err != nil {
		t.Fatal(err)
	}
	for k := 1; k <= 3; k++ {
		var asked []int
		l := NewLayout(s, 1, func(p Sample) float64 {
			asked = append(asked, p.Indexed)
			if p.Points != n || p.Dimensions != 3 || p.Near <= 0 || p.Pairs < 0 {
				t.Errorf("%+v", p)
			}
			return math.Abs(float64(p.Indexed - k))
		})
		if !slices.Equal(asked, []int{1, 2, 3}) || l.Indexed != k || !slices.Equal(l.Order, []int{1, 2, 0}) || l.Predicted != 0 {
			t.Errorf("asked %v: %+v", asked, l)
		}
		ids := int64(1)
		for place, stride := range l.Stride {
			if stride != ids {
				t.Errorf("a step of %d in place %d, want %d", stride, place, ids)
			}
			ids *= l.Cells[place] + 2
		}
		if ids != l.IDs || len(l.Stride) != k || !(0 < l.Sure && l.Sure < 1 && l.None > l.Sure) {
			t.Errorf("%+v", l)
		}
	}
}
