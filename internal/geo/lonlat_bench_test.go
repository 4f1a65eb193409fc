package geo

import (
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/trajectory"
)

// BenchmarkGreatCircles converts 100,000 rows, none of which is split.
func BenchmarkGreatCircles(b *testing.B) {
	rng := rand.New(rand.NewPCG(9, 10))
	lon, lat := make([]float64, 100_000), make([]float64, 100_000)
	for i := range lon {
		if i%1000 == 0 {
			lon[i], lat[i] = rng.Float64()*360-180, rng.Float64()*160-80
			continue
		}
		lon[i], lat[i] = lon[i-1]+1e-4*(rng.Float64()-0.5), lat[i-1]+1e-4*(rng.Float64()-0.5)
	}
	c := sailing(lon, lat, nil)
	for i := range c.ID.Int {
		c.ID.Int[i] = int64(i / 1000)
	}
	b.ReportAllocs()
	for b.Loop() {
		d := c
		d.X, d.Y = slices.Clone(lon), slices.Clone(lat)
		if _, _, err := built(d, trajectory.BuildOptions{}, GreatCircles()); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(lon))*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mrows/s")
}
