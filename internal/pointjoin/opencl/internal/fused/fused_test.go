package fused

import (
	"errors"
	"math"
	"math/rand/v2"
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

// sources returns the programs for all kinds of numbers of dimensions.
func sources() (all []clrt.Source) {
	for _, dimensions := range []int{1, 2, 3, 6, 9, 1000} {
		all = append(all, source(dimensions, clrt.Groups{}))
	}
	return all
}

func TestArguments(t *testing.T) { clrttest.CheckArguments(t, sources()...) }

func TestConstants(t *testing.T) {
	tier.Full(t)
	clrttest.CheckConstants(t, sources()...)
}

// TestVectors: the offsets of a point are whole vectors, and a work-item keeps at least the indexed dimensions of its point.
func TestVectors(t *testing.T) {
	for dimensions := 1; dimensions < 40; dimensions++ {
		floats := vectorOf(dimensions) * vectorsOf(dimensions)
		if kept := vectorOf(dimensions) * min(mostKept, vectorsOf(dimensions)); floats < dimensions || floats >= dimensions+4 || kept < min(dimensions, 8) {
			t.Errorf("%d dimensions: %d floats, %d kept", dimensions, floats, kept)
		}
	}
}

// TestSteps: each near cell has one step, the cell itself comes first and nearer cells before others, and of two cells exactly one has a
// step up to the other.
func TestSteps(t *testing.T) {
	for _, c := range []struct {
		indexed, reach int
		dense          bool
	}{{1, 2, true}, {2, 2, true}, {3, 2, true}, {1, 1, false}, {4, 1, false}} {
		l := rowgrid.Layout{Stride: []int64{1, 3, 12, 60}[:c.indexed]} // a cell in the first dimension, two in the second
		steps := stepsOf(l, c.dense)
		if want := int(math.Pow(float64(2*c.reach+1), float64(c.indexed))); len(steps) != want || steps[0].id != 0 || steps[0].square != 0 {
			t.Errorf("%+v: %d steps, want %d, first %+v", c, len(steps), want, steps[0])
		}
		known := map[uint32]int64{}
		for i, s := range steps {
			id, square := int64(0), 0
			for place, stride := range l.Stride {
				by := int64(s.digits>>(3*place)&7) - mostStep
				id, square = id+by*stride, square+int(by*by)
			}
			if id != s.id || square != s.square || i > 0 && s.square < steps[i-1].square || (id == 0) != (i == 0) {
				t.Errorf("%+v: step %d is %+v, to id %d", c, i, s, id)
			}
			known[s.digits] = s.id
		}
		for digits, id := range known {
			back := uint32(0)
			for place := range l.Stride {
				back |= (2*mostStep - digits>>(3*place)&7) << (3 * place)
			}
			if known[back] != -id || len(known) != len(steps) {
				t.Errorf("%+v: %o leads to %d, back to %d", c, digits, id, known[back])
			}
		}
	}
}

// TestSlotsOf: ids are slots where they are few against points, and more than half of the slots of hashed ids are free.
func TestSlotsOf(t *testing.T) {
	for _, c := range []struct {
		ids           int64
		points, table int
		want          int
	}{{80, 10, 16, 80}, {81, 10, 16, 32}, {81, 10, 100, 81}, {1 << 40, 1 << 20, 100, 1 << 22}, {1 << 30, 1 << 28, 100, 1 << 30}, {1<<30 + 1, 1<<28 - 1, 100, 1 << 29}, {1 << 60, 1, 1, 4}} {
		if got := slotsOf(c.ids, c.points, c.table); got != c.want || int64(got) != c.ids && got <= 2*c.points {
			t.Errorf("%+v: %d slots", c, got)
		}
	}
}

// TestUniteSettled: settled pairs join trees of the device, in either order of their rows, and every row leads to the lowest.
func TestUniteSettled(t *testing.T) {
	none := pointjoin.NoLead
	for _, c := range []struct {
		settled []rows.Settled
		want    []uint32
	}{
		{nil, []uint32{0, none, 2, 2, 0, 5, 6, 5}},
		{[]rows.Settled{{Row: 7, Other: 3}}, []uint32{0, none, 2, 2, 0, 2, 6, 2}},
		{[]rows.Settled{{Row: 6, Other: 7}, {Row: 3, Other: 6}, {Row: 7, Other: 2}, {Row: 2, Other: 4}}, []uint32{0, none, 0, 0, 0, 0, 0, 0}},
		{[]rows.Settled{{Row: 0, Other: 4}, {Row: 5, Other: 6}}, []uint32{0, none, 2, 2, 0, 5, 5, 5}},
	} {
		lead := []uint32{0, none, 2, 2, 0, 5, 6, 5}
		if unite(lead, c.settled); !slices.Equal(lead, c.want) {
			t.Errorf("%v: %v, want %v", c.settled, lead, c.want)
		}
	}
}

// cuts returns cuts with a table of some cells, and room for some borderline pairs.
func cuts(table, doubts int) device.Cuts {
	return device.Cuts{Pairs: 100, Room: 100, Doubts: doubts, Table: table}
}

// lattice returns points at whole numbers, and one far from them.
func lattice(t *testing.T, side int, far float64) *points.Store {
	t.Helper()
	columns := [][]float64{{far}, {far}}
	for i := range side * side {
		columns[0], columns[1] = append(columns[0], float64(i%side)), append(columns[1], float64(i/side))
	}
	return stored(t, columns)
}

func stored(t *testing.T, columns [][]float64) *points.Store {
	t.Helper()
	s, err := points.New(columns, points.RowIDs(len(columns[0])))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func within(t *testing.T, eps float64) pointjoin.Threshold {
	t.Helper()
	th, err := pointjoin.NewThreshold(eps)
	if err != nil {
		t.Fatal(err)
	}
	return th
}

// TestBorderline: where each link depends on exact arithmetic, and borderline pairs outgrow their room, no link is missed. Inner points of
// a lattice have four neighbours at eps, and the point far from it none.
func TestBorderline(t *testing.T) {
	tier.Full(t)
	const side = 9
	for _, far := range []float64{40, 1e7} {
		s := lattice(t, side, far)
		devicetest.Each(t, cuts(1<<20, 1), func(t *testing.T, d *device.Device) {
			c, err := Load(d, s, within(t, 1))
			if err != nil {
				t.Fatal(err)
			}
			if !c.dense || (c.hashed() == 1) != (far > 100) {
				t.Fatalf("dense: %t, hashed: %d", c.dense, c.hashed())
			}
			core, lead := make([]bool, s.Len()), make([]uint32, s.Len())
			counted, err := c.Cores(t.Context(), 5, core)
			united, failed := c.Unite(t.Context(), core, lead)
			if err := errors.Join(err, failed); err != nil {
				t.Fatal(err)
			}
			checkLattice(t, core, lead, side, 1+side+1)
			bordered, err := c.Borders(t.Context(), core, lead)
			if err != nil {
				t.Fatal(err)
			}
			if at := 1 + side*side - 2; lead[1+1] != 1+side+1 || lead[at] != 1+side+1 || lead[0] != pointjoin.NoLead || lead[1] != pointjoin.NoLead {
				t.Errorf("borders %d and %d, far %d, corner %d", lead[2], lead[at], lead[0], lead[1])
			}
			for method, stats := range map[string]points.Stats{"cores": counted, "unite": united, "borders": bordered} {
				if stats.Exact < 10 || stats.Float64 < stats.Exact || stats.Candidates < stats.Float64 || stats.Cells == 0 {
					t.Errorf("%s: %+v", method, stats)
				}
			}
			if err := errors.Join(c.Close(), c.Close()); err != nil {
				t.Error(err)
			}
		})
	}
}

// checkLattice checks that the inner points of a lattice that begins at row 1, and no others, are core and have one lead.
func checkLattice(t *testing.T, core []bool, lead []uint32, side int, want uint32) {
	t.Helper()
	for i := range side * side {
		x, y, row := i%side, i/side, 1+i
		inner := x > 0 && y > 0 && x < side-1 && y < side-1
		if core[row] != inner || inner && lead[row] != want || !inner && lead[row] != pointjoin.NoLead {
			t.Fatalf("%d, %d: core %t, lead %d", x, y, core[row], lead[row])
		}
	}
}

// TestManyInCell: cells with more points than a group has work-items, and links between them that depend on one pair of points, give the
// right clusters with any cells and tables.
func TestManyInCell(t *testing.T) {
	tier.Full(t)
	const clump, eps = 300, 1.0
	r := rand.New(rand.NewPCG(67, 1))
	columns := make([][]float64, 2)
	for i := range 3 * clump { // clumps 1.2 apart, each within 0.05 of its middle
		columns[0] = append(columns[0], 1.2*float64(i/clump)+0.05*r.Float64())
		columns[1] = append(columns[1], 0.05*r.Float64())
	}
	columns[0], columns[1] = append(columns[0], 0.6, 1.8, 1.8), append(columns[1], 0, 0.99, 0.02) // links the first two, nothing, links the last two
	s := stored(t, columns)
	for _, table := range []int{1, 1 << 20} {
		devicetest.Each(t, cuts(table, 100), func(t *testing.T, d *device.Device) {
			c, err := Load(d, s, within(t, eps))
			if err != nil {
				t.Fatal(err)
			}
			core, lead := make([]bool, s.Len()), make([]uint32, s.Len())
			for _, minPoints := range []int{1, 2*clump + 2, 2*clump + 3, 2*clump + 4, s.Len() + 1} {
				if _, err := c.Cores(t.Context(), minPoints, core); err != nil {
					t.Fatal(err)
				}
				if _, err := c.Unite(t.Context(), core, lead); err != nil {
					t.Fatal(err)
				}
				checkBrute(t, s, eps, minPoints, core, lead)
			}
			if err := c.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// checkBrute checks cores and leads by comparing every two points.
func checkBrute(t *testing.T, s *points.Store, eps float64, minPoints int, core []bool, lead []uint32) {
	t.Helper()
	th := within(t, eps)
	near := func(a, b int) bool { return th.Within(s.Append(nil, a), s.Append(nil, b)) }
	want := make([]uint32, s.Len())
	for a := range want {
		n := 0
		for b := range want {
			if near(a, b) {
				n++
			}
		}
		if want[a] = uint32(a); core[a] != (n >= minPoints) {
			t.Fatalf("row %d with %d neighbours is core of %d: %t", a, n, minPoints, core[a])
		}
		if !core[a] {
			want[a] = pointjoin.NoLead
		}
	}
	for changed := true; changed; {
		changed = false
		for a := range want {
			for b := range a {
				if core[a] && core[b] && want[a] != want[b] && near(a, b) {
					low := min(want[a], want[b])
					want[a], want[b], changed = low, low, true
				}
			}
		}
	}
	if !slices.Equal(lead, want) {
		t.Fatalf("minPoints %d: leads %v, want %v", minPoints, lead, want)
	}
}
