package visit_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"flyby/interaction"
	"flyby/internal/testing/visittest"
	"flyby/internal/visit"
	"flyby/internal/zone"
	"flyby/trajectory"
)

// wavy returns a ring of n sides around a place.
func wavy(x, y, radius float64, n int) (ring [][2]float64) {
	for i := range n {
		angle := 2 * math.Pi * float64(i) / float64(n)
		at := radius * (1 + 0.2*math.Sin(7*angle) + 0.02*math.Sin(301*angle))
		ring = append(ring, [2]float64{x + at*math.Cos(angle), y + at*math.Sin(angle)})
	}
	return append(ring, ring[0])
}

// fleet makes objects with segments of 30 m, one each second from a time on, in 20 km by 20 km and up to 1 km high.
func fleet(b *testing.B, r *rand.Rand, start float64) *trajectory.Store {
	var c trajectory.Columns
	for id := range int64(200) {
		x, y, heading := 4e5+r.Float64()*2e4, 6e6+r.Float64()*2e4, r.Float64()*7
		for i := range 501 {
			c.ID.Int = append(c.ID.Int, id)
			c.T, c.X, c.Y = append(c.T, start+float64(i)), append(c.X, x), append(c.Y, y)
			c.H = append(c.H, 500+500*math.Sin(float64(i)/100))
			heading += r.NormFloat64() / 8
			x, y = x+30*math.Cos(heading), y+30*math.Sin(heading)
			x, y = min(max(x, 4e5), 4.2e5), min(max(y, 6e6), 6.02e6)
		}
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		b.Fatal(err)
	}
	return s
}

// BenchmarkFind has a fleet against 100,000 sides: of one zone that holds all objects, and of 1,000 zones of 100 sides of 30 m, with and without bounds of heights.
func BenchmarkFind(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	unix, small := fleet(b, r, 1.7e9), fleet(b, r, 0)
	one := []zone.Zone{with("one", zone.Zone{Polygons: [][][][2]float64{{wavy(4.1e5, 6.01e6, 3e4, 100000)}}})}
	var many, high []zone.Zone
	for i := range 1000 {
		z := with(fmt.Sprint(i), zone.Zone{Polygons: [][][][2]float64{{wavy(4e5+r.Float64()*2e4, 6e6+r.Float64()*2e4, 500, 100)}}})
		many = append(many, z)
		z.Floor, z.Ceiling = 300, 600
		high = append(high, z)
	}
	for _, k := range []struct {
		name  string
		s     *trajectory.Store
		zones []zone.Zone
		d     float64
	}{{"one", unix, one, 30}, {"many", unix, many, 30}, {"many at 0", unix, many, 0}, {"small times", small, many, 0}, {"high", unix, high, 30}} {
		set, err := zone.New(k.zones, zone.Options{})
		if err != nil {
			b.Fatal(err)
		}
		b.Run(k.name, func(b *testing.B) {
			found := 0
			for b.Loop() {
				v, err := visittest.Find(b.Context(), k.s, set, visit.Rule{Distance: k.d, Window: interaction.Unbounded(), Threads: 1})
				if err != nil {
					b.Fatal(err)
				}
				found = v.Len()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(k.s.Segments()), "ns/segment")
			b.ReportMetric(float64(found), "visits")
		})
	}
}

// with returns a zone without bounds of heights.
func with(id string, z zone.Zone) zone.Zone {
	z.ID, z.Floor, z.Ceiling = id, math.Inf(-1), math.Inf(1)
	return z
}
