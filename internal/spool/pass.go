package spool

import (
	"errors"
	"fmt"
	"sync/atomic"

	"flyby/internal/curve"
	"flyby/internal/memory"
	"flyby/internal/reading"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// A pass goes through the rows of a file once, and is the Collector of the segments that a Builder makes of them.
type pass struct {
	options format.Options
	memory  uint64
	grain   grain
	name    string
	builder *trajectory.Builder // nil before the first rows
	path    trajectory.Path     // of the builder
	box     box                 // of the segments
	times   trajectory.TimeKind
	radius  bool // rows have radii
	degrees bool // positions come in degrees and stay so
	loose   bool // see trajectory.Columns.Loose
	known   int  // trajectories so far

	buffer  *buffer
	spare   *buffer // nil while it is written
	written *buffer // being written; nil: none
	writing chan error
	reels   *reels
	done    atomic.Int64 // bytes of the file that are read, of
	total   atomic.Int64
}

// newPass prepares to read data of a name with about some rows; 0: unknown.
func newPass(name string, rows uint64, o Options) (*pass, error) {
	p := &pass{options: o.Format, memory: o.Memory, grain: o.grain, name: name}
	if name == "-" {
		p.name = "standard input"
	}
	if p.grain == (grain{}) {
		p.grain = usualGrain()
	}
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

// tooSmall returns the error of a memory that does not hold the state of trajectories and a small buffer.
func (p *pass) tooSmall(trajectories int, need uint64) error {
	what := "buffers for " + p.name
	if trajectories > 0 {
		what = fmt.Sprintf("%s trajectories of %s so far, and buffers,", memory.Count(trajectories), p.name)
	}
	return fmt.Errorf("spool: %w", &memory.Error{What: what, Bytes: need, Room: p.memory, By: "--memory"})
}

// start takes over the properties that the first rows have for all.
func (p *pass) start(rows *reading.Rows, c *trajectory.Columns) error {
	p.times, p.radius, p.loose = rows.Times, rows.R != nil, rows.Loose
	p.degrees = rows.LonLat && p.options.KeepDegrees
	p.box = newBox(&p.options, rows, c)
	if err := reading.Adapt(&p.options, p.name, rows.Units, c.T); err != nil {
		return err
	}
	o := p.options
	o.LonLat = rows.LonLat
	rules, err := reading.Rules(&o, p.name, c)
	if err != nil {
		return err
	}
	p.path = rules.Path
	p.builder, err = trajectory.NewBuilder(rows.Times, rules, p)
	return err
}

// take is a reading.RowsFunc.
func (p *pass) take(rows *reading.Rows, bad func(*trajectory.RowError) error) error {
	c := reading.Built(&p.options, rows.Columns)
	if p.builder == nil {
		if err := p.start(rows, &c); err != nil {
			return err
		}
	}
	if err := p.fit(rows, &c); err != nil {
		return err
	}
	return p.builder.Add(&c, bad)
}

// Segment puts a segment into the buffer.
func (p *pass) Segment(m *trajectory.BuiltSegment) error {
	if err := p.room(); err != nil {
		return err
	}
	p.box.hold(m)
	p.buffer.add(m.Traj, m.Number, flagsOf(m), m.T0, m.T1, &m.P0, &m.P1)
	return nil
}

// flagsOf returns the flags of a segment.
func flagsOf(m *trajectory.BuiltSegment) (flags uint8) {
	if m.Begins {
		flags = begins
	}
	if m.Spliced {
		flags |= spliced
	}
	if m.Point {
		flags |= ends | point
	}
	return flags
}

// Close puts a mark into the buffer that a segment is the last of its piece. The segment was put there before that was known; the mark has its start.
// The last segment of a trajectory needs no mark: its number shows that it ends its piece.
func (p *pass) Close(m *trajectory.BuiltSegment) error {
	if err := p.room(); err != nil {
		return err
	}
	p.buffer.add(m.Traj, m.Number, closes, m.T0, m.T1, &m.P0, &m.P1)
	return nil
}

// room makes room in the buffer for a row.
func (p *pass) room() error {
	if p.buffer.full() {
		return p.flush()
	}
	return nil
}

// end finishes all trajectories, and writes the last reel. It leaves the segments in memory if no reel was written.
func (p *pass) end() error {
	if p.builder == nil {
		return errors.New("spool: no rows") // ReadRows has an error for that
	}
	err := p.builder.End()
	if refused := (*curve.Error)(nil); errors.As(err, &refused) && !p.loose {
		return reading.NewCurveError(p.name, refused)
	}
	if err != nil {
		return err
	}
	if err := p.wait(); err != nil {
		return err
	}
	err = p.reels.last(p.buffer)
	p.buffer, p.spare = nil, nil
	return err
}

// widened reads data, and where o.Format.OrbitCurve would split segments into too many parts reads them once more with the least distance that does
// not, as curve.Path has it.
func widened(o Options, read func(Options) (*Spool, format.Report, error)) (*Spool, format.Report, error) {
	for {
		s, report, err := read(o)
		var refused *curve.Error
		if !errors.As(err, &refused) {
			return s, report, err
		}
		o.Format.OrbitCurve = refused.Fits
	}
}
