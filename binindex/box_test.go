package binindex

import (
	"math"
	"math/rand/v2"
	"testing"

	"flyby/trajectory"
)

// TestWidenRoundsOutwards: on either side of an axis a widened box holds all points
// within the radius, also where the nearest float32 of the difference or of the sum
// lies further inside.
func TestWidenRoundsOutwards(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var inwards [2]int
	for range 10_000 {
		x, radius := float32(r.Float64()*2-1), float32(math.Ldexp(r.Float64(), -r.IntN(24)))
		b := Box{Min: [3]float32{x, x, x}, Max: [3]float32{x, x, x}}
		b.widen(radius)
		low, high := float64(x)-float64(radius), float64(x)+float64(radius) // 24 bits 48 apart: exact
		for k := range 3 {
			if !(float64(b.Min[k]) <= low && float64(b.Max[k]) >= high) { // NaN holds nothing
				t.Fatalf("%v by %v on axis %d: [%v, %v], want [%v, %v] inside", x, radius, k, b.Min[k], b.Max[k], low, high)
			}
		}
		if float64(x-radius) > low {
			inwards[0]++
		}
		if float64(x+radius) < high {
			inwards[1]++
		}
	}
	for side, n := range inwards {
		if n < 1000 {
			t.Errorf("side %d: %d numbers that round inwards, the test is one-sided", side, n)
		}
	}
}

// TestRadiusRoundsOutwards: a box holds all points within an object's radius, also where
// the radius is about the distance to the middle of the data: rounding the radius inwards
// would lose far more than the difference.
func TestRadiusRoundsOutwards(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	inwards := 0
	for range 2000 {
		x := float64(float32(0.25+r.Float64()/2)) * (1 + 0x1p-40)
		radius := x * (1 + r.Float64()*0x1p-23)
		var c trajectory.Columns
		for id, at := range []float64{-0.9, 0.9, x} { // the first two put the middle at 0
			c.ID.Int = append(c.ID.Int, int64(id))
			c.T, c.X, c.Y, c.R = append(c.T, 0), append(c.X, at), append(c.Y, at), append(c.R, 0)
		}
		c.R[2] = radius
		s, err := trajectory.New(c, trajectory.BuildOptions{})
		if err != nil {
			t.Fatal(err)
		}
		f := NewFrame(s)
		b := f.box(s, Run{Row: 2, Traj: 2, Count: 1, Ends: RunLast | RunPoint})
		if low := x - radius; !(float64(b.Min[0]) <= low && float64(b.Min[1]) <= low) { // exact: the two are close
			t.Fatalf("%v by %v: [%v, %v] on axis 0, want %v inside", x, radius, b.Min[0], b.Max[0], low)
		}
		if float64(float32(radius)) < radius {
			inwards++
		}
	}
	if inwards < 500 {
		t.Errorf("%d radii that round inwards", inwards)
	}
}
