package perfmodel

import "math"

// Form is how the three measured times make the time of a mix.
type Form string

const (
	// Separate is the paper's sum, T1(alpha i) + T2(beta i) + T3(gamma i) - 2 Theta.
	Separate Form = "separate"
	// Nested takes a hit as a temporal hit that costs T1 - T3 more: T2(beta i) + T3((alpha + gamma) i)
	// + T1(alpha i) - T3(alpha i) - Theta. Entry segments are loaded once in a mixed invocation, but
	// once in each of the separate ones, which Separate counts twice (paper, Figure 15).
	Nested Form = "nested"
)

// Overhead is what stands for Theta.
type Overhead string

const (
	// EmptyKernel is a measured invocation that does nothing, the paper's Theta.
	EmptyKernel Overhead = "empty kernel"
	// Intercept is the time of an invocation with temporal misses only, carried on to no query segment:
	// what an invocation costs before its first interaction, the load of its entry segments included.
	Intercept Overhead = "intercept"
)

// Kernel is the GPU component of the model (paper §8.1): the time of one invocation.
type Kernel struct {
	Hit   *Surface `json:"hit"`   // T1: all interactions hits
	Miss  *Surface `json:"miss"`  // T2: all temporal misses
	Apart *Surface `json:"apart"` // T3: all temporal hits but spatial misses
	Empty *Surface `json:"empty"` // Theta
	// Overhead says what Empty holds.
	Overhead Overhead `json:"overhead"`
	Form     Form     `json:"form"`
	// Lanes is the number of interactions that a scattered hit makes as slow as itself, fitted; 1: none.
	Lanes float64 `json:"lanes"`
	// Room is the most hits that one invocation returned; above it the work was refused. 0: no limit met.
	Room uint64 `json:"room,omitempty"`
}

// Time is T_GPU(i,c) for i = q x c interactions of a mix, in seconds (paper §8.1.1). Nothing is launched
// for c = 0 or q = 0. An invocation whose hits outgrow the device's buffer runs again in halves.
func (k *Kernel) Time(c, q float64, m Mix) float64 {
	if c <= 0 || q <= 0 {
		return 0
	}
	hits := m.Alpha * c * q
	t := k.mixed(c, q, m.spread(k.Lanes))
	if k.Room > 0 && hits > float64(k.Room) {
		t *= 1 + math.Ceil(math.Log2(hits/float64(k.Room)))
	}
	return t
}

// mixed is the sum of the parts, and never less than the overhead alone.
func (k *Kernel) mixed(c, q float64, m Mix) float64 {
	theta := k.Empty.At(c, q)
	var t float64
	if k.Form == Nested {
		t = k.part(k.Miss, c, m.Beta*q) + k.part(k.Apart, c, (m.Alpha+m.Gamma)*q) - theta +
			k.part(k.Hit, c, m.Alpha*q) - k.part(k.Apart, c, m.Alpha*q)
	} else {
		t = k.part(k.Hit, c, m.Alpha*q) + k.part(k.Miss, c, m.Beta*q) + k.part(k.Apart, c, m.Gamma*q) - 2*theta
	}
	return max(t, theta)
}

// part reads a surface at a fraction of the query segments: less than one lies between an empty
// invocation and one with a single query segment.
func (k *Kernel) part(s *Surface, c, q float64) float64 {
	if q >= 1 {
		return s.At(c, q)
	}
	none := k.Empty.At(c, 1)
	return none + q*(s.At(c, 1)-none)
}
