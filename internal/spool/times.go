package spool

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"flyby/internal/memory"
	"flyby/internal/radix"
	"flyby/internal/reading"
	"flyby/internal/reading/fileset"
	"flyby/internal/reading/parquet"
	"flyby/internal/slab"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// times goes through the ids and times of a Parquet file once, and is the Collector of their segments: it records their starts and ends.
type times struct {
	d         *direct
	memory    uint64
	grain     grain
	kind      trajectory.TimeKind
	radius    bool
	builder   *trajectory.Builder
	box       box   // of the segments, where positions are read
	known     int   // trajectories so far
	group     *span // of the current rows
	ids       reading.IDs
	onSegment func(ids reading.IDs, traj, segment uint32, start, end float64) // nil: not called
	inPlace   bool                                                            // see ReadInPlace
	closed    []uint64                                                        // number of the trajectory, then of the segment
	starts    []float64                                                       // of the segments of a reel
	ends      []float64
	reels     []reel
}

// timedBytes is the bytes of a trajectory while times are read, beside its id and the Builder's state: its number in the order, and its number of
// segments.
const timedBytes = 4 + 4

// errIndirect ends the reading of times: the file is to be read to reels, as it does not fit, or has rows out of order, which fileset.ReadRows reports.
var errIndirect = errors.New("spool: not from row groups")

// readTimes reads the times of a file whose slabs can be read from row groups. ok is false for any other file, for whatever reason.
func readTimes(ctx context.Context, path string, o Options) (s *Spool, report format.Report, ok bool) {
	s, report, err := timesOf(ctx, path, o)
	return s, report, err == nil
}

// timesOf reads the times of a file whose slabs can be read from row groups. Any error means that the file is to be read otherwise; with inPlace an
// error that wraps memory.ErrNoRoom means that the memory is too little.
func timesOf(ctx context.Context, path string, o Options) (s *Spool, report format.Report, err error) {
	// Positions along great circles and curves take longer to make than a copy takes, and both readings would make them.
	if o.Copied || o.Format.LonLat || o.Format.Curve > 0 || o.Format.Places != nil || o.way == byReels || o.way == byTimes && directGathering > o.Memory/gatheringPart || !(o.Format.MaxGap >= 0) {
		return nil, format.Report{}, errIndirect
	}
	groups, ok := fileset.OpenGroups(path, o.Format)
	if !ok {
		return nil, format.Report{}, errIndirect
	}
	if groups.LonLat() || reading.Adapt(&o.Format, path, groups.Units(), groups.SomeTimes()) != nil {
		groups.Close() //nolint:errcheck // it was only read
		return nil, format.Report{}, errIndirect
	}
	d := &direct{path: path, groups: groups, maxGap: o.Format.MaxGap, radius: o.Format.Radius}
	// Limits of speed need positions; heights stand beside positions.
	if o.Format.LimitsSpeed() || o.Format.Upright {
		d.rules = &o.Format
	}
	if s, report, err = d.read(ctx, o); err != nil {
		groups.Close() //nolint:errcheck // it was only read
	}
	return s, report, err
}

// slabPart divides the memory for reading: a slab later has about that part.
const slabPart = 6

// read reads the times.
func (d *direct) read(ctx context.Context, o Options) (s *Spool, report format.Report, err error) {
	if o.way != always && !((d.rules != nil || d.isLocated()) && d.promises(d.rowsOf(&o))) {
		return nil, report, errIndirect
	}
	p := &times{d: d, memory: o.Memory, grain: o.grain, radius: d.groups.HasRadius(), onSegment: o.Starts, inPlace: o.way == inPlace}
	if p.grain == (grain{}) {
		p.grain = usualGrain()
	}
	d.spans = make([]span, d.groups.Len())
	for i := range d.spans {
		d.spans[i] = noSpan()
	}
	// Faults of positions decide which rows are left out.
	part := parquet.Pick{Groups: d.all(), Keys: !o.Format.SkipBadRows && !o.Format.KeepFirst && d.rules == nil, Numbers: true}
	ids, report, err := d.groups.Read(ctx, part, p.take)
	if err == nil {
		err = p.end()
	}
	if err != nil {
		return nil, report, err
	}
	made := p.builder.Report()
	if p.inPlace && made.LeftOut.CutOff > 0 { // it is not known then which rows are samples
		return nil, report, errIndirect
	}
	s = p.spool(ids)
	if s.Gathering() > o.Memory/gatheringPart && o.way == byTimes {
		return nil, report, errIndirect
	}
	report.FarApart = made.FarApart
	report.LeftOut.Add(made.LeftOut)
	report.Heights = d.groups.Space().Dim == 3 // of the file: z is read with the slabs
	return s, report, nil
}

// gatheringPart divides the memory for reading: gathering may take that part.
const gatheringPart = 3

// take is a reading.RowsFunc.
func (p *times) take(rows *reading.Rows, _ func(*trajectory.RowError) error) error {
	p.kind, p.group, p.ids = rows.Times, &p.d.spans[rows.Group], rows.Known
	c, err := p.columns(rows)
	if err != nil {
		return err
	}
	if err := p.fit(rows, &c); err != nil {
		return err
	}
	if err := p.builder.Add(&c, func(*trajectory.RowError) error { return errIndirect }); err != nil {
		return err
	}
	if p.builder.Report().Repeats > 0 { // repeats by time, perhaps not by place
		return errIndirect
	}
	for _, t := range rows.T {
		p.group.first, p.group.last = min(p.group.first, t), max(p.group.last, t)
	}
	return nil
}

