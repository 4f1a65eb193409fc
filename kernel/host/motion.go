package host

import (
	"math"
	"math/bits"

	"flyby/binindex"
	"flyby/kernel"
	"flyby/trajectory"
)

// motion is a run as one straight motion, in the frame of the pyramid: at time t the object is within
// r of p + v*(t-t0), from t0 or later to t1 or sooner. In a crowd of objects that pass
// each other at speed most boxes overlap in pairs; in nine of ten such pairs the motions stay apart.
type motion struct {
	t0, t1 float32 // rounded outwards
	p, v   [3]float32
	r      float32 // rounded upwards; the object's radius is in it
}

// motionFrame makes motions of a store's runs.
type motionFrame struct {
	store       *trajectory.Store
	column      [3][]float64
	origin      [3]float64
	scale       float64
	start, rate float64 // of the times, which become 0 to 1
}

func newMotionFrame(p *binindex.Pyramid) motionFrame {
	f := motionFrame{store: p.Store, column: [3][]float64{p.Store.X(), p.Store.Y(), p.Store.Z()}}
	f.origin, f.scale = p.Affine()
	e := p.Store.Extent()
	f.start, f.rate = e.Start, 1/(e.End-e.Start)
	return f
}

// Slack of float64 arithmetic (docs/exactness.md): the relative error of r, the absolute error of
// positions, which are at most 1, and the error of times, at most 1, which grows with the speed.
const (
	motionRelative = 1 + 0x1p-20
	motionAbsolute = 0x1p-40
	motionTimes    = 0x1p-48
)

// motion makes the motion of a run.
func (f *motionFrame) motion(u *binindex.Run) (m motion) {
	first, last := int(u.Row), int(u.Row)+int(u.Count)
	if u.Ends&binindex.RunPoint != 0 {
		last = first
	}
	t := f.store.T()
	m.t0 = math.Nextafter32(float32(f.time(t[first])), -1)
	m.t1 = math.Nextafter32(float32(f.time(t[last])), 2)
	speed := 0.0
	for k, column := range f.column {
		if column != nil {
			m.p[k] = float32(f.position(column[first], k))
			m.v[k] = float32((f.position(column[last], k) - float64(m.p[k])) / (float64(m.t1) - float64(m.t0)))
			speed += math.Abs(float64(m.v[k]))
		}
	}
	r := math.Sqrt(f.farthest(&m, first, last)) + float64(f.store.Radius(int(u.Traj))*f.scale)
	m.r = math.Nextafter32(float32(float64(r*motionRelative)+float64(speed*motionTimes)+motionAbsolute), float32(math.Inf(1)))
	return m
}

// farthest returns the square of the greatest distance of the samples [first, last] from a motion: between
// two samples both move in straight lines.
func (f *motionFrame) farthest(m *motion, first, last int) float64 {
	most := 0.0
	for row := first; row <= last; row++ {
		since, square := f.time(f.store.T()[row])-float64(m.t0), 0.0
		for k, column := range f.column {
			if column != nil {
				d := f.position(column[row], k) - (float64(m.p[k]) + float64(float64(m.v[k])*since))
				square += float64(d * d)
			}
		}
		most = max(most, square)
	}
	return most
}

func (f *motionFrame) time(t float64) float64 { return float64((t - f.start) * f.rate) }

func (f *motionFrame) position(x float64, k int) float64 { return float64((x - f.origin[k]) * f.scale) }

const (
	// motionSample is the number of runs by which areStraight decides, and motionStraight how many
	// times as long as their r their ways are at least.
	motionSample   = 1 << 8
	motionStraight = 8
	// motionShare is the number of runs whose motions a thread makes at a time.
	motionShare = 1 << 12
)

