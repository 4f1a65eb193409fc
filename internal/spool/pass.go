package spool

import (
	"errors"
	"fmt"
	"math"
	"sync/atomic"

	"flyby/internal/memory"
	"flyby/trajectory"
	"flyby/trajectory/curve"
	"flyby/trajectory/format"
	"flyby/trajectory/geo"
)

// A pass goes through the rows of a file once and makes segments of them.
type pass struct {
	options  format.Options
	memory   uint64
	grain    grain
	name     string
	rules    trajectory.Rules
	started  bool
	times    trajectory.TimeKind
	frame    trajectory.Frame
	flat     bool // 2-D
	radius   bool
	lonLat   bool // positions come in degrees and become metres
	degrees  bool // positions come in degrees and stay so
	upright  bool // positions are horizontal, with heights
	severed  bool // no segment leads to the row at hand, for it is of another piece
	fast     bool // nor one, for it would be too fast
	states   states[state]
	radii    [][]float64    // pages of radii, as states has them, where there are some
	lasts    [][]geo.Place  // pages of the last places, as states has them, with lonLat
	speeds   [][][3]float64 // pages of the last velocities, as states has them, where motion is curved
	within   float64        // of curves, 0: motion is straight
	loose    bool           // see trajectory.Columns.Loose
	refused  *curve.Error   // some segment has too many parts: the rest is only looked at
	pieces   [][]uint32     // pages of the last rows' pieces, as states has them, where there are some
	extent   trajectory.Extent
	segments uint64
	gaps     uint64
	split    int
	added    int
	left     trajectory.LeftOut
	places   int // rows that are places

	buffer  *buffer
	spare   *buffer // nil while it is written
	written *buffer // what is being written, nil: nothing
	writing chan error
	reels   *reels
	done    atomic.Int64 // bytes of the file that are read, of
	total   atomic.Int64
}

// newPass prepares to read data of a name and some rows, about; 0: nobody knows.
func newPass(name string, rows uint64, o Options) (*pass, error) {
	p := &pass{options: o.Format, memory: o.Memory, grain: o.grain, name: name}
	if name == "-" {
		p.name = "standard input"
	}
	if p.grain == (grain{}) {
		p.grain = usual()
	}
	p.extent = noExtent()
	p.reels = &reels{folder: o.Folder, grain: p.grain}
	told := o.Format.Progress
	p.options.Progress = func(done, total int64) {
		p.done.Store(done)
		p.total.Store(total)
		if told != nil {
			told(done, total)
		}
	}
	if rows > 0 { // a small file needs no large buffer
		p.grain.most = max(p.grain.least, int(min(uint64(p.grain.most), rows+rows/4)))
	}
	if least := bufferBytes(p.grain.least, 3); o.Memory < least {
		return nil, p.tooSmall(0, least)
	}
	return p, nil
}

// tooSmall says that the memory does not hold what is known of trajectories and a small buffer.
func (p *pass) tooSmall(trajectories int, need uint64) error {
	what := "buffers for " + p.name
	if trajectories > 0 {
		what = fmt.Sprintf("%s trajectories of %s so far, and buffers,", memory.Count(trajectories), p.name)
	}
	return fmt.Errorf("spool: %w", &memory.Error{What: what, Bytes: need, Room: p.memory, By: "--memory"})
}

// start takes over what the first rows tell of all.
func (p *pass) start(rows *format.Rows) error {
	p.started = true
	p.rules.Times, p.times, p.frame = rows.Times, rows.Times, rows.Frame
	p.flat, p.radius = rows.Z == nil, rows.R != nil
	p.degrees = rows.LonLat && p.options.KeepDegrees
	p.lonLat = rows.LonLat && !p.degrees
	if p.upright = p.options.Upright; p.upright {
		p.flat = true // z is the height
	}
	if p.lonLat {
		p.flat, p.frame = false, trajectory.EarthCentred
	}
	err := p.options.Adapt(p.name, rows.Units)
	p.within, p.loose = p.options.Within(&rows.Columns), rows.Loose
	return err
}

