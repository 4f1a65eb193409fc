package visit

import (
	"errors"
	"fmt"

	"flyby/interaction"
	"flyby/internal/memory"
	"flyby/internal/zone"
	"flyby/trajectory"
)

// Rule says which visits are found, and how.
type Rule struct {
	Distance float64 // the threshold D >= 0, in the unit of length of the store, to which radii add
	Window   interaction.Window
	Threads  int                       // at most this many; 0: one a core
	Quota    *memory.Quota             // bounds the memory of visits and hits until they are given; nil: only the machine does. The memory of zones is Set.Bytes
	Progress func(done, total float64) // called now and then with the number of segments that were passed, and at the end, never twice at once; nil: not called

	cut int // the segments of a job, in tests; 0: jobSegments
}

// MostOnEarth is the greatest distance of zones on the Earth, in metres: farther away, the cone of a zone is no measure of distances on the ground.
const MostOnEarth = 200e3

// Check says what is wrong with a search.
func (r *Rule) Check(s *trajectory.Store, zones *zone.Set) error {
	space := s.Space()
	switch {
	case !(r.Distance >= 0 && r.Distance <= trajectory.MaxMagnitude):
		return fmt.Errorf("visit: the distance %v is not from 0 to 2^1000", r.Distance)
	case space.Frame != zones.Frame():
		return fmt.Errorf("visit: the objects are in %v, the zones in %v", space.Frame, zones.Frame())
	case space.Frame == trajectory.EarthCentred && r.Distance > MostOnEarth:
		return fmt.Errorf("visit: the distance %v m is above 200 km", r.Distance)
	case zones.HasHeights() && heightsOf(s) == nil:
		return errors.New("visit: zones have heights, and the objects have none")
	}
	return nil
}

// heightsOf returns the heights of samples, nil if there are none.
func heightsOf(s *trajectory.Store) []float64 {
	if s.H() == nil && s.Space().Frame == trajectory.Plain {
		return s.Z()
	}
	return s.H()
}
