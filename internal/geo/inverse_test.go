package geo_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"flyby/internal/geo"
)

// TestPlaceOf: places with nine decimals of a degree and whole millimetres come back unchanged.
func TestPlaceOf(t *testing.T) {
	r := rand.New(rand.NewPCG(40, 15))
	decimals := func(v, n float64) float64 { return math.RoundToEven(v*n) / n }
	for i := range 20_000 {
		p := geo.Place{
			Lon:    decimals(r.Float64()*360-180, 1e7),
			Lat:    decimals(r.Float64()*180-90, 1e7),
			Height: decimals(r.Float64()*1e4-500, 1e3),
		}
		if i%2 == 0 {
			p.Height = decimals(r.Float64()*4e7-1e6, 1e3)
		}
		if got := geo.PlaceOf(p.Metres()); got != p {
			t.Fatalf("%+v comes back as %+v", p, got)
		}
	}
}

// TestPlaceOfCorners: poles, the equator, the antimeridian, and points near the centre.
func TestPlaceOfCorners(t *testing.T) {
	for _, p := range []geo.Place{
		{}, {Lat: 90}, {Lat: -90, Height: 12.5}, {Lon: 180, Lat: 45}, {Lon: -179.999999999, Lat: -0.000000001},
		{Lon: 90}, {Lon: -90, Lat: 60, Height: -400}, {Lon: 12.5, Lat: 55.7, Height: 1e9}, {Lat: 89.999999999},
	} {
		if got := geo.PlaceOf(p.Metres()); got != p {
			t.Errorf("%+v comes back as %+v", p, got)
		}
	}
	if got := geo.PlaceOf(geo.Place{Lon: -180, Lat: 1}.Metres()); got.Lon != 180 {
		t.Errorf("longitude -180 comes back as %v", got.Lon)
	}
	for _, p := range [][3]float64{{}, {1, 0, 0}, {0, 0, -1}, {100, -100, 3}, {-40_000, 0, 1e-300}} {
		got := geo.PlaceOf(p)
		if !(math.Abs(got.Lat) <= 90 && math.Abs(got.Lon) <= 180 && math.Abs(got.Height) < 7e6) {
			t.Errorf("%v is %+v", p, got)
		}
	}
}

func BenchmarkPlaceOf(b *testing.B) {
	p := geo.Place{Lon: 12.5, Lat: 55.7, Height: 30}.Metres()
	for b.Loop() {
		geo.PlaceOf(p)
	}
}
