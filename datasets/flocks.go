package datasets

import (
	"math"

	"flyby/trajectory"
)

// Parameters of flocks.
const (
	flockCount   = 1000     // trajectories at scale 1
	flockSamples = 1001     // a sample per unit of time, from 0
	flockSide    = 10_000.0 // side of the square in which flocks start
	flockLeg     = 100      // steps from one change of course to the next
	flockReach   = 1.5      // a member's greatest distance from an earlier member
)

// way is a displacement in the plane.
type way [2]float64

func (a way) plus(b way) way { return way{a[0] + b[0], a[1] + b[1]} }

func (a way) times(s float64) way { return way{mul(a[0], s), mul(a[1], s)} }

// drift is motion at constant velocity until a time, or from a time on.
type drift struct {
	at       float64
	velocity way // per unit of time
}

// before returns the displacement from its flock at t of a member that joins it at d.at, and after the
// displacement of a member that leaves it at d.at.
func (d drift) before(t float64) way { return d.velocity.times(max(0, d.at-t)) }
func (d drift) after(t float64) way  { return d.velocity.times(max(0, t-d.at)) }

// flock is the common path of objects that travel together, with their drifts and places around it.
type flock struct {
	size    int   // members, when all are present
	path    []way // [flockSamples] of the first member
	meeting drift // of the members that join the flock together
	parting drift // of the members that leave the flock together
	places  []way // [members so far] displacement of each member from the path
}

// flocks generates n objects of the plane that travel together or alone, with ids from 0; the ids of a
// flock's members are consecutive.
//
// Three flocks in ten are one object, the others have 3 to 12 members. A flock starts in a square and walks
// at a speed from 0.5 to 1.5, with a new course every 100 units of time. A third of the flocks meet: some
// members come from elsewhere, together. A third of the flocks part: some members go elsewhere, together. A
// quarter of the members come late or leave early, each alone.
func flocks(r *source, n int) (*trajectory.Store, error) {
	out, err := makeRows(n * flockSamples)
	if err != nil {
		return nil, err
	}
	var f flock
	for id := range n {
		if len(f.places) == f.size {
			f = newFlock(r)
		}
		f.addMember(r, int64(id), out)
	}
	c := out.columns(trajectory.IDColumn{Int: out.ids})
	c.Z = nil
	return trajectory.New(c, trajectory.BuildOptions{})
}

// newFlock draws a flock's size, its path, and the drifts of its meeting and parting.
func newFlock(r *source) flock {
	f := flock{size: 1, path: make([]way, flockSamples)}
	if r.below(10) >= 3 {
		f.size = 3 + r.below(10)
	}
	f.path[0] = way{r.between(0, flockSide), r.between(0, flockSide)}
	var step way
	for k := range f.path[1:] {
		if k%flockLeg == 0 {
			step = velocity(r)
		}
		f.path[k+1] = f.path[k].plus(step)
	}
	f.meeting = drift{math.Inf(-1), velocity(r)}
	f.parting = drift{math.Inf(1), velocity(r)}
	switch r.below(3) {
	case 0:
		f.meeting.at = micro(r.between(100, 450))
	case 1:
		f.parting.at = micro(r.between(550, 900))
	}
	return f
}

// velocity draws a velocity of any direction and of a speed from 0.5 to 1.5.
func velocity(r *source) way {
	cos, sin := r.direction()
	return way{cos, sin}.times(r.between(0.5, 1.5))
}

// addMember draws a member and adds its samples. A flock's first member never leaves it.
func (f *flock) addMember(r *source, id int64, out *rows) {
	place, own := f.place(r), f.ownDrifts(r)
	f.places = append(f.places, place)
	for k, at := range f.path {
		t := float64(k)
		p := at.plus(place).plus(own[0].before(t)).plus(own[1].before(t)).plus(own[2].after(t)).plus(own[3].after(t))
		out.add(id, t, [3]float64{p[0], p[1], 0})
	}
}

// place draws a member's displacement from its flock's path, near an earlier member's.
func (f *flock) place(r *source) way {
	if len(f.places) == 0 {
		return way{}
	}
	u, v, _ := r.inDisc()
	return f.places[r.below(len(f.places))].plus(way{u, v}.times(flockReach))
}

// ownDrifts draws the four drifts of a member: until it comes with the flock's meeting members, until it
// comes alone, from when it goes with the parting members, and from when it goes alone.
func (f *flock) ownDrifts(r *source) [4]drift {
	still := [4]drift{{at: math.Inf(-1)}, {at: math.Inf(-1)}, {at: math.Inf(1)}, {at: math.Inf(1)}}
	if len(f.places) == 0 {
		return still
	}
	own := still
	if r.below(2) == 0 {
		own[0], own[2] = f.meeting, f.parting
	}
	switch r.below(8) {
	case 0:
		own[1] = drift{micro(r.between(0, 500)), velocity(r)}
	case 1:
		own[3] = drift{micro(r.between(500, 1000)), velocity(r)}
	}
	return own
}
