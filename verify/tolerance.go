package verify

import (
	"math"

	"flyby/trajectory"
)

// A measure says how exact a number of a row of visits is (docs/answers.md).
type measure uint8

const (
	instants  measure = iota // a few units in the last place of the largest time
	distances                // 10⁻¹² of itself and 9 units in the last place of the largest coordinate, on the Earth 1 µm more; 0 is 0
	durations                // 8 units in the last place of the largest time, for each visit
)

// tolerances are the tolerances of the numbers of visits.
type tolerances struct {
	instant  float64
	distance float64 // beside the part of the distance itself
	stamps   bool    // durations are written to the microsecond
}

// newTolerances returns the tolerances of the visits of a store's objects to zones whose greatest coordinate is given.
func newTolerances(s *trajectory.Store, coordinate float64) tolerances {
	ulp := func(v float64) float64 { return math.Nextafter(v, math.Inf(1)) - v }
	e := s.Extent()
	for k := range e.Min {
		coordinate = max(coordinate, math.Abs(e.Min[k]), math.Abs(e.Max[k]))
	}
	t := tolerances{instant: 4 * ulp(max(math.Abs(e.Start), math.Abs(e.End))), distance: float64(9 * ulp(coordinate)), stamps: s.Times() == trajectory.Timestamp}
	if s.Space().Frame == trajectory.EarthCentred {
		t.distance += 1e-6
	}
	return t
}

// of returns the tolerance of a number of a row, which may be of several visits.
func (t *tolerances) of(m measure, number, visits float64) float64 {
	switch m {
	case instants:
		return t.instant
	case distances:
		return t.distance + float64(1e-12*number)
	}
	within := float64(2 * t.instant * visits)
	if t.stamps {
		within += 0.5e-6 + float64(0x1p-50*number)
	}
	return within
}
