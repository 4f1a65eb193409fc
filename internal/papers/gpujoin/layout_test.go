package gpujoin

import (
	"errors"
	"slices"
	"testing"

	"flyby/internal/pointindex"
	"flyby/internal/pointjoin"
	"flyby/points"
)

// layoutSet is three points that vary most in the last of three dimensions, in which two share a cell.
func layoutSet(t *testing.T, settings pointjoin.Settings) pointjoin.Set {
	t.Helper()
	s, err := points.New([][]float64{{1, 2, 3}, {0.5, 0.25, 0}, {0, 100.25, 100.5}}, points.RowIDs(3))
	if err != nil {
		t.Fatal(err)
	}
	within, err := pointjoin.NewThreshold(1)
	if err != nil {
		t.Fatal(err)
	}
	return pointjoin.Set{Points: s, Threshold: within, Settings: settings}
}

// TestLayoutJoin: the layout follows the settings.
func TestLayoutJoin(t *testing.T) {
	l, err := LayoutJoin(t.Context(), layoutSet(t, pointjoin.Settings{"k": "1", "query-order": "on"}))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(l.Dimensions, []int{2, 0, 1}) || len(l.Grid.Axes()) != 1 || l.Visits != pointindex.AllNeighbours {
		t.Errorf("dimensions %v, %d of them indexed, visits %v", l.Dimensions, len(l.Grid.Axes()), l.Visits)
	}
	if !l.Sorted || l.By != 1 || !l.Short || !slices.Equal(l.Turns, []uint32{1, 2, 0}) {
		t.Errorf("sorted %t by %d, short %t, turns %v", l.Sorted, l.By, l.Short, l.Turns)
	}
	l, err = LayoutJoin(t.Context(), layoutSet(t, pointjoin.Settings{"k": "3", "reorder": "off", "sortidu": "off", "shortc": "off"}))
	if err != nil || !slices.Equal(l.Dimensions, []int{0, 1, 2}) || l.Sorted || l.By != 0 || l.Short || l.Turns != nil {
		t.Errorf("%+v: %v", l, err)
	}
	var setting *pointjoin.SettingError
	if _, err := LayoutJoin(t.Context(), layoutSet(t, pointjoin.Settings{"k": "4"})); !errors.As(err, &setting) {
		t.Errorf("more dimensions than there are: %v", err)
	}
}

// TestLayoutSJ: visits follow unicomp, and rows ascend within cells.
func TestLayoutSJ(t *testing.T) {
	for setting, want := range map[string]pointindex.Visits{"on": pointindex.Unicomp, "off": pointindex.AllNeighbours, "linear": pointindex.Greater} {
		l, err := LayoutSJ(t.Context(), layoutSet(t, pointjoin.Settings{"unicomp": setting}))
		if err != nil || l.Visits != want || l.Sorted || l.Short || l.Turns != nil || len(l.Grid.Axes()) != 3 {
			t.Errorf("%s: %+v, %v", setting, l, err)
		}
	}
}

// TestPlace: points are copied row by row, the dimensions in the index's order, without padding.
func TestPlace(t *testing.T) {
	set := layoutSet(t, pointjoin.Settings{"k": "1"})
	l, err := LayoutJoin(t.Context(), set)
	if err != nil {
		t.Fatal(err)
	}
	columns := set.Points.Columns()
	if got := l.Place(columns, []uint32{2, 0, 1}, 0, 3); !slices.Equal(got, []float64{100.5, 3, 0, 0, 1, 0.5, 100.25, 2, 0.25}) {
		t.Errorf("in an order: %v", got)
	}
	if got := l.Place(columns, nil, 1, 3); !slices.Equal(got, []float64{100.25, 2, 0.25, 100.5, 3, 0}) {
		t.Errorf("rows: %v", got)
	}
}

// TestCostsOfDevices: a device, where each work-item searches by itself, takes about as long as the host where points have cells
// of their own, and longer in proportion to the number of points that share a cell.
func TestCostsOfDevices(t *testing.T) {
	o := options{sortIDU: true, shortC: true}
	of := o
	of.device = true
	e := pointindex.Estimate{K: 2, Points: 1 << 20, Cells: 1<<20 - 1, Near: 9, Rows: 3}
	alone := costs(2, of).Of(e) / costs(2, o).Of(e)
	e.Cells = 1<<10 - 1
	if shared := costs(2, of).Of(e) / costs(2, o).Of(e); alone < 0.5 || alone > 2 || shared < 256*alone {
		t.Errorf("searches take a device %v times as long where points have cells of their own, %v times where 1,024 share one", alone, shared)
	}
}
