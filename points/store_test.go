package points_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"flyby/points"
)

// TestStore: a store returns its input, by rows, columns and ids.
func TestStore(t *testing.T) {
	names, err := points.NameIDs([]string{"b", "a", "c"})
	if err != nil {
		t.Fatal(err)
	}
	ints, err := points.IntIDs([]int64{7, -3, 0})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		ids  points.IDs
		want []string
		ints bool
	}{
		{names, []string{"b", "a", "c"}, false},
		{ints, []string{"7", "-3", "0"}, true},
		{points.RowIDs(3), []string{"0", "1", "2"}, true},
	} {
		s, err := points.New([][]float64{{1, 2, 3}, {4, 5, 6}}, c.ids)
		if err != nil {
			t.Fatal(err)
		}
		if s.Len() != 3 || s.Dimensions() != 2 || !slices.Equal(s.Column(1), []float64{4, 5, 6}) {
			t.Errorf("%d points of %d dimensions, second %v", s.Len(), s.Dimensions(), s.Column(1))
		}
		if got := s.Append([]float64{9}, 2); !slices.Equal(got, []float64{9, 3, 6}) {
			t.Errorf("row 2 after 9: %v", got)
		}
		var ids []string
		for row := range s.Len() {
			ids = append(ids, s.IDs().ID(row))
		}
		if !slices.Equal(ids, c.want) || s.IDs().IntIDs() != c.ints {
			t.Errorf("ids %v, integers %t; want %v", ids, s.IDs().IntIDs(), c.want)
		}
	}
	if ints.IntID(1) != -3 || points.RowIDs(5).IntID(4) != 4 {
		t.Error("integer ids")
	}
}

// TestEmpty: a set without points is valid.
func TestEmpty(t *testing.T) {
	s, err := points.New([][]float64{{}}, points.RowIDs(0))
	if err != nil || s.Len() != 0 || s.Dimensions() != 1 {
		t.Errorf("%v, %v", s, err)
	}
}

// TestFirstInvalid: of many points on many cores, the error is of the first by rows, and in a row of the first coordinate.
func TestFirstInvalid(t *testing.T) {
	const n = 100_000
	columns := [][]float64{make([]float64, n), make([]float64, n)}
	for _, row := range []int{n - 1, n / 2, 20_000, 19_999} {
		columns[1][row] = math.NaN()
		columns[0][min(row+1, n-1)] = math.Inf(1)
		var value *points.ValueError
		if _, err := points.New(columns, points.RowIDs(n)); !errors.As(err, &value) || value.Row != row || value.Dimension != 2 && row < n-1 {
			t.Errorf("row %d: %v", row, err)
		}
	}
}

// TestNewRefuses: values, numbers of columns and lengths that make no set of points are refused, the first by rows.
func TestNewRefuses(t *testing.T) {
	wide := make([][]float64, points.MaxDimensions+1)
	for _, c := range []struct {
		columns [][]float64
		rows    int
		want    string
	}{
		{nil, 0, "points: 0 coordinates a point: must be 1 to 4096"},
		{wide, 0, "points: 4097 coordinates a point: must be 1 to 4096"},
		{[][]float64{{1, 2}, {1}}, 2, "points: 1 values of x2 for 2 ids"},
		{[][]float64{{1, 2, math.NaN()}, {1, math.Inf(-1), 3}}, 3, "points: row 1: x2 is -Inf: must be finite and at most 2^1000 in magnitude"},
		{[][]float64{{1, math.Nextafter(points.MaxMagnitude, math.Inf(1))}, {1, math.NaN()}}, 2,
			"points: row 1: x1 is 1.0715086071862676e+301: must be finite and at most 2^1000 in magnitude"},
	} {
		if _, err := points.New(c.columns, points.RowIDs(c.rows)); err == nil || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
	_, err := points.New([][]float64{{math.NaN()}}, points.RowIDs(1))
	var value *points.ValueError
	if !errors.As(err, &value) || value.Row != 0 || value.Dimension != 1 {
		t.Errorf("%v", err)
	}
	if _, err := points.New([][]float64{{points.MaxMagnitude, -points.MaxMagnitude}}, points.RowIDs(2)); err != nil {
		t.Error(err)
	}
}

// TestRepeatedID: an id names one row only.
func TestRepeatedID(t *testing.T) {
	var repeated *points.RepeatedIDError
	if _, err := points.NameIDs([]string{"x", "y", "z", "y"}); !errors.As(err, &repeated) || *repeated != (points.RepeatedIDError{ID: "y", First: 1, Second: 3}) {
		t.Errorf("%v", err)
	} else if want := `points: row 3: id "y" is that of row 1 too`; err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	if _, err := points.IntIDs([]int64{4, 4}); !errors.As(err, &repeated) || repeated.ID != "4" {
		t.Errorf("%v", err)
	}
}

// TestEvenly: a sample is drawn from all of a store, and not from its beginning, also where the store has less than
// twice the wanted points.
func TestEvenly(t *testing.T) {
	s, err := points.New([][]float64{{0, 1, 2, 3, 4, 5, 6}, {0, 2, 4, 6, 8, 10, 12}}, points.RowIDs(7))
	if err != nil {
		t.Fatal(err)
	}
	for most, want := range map[int][]float64{0: nil, 1: {0}, 4: {0, 1, 3, 5}, 9: {0, 1, 2, 3, 4, 5, 6}} {
		var got []float64
		for _, p := range s.Evenly(most) {
			if got = append(got, p[0]); len(p) != 2 || p[1] != 2*p[0] {
				t.Errorf("%v is no point", p)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d of 7 points: %v, want %v", most, got, want)
		}
	}
}
