package visits_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"flyby/interaction"
	"flyby/internal/zone"
	"flyby/trajectory"
	"flyby/verify/internal/visits"
)

func wavy(x, y, radius float64, n int) (ring [][2]float64) {
	for i := range n {
		angle := 2 * math.Pi * float64(i) / float64(n)
		at := radius * (1 + 0.2*math.Sin(7*angle) + 0.02*math.Sin(301*angle))
		ring = append(ring, [2]float64{x + at*math.Cos(angle), y + at*math.Sin(angle)})
	}
	return append(ring, ring[0])
}

func TestCost(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var c trajectory.Columns
	for id := range int64(20) {
		x, y, heading := 4e5+r.Float64()*2e4, 6e6+r.Float64()*2e4, r.Float64()*7
		for i := range 501 {
			c.ID.Int = append(c.ID.Int, id)
			c.T, c.X, c.Y = append(c.T, 1.7e9+float64(i)), append(c.X, x), append(c.Y, y)
			heading += r.NormFloat64() / 8
			x, y = x+30*math.Cos(heading), y+30*math.Sin(heading)
			x, y = min(max(x, 4e5), 4.2e5), min(max(y, 6e6), 6.02e6)
		}
	}
	s, _ := trajectory.New(c, trajectory.BuildOptions{})
	mk := func(id string, ring [][2]float64) zone.Zone {
		return zone.Zone{ID: id, Floor: math.Inf(-1), Ceiling: math.Inf(1), Polygons: [][][][2]float64{{ring}}}
	}
	one := []zone.Zone{mk("one", wavy(4.1e5, 6.01e6, 3e4, 100000))}
	var many []zone.Zone
	for i := range 1000 {
		many = append(many, mk(fmt.Sprint(i), wavy(4e5+r.Float64()*2e4, 6e6+r.Float64()*2e4, 500, 100)))
	}
	for _, k := range []struct {
		zones []zone.Zone
		d     float64
	}{{one, 30}, {[]zone.Zone{mk("x", wavy(4.1e5, 6.01e6, 9e3, 100000))}, 30}, {[]zone.Zone{mk("x", wavy(4.1e5, 6.01e6, 9e3, 100000))}, 3}, {many, 30}, {many, 0}, {many, 500}} {
		set, err := zone.New(k.zones, zone.Options{})
		if err != nil {
			t.Fatal(err)
		}
		b := time.Now()
		var zs []*visits.Zone
		for i := range set.Len() {
			zs = append(zs, visits.NewZone(set, i))
		}
		prep := time.Since(b)
		n := 0
		b = time.Now()
		for traj := range 20 {
			o := visits.NewObject(s, traj, visits.Rule{Distance: k.d, Window: interaction.Unbounded()})
			for _, z := range zs {
				v, _, _ := z.Of(t.Context(), o)
				n += len(v)
			}
			if time.Since(b) > 30*time.Second {
				t.Log("cut at", traj)
				break
			}
		}
		t.Logf("%d zones, d %v: prep %v, %v, %d visits", len(zs), k.d, prep, time.Since(b), n)
	}
}
