package fleet

import (
	"iter"
	"math"

	"flyby/internal/curve"
	"flyby/internal/elements"
)

// A Path is the motion of an object. Several goroutines may use it at once.
type Path interface {
	// Legs yields the legs of the path in order of time, from the leg that holds the time t on, or the first after t. They do not depend on t.
	Legs(t float64) iter.Seq[elements.Leg]
	// Bytes returns the memory of the path.
	Bytes() uint64
}

// A chain is consecutive segments of a leg: [first, last).
type chain struct {
	elements.Leg
	first, last int
}

// border returns the time where the segment k of the leg begins and the segment k-1 ends, as curve.Between has it.
func (s *chain) border(k int) float64 {
	if k == s.Parts {
		return s.To.T
	}
	return s.From.T + float64(float64(k)/float64(s.Parts)*(s.To.T-s.From.T))
}

// reaching returns the first segment of the leg that ends at t or later (with beyond: after t), and Parts if every segment ends earlier.
func (s *chain) reaching(t float64, beyond bool) int {
	short := func(k int) bool {
		end := s.border(k + 1)
		return end < t || beyond && end == t
	}
	k := s.near(t)
	for k > 0 && !short(k-1) {
		k--
	}
	for k < s.Parts && short(k) {
		k++
	}
	return k
}

// starting returns the number of segments of the leg that start before t.
func (s *chain) starting(t float64) int {
	k := s.near(t)
	for k > 0 && s.border(k-1) >= t {
		k--
	}
	for k < s.Parts && s.border(k) < t {
		k++
	}
	return k
}

// near returns the segment of the leg about a time, or a neighbour.
func (s *chain) near(t float64) int {
	at := (t - s.From.T) / (s.To.T - s.From.T) * float64(s.Parts)
	return int(max(0, min(float64(s.Parts), at)))
}

// start returns the time where the first segment begins.
func (s *chain) start() float64 { return s.border(s.first) }

// samples yields the ends of the segments.
func (s *chain) samples() iter.Seq2[float64, [3]float64] {
	return func(yield func(float64, [3]float64) bool) {
		k := 1
		for t, at := range curve.Between(s.From, s.To, s.Parts) {
			if k > s.last || k > s.first && !yield(t, at) {
				return
			}
			k++
		}
		if s.last == s.Parts && s.first < s.last {
			yield(s.To.T, s.To.P)
		}
	}
}

// origin returns the place where the first segment begins.
func (s *chain) origin() (p [3]float64) {
	if s.first == 0 {
		return s.From.P
	}
	before := chain{s.Leg, s.first - 1, s.first}
	for _, p = range before.samples() {
	}
	return p
}

// A window selects segments of paths. The first segment of a whole holds its start, the last segment its end. Of the whole a window has the
// segments that start in [from, to), and the segment before them if it ends at from or later.
type window struct{ start, end, from, to float64 }

// within returns the segments of a leg.
func (w *window) within(l elements.Leg) chain {
	s := chain{Leg: l}
	s.first = max(s.reaching(w.start, true), s.reaching(w.from, false))
	s.last = max(s.first, min(s.starting(w.to), s.starting(w.beyond())))
	return s
}

// beyond returns the time before which segments of the whole start.
func (w *window) beyond() float64 {
	if w.end > w.start {
		return w.end
	}
	return math.Nextafter(w.start, math.Inf(1))
}

// A passage is the segments of a path in a window.
type passage struct {
	chains        []chain
	begun, goesOn bool // the whole has earlier segments of the first piece, or later ones of the last
	samples       int
	segments      int
	hung          int // segments that start before the window: none or one
}

// take makes the passage of a path.
func (p *passage) take(of Path, w *window) {
	*p = passage{chains: p.chains[:0]}
	for l := range of.Legs(max(w.start, math.Nextafter(w.from, math.Inf(-1)))) {
		if s := w.within(l); s.first < s.last {
			p.add(s, w)
		}
		if l.To.T >= min(w.to, w.beyond()) {
			break
		}
	}
}

// opens reports whether a chain begins with a sample of its own, in which no chain before it ends.
func (p *passage) opens(i int) bool {
	s := &p.chains[i]
	return i == 0 || s.Begins && s.first == 0
}

// add adds the segments of the next leg.
func (p *passage) add(s chain, w *window) {
	p.chains = append(p.chains, s)
	i := len(p.chains) - 1
	if start := s.start(); i == 0 {
		p.begun = start > w.start && (s.first > 0 || !s.Begins || s.Splices)
		if start < w.from {
			p.hung = 1
		}
	}
	if p.opens(i) {
		p.samples++
	}
	p.samples, p.segments = p.samples+s.last-s.first, p.segments+s.last-s.first
	p.goesOn = s.border(s.last) < w.beyond() && (s.last < s.Parts || !s.Ends)
}
