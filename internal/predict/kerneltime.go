package predict

import (
	"errors"
	"math"

	"flyby/internal/estimate"
	"flyby/internal/fit"
)

// Form is the formula that makes the time of a mix of the three measured times.
type Form string

const (
	// Separate is the paper's sum, T1(alpha i) + T2(beta i) + T3(gamma i) - 2 Theta.
	Separate Form = "separate"
	// Nested takes a hit as a temporal hit that costs T1 - T3 more: T2(beta i) + T3((alpha + gamma) i)
	// + T1(alpha i) - T3(alpha i) - Theta. Some work that every separate invocation does again is done
	// once in a mixed invocation, and Separate counts it twice (paper, Figure 15).
	Nested Form = "nested"
)

// Kernel is the GPU component of the model (paper §8.1): the time of one invocation.
type Kernel struct {
	Hit   *fit.Surface `json:"hit"`   // T1: all interactions hits
	Miss  *fit.Surface `json:"miss"`  // T2: all temporal misses
	Apart *fit.Surface `json:"apart"` // T3: all temporal hits but spatial misses
	Empty *fit.Surface `json:"empty"` // Theta
	// Overhead describes the source of Empty, in the words of package calibrate. Predictions do not use it.
	Overhead string `json:"overhead"`
	Form     Form   `json:"form"`
	// Quantum is in query segments: the device rounds batches up to multiples of it, and the added
	// places cost as much as temporal misses. The sizes of the surfaces are multiples of it. 1: not rounded.
	Quantum int `json:"quantum"`
	// Grazing is a grazing interaction's share of a hit's cost beyond T3.
	Grazing float64 `json:"grazing"`
	// Lanes is the number of interactions that wait while one is solved, HitLanes the number that wait while
	// a hit is returned, see Kernel.costMix; 1: no other interaction waits.
	Lanes    float64 `json:"lanes"`
	HitLanes float64 `json:"hitLanes"`
	// Scale is the ratio of the kernel times of rehearsed searches to the times by the surfaces; 0: 1.
	Scale float64 `json:"scale"`
	// HitSeconds is the time of a hit, in seconds, beyond the surfaces': in rehearsed searches hits come unevenly, and
	// work-groups wait for those with most of them.
	HitSeconds float64 `json:"hitSeconds"`
	// Room is the most hits that an invocation may return; more are refused. 0: calibration met no limit.
	Room uint64 `json:"room,omitempty"`
}

// Bounds of a Kernel's Lanes, HitLanes and Scale.
const (
	LeastLanes = 1. / 16
	MostLanes  = 256
	MostScale  = 4 // a Scale other than 0 is at least 1/4
)

// check returns an error for numbers that no calibration makes.
func (k *Kernel) check() error {
	for _, s := range []*fit.Surface{k.Hit, k.Miss, k.Apart, k.Empty} {
		if s == nil {
			return errors.New("a surface is missing")
		}
	}
	switch {
	case k.Form != Separate && k.Form != Nested:
		return errors.New("unknown form " + string(k.Form))
	case k.Quantum < 1:
		return errors.New("quantum below 1")
	case !(k.Scale >= 0 && k.Scale <= MostScale):
		return errors.New("scale out of range")
	case !(k.HitSeconds >= 0 && k.HitSeconds < 1):
		return errors.New("cost of a hit out of range")
	case !(k.Grazing >= 0 && k.Grazing <= 1):
		return errors.New("grazing outside 0 to 1")
	case !(k.Lanes >= LeastLanes && k.Lanes <= MostLanes && k.HitLanes >= LeastLanes && k.HitLanes <= MostLanes):
		return errors.New("lanes out of range")
	}
	return nil
}

// Time returns T_GPU(i,c) for i = q x c interactions of a mix, in seconds (paper §8.1.1). It is 0 for c = 0 or
// q = 0, without a launch. An invocation whose hits outgrow the device's buffer runs again in halves.
func (k *Kernel) Time(c, q float64, m estimate.Mix) float64 {
	if c <= 0 || q <= 0 {
		return 0
	}
	t := k.mixed(c, q, k.costMix(m))
	if k.Scale > 0 {
		t *= k.Scale
	}
	hits := m.Alpha * c * q
	t += float64(k.HitSeconds * hits)
	if k.Room > 0 && hits > float64(k.Room) {
		t *= 1 + math.Ceil(math.Log2(hits/float64(k.Room)))
	}
	return t
}

// mixed returns the sum of the parts, and never less than the overhead alone. The interactions that share time
// are priced as an invocation of the busy candidates alone (concentrated), with its overhead. At the average
// Depth all candidates are busy, and the sum is the paper's.
func (k *Kernel) mixed(c, q float64, m estimate.Mix) float64 {
	theta := k.Empty.At(c, q)
	fewer, busy := concentrated(m, c, q)
	t := k.misses(c, fewer, m.Beta*q+k.padding(q))
	if shared := m.Alpha + m.Gamma; shared > 0 {
		overhead := k.Empty.At(fewer, busy)
		hits, apart := busy*m.Alpha/shared, busy*m.Gamma/shared
		if k.Form == Nested {
			t += k.part(k.Apart, fewer, busy) - overhead + k.part(k.Hit, fewer, hits) - k.part(k.Apart, fewer, hits)
		} else {
			t += k.part(k.Hit, fewer, hits) + k.part(k.Apart, fewer, apart) - 2*overhead
		}
	}
	return max(t, theta)
}

// misses returns T2 for q temporal misses with each of c candidates, of which fewer candidates are busy with
// interactions that share time. The other candidates are done sooner: they cost no more than their share, and
// where the busy candidates just fill the device, no busy one waits for the others.
func (k *Kernel) misses(c, fewer, q float64) float64 {
	t := k.part(k.Miss, c, q)
	if 0 < fewer && fewer < c {
		t = min(t, k.part(k.Miss, fewer, q)*c/fewer)
	}
	return t
}

// part reads a surface; for fewer query segments than the surface begins with, it interpolates from an empty
// invocation.
func (k *Kernel) part(s *fit.Surface, c, q float64) float64 {
	_, sizes, _ := s.Grid()
	first := sizes[0]
	if q >= first {
		return s.At(c, q)
	}
	none := k.Empty.At(c, 1)
	return none + q/first*(s.At(c, first)-none)
}

// padding returns the number of query segments that fill a batch up to the quantum.
func (k *Kernel) padding(q float64) float64 {
	quantum := float64(k.Quantum)
	return math.Ceil(q/quantum)*quantum - q
}
