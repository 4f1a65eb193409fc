package tile

import (
	"math"
	"math/rand/v2"
	"testing"

	"flyby/internal/pointjoin/tiling"
)

// TestLimits: a float32 sum up to inner is a pair's and one above outer is not, for offsets up to the greatest that
// the filter takes, at an eps that is the distance of the points, an ulp from it, and some 10^-8 of it from it.
func TestLimits(t *testing.T) {
	const cases = 4_000
	r := rand.New(rand.NewPCG(5, 5))
	inside, outside, open := 0, 0, 0
	for range cases {
		n := 1 + r.IntN(70)
		size := math.Ldexp(1, r.IntN(20))
		s := store(t, 2, n, func(_, _ int) float64 { return 0 })
		p, q := s.Append(nil, 0), s.Append(nil, 1)
		for j := range p {
			p[j] = (r.Float64() - 0.5) * size
			q[j] = p[j] + (r.Float64()-0.5)*2
		}
		f := tiling.Frame{Order: make([]int, n), Centre: make([]float64, n), Scale: 1}
		var distance, a, b float64
		var sum float32
		for j := range p {
			o, u := f.Offset(j, p[j]), f.Offset(j, q[j])
			sum += float32((o - u) * (o - u))
			a, b = a+float64(o)*float64(o), b+float64(u)*float64(u)
			distance += (p[j] - q[j]) * (p[j] - q[j])
		}
		distance = math.Sqrt(distance)
		for _, eps := range []float64{distance, ulps(distance, 1), ulps(distance, -1), distance * (1 + 1e-8*r.NormFloat64()), distance * (1 + 1e-6*r.NormFloat64())} {
			l, ok := newFilter(eps, &f).limits(math.Sqrt(a), math.Sqrt(b))
			if !ok {
				continue
			}
			switch within := threshold(t, eps).Within(p, q); {
			case sum <= l.inner:
				if inside++; !within {
					t.Fatalf("%v and %v within %v: no pair, sum %v of %+v", p, q, eps, sum, l)
				}
			case sum > l.outer:
				if outside++; within {
					t.Fatalf("%v and %v within %v: a pair, sum %v of %+v", p, q, eps, sum, l)
				}
			default:
				open++
			}
		}
	}
	if inside == 0 || outside == 0 || open == 0 {
		t.Errorf("%d inside, %d outside, %d open", inside, outside, open)
	}
}

// TestNoFilter: there are no limits where float32 is of no help.
func TestNoFilter(t *testing.T) {
	f := tiling.Frame{Order: make([]int, 4), Centre: make([]float64, 4), Scale: 1}
	for _, c := range []struct {
		eps, radius float64
		want        bool
	}{
		{1, 1, true},
		{1, 0x1p18, true},
		{1, 0x1p20, false},
		{0, 1, false},
		{0x1p-50, 0, false},
		{0x1p50, 1, false},
		{0x1p40, 0x1p61, false},
		{1, math.Inf(1), false},
	} {
		if _, ok := newFilter(c.eps, &f).limits(c.radius, c.radius); ok != c.want {
			t.Errorf("eps %v, offsets of %v: %t", c.eps, c.radius, ok)
		}
	}
}