// take is a format.RowsFunc.
func (p *pass) take(rows *format.Rows, bad func(*trajectory.RowError) error) error {
	if !p.started {
		if err := p.start(rows); err != nil {
			return err
		}
	}
	if err := p.fit(rows); err != nil {
		return err
	}
	for row, number := range rows.ID.Code {
		st := p.states.at(number)
		radius := 0.0
		if st.flags&seen == 0 {
			p.setRadius(rows, row, number)
		} else if rows.R != nil {
			radius = p.radii[number/statePage][number%statePage]
		}
		if st.flags&seen != 0 && !(rows.T[row] > st.t && (rows.R == nil || rows.R[row] == radius)) {
			if err := p.unfit(rows, row, number, bad); err != nil {
				return err
			}
			continue
		}
		p.severed = rows.Piece != nil && p.sever(rows.Piece[row], number, st)
		if err := p.row(rows, row, number, st); err != nil {
			return err
		}
		if err := p.stay(rows, row, number, st); err != nil {
			return err
		}
	}
	return nil
}

// sever notes the piece of a good row. It reports whether that is another than the last one's.
func (p *pass) sever(piece, number uint32, st *state) bool {
	last := &p.pieces[number/statePage][number%statePage]
	other := st.flags&seen != 0 && *last != piece
	*last = piece
	return other
}

// setRadius notes the radius of a trajectory at its first row.
func (p *pass) setRadius(rows *format.Rows, row int, number uint32) {
	if rows.R != nil {
		p.radii[number/statePage][number%statePage] = rows.R[row]
	}
}

// unfit leaves a row out that is not later than the last one of its trajectory, or has another
// radius: it is the same, or bad.
func (p *pass) unfit(rows *format.Rows, row int, number uint32, bad func(*trajectory.RowError) error) error {
	before := p.lastOf(number)
	if p.options.Places != nil { // of which the row has the first instant
		before.T = rows.T[row]
	}
	e := p.rules.Follow(rows.Sample(row), before)
	if e == nil {
		p.left.Repeats++
		return nil
	}
	e.Row = row
	return bad(e)
}

// lastOf is the last good row of a trajectory, as it was read.
func (p *pass) lastOf(number uint32) trajectory.Sample {
	st := p.states.at(number)
	s := st.sample()
	if p.lonLat {
		last := &p.lasts[number/statePage][number%statePage]
		s.X, s.Y, s.Z = last.Lon, last.Lat, last.Height
	}
	if p.radius {
		s.R = p.radii[number/statePage][number%statePage]
	}
	if p.curved() && !p.loose {
		s.V = p.speeds[number/statePage][number%statePage]
	}
	return s
}

// curved reports whether segments are split along curves.
func (p *pass) curved() bool { return p.within > 0 }

// row makes samples of a good row.
func (p *pass) row(rows *format.Rows, row int, number uint32, st *state) error {
	if p.lonLat {
		return p.place(rows, row, number, st)
	}
	at := position{rows.X[row], rows.Y[row]}
	if rows.Z != nil {
		at[2] = rows.Z[row]
	}
	p.fast = p.limited(st, rows.T[row]) && p.faster(st.sample(), rows.Sample(row))
	if p.curved() {
		return p.bend(rows, row, number, st)
	}
	return p.sample(number, st, rows.T[row], &at)
}

// stay makes the second sample of a row that is a place.
func (p *pass) stay(rows *format.Rows, row int, number uint32, st *state) error {
	places := p.options.Places
	if places == nil {
		return nil
	}
	if p.places++; places.Last == places.First {
		return nil
	}
	rows.T[row] = places.Last
	return p.row(rows, row, number, st)
}

// apart reports whether a gap lies between two times of a trajectory, of which the later is that of
// the row at hand or of what leads to it.
func (p *pass) apart(from, to float64) bool {
	return p.severed || p.options.MaxGap > 0 && to-from > p.options.MaxGap
}

// faster reports whether the way between two samples, as they were read, is faster than the limit of speed.
func (p *pass) faster(from, to trajectory.Sample) bool {
	if p.degrees {
		return geo.Faster(placeOf(from), placeOf(to), p.options.MaxSpeed)
	}
	return trajectory.Faster(from, to, p.options.MaxSpeed)
}

