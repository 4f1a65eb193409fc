package spool

import (
	"runtime/debug"
	"unsafe"

	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/geo"
)

// What a pass knows of a trajectory, and of a segment.
const (
	begins uint8 = 1 << iota // the segment is the first of its piece
	ends                     // and the last
	point                    // it is a point event
	closes                   // this is no segment, but says of one that it ends its piece
	seen                     // the trajectory has a sample
	moving                   // and one before it in the same piece: a segment leads to it
	leapt                    // or one to which the way was too fast
)

// What a pass remembers of a trajectory to its end.
const (
	joined  uint8 = 1 << iota // a segment leads from a sample to another
	byGap                     // a gap of MaxGap parts two samples
	tooFast                   // the way between two is too fast
)

// A state is where a trajectory was last.
type state struct {
	t      float64  // of the last sample, as it was read
	start  float64  // if it is moving: the time of the sample before
	at     position // the position of the last sample
	number uint32   // segments so far
	flags  uint8    // seen, moving, leapt
	past   uint8    // joined, byGap, tooFast
}

// countAlone counts a trajectory that was left without a segment.
func countAlone(left *trajectory.LeftOut, past uint8) {
	left.CountAlone(past&joined != 0, past&byGap != 0, past&tooFast != 0)
}

// sample is the last sample, its height that there may be as Z.
func (s *state) sample() trajectory.Sample {
	return trajectory.Sample{T: s.t, X: s.at[0], Y: s.at[1], Z: s.at[2]}
}

// A position is the coordinates of a sample, then its height where there are heights.
type position [4]float64

// statePage is how many states are allocated at a time, so that none has to be moved.
const statePage = 1 << 12

// stateBytes is the memory of a trajectory while a file is read, beside its id: its state, and its
// number among those in order.
const stateBytes = uint64(unsafe.Sizeof(state{})) + 4

// radiusBytes is what a trajectory takes more where it has a radius.
const radiusBytes = 8

// pieceBytes is what a trajectory takes more where rows say which piece they are of.
const pieceBytes = 4

// placeBytes is what a trajectory takes more where positions are degrees.
const placeBytes = uint64(unsafe.Sizeof(geo.Place{}))

// speedBytes is what a trajectory takes more where motion is curved.
const speedBytes = 3 * 8

// states are those of all trajectories, by number.
type states[S any] struct {
	pages [][]S
	n     int
}

func (s *states[S]) at(number uint32) *S {
	return &s.pages[number/statePage][number%statePage]
}

// grow makes room for n states.
func (s *states[S]) grow(n int) {
	for s.n = max(s.n, n); len(s.pages)*statePage < s.n; {
		s.pages = append(s.pages, make([]S, statePage))
	}
}

// fit makes room for the trajectories of rows. Where memory is short, buffers give some back.
func (p *pass) fit(rows *format.Rows) error {
	if rows.Trajectories > p.states.n {
		p.states.grow(rows.Trajectories)
		for p.lonLat && len(p.lasts) < len(p.states.pages) {
			p.lasts = append(p.lasts, make([]geo.Place, statePage))
		}
	}
	for p.radius && len(p.radii)*statePage < p.states.n {
		p.radii = append(p.radii, make([]float64, statePage))
	}
	for p.curved() && len(p.speeds)*statePage < p.states.n {
		p.speeds = append(p.speeds, make([][3]float64, statePage))
	}
	for rows.Piece != nil && len(p.pieces)*statePage < p.states.n {
		p.pieces = append(p.pieces, make([]uint32, statePage))
	}
	each := stateBytes
	if p.radius || p.options.Radius > 0 {
		each += radiusBytes
	}
	if p.pieces != nil {
		each += pieceBytes
	}
	if p.lonLat {
		each += placeBytes
	}
	if p.curved() {
		each += speedBytes
	}
	need := uint64(len(p.states.pages))*statePage*each + uint64(rows.IDBytes)
	least := bufferBytes(p.grain.least, p.width())
	if need+least > p.memory {
		return p.tooSmall(rows.Trajectories, need+least)
	}
	room := min(p.grain.most, bufferRows(p.memory-need, p.width()))
	if p.buffer == nil {
		p.buffer = newBuffer(room, p.width())
		return nil
	}
	if room >= p.buffer.most {
		return nil
	}
	return p.shrink(room)
}

// shrink makes buffers of half the rows, or as many as fit. What they hold is written.
func (p *pass) shrink(room int) error {
	if err := p.flush(); err != nil {
		return err
	}
	if err := p.wait(); err != nil {
		return err
	}
	room = max(p.grain.least, min(room, p.buffer.most/2))
	p.buffer, p.spare = nil, nil
	debug.FreeOSMemory() // at once: the new ones are counted beside no garbage
	p.buffer = newBuffer(room, p.width())
	return nil
}
