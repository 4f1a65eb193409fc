package elements

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"sort"
	"unsafe"

	"flyby/internal/curve"
	"flyby/trajectory/sgp4"
)

// Least is the least distance E that a path can have, in km: a millimetre.
const Least = 1e-6

// A Leg is the way between two samples of a path along their cubic, and the number of chords of equal times it has: curve.Between
// makes them. Positions are in km, velocities in km/s, times in Unix seconds.
type Leg struct {
	From, To curve.State
	Parts    int
	Begins   bool // a piece of the path begins at From
	Splices  bool // and the piece before, of another set, ends at this instant
	Ends     bool // a gap, or the end of the path, follows To
}

// A Path is the path of an object in a window of time. Several goroutines may use it at once.
type Path struct {
	sets     []validity // that overlap the window, by time
	from, to float64
	within   float64
}

// A validity is the time in which an element set holds.
type validity struct {
	elements   sgp4.Elements
	clock      clock
	steps      steps
	from, to   float64 // in the middle between epochs, or infinite: the set holds from <= t < to
	begin, end float64 // where SGP4 begins and ends to have positions, as far as the window reaches; or infinite
	spliced    bool    // another set has a path up to from
}

// New returns the path of the object whose sets Order has ordered, in the window [from, to], both finite, with chords within a distance E of
// SGP4. Legs do not depend on the window. It counts old and failing sets. The error is about E or elements.
func New(sets []Set, from, to, within float64, t *Tally) (*Path, error) {
	if !(within >= Least) {
		return nil, fmt.Errorf("in orbits: chords within %v km of SGP4: the least is %v km", within, Least)
	}
	p := &Path{from: from, to: to, within: within}
	for i := range sets {
		one := newValidity(sets, i)
		if one.from > to || one.to <= from || one.from >= one.to {
			continue
		}
		if _, err := sgp4.New(one.elements); err != nil {
			return nil, err
		}
		one.steps = newSteps(&one.elements, within/4)
		p.sets = append(p.sets, one)
	}
	var ended sgp4.Failure
	for i := range p.sets {
		one := &p.sets[i]
		first, last := max(from, one.from), min(to, one.to)
		ended = cmp.Or(ended, one.findEnds(first, last, within))
		t.use(one.clock.since(first), one.clock.since(last))
		one.spliced = one.spliced && (i == 0 || math.IsInf(p.sets[i-1].end, 1))
	}
	if ended != 0 {
		t.Ended[ended]++
	}
	return p, nil
}

// newValidity returns when a set holds, as if SGP4 had positions at all times.
func newValidity(sets []Set, i int) validity {
	e := &sets[i].Elements
	v := validity{elements: *e, clock: newClock(e.Epoch), from: math.Inf(-1), to: math.Inf(1), begin: math.Inf(-1), end: math.Inf(1)}
	if i > 0 {
		before := newClock(sets[i-1].Elements.Epoch)
		v.from, v.spliced = v.clock.middle(&before), true
	}
	if i+1 < len(sets) {
		after := newClock(sets[i+1].Elements.Epoch)
		v.to = v.clock.middle(&after)
	}
	return v
}

// use counts a set that is used from and to some seconds after its epoch.
func (t *Tally) use(first, last float64) {
	if age := max(math.Abs(first), math.Abs(last)); age > OldAge {
		t.Old++
		t.Farthest = max(t.Farthest, age)
	}
}

// Legs yields the legs of the path in order of time, from the leg with From.T <= t < To.T, or the first after t, to the leg that holds the
// end of the window. They do not depend on t, which the start of the window stands for where it is later.
func (p *Path) Legs(t float64) iter.Seq[Leg] {
	return func(yield func(Leg) bool) {
		t := max(t, p.from)
		first := sort.Search(len(p.sets), func(i int) bool { return p.sets[i].to > t })
		for i := first; i < len(p.sets); i++ {
			one := &p.sets[i]
			r := newTracer(one, p.within)
			r.after, r.last, r.yield = max(t, one.begin), p.to, yield
			r.joined = i+1 < len(p.sets) && p.sets[i+1].begin <= one.to
			if !r.run() {
				return
			}
		}
	}
}

// Bytes returns the memory of the path.
func (p *Path) Bytes() uint64 {
	return uint64(unsafe.Sizeof(*p)) + uint64(cap(p.sets))*uint64(unsafe.Sizeof(validity{}))
}
