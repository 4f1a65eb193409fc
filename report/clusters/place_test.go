package clusters

import (
	"math"
	"strings"
	"testing"

	"flyby/internal/geo"
	"flyby/points"
)

// earth returns a store of places.
func earth(t *testing.T, places ...[2]float64) *points.Store {
	t.Helper()
	columns := make([][]float64, 3)
	for _, p := range places {
		for axis, v := range (geo.Place{Lon: p[0], Lat: p[1]}).Metres() {
			columns[axis] = append(columns[axis], v)
		}
	}
	return storeOf(t, points.IDs{}, columns...)
}

// TestDegrees: places are longitudes and latitudes, and a cluster across the meridian of 180° stays whole.
func TestDegrees(t *testing.T) {
	rows := "id,label,kind\n0,0,core\n1,0,core\n2,0,core\n3,-1,noise\n"
	for _, c := range []struct {
		lons   [4]float64
		shown  [4]float64
		centre string
	}{
		{[4]float64{10, 10.01, 10.02, 12}, [4]float64{10, 10.01, 10.02, 12}, `<td data-sort="10.0`},
		{[4]float64{179.99, -180, -179.99, 170}, [4]float64{179.99, 180, 180.01, 170}, `180</td>`},
		{[4]float64{-179, -178, -177, 179.5}, [4]float64{181, 182, 183, 179.5}, `>-178</td>`},
	} {
		store := earth(t, [2]float64{c.lons[0], 54}, [2]float64{c.lons[1], 54.01}, [2]float64{c.lons[2], 54}, [2]float64{c.lons[3], -33})
		text, d, _ := pageOf(t, Request{Result: resultOf(t, "labels.csv", rows), Points: store, Degrees: true})
		if len(d.Axes) != 2 || !d.Degrees || d.Axes[0].Name != "longitude" || !strings.Contains(text, c.centre) {
			t.Errorf("%v: %+v", c.lons, d.Axes)
		}
		for i, of := range []int{3, 0, 1, 2} { // noise is drawn first
			if got := d.Axes[0].From + float64(d.At[0][i])*d.Axes[0].Step; math.Abs(got-c.shown[of]) > d.Axes[0].Step {
				t.Errorf("%v: point %d is at %v, not %v", c.lons, of, got, c.shown[of])
			}
		}
	}
}
