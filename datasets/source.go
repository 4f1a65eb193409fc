package datasets

import (
	"hash/fnv"
	"math"
	"math/bits"
	"math/rand/v2"
)

// source draws random numbers that are the same on every platform.
type source struct {
	pcg      *rand.PCG
	spare    float64 // the second of a pair of normal deviates
	hasSpare bool
}

// newSource returns the stream called name under a seed; streams of different
// names are independent.
func newSource(seed uint64, name string) *source {
	h := fnv.New64a()
	h.Write([]byte(name))
	return &source{pcg: rand.NewPCG(seed, h.Sum64())}
}

// uniform draws from [0, 1) in steps of 2^-53.
func (r *source) uniform() float64 {
	return float64(r.pcg.Uint64()>>11) * 0x1p-53
}

// between draws uniformly from [lo, hi].
func (r *source) between(lo, hi float64) float64 {
	return lo + mul(hi-lo, r.uniform())
}

// below draws an integer from [0, n); its bias is under n/2^64.
func (r *source) below(n int) int {
	hi, _ := bits.Mul64(r.pcg.Uint64(), uint64(n))
	return int(hi)
}

// normal draws from the standard normal distribution (Marsaglia's polar method).
func (r *source) normal() float64 {
	if r.hasSpare {
		r.hasSpare = false
		return r.spare
	}
	u, v, s := r.inDisc()
	f := math.Sqrt(-2 * logarithm(s) / s)
	r.spare, r.hasSpare = mul(v, f), true
	return mul(u, f)
}

// inDisc draws a point (u, v) of the unit disc other than its centre, and returns
// with it its squared distance s from the centre.
func (r *source) inDisc() (u, v, s float64) {
	for {
		u, v = r.between(-1, 1), r.between(-1, 1)
		s = mul(u, u) + mul(v, v)
		if s > 0 && s < 1 {
			return u, v, s
		}
	}
}

// direction draws a unit vector of the plane.
func (r *source) direction() (cos, sin float64) {
	u, v, s := r.inDisc()
	length := math.Sqrt(s)
	return u / length, v / length
}

// exponential draws from the exponential distribution of mean 1.
func (r *source) exponential() float64 {
	return -logarithm(1 - r.uniform())
}

// truncated draws again until a value lies in [lo, hi]: the distribution is
// conditioned on the interval, not piled up at its ends.
func truncated(lo, hi float64, draw func() float64) float64 {
	for {
		if v := draw(); v >= lo && v <= hi {
			return v
		}
	}
}

// mul returns a product that no compiler may fuse with a following addition.
func mul(a, b float64) float64 { return float64(a * b) }

// logarithm returns ln x for finite x > 0, within a few units in the last place.
// It stands in for math.Log, whose last bit depends on the platform.
//
// With x = f·2^e, f in [√½, √2), and s = (f-1)/(f+1):
//
//	ln x = e·ln 2 + 2(s + s³/3 + s⁵/5 + ...)
//
// |s| < 0.172, so that the terms from s²⁵ on are below 2^-64 of the sum.
func logarithm(x float64) float64 {
	f, e := math.Frexp(x)
	if f < math.Sqrt2/2 {
		f, e = 2*f, e-1
	}
	s := (f - 1) / (f + 1)
	s2, sum := mul(s, s), 0.0
	for k := 23; k >= 1; k -= 2 {
		sum = mul(sum, s2) + 1/float64(k)
	}
	return mul(float64(e), math.Ln2) + mul(2*s, sum)
}

// micro rounds a time to a millionth, so that files stay short and timestamps
// in microseconds represent it.
func micro(t float64) float64 { return math.Round(t*1e6) / 1e6 }
