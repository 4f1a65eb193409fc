package visit_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"flyby/interaction"
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

// BenchmarkFind has segments of 30 m, one each second of a Unix time, in 20 km by 20 km, against 100,000 sides: of one zone that holds all objects, and of 1,000 zones of 100 sides of 30 m.
func BenchmarkFind(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	var c trajectory.Columns
	for id := range int64(200) {
		x, y, heading := 4e5+r.Float64()*2e4, 6e6+r.Float64()*2e4, r.Float64()*7
		for i := range 501 {
			c.ID.Int = append(c.ID.Int, id)
			c.T, c.X, c.Y = append(c.T, 1.7e9+float64(i)), append(c.X, x), append(c.Y, y)
			heading += r.NormFloat64() / 8
			x, y = x+30*math.Cos(heading), y+30*math.Sin(heading)
			x, y = min(max(x, 4e5), 4.2e5), min(max(y, 6e6), 6.02e6)
		}
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		b.Fatal(err)
	}
	one := []zone.Zone{with("one", zone.Zone{Polygons: [][][][2]float64{{wavy(4.1e5, 6.01e6, 3e4, 100000)}}})}
	var many []zone.Zone
	for i := range 1000 {
		many = append(many, with(fmt.Sprint(i), zone.Zone{Polygons: [][][][2]float64{{wavy(4e5+r.Float64()*2e4, 6e6+r.Float64()*2e4, 500, 100)}}}))
	}
	for _, k := range []struct {
		name  string
		zones []zone.Zone
		d     float64
	}{{"one", one, 30}, {"many", many, 30}, {"many at 0", many, 0}} {
		set, err := zone.New(k.zones, zone.Options{})
		if err != nil {
			b.Fatal(err)
		}
		b.Run(k.name, func(b *testing.B) {
			found := 0
			for b.Loop() {
				v, err := visit.Find(b.Context(), s, set, visit.Rule{Distance: k.d, Window: interaction.Unbounded(), Threads: 1})
				if err != nil {
					b.Fatal(err)
				}
				found = v.Len()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(s.Segments()), "ns/segment")
			b.ReportMetric(float64(found), "visits")
		})
	}
}

// with returns a zone without bounds of heights.
func with(id string, z zone.Zone) zone.Zone {
	z.ID, z.Floor, z.Ceiling = id, math.Inf(-1), math.Inf(1)
	return z
}
