package visits

import (
	"flyby/interaction"
	"flyby/trajectory"
)

// A Rule says what a visit is.
type Rule struct {
	Distance float64 // the threshold, to which the radius of the object is added
	Window   interaction.Window
}

// An Object is an object, prepared for its visits to zones.
type Object struct {
	store *trajectory.Store
	traj  int
	legs  []leg
	nests nests
	far   float64 // the most of any leg
}

// NewObject prepares a trajectory of a store.
func NewObject(s *trajectory.Store, traj int, r Rule) *Object {
	o := Object{store: s, traj: traj}
	for p := range s.PiecesOf(traj, traj+1) {
		first := len(o.legs)
		for row := p.First; row < p.First+p.Segments(); row++ {
			if l, ok := r.leg(s, p, row); ok {
				o.legs, o.far = append(o.legs, l), max(o.far, l.far)
			}
		}
		n := len(o.legs)
		if n == first {
			continue
		}
		o.legs[first].first, o.legs[n-1].last = true, true
		if first > 0 && p.Begun && o.legs[first].T0 == o.legs[first-1].T1 { // a splice within the window
			o.legs[first].resumes, o.legs[first-1].last = true, false
		}
	}
	balls := make([]ball, len(o.legs))
	for i := range o.legs {
		balls[i] = o.legs[i].ball
	}
	o.nests = newNests(balls)
	return &o
}

// leg returns the leg of the segment that starts at a row. ok is false if it is not in the window, but for an end that it does not own.
func (r *Rule) leg(s *trajectory.Store, p trajectory.Piece, row int) (l leg, ok bool) {
	l = leg{Segment: s.SegmentOf(p, row), row: row, reach: [2]float64{r.Distance, s.Radius(p.Traj)}}
	from, to := max(l.T0, r.Window.From), min(l.T1, r.Window.To)
	if from > to || from == to && from > l.T0 && !l.Owns(from) {
		return l, false
	}
	earth, heights := s.Space().Frame == trajectory.EarthCentred, s.H()
	if !earth {
		l.P0[2], l.P1[2] = 1, 1
		if heights == nil {
			heights = s.Z()
		}
	}
	if heights != nil {
		l.heights = [2]float64{heights[row], heights[row]}
		if l.T0 < l.T1 {
			l.heights[1] = heights[row+1]
		}
	}
	l.window = interval{l.partAt(from), l.partAt(to)}
	l.ball, l.far = ballOf(earth, l.P0, l.P1), l.farOf(earth)
	return l, true
}

// near returns the legs that may be within the threshold of a zone, or inside of it, in order.
func (o *Object) near(z *Zone) []int {
	whole := z.nests[len(z.nests)-1][0]
	if z.earth && whole.radius > 1 { // what is in a smaller cap than a hemisphere has its inside there, too
		whole.radius = 2
	}
	return o.nests.near(&whole, o.far)
}
