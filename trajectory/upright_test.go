package trajectory_test

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"flyby/trajectory"
)

// uprightColumns returns two trajectories with interleaved rows, a gap and a point event.
func uprightColumns() trajectory.Columns {
	return trajectory.Columns{
		ID: trajectory.IDColumn{Int: []int64{2, 1, 2, 1, 2, 3}},
		T:  []float64{0, 0, 1, 1, 9, 5}, X: []float64{0, 1, 2, 3, 4, 5}, Y: []float64{5, 4, 3, 2, 1, 0},
		H: []float64{20, 10, 21, 11, 22, 30},
	}
}

func uprightStore(t *testing.T) *trajectory.Store {
	t.Helper()
	s, err := trajectory.New(uprightColumns(), trajectory.BuildOptions{MaxGap: 5})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestHeightsOfStores: every store made from a store keeps the heights of its samples.
func TestHeightsOfStores(t *testing.T) {
	s := uprightStore(t)
	all := []float64{10, 11, 20, 21, 22, 30}
	if want := (trajectory.Space{Dim: 2, Heights: true}); s.Space() != want || !reflect.DeepEqual(s.H(), all) {
		t.Fatalf("%+v with heights %v", s.Space(), s.H())
	}
	whole := func(p trajectory.Piece) (int, int) { return p.First, p.First + p.Segments() }
	for name, c := range map[string]struct {
		of   *trajectory.Store
		want []float64
	}{
		"slice":   {s.Slice(1, 3), []float64{20, 21, 22, 30}},
		"subset":  {s.Subset([]int{0, 2}), []float64{10, 11, 30}},
		"cut":     {s.Cut(whole).Store, all},
		"excerpt": {s.Excerpt(nil, []bool{true, false, false}), all},
		"copy":    {s.CopyTo(make([]float64, 6), make([]float64, 6), make([]float64, 6), nil), all},
		"others":  {s.WithHeights([]float64{1, 2, 3, 4, 5, 6}), []float64{1, 2, 3, 4, 5, 6}},
		"sorted":  {(trajectory.Sorted{T: s.T(), X: s.X(), Y: s.Y(), H: s.H(), First: []int{0, 2, 5, 6}, IDs: s.IDs()}).Store(), all},
	} {
		if !reflect.DeepEqual(c.of.H(), c.want) || !c.of.Space().Heights {
			t.Errorf("%s: heights %v, want %v", name, c.of.H(), c.want)
		}
	}
	if named := s.IDs().Named(trajectory.Number, s.Space(), s.Extent()); named.Space() != s.Space() {
		t.Errorf("named: %+v, want %+v", named.Space(), s.Space())
	}
}

// TestUpright: a segment has the heights of its two samples, a point event one.
func TestUpright(t *testing.T) {
	s := uprightStore(t)
	for row, want := range map[int][2]float64{0: {10, 11}, 2: {20, 21}, 4: {22, 22}, 5: {30, 30}} {
		u := s.Upright(row)
		if got := [2]float64{u.H0, u.H1}; got != want || u.Segment != s.Segment(row) || s.UprightAt(s.Owner(row), row) != u {
			t.Errorf("row %d: %+v, want heights %v", row, u, want)
		}
		v := u.Vertical()
		if v.P0 != [3]float64{want[0]} || v.P1 != [3]float64{want[1]} || v.T0 != u.T0 || v.T1 != u.T1 || v.Last != u.Last {
			t.Errorf("row %d: vertical motion %+v", row, v)
		}
	}
}

// TestBadHeights: a height that is no number is an error of its row, or left out with the row.
func TestBadHeights(t *testing.T) {
	for _, h := range []float64{math.NaN(), math.Inf(-1), 0x1p1001} {
		c := uprightColumns()
		c.H[3] = h
		if _, err := trajectory.New(c, trajectory.BuildOptions{}); err == nil || !strings.Contains(err.Error(), "row 3: column h") {
			t.Errorf("%v: %v", h, err)
		}
		c = uprightColumns()
		c.H[3] = h
		s, err := trajectory.New(c, trajectory.BuildOptions{SkipBadRows: true})
		if err != nil || s.Skipped() != 1 || !reflect.DeepEqual(s.H(), []float64{10, 20, 21, 22, 30}) {
			t.Errorf("%v: %v, heights %v", h, err, s.H())
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("a height too few: no panic")
		}
	}()
	uprightStore(t).WithHeights([]float64{1})
}
