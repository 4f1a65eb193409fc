package perfmodel

import (
	"errors"
	"math"

	"flyby/internal/fit"
	"flyby/perfmodel/estimate"
)

// Form is how the three measured times make the time of a mix.
type Form string

const (
	// Separate is the paper's sum, T1(alpha i) + T2(beta i) + T3(gamma i) - 2 Theta.
	Separate Form = "separate"
	// Nested takes a hit as a temporal hit that costs T1 - T3 more: T2(beta i) + T3((alpha + gamma) i)
	// + T1(alpha i) - T3(alpha i) - Theta. A mixed invocation does once what each of the separate ones
	// does again, and Separate counts twice (paper, Figure 15).
	Nested Form = "nested"
)

// Kernel is the GPU component of the model (paper §8.1): the time of one invocation.
type Kernel struct {
	Hit   *fit.Surface `json:"hit"`   // T1: all interactions hits
	Miss  *fit.Surface `json:"miss"`  // T2: all temporal misses
	Apart *fit.Surface `json:"apart"` // T3: all temporal hits but spatial misses
	Empty *fit.Surface `json:"empty"` // Theta
	// Overhead says what Empty holds, in the words of package calibrate. Nothing is predicted from it.
	Overhead string `json:"overhead"`
	Form     Form   `json:"form"`
	// Quantum is the number of query segments that a batch is rounded up to a multiple of; the rest is as
	// good as temporal misses. The surfaces hold multiples of it. 1: not rounded.
	Quantum int `json:"quantum"`
	// Grazing is how much of a hit's cost beyond T3 a grazing interaction has.
	Grazing float64 `json:"grazing"`
	// Lanes is the number of interactions that wait for one to be solved, HitLanes that for a hit to be
	// returned, see Kernel.felt; 1: itself.
	Lanes    float64 `json:"lanes"`
	HitLanes float64 `json:"hitLanes"`
	// Scale is what rehearsed searches took in their kernels, of what the surfaces said; 0: as much.
	Scale float64 `json:"scale"`
	// Room is the most hits that an invocation may return; more are refused. 0: no limit was met.
	Room uint64 `json:"room,omitempty"`
}

// What a Kernel's Lanes, HitLanes and Scale may be.
const (
	LeastLanes = 1. / 16
	MostLanes  = 256
	MostScale  = 4 // and 1/4 at the least, where there is one
)

// check reports what no calibration makes.
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
	case !(k.Grazing >= 0 && k.Grazing <= 1):
		return errors.New("grazing outside 0 to 1")
	case !(k.Lanes >= LeastLanes && k.Lanes <= MostLanes && k.HitLanes >= LeastLanes && k.HitLanes <= MostLanes):
		return errors.New("lanes out of range")
	}
	return nil
}

// Time is T_GPU(i,c) for i = q x c interactions of a mix, in seconds (paper §8.1.1). Nothing is launched
// for c = 0 or q = 0. An invocation whose hits outgrow the device's buffer runs again in halves.
func (k *Kernel) Time(c, q float64, m estimate.Mix) float64 {
	if c <= 0 || q <= 0 {
		return 0
	}
	t := k.mixed(c, q, k.felt(m))
	if k.Scale > 0 {
		t *= k.Scale
	}
	if hits := m.Alpha * c * q; k.Room > 0 && hits > float64(k.Room) {
		t *= 1 + math.Ceil(math.Log2(hits/float64(k.Room)))
	}
	return t
}

// mixed is the sum of the parts, and never less than the overhead alone. The parts that share time are
// those of the candidates that do, each with the overhead that goes with them: at the average Depth these
// are all candidates, and the sum is the paper's.
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

// misses is T2 for q temporal misses with each of c candidates, where as many as the fewer are busy with what
// shares time. The others are done sooner: they cost no more than their share, and where the busy ones just fill
// the device, none of these waits for them.
func (k *Kernel) misses(c, fewer, q float64) float64 {
	t := k.part(k.Miss, c, q)
	if 0 < fewer && fewer < c {
		t = min(t, k.part(k.Miss, fewer, q)*c/fewer)
	}
	return t
}

// part reads a surface; fewer query segments than it begins with lie between an empty invocation and those.
func (k *Kernel) part(s *fit.Surface, c, q float64) float64 {
	_, sizes, _ := s.Grid()
	first := sizes[0]
	if q >= first {
		return s.At(c, q)
	}
	none := k.Empty.At(c, 1)
	return none + q/first*(s.At(c, first)-none)
}

// padding is the number of query segments that a batch is filled up with.
func (k *Kernel) padding(q float64) float64 {
	quantum := float64(k.Quantum)
	return math.Ceil(q/quantum)*quantum - q
}