// columns returns the rows as the builder takes them, and makes the builder at the first rows.
func (p *times) columns(rows *reading.Rows) (c trajectory.Columns, err error) {
	if c = (trajectory.Columns{ID: rows.ID, T: rows.T, R: rows.R}); p.d.rules != nil {
		c = reading.Built(p.d.rules, rows.Columns)
	}
	if p.builder != nil {
		return c, nil
	}
	rules := trajectory.BuildOptions{MaxGap: p.d.maxGap}
	if p.d.rules != nil {
		p.box = newBox(p.d.rules, rows, &c)
		if rules, err = reading.Rules(p.d.rules, p.d.path, &c); err != nil || rows.Loose {
			return c, errIndirect // the reading to reels returns the error
		}
	}
	p.builder, err = trajectory.NewBuilder(rows.Times, rules, p)
	return c, err
}

// Segment records the start and the end of a segment, and its positions.
func (p *times) Segment(m *trajectory.BuiltSegment) error {
	if !m.Point {
		p.group.leads(m.T0)
	}
	if p.d.rules != nil {
		p.box.hold(m)
	}
	if p.onSegment != nil {
		p.onSegment(p.ids, m.Traj, m.Number, m.T0, m.T1)
	}
	p.starts, p.ends = append(p.starts, m.T0+0), append(p.ends, m.T1+0)
	if len(p.starts) == cap(p.starts) {
		p.reel()
	}
	return nil
}

// Leap records that a slab with a sample needs the next one, though the way is too fast: the next one decides whether the sample stays.
func (p *times) Leap(_ uint32, from, _ float64) {
	p.group.leads(from)
}

// Close records a segment that a gap follows.
func (p *times) Close(m *trajectory.BuiltSegment) error {
	p.closed = append(p.closed, uint64(m.Traj)<<32|uint64(m.Number))
	return nil
}

// reel makes a reel without pages of the recorded segments.
func (p *times) reel() {
	if len(p.starts) == 0 {
		return
	}
	made := reel{rows: len(p.starts), sample: p.grain.sampleOf(cap(p.starts))}
	made.starts, made.ends = samplesOf(p.starts, made.sample), samplesOf(p.ends, made.sample)
	p.reels = append(p.reels, made)
	p.starts, p.ends = p.starts[:0], p.ends[:0]
}

// samplesOf sorts values and returns every n-th.
func samplesOf(values []float64, n int) (samples []float64) {
	if !slices.IsSorted(values) {
		radix.Floats(values)
	}
	for i := 0; i < len(values); i += n {
		samples = append(samples, values[i])
	}
	return samples
}

// Bytes of a segment of a reel while it is sorted, and the most segments of a reel.
const (
	notedBytes = 4 * 8
	mostNoted  = 1 << 20
)

// fit makes room for the trajectories of rows, if the memory has some.
func (p *times) fit(rows *reading.Rows, c *trajectory.Columns) error {
	p.known = max(p.known, rows.Trajectories)
	if err := p.builder.Grow(c, p.known); err != nil {
		return err
	}
	each := uint64(timedBytes)
	if p.d.radius > 0 && !p.radius {
		each += radiusBytes
	}
	if p.starts == nil {
		n := max(p.grain.least, min(p.grain.most, mostNoted, int(min(math.MaxInt32, p.memory/4/notedBytes))))
		p.starts, p.ends = make([]float64, 0, n), make([]float64, 0, n)
	}
	need := p.builder.Bytes() + paged(p.known)*each + uint64(rows.IDBytes) + notedBytes*uint64(cap(p.starts)) + 8*uint64(cap(p.closed))
	if p.inPlace { // in place the kind of reading must not depend on the memory
		if need <= p.memory {
			return nil
		}
		return fmt.Errorf("spool: %w", &memory.Error{What: fmt.Sprintf("%s trajectories of %s so far, and gaps between them,", memory.Count(rows.Trajectories), p.d.path), Bytes: need, Room: p.memory, By: "--memory"})
	}
	if need > p.memory || 8*uint64(cap(p.closed)) > p.memory/gatheringPart {
		return errIndirect
	}
	return nil
}

// end finishes all trajectories.
func (p *times) end() error {
	if p.builder == nil {
		return errIndirect // no rows, for which ReadRows has an error
	}
	err := p.builder.End()
	p.reel()
	p.starts, p.ends = nil, nil
	return err
}

// spool returns the spool of the times.
func (p *times) spool(ids reading.IDs) *Spool {
	made := p.builder.Report()
	s := &Spool{direct: p.d, reels: p.reels, gaps: made.Gaps}
	s.whole = slab.Whole{Kind: p.kind, Space: p.d.groups.Space(), Segments: made.Segments, Extent: noExtent()}
	for _, of := range p.d.spans {
		s.whole.Extent.Start, s.whole.Extent.End = min(s.whole.Extent.Start, of.first+0), max(s.whole.Extent.End, of.last+0)
	}
	s.whole.Extent.Min, s.whole.Extent.Max = p.d.groups.Box()
	if p.d.rules != nil {
		s.whole.Space, s.whole.Extent = p.box.space, p.box.closed()
	}
	s.take(ids, p.known, p.builder, p.radius)
	for i, c := range p.closed {
		p.closed[i] = uint64(s.place[c>>32])<<32 | c&math.MaxUint32
	}
	s.giveRadius(p.d.radius)
	slices.Sort(p.closed)
	p.d.closed, s.place = slices.Clip(p.closed), nil
	return s
}
