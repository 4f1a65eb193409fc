package visit_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"flyby/interaction"
	"flyby/internal/testing/visittest"
	"flyby/internal/visit"
	"flyby/internal/zone"
	"flyby/trajectory"
)

// TestRefined: crossings are within their bound of what rational numbers give, and that bound is far below a unit in the last place, in the plane and on the Earth.
func TestRefined(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	for i := range 2000 {
		size, offset := []float64{1, 30, 3000}[i%3], []float64{0, 5e5, 6e6}[i/3%3]
		at := func(k int) float64 { return offset*float64(k+1) + size*(r.Float64()-0.5) }
		position := func() [3]float64 { return [3]float64{at(0), at(1), at(2)} }
		side := zone.Side{G: position(), H: position()}
		p0, p1 := position(), position()
		if i%2 == 0 {
			side.G[2], side.H[2], p0[2], p1[2] = 1, 1, 1, 1
		}
		d0, d1 := exactDeterminant(&side, p0), exactDeterminant(&side, p1)
		if d0.Sign()*d1.Sign() >= 0 {
			continue
		}
		want := new(big.Rat).Quo(d0, new(big.Rat).Sub(d0, d1))
		s, rest, fine := visit.Refined(&side, p0, p1)
		got := new(big.Rat).SetFloat64(s)
		got.Add(got, new(big.Rat).SetFloat64(rest))
		off, _ := got.Sub(got, want).Float64()
		if off > fine || -off > fine || !(fine < 0x1p-75) {
			t.Fatalf("%+v, from %v to %v: %v is off by %v, the bound is %v", side, p0, p1, s, off, fine)
		}
	}
}

// TestInsideOfMany: the time inside of a visit with thousands of crossings is as exact as that of one.
func TestInsideOfMany(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 1))
	z := with("z", zone.Zone{})
	const teeth, way, duration = 2000, 30000, 7000
	want := new(big.Rat)
	for i := range teeth {
		x, w := 15*float64(i)+r.Float64(), r.Float64()*10
		z.Polygons = append(z.Polygons, [][][2]float64{box(x, -1, x+w, 1)})
		want.Add(want, new(big.Rat).Sub(new(big.Rat).SetFloat64(x+w), new(big.Rat).SetFloat64(x)))
	}
	want.Mul(want, big.NewRat(duration, way))
	for _, start := range []float64{0, 1.7e9} {
		set, err := zone.New([]zone.Zone{z}, zone.Options{})
		if err != nil {
			t.Fatal(err)
		}
		s, err := trajectory.New(trajectory.Columns{ID: trajectory.IDColumn{Int: []int64{1, 1}}, T: []float64{start, start + duration}, X: []float64{0, way}, Y: []float64{0, 0.25}}, trajectory.BuildOptions{})
		if err != nil {
			t.Fatal(err)
		}
		all, err := visittest.Find(t.Context(), s, set, visit.Rule{Distance: 100, Window: interaction.Unbounded()})
		if err != nil || all.Len() != 1 {
			t.Fatalf("%d visits, %v", all.Len(), err)
		}
		off, _ := new(big.Rat).Sub(new(big.Rat).SetFloat64(all.Inside[0]), want).Float64()
		if unit := math.Nextafter(start+duration, math.Inf(1)) - (start + duration); math.Abs(off) > unit {
			t.Errorf("from %v on: inside for %v, which is off by %v", start, all.Inside[0], off)
		}
	}
}

// exactDeterminant returns (g × h)·x.
func exactDeterminant(of *zone.Side, x [3]float64) *big.Rat {
	rat := func(v float64) *big.Rat { return new(big.Rat).SetFloat64(v) }
	sum := new(big.Rat)
	for k := range x {
		i, j := (k+1)%3, (k+2)%3
		n := new(big.Rat).Mul(rat(of.G[i]), rat(of.H[j]))
		n.Sub(n, new(big.Rat).Mul(rat(of.G[j]), rat(of.H[i])))
		sum.Add(sum, n.Mul(n, rat(x[k])))
	}
	return sum
}
