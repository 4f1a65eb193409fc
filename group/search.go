package group

import (
	"errors"
	"fmt"
	"math"

	"flyby/trajectory"
)

// A Method is a definition of staying together.
type Method string

const (
	// Connected is groups in continuous time.
	Connected Method = "group"
	// Convoy is objects that are in one cluster at consecutive ticks of a clock.
	Convoy Method = "cmc"
	// Moving is clusters of consecutive ticks that have members in common.
	Moving Method = "mc"
)

// Methods returns all methods, the default first.
func Methods() []Method { return []Method{Connected, Convoy, Moving} }

const (
	// LeastSize is the least value of Search.MinSize: one object is together with nobody.
	LeastSize = 2
	// defaultTheta is Search.Theta where it is 0.
	defaultTheta = 0.5
)

// Search says which groups are wanted. Lengths and times are in the units of the trajectories.
type Search struct {
	Method   Method  // "": Connected
	Distance float64 // within which objects are linked: from 0 to 2^1000
	MinSize  int     // least number of objects, 2 or more; 0: 2
	// From and To cut the search to the times [From, To]; nil leaves it open.
	From, To *float64

	MinDuration float64 // of Connected: how long a group lasts at least; 0 is an instant
	MaxBreak    float64 // of Connected: two objects that part for less than this are taken to have stayed linked

	// Clock has the ticks of Convoy and Moving, at which all objects present are clustered by DBSCAN, with Distance as eps and MinSize as minpts.
	// Step is positive.
	Clock    Clock
	MinTicks int     // of Convoy and Moving: least number of consecutive ticks of a group, 1 or more; 0: 2
	Theta    float64 // of Moving: the least part of all members of two consecutive clusters that both share, above 0 and up to 1; 0: defaultTheta
}

// Validate returns all complaints about the search at once.
func (s Search) Validate() error {
	var errs []error
	complain := func(ok bool, what string, value any, must string) {
		if !ok {
			errs = append(errs, fmt.Errorf("group: %s %v: must be %s", what, value, must))
		}
	}
	known := false
	for _, m := range Methods() {
		known = known || s.filled().Method == m
	}
	complain(known, "method", string(s.Method), fmt.Sprint("one of ", Methods()))
	complain(s.Distance >= 0 && s.Distance <= trajectory.MaxMagnitude, "distance", s.Distance, "a number from 0 to 2^1000")
	complain(s.MinSize == 0 || s.MinSize >= LeastSize, "least size", s.MinSize, "2 or more")
	complain(s.MinDuration >= 0 && s.MinDuration <= math.MaxFloat64, "least duration", s.MinDuration, "a number, 0 or more")
	complain(s.MaxBreak >= 0 && s.MaxBreak <= math.MaxFloat64, "longest break", s.MaxBreak, "a number, 0 or more")
	if s.OnClock() {
		complain(s.Clock.Step > 0 && s.Clock.Step <= math.MaxFloat64, "step of the clock", s.Clock.Step, "a number above 0")
		complain(math.Abs(s.Clock.Origin) <= math.MaxFloat64, "origin of the clock", s.Clock.Origin, "a number")
	}
	complain(s.MinTicks >= 0, "least ticks", s.MinTicks, "1 or more")
	complain(s.Theta >= 0 && s.Theta <= 1, "theta", s.Theta, "above 0 and at most 1")
	from, to := s.window()
	complain(from <= to, "window", [2]float64{from, to}, "numbers, from not after to")
	return errors.Join(errs...)
}

// OnClock reports whether groups are found by a clock, not in continuous time.
func (s Search) OnClock() bool { return s.Method == Convoy || s.Method == Moving }

// lasts reports whether a group from start to end is long enough.
func (s Search) lasts(start, end float64) bool { return lasts(start, end, s.MinDuration) }

// filled returns the search with its defaults.
func (s Search) filled() Search {
	if s.Method == "" {
		s.Method = Connected
	}
	if s.MinSize == 0 {
		s.MinSize = LeastSize
	}
	if s.MinTicks == 0 {
		s.MinTicks = 2
	}
	if s.Theta == 0 {
		s.Theta = defaultTheta
	}
	return s
}

// window returns the times from From to To, infinite where they are nil.
func (s Search) window() (from, to float64) {
	from, to = math.Inf(-1), math.Inf(1)
	if s.From != nil {
		from = *s.From
	}
	if s.To != nil {
		to = *s.To
	}
	return from, to
}