// placeOf is the place of a sample in degrees.
func placeOf(s trajectory.Sample) geo.Place {
	return geo.Place{T: s.T, Lon: s.X, Lat: s.Y, Height: s.Z}
}

// limited reports whether the way to a time from the last sample of a trajectory has to keep a limit of
// speed.
func (p *pass) limited(st *state, t float64) bool {
	return p.options.MaxSpeed > 0 && st.flags&seen != 0 && !p.apart(st.t, t)
}

// sample goes on with a trajectory, to a position at a time.
func (p *pass) sample(number uint32, st *state, t float64, at *position) error {
	switch {
	case st.flags&seen == 0:
		st.flags = seen
		p.extent.Start = min(p.extent.Start, t+0)
	case p.apart(st.t, t):
		if err := p.finish(number, st, closes); err != nil {
			return err
		}
		p.gaps++
		st.flags = seen
		if !p.severed {
			st.past |= byGap
		}
	case p.fast:
		if err := p.leap(number, st); err != nil {
			return err
		}
		st.flags = seen | leapt
		st.past |= tooFast
	default:
		flags := uint8(0)
		if st.flags&moving == 0 {
			flags = begins
		}
		if err := p.emit(number, st, flags, t, at); err != nil {
			return err
		}
		st.start, st.flags = st.t, seen|moving
		st.past |= joined
	}
	st.t, st.at = t, *at
	p.extent.End = max(p.extent.End, t+0)
	return nil
}

// leap ends a piece from whose last sample the way is too fast. If the way to that was so too, it is
// left out, and the gap before it lasts.
func (p *pass) leap(number uint32, st *state) error {
	if st.flags&leapt != 0 {
		p.left.CutOff++
		return nil
	}
	p.gaps++
	p.left.SpeedGaps++
	return p.finish(number, st, closes)
}

// finish ends a piece: a sample that no segment leads to becomes a point event. Of the segment that
// leads to any other, which was emitted before it was known, a row of flags tells that it is the
// last of its piece, unless there are none. It is found where the segment starts.
func (p *pass) finish(number uint32, st *state, flags uint8) error {
	if st.flags&moving == 0 {
		return p.emit(number, st, begins|ends|point, st.t, &st.at)
	}
	if flags == 0 {
		return nil
	}
	if err := p.room(); err != nil {
		return err
	}
	p.buffer.add(number, st.number-1, flags, st.start, st.t, &st.at, &st.at)
	return nil
}

// emit puts the segment from the last sample of a trajectory to another into the buffer.
func (p *pass) emit(number uint32, st *state, flags uint8, t float64, at *position) error {
	if err := p.room(); err != nil {
		return err
	}
	if st.number == math.MaxUint32 {
		return fmt.Errorf("spool: %s: a trajectory of more than 4,294,967,295 segments", p.name)
	}
	p.buffer.add(number, st.number, flags, st.t, t, &st.at, at)
	if flags&begins != 0 {
		p.widen(&st.at)
	}
	p.widen(at)
	st.number++
	p.segments++
	return nil
}

// room makes room in the buffer for a row.
func (p *pass) room() error {
	if p.buffer.full() {
		return p.flush()
	}
	return nil
}

// end emits what is left of all trajectories, and writes the last reel. It leaves the segments
// in memory if none was written. That the last segment of a trajectory ends its piece is known by
// its number.
func (p *pass) end() error {
	if !p.started {
		return errors.New("spool: no rows") // ReadRows has an error for that
	}
	if p.refused != nil && p.loose {
		return p.refused
	}
	if p.refused != nil {
		return format.NewCurveError(p.name, p.refused)
	}
	for number := range uint32(p.states.n) {
		if st := p.states.at(number); st.flags&seen != 0 {
			if err := p.finish(number, st, 0); err != nil {
				return err
			}
			countAlone(&p.left, st.past)
		}
	}
	if err := p.wait(); err != nil {
		return err
	}
	err := p.reels.last(p.buffer)
	p.buffer, p.spare = nil, nil
	return err
}
