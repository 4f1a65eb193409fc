package grid

import (
	"errors"
	"slices"
	"testing"

	"flyby/internal/clrt"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/opencl/device"
	"flyby/internal/pointjoin/opencl/rows"
	"flyby/internal/pointjoin/rowgrid"
	"flyby/internal/testing/clrttest"
	"flyby/internal/testing/devicetest"
	"flyby/internal/tier"
	"flyby/points"
)

func TestArguments(t *testing.T) {
	l := rowgrid.Layout{Order: []int{0, 1}, Indexed: 2}
	clrttest.CheckArguments(t, source(l, clrt.Groups{}))
	clrttest.CheckConstants(t, source(l, clrt.Groups{}))
}

// lattice returns points at whole numbers, and one at a distance in each dimension.
func lattice(t *testing.T, side int, far float64) *points.Store {
	t.Helper()
	columns := make([][]float64, 2)
	for i := range side * side {
		columns[0], columns[1] = append(columns[0], float64(i%side)), append(columns[1], float64(i/side))
	}
	columns[0], columns[1] = append(columns[0], far), append(columns[1], far)
	s, err := points.New(columns, points.RowIDs(side*side+1))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// neighbours returns the number of neighbours of each point, by comparing all.
func neighbours(s *points.Store, within pointjoin.Threshold) []uint32 {
	counts := make([]uint32, s.Len())
	for a := range counts {
		for b := range counts {
			if a != b && within.Within(s.Append(nil, a), s.Append(nil, b)) {
				counts[a]++
			}
		}
	}
	return counts
}

// TestSlots: cells are looked up by their ids where a table has room for them, else by a hash; all points are placed,
// and the counts are right.
func TestSlots(t *testing.T) {
	tier.Full(t)
	within, err := pointjoin.NewThreshold(1)
	if err != nil {
		t.Fatal(err)
	}
	hashed := map[bool]int{}
	for _, far := range []float64{200, 1e15} {
		s := lattice(t, 12, far)
		want := neighbours(s, within)
		for _, room := range []int{1, 1 << 17} {
			devicetest.Each(t, device.Cuts{Pairs: 100, Room: 100, Doubts: 100, Table: room}, func(t *testing.T, d *device.Device) {
				table := rows.NewTable(d)
				r, err := Load(t.Context(), d, table, pointjoin.Set{Points: s, Threshold: within})
				if err != nil {
					t.Fatal(err)
				}
				x := r.(*index)
				hashed[x.hashed() == 1]++
				counts := make([]uint32, s.Len())
				if _, err := r.Counts(t.Context(), pointjoin.Work{Threshold: within, Last: s.Len()}, counts); err != nil {
					t.Fatal(err)
				}
				if x.cells.placed != s.Len() || !slices.Equal(counts, want) {
					t.Errorf("%d placed, counts %v, want %v", x.cells.placed, counts, want)
				}
				checkOutside(t, x)
				if err := errors.Join(r.Close(), table.Close()); err != nil {
					t.Error(err)
				}
			})
		}
	}
	if hashed[true] == 0 || hashed[false] == 0 {
		t.Errorf("hashed or not: %v", hashed)
	}
}

// checkOutside sorts three points of which only one is near the cells.
func checkOutside(t *testing.T, x *index) {
	t.Helper()
	q, err := points.New([][]float64{{-1e14, 0.5, 1e300}, {0, 0, 0}}, points.RowIDs(3))
	if err != nil {
		t.Fatal(err)
	}
	c, err := x.newCells("queries", q, 0, 3)
	if err != nil {
		t.Fatal(err)
	}
	if c.placed != 1 {
		t.Errorf("%d placed, want 1", c.placed)
	}
	if err := x.release(c); err != nil {
		t.Error(err)
	}
}
