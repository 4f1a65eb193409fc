package geo_test

import (
	"math/rand/v2"
	"testing"

	"flyby/trajectory"
	"flyby/trajectory/geo"
)

// TestPlaces: places one by one come to what FromLonLat makes of columns.
func TestPlaces(t *testing.T) {
	r := rand.New(rand.NewPCG(27, 9))
	for range 200 {
		from := geo.Place{Lon: r.Float64()*360 - 90, Lat: r.Float64()*180 - 90, Height: r.Float64() * 1e4}
		to := geo.Place{T: r.Float64() * 1e-3, Lon: from.Lon + r.NormFloat64(), Lat: min(90, max(-90, from.Lat+r.NormFloat64()))}
		c, report, err := geo.FromLonLat(trajectory.Columns{
			ID: trajectory.IDColumn{Int: []int64{1, 1}}, T: []float64{from.T, to.T},
			X: []float64{from.Lon, to.Lon}, Y: []float64{from.Lat, to.Lat}, Z: []float64{from.Height, to.Height},
		}, trajectory.BuildOptions{})
		if err != nil {
			continue // a longitude that there is not
		}
		n := geo.Parts(from, to)
		if report.Added != n-1 {
			t.Fatalf("%+v to %+v: %d parts, FromLonLat added %d samples", from, to, n, report.Added)
		}
		times, places := []float64{from.T}, [][3]float64{from.Metres()}
		for at, p := range geo.Between(from, to, n) {
			times, places = append(times, at), append(places, p)
		}
		times, places = append(times, to.T), append(places, to.Metres())
		for row := range c.T {
			if p := ([3]float64{c.X[row], c.Y[row], c.Z[row]}); c.T[row] != times[row] || p != places[row] {
				t.Fatalf("%+v to %+v: sample %d: %v at %v, want %v at %v", from, to, row, places[row], times[row], p, c.T[row])
			}
		}
	}
}
