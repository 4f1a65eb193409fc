package visit_test

import (
	"fmt"
	"testing"

	"flyby/interaction"
	"flyby/internal/testing/visittest"
	"flyby/internal/visit"
	"flyby/internal/zone"
	"flyby/trajectory"
)

// TestVisitsAtSplices: visits that touch at a splice are one, whose ends there are not open; a visit is not continued by one that begins at a later splice.
func TestVisitsAtSplices(t *testing.T) {
	set, err := zone.New([]zone.Zone{with("z", zone.Zone{Polygons: [][][][2]float64{{box(0, 0, 9, 9)}}})}, zone.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const in, out = 5.0, 50.0
	for _, one := range []struct {
		x    [6]float64 // of three pieces, from 0 to 1, 1 to 2 and 2 to 3
		from float64
		want string
	}{
		{[6]float64{in, in, in, in, in, in}, 0, "[0 3 both]"},
		{[6]float64{in, in, out, out, in, in}, 0, "[0 1 start] [2 3 end]"},
		{[6]float64{in, in, in, in, out, out}, 0, "[0 2 start]"},
		{[6]float64{out, out, in, in, out, out}, 0, "[1 2 ]"},
		{[6]float64{in, in, out, out, out, out}, 1, ""},
		{[6]float64{in, in, in, in, out, out}, 1, "[1 2 start]"},
	} {
		c := trajectory.Columns{ID: trajectory.IDColumn{Int: make([]int64, 6)}, T: []float64{0, 1, 1, 2, 2, 3}, X: one.x[:], Y: []float64{5, 5, 5, 5, 5, 5}, Piece: []uint32{0, 0, 1, 1, 2, 2}, Splices: true}
		s, err := trajectory.New(c, trajectory.BuildOptions{})
		if err != nil {
			t.Fatal(err)
		}
		window := interaction.Unbounded()
		if one.from > 0 {
			window.From = one.from
		}
		for cut := range 2 {
			v, err := visittest.Find(t.Context(), s, set, visit.Rule{Window: window}.Cut(cut))
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			for i := range v.Len() {
				if i > 0 {
					got += " "
				}
				got += fmt.Sprint([]any{v.Enter[i], v.Exit[i], v.Open[i].String()})
			}
			if got != one.want {
				t.Errorf("x = %v from %v on, %d segments a job: %s, want %s", one.x, one.from, cut, got, one.want)
			}
		}
	}
}

// TestVisitsBesideSplices: a visit that ends before a splice by less than times tell is not continued by one that begins there.
func TestVisitsBesideSplices(t *testing.T) {
	set, err := zone.New([]zone.Zone{with("z", zone.Zone{Points: [][2]float64{{0, 0}}})}, zone.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c := trajectory.Columns{ID: trajectory.IDColumn{Int: make([]int64, 4)}, T: []float64{0, 1, 1, 2}, X: []float64{-1, 1, 0, 0}, Y: make([]float64, 4), Piece: []uint32{0, 0, 1, 1}, Splices: true}
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	rule := visit.Rule{Distance: 1 - 0x1p-53, Window: interaction.Unbounded()} // exceeded at 1 - 2^-54, which is 1 once it is rounded
	for cut := range 2 {
		v, err := visittest.Find(t.Context(), s, set, rule.Cut(cut))
		if err != nil || v.Len() != 2 || v.Exit[0] != 1 || v.Enter[1] != 1 {
			t.Errorf("%d segments a job: visits from %v to %v, want two that touch at 1: %v", cut, v.Enter, v.Exit, err)
		}
	}
}
