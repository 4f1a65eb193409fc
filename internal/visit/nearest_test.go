package visit_test

import (
	"testing"

	"flyby/internal/testing/visittest"
	"flyby/internal/zone"
)

// TestNearerEndStaysOpen: that two ends of a leg may be nearest to one side is not forgotten where one of them is nearer to another side. The leg is parallel to the line at distance 1, and its end
// has a vertex at distance 2 and a side at 1.9.
func TestNearerEndStaysOpen(t *testing.T) {
	ring := [][2]float64{{2, 3}, {0, 4}, {3, 5}, {3, 0}, {2, 3}}
	r := one(t, zone.Zone{Polygons: [][][][2]float64{{ring}}}, 3, [2]float64{4, 4}, [2]float64{4, 3})
	all, err := visittest.Find(t.Context(), r.store, r.set, r.rule)
	if err != nil || all.Len() != 1 || all.Distance[0] != 1 || all.Closest[0] != 1.7e9 {
		t.Errorf("%+v, %v; want the distance 1 at the beginning", all, err)
	}
}
