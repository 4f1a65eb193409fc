package grid

import (
	"testing"

	"flyby/internal/clrt"
	"flyby/internal/clrt/clrttest"
	"flyby/points"
	"flyby/points/pointjoin"
	"flyby/points/pointjoin/opencl/internal/device"
	"flyby/points/pointjoin/opencl/internal/devicetest"
	"flyby/points/pointjoin/opencl/internal/rows"
	"flyby/points/pointjoin/rowgrid"
)

func TestArguments(t *testing.T) {
	l := rowgrid.Layout{Order: []int{0, 1}, Indexed: 2}
	clrttest.CheckArguments(t, source(l, clrt.Groups{}))
	clrttest.CheckConstants(t, source(l, clrt.Groups{}))
}

// TestSlots: cells are looked up by their ids where they are few, by a hash where a far point makes them many, and the
// counts are the same; queries beyond the cells have no place.
func TestSlots(t *testing.T) {
	const side = 12
	for _, far := range []float64{0, 1e15} {
		columns := make([][]float64, 2)
		for i := range side * side {
			columns[0], columns[1] = append(columns[0], float64(i%side)), append(columns[1], float64(i/side))
		}
		columns[0], columns[1] = append(columns[0], far), append(columns[1], 500)
		s, err := points.New(columns, points.RowIDs(side*side+1))
		if err != nil {
			t.Fatal(err)
		}
		within, err := pointjoin.NewThreshold(1)
		if err != nil {
			t.Fatal(err)
		}
		devicetest.Each(t, device.Cuts{Pairs: 100, Room: 100, Doubts: 100, Table: 1 << 12}, func(t *testing.T, d *device.Device) {
			table := rows.NewTable(d)
			r, err := Load(t.Context(), d, table, pointjoin.Set{Points: s, Threshold: within})
			if err != nil {
				t.Fatal(err)
			}
			x := r.(*index)
			if (x.hashed() == 1) != (far > 0) || x.cells.placed != s.Len() {
				t.Errorf("hashed: %d, %d slots, %d placed", x.hashed(), x.slots, x.cells.placed)
			}
			counts := make([]uint32, s.Len())
			if _, err := r.Counts(t.Context(), pointjoin.Work{Threshold: within, Last: s.Len()}, counts); err != nil {
				t.Fatal(err)
			}
			for i := range side * side {
				want := uint32(4)
				for _, at := range []int{i % side, i / side} {
					if at == 0 || at == side-1 {
						want--
					}
				}
				if counts[i] != want && far > 0 && x.layout.Inverse > 0.5 || far == 0 && counts[i] != want {
					t.Fatalf("point %d: %d neighbours, want %d", i, counts[i], want)
				}
			}
			checkOutside(t, x)
			if err := r.Close(); err != nil {
				t.Error(err)
			}
			if err := table.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// checkOutside sorts points of which one alone is near the cells.
func checkOutside(t *testing.T, x *index) {
	t.Helper()
	q, err := points.New([][]float64{{-3, -0.5, 1e300}, {0, 0, 0}}, points.RowIDs(3))
	if err != nil {
		t.Fatal(err)
	}
	p, err := x.dev.Send("queries", q, 0, 3)
	if err != nil {
		t.Fatal(err)
	}
	c, err := x.newCells("queries", p)
	if err != nil {
		t.Fatal(err)
	}
	if want := 1; c.placed != want && x.layout.Inverse > 0.5 {
		t.Errorf("%d placed, want %d", c.placed, want)
	}
	if err := x.release(c); err != nil {
		t.Error(err)
	}
}