// makeMotions makes the motions of the runs of a join, which are kept for later joins, if they pay.
func (r *resident) makeMotions(w kernel.WalkWork) {
	if r.motions != nil || r.crooked || !r.isDense(w, r.steps, r.limits.crowd) {
		return
	}
	f := newMotionFrame(r.Pyramid)
	if r.crooked = !f.areStraight(r.Pyramid.Runs); r.crooked {
		return
	}
	all := make([]motion, len(r.Pyramid.Runs))
	r.pool.Each((len(all)+motionShare-1)/motionShare, func(i int) {
		f.fill(all[i*motionShare:min((i+1)*motionShare, len(all))], r.Pyramid.Runs[i*motionShare:], r.vectors.fetch)
	})
	r.motions = all
}

// fill makes the motions of runs. Their samples are scattered over memory: fetch, if there is one, asks for them ahead.
func (f *motionFrame) fill(all []motion, runs []binindex.Run, fetch fetchFunc) {
	column := newMeeting(f.store, f.store).column[0]
	for i := range all {
		if ahead := i + packetBoxes; i%packetBoxes == 0 && ahead+packetBoxes <= len(all) && fetch != nil {
			fetch(&runs[ahead], 1<<packetBoxes-1, &column)
		}
		if runs[i].Count > 0 {
			all[i] = f.motion(&runs[i])
		}
	}
}

// areStraight reports whether a sample of runs moves in nearly straight lines. False for times and positions
// that no float32 can tell.
func (f *motionFrame) areStraight(runs []binindex.Run) bool {
	r, way := 0.0, 0.0
	for i := range min(motionSample, len(runs)) {
		u := &runs[i*len(runs)/min(motionSample, len(runs))]
		if u.Count == 0 {
			continue
		}
		m := f.motion(u)
		r += float64(m.r)
		for k := range 3 {
			way += float64(math.Abs(float64(m.v[k])) * float64(m.t1-m.t0))
		}
	}
	return motionStraight*r < way
}

// line is a motion in float64.
type line struct {
	t0, t1, r float64
	p, v      [3]float64
}

func (m *motion) line() (l line) {
	l.t0, l.t1, l.r = float64(m.t0), float64(m.t1), float64(m.r)
	for k := range 3 {
		l.p[k], l.v[k] = float64(m.p[k]), float64(m.v[k])
	}
	return l
}

// apart reports whether two motions stay farther apart than reach, beside the r of both, while both last.
func (l *line) apart(o *motion, reach float64) bool {
	from, to := max(l.t0, float64(o.t0)), min(l.t1, float64(o.t1))
	if !(from <= to) {
		return false
	}
	mine, other, lasting := from-l.t0, from-float64(o.t0), to-from
	var at, by [3]float64
	along, way := 0.0, 0.0
	for k := range 3 {
		v := float64(o.v[k])
		at[k] = (l.p[k] - float64(o.p[k])) + (float64(l.v[k]*mine) - float64(v*other))
		by[k] = (l.v[k] - v) * lasting
		along -= float64(at[k] * by[k])
		way += float64(by[k] * by[k])
	}
	s, near := 0.0, 0.0
	if along > 0 {
		s = min(along/way, 1)
	}
	for k := range 3 {
		d := at[k] + float64(by[k]*s)
		near += float64(d * d)
	}
	reach += l.r + float64(o.r)
	return near > float64(reach*reach)
}

// motionReach returns a distance in the frame of a pyramid, rounded up by more than the error of apart.
func motionReach(p *binindex.Pyramid, d float64) float64 {
	_, scale := p.Affine()
	return float64(d*scale*motionRelative) + motionAbsolute
}

// approaching returns which of the near runs from first on come within the walk's distance of a run,
// as far as motions tell; all of them where there are no motions.
func (v *walker) approaching(run, first int32, near uint32) uint32 {
	if v.motions == nil {
		return near
	}
	l := v.motions[run].line()
	for left := near; left != 0; left &= left - 1 {
		i := bits.TrailingZeros32(left)
		if l.apart(&v.motions[int(first)+i], v.farthest) {
			near &^= 1 << i
		}
	}
	return near
}
