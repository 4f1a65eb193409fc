package binindex

import (
	"math"

	"flyby/trajectory"
)

// Frame is the coordinate system of a pyramid's boxes: positions relative to
// the middle of the data and scaled by a power of two so that the data lie in
// [-1, 1], times as ticks. Query boxes are made in the entries' frame.
type Frame struct {
	clock
	TickSize float32 // typical distance that an object covers in a tick
	origin   [3]float64
	scale    float64 // a power of two
	speed    float64 // typical distance per unit of time, over speedLag segments
}

// NewFrame fits a frame to a store.
func NewFrame(s *trajectory.Store) *Frame {
	f := &Frame{clock: newClock(s)}
	e := s.Extent()
	size := s.MaxRadius()
	for k := range 3 {
		f.origin[k] = float64(e.Min[k]/2) + float64(e.Max[k]/2)
		size = max(size, float64(e.Max[k]/2)-float64(e.Min[k]/2))
	}
	_, exp := math.Frexp(size)
	f.scale = math.Ldexp(1, -min(max(exp, -1000), 1000))
	f.speed = f.typicalSpeed(s)
	f.TickSize = float32(f.speed * (e.End - e.Start) / float64(len(f.instants.values)))
	return f
}

// speedLag is the number of segments over which the typical speed is measured:
// about the length of the runs that are grouped.
const speedLag = 16

// typicalSpeed returns the typical distance that an object covers per unit of
// time, from a sample of the trajectories; it makes time comparable with space. Where
// no object moves, it returns the data's size divided by their duration.
func (f *Frame) typicalSpeed(s *trajectory.Store) float64 {
	distance, time := 0.0, 0.0
	t := s.T()
	step := max(1, s.Trajectories()/1024)
	for traj := 0; traj < s.Trajectories(); traj += step {
		first, last := s.Range(traj)
		for a := first; a+1 < last; a += speedLag * 4 {
			b := min(a+speedLag, last-1)
			distance += f.distance(s, a, b)
			time += t[b] - t[a]
		}
	}
	if distance > 0 && time > 0 {
		return distance / time
	}
	if e := s.Extent(); e.End > e.Start {
		return 2 / (e.End - e.Start)
	}
	return 1
}

// distance returns the distance of two samples in the frame's length.
func (f *Frame) distance(s *trajectory.Store, a, b int) float64 {
	square := 0.0
	for _, col := range [...][]float64{s.X(), s.Y(), s.Z()} {
		if col != nil {
			d := (col[b] - col[a]) * f.scale
			square += float64(d * d)
		}
	}
	return math.Sqrt(square)
}

// EmptyBox returns a box without points: it meets no box, and extended by another
// box it becomes that box.
func EmptyBox() Box {
	inf := float32(math.Inf(1))
	return Box{
		Min: [3]float32{inf, inf, inf}, Max: [3]float32{-inf, -inf, -inf},
		First: math.MaxUint32, Last: 0,
	}
}

// below returns the largest float32 known to be at most x in the frame.
func (f *Frame) below(x float64, k int) float32 {
	return floor32((x - f.origin[k]) * f.scale)
}

// above returns the smallest float32 known to be at least x in the frame.
func (f *Frame) above(x float64, k int) float32 {
	return -floor32(-((x - f.origin[k]) * f.scale))
}

// floor32 returns the largest float32 below v, 0 for 0; v has been rounded. For
// most values it takes no branch, which would be mispredicted half of the time.
func floor32(v float64) float32 {
	r := float32(v)
	bits := math.Float32bits(r)
	if bits<<1-1 >= 0xff<<24-1 { // zero, infinite or NaN
		if v != 0 && float64(r) >= v {
			return stepDown(r)
		}
		return r
	}
	step := uint32(0)
	if float64(r) >= v {
		step = 1
	}
	// Towards -Inf is down for positive numbers, up for negative ones.
	return math.Float32frombits(bits - step + step&(bits>>31)<<1)
}

// stepDown returns the float32 before r, -Inf for -Inf: math.Nextafter32
// towards -Inf, inlined.
func stepDown(r float32) float32 {
	bits := math.Float32bits(r)
	switch {
	case r > 0:
		bits--
	case r < -math.MaxFloat32:
	case r < 0:
		bits++
	default:
		bits = 1<<31 | 1
	}
	return math.Float32frombits(bits)
}

// length returns the smallest float32 known to be at least a length in the frame.
func (f *Frame) length(x float64) float32 {
	v := x * f.scale
	r := float32(v)
	if float64(r) < v {
		r = math.Nextafter32(r, float32(math.Inf(1)))
	}
	return r
}

// Affine returns the origin and the scale of the frame: a position p becomes (p -
// origin) times scale.
func (f *Frame) Affine() (origin [3]float64, scale float64) { return f.origin, f.scale }

// Reach returns the square of distance d in the frame, rounded up by more than
// the error of the float32 arithmetic of Box.Near (E9 in docs/equations.md).
func (f *Frame) Reach(d float64) float32 {
	r := d * f.scale
	return float32(r*r*(1+0x1p-18)) + 0x1p-100
}

// Within returns the ticks of a window.
func (f *Frame) Within(from, to float64) (first, last uint32) {
	return f.Tick(from), f.Tick(to)
}
