package geo_test

import (
	"math/rand/v2"
	"testing"

	"flyby/internal/geo"
	"flyby/trajectory"
)

// TestPlaces: places converted one by one equal the positions that New makes of columns.
func TestPlaces(t *testing.T) {
	r := rand.New(rand.NewPCG(27, 9))
	for range 200 {
		from := geo.Place{Lon: r.Float64()*360 - 90, Lat: r.Float64()*180 - 90, Height: r.Float64() * 1e4}
		to := geo.Place{T: r.Float64() * 1e-3, Lon: from.Lon + r.NormFloat64(), Lat: min(90, max(-90, from.Lat+r.NormFloat64()))}
		s, err := trajectory.New(trajectory.Columns{
			ID: trajectory.IDColumn{Int: []int64{1, 1}}, T: []float64{from.T, to.T},
			X: []float64{from.Lon, to.Lon}, Y: []float64{from.Lat, to.Lat}, Z: []float64{from.Height, to.Height},
		}, trajectory.BuildOptions{Path: geo.GreatCircles()})
		if err != nil {
			continue // a longitude out of range
		}
		n := geo.Parts(from, to)
		if _, added := s.Split(); added != n-1 {
			t.Fatalf("%+v to %+v: %d parts, New added %d samples", from, to, n, added)
		}
		times, places := []float64{from.T}, [][3]float64{from.Metres()}
		for at, p := range geo.Between(from, to, n) {
			times, places = append(times, at), append(places, p)
		}
		times, places = append(times, to.T), append(places, to.Metres())
		for row, at := range s.T() {
			if p := ([3]float64{s.X()[row], s.Y()[row], s.Z()[row]}); at != times[row] || p != places[row] {
				t.Fatalf("%+v to %+v: sample %d: %v at %v, want %v at %v", from, to, row, p, at, places[row], times[row])
			}
		}
	}
}
