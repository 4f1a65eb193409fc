package spool

import (
	"context"
	"errors"
	"math"
	"slices"
	"unsafe"

	"flyby/internal/radix"
	"flyby/internal/slab"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/format/parquet"
	"flyby/trajectory/input"
)

// times goes through the ids and times of a Parquet file once, counts segments, and notes when they
// start and end.
type times struct {
	d        *direct
	memory   uint64
	grain    grain
	skip     bool
	kind     trajectory.TimeKind
	radius   bool
	states   states[moment]
	radii    [][]float64 // pages of radii, as states has them
	segments uint64
	gaps     uint64
	closed   []uint64  // number of the trajectory, then of the segment
	starts   []float64 // of the segments of a reel
	ends     []float64
	reels    []reel
}

// A moment is when a trajectory was seen last.
type moment struct {
	t      float64
	start  float64 // if it is moving: the time of the sample before
	number uint32  // segments so far
	flags  uint8   // seen, moving
	past   uint8   // joined, byGap
}

// momentBytes is the memory of a trajectory while times are read, beside its id: its moment, its
// number among those in order, and how many segments it has.
const momentBytes = uint64(unsafe.Sizeof(moment{})) + 4 + 4

// errIndirect ends the reading of times: the file is to be read to reels, for it does not fit, or it
// has rows that are not in order, of which input.ReadRows tells.
var errIndirect = errors.New("spool: not from row groups")

// readTimes reads the times of a file of which slabs can be read from row groups. ok is false where
// that is not so, for whatever reason.
func readTimes(ctx context.Context, path string, o Options) (s *Spool, report format.Report, ok bool) {
	// Where the ways between samples are split or too fast, segments are told by positions.
	if o.Copied || o.Format.Places != nil || o.Format.Curve > 0 || o.way == byReels || o.way != always && directGathering > o.Memory/gatheringPart || o.Format.LonLat || o.Format.Upright || !(o.Format.MaxGap >= 0) {
		return nil, format.Report{}, false
	}
	groups, ok := input.OpenGroups(path, o.Format)
	if !ok {
		return nil, format.Report{}, false
	}
	if groups.LonLat() || o.Format.Adapt(path, groups.Units()) != nil || o.Format.MaxSpeed > 0 {
		groups.Close() //nolint:errcheck // it was only read
		return nil, format.Report{}, false
	}
	d := &direct{path: path, groups: groups, maxGap: o.Format.MaxGap, radius: o.Format.Radius}
	if s, report, ok = d.read(ctx, o); !ok {
		groups.Close() //nolint:errcheck // it was only read
	}
	return s, report, ok
}

// slabPart is the part of the memory for reading that a slab has later, about.
const slabPart = 6

// read reads the times.
func (d *direct) read(ctx context.Context, o Options) (s *Spool, report format.Report, ok bool) {
	if o.way == byTimes && !(d.isLocated() && d.promises(o.Memory/slabPart)) {
		return nil, report, false
	}
	p := &times{d: d, memory: o.Memory, grain: o.grain, skip: o.Format.SkipBadRows, radius: d.groups.HasRadius()}
	if p.grain == (grain{}) {
		p.grain = usual()
	}
	d.spans = make([]span, d.groups.Len())
	for i := range d.spans {
		d.spans[i] = noSpan()
	}
	// What is wrong with positions decides which rows are left out.
	part := parquet.Pick{Groups: d.all(), Keys: !o.Format.SkipBadRows, Numbers: true}
	ids, report, err := d.groups.Read(ctx, part, p.take)
	if err != nil || p.end() != nil {
		return nil, report, false
	}
	s = p.spool(ids)
	if s.Gathering() > o.Memory/gatheringPart && o.way != always {
		return nil, report, false
	}
	for number := range uint32(p.states.n) {
		countAlone(&report.LeftOut, p.states.at(number).past)
	}
	report.Heights = s.whole.Space.Dim == 3 || s.whole.Space.Heights // z is read with the slabs
	return s, report, true
}

// gatheringPart is the part of the memory for reading that gathering may take.
const gatheringPart = 3

// take is a format.RowsFunc.
func (p *times) take(rows *format.Rows, _ func(*trajectory.RowError) error) error {
	p.kind = rows.Times
	if err := p.fit(rows); err != nil {
		return err
	}
	in := &p.d.spans[rows.Group]
	for row, number := range rows.ID.Code {
		st, t := p.states.at(number), rows.T[row]
		if !p.follows(rows, row, number, st) {
			return errIndirect
		}
		in.first, in.last = min(in.first, t), max(in.last, t)
		switch {
		case st.flags&seen == 0:
			st.flags = seen
		case p.d.apart(st.t, t):
			if err := p.finish(number, st); err != nil {
				return err
			}
			p.gaps++
			st.flags, st.past = seen, st.past|byGap
		default:
			in.from, in.to = min(in.from, st.t), max(in.to, st.t)
			if err := p.emit(st, t); err != nil {
				return err
			}
			st.start, st.flags, st.past = st.t, seen|moving, st.past|joined
		}
		st.t = t
	}
	return nil
}

// follows reports whether a row is later than the one before it in its trajectory, and has the same
// radius.
func (p *times) follows(rows *format.Rows, row int, number uint32, st *moment) bool {
	if st.flags&seen == 0 {
		if p.radius {
			p.radii[number/statePage][number%statePage] = rows.R[row]
		}
		return true
	}
	return rows.T[row] > st.t && (!p.radius || rows.R[row] == p.radii[number/statePage][number%statePage])
}

// finish ends a piece that a gap follows, or makes a point event of one of a single sample.
func (p *times) finish(number uint32, st *moment) error {
	if st.flags&moving == 0 {
		return p.emit(st, st.t)
	}
	p.closed = append(p.closed, uint64(number)<<32|uint64(st.number-1))
	return nil
}

// emit notes a segment.
func (p *times) emit(st *moment, end float64) error {
	if st.number == math.MaxUint32 {
		return errIndirect
	}
	st.number++
	p.segments++
	p.starts, p.ends = append(p.starts, st.t+0), append(p.ends, end+0)
	if len(p.starts) == cap(p.starts) {
		p.reel()
	}
	return nil
}

// reel makes a reel without pages of the segments that are noted.
func (p *times) reel() {
	if len(p.starts) == 0 {
		return
	}
	made := reel{rows: len(p.starts), sample: p.grain.sampleOf(cap(p.starts))}
	made.starts, made.ends = samplesOf(p.starts, made.sample), samplesOf(p.ends, made.sample)
	p.reels = append(p.reels, made)
	p.starts, p.ends = p.starts[:0], p.ends[:0]
}

// samplesOf puts values in order and returns every n-th.
func samplesOf(values []float64, n int) (samples []float64) {
	if !slices.IsSorted(values) {
		radix.Floats(values)
	}
	for i := 0; i < len(values); i += n {
		samples = append(samples, values[i])
	}
	return samples
}

// What a segment of a reel takes while it is sorted, and how many a reel has at most.
const (
	notedBytes = 4 * 8
	mostNoted  = 1 << 20
)

// fit makes room for the trajectories of rows, if there is some.
func (p *times) fit(rows *format.Rows) error {
	p.states.grow(rows.Trajectories)
	for p.radius && len(p.radii) < len(p.states.pages) {
		p.radii = append(p.radii, make([]float64, statePage))
	}
	each := momentBytes
	if p.radius || p.d.radius > 0 {
		each += radiusBytes
	}
	if p.starts == nil {
		n := max(p.grain.least, min(p.grain.most, mostNoted, int(min(math.MaxInt32, p.memory/4/notedBytes))))
		p.starts, p.ends = make([]float64, 0, n), make([]float64, 0, n)
	}
	need := uint64(len(p.states.pages))*statePage*each + uint64(rows.IDBytes) + notedBytes*uint64(cap(p.starts)) + 8*uint64(cap(p.closed))
	if need > p.memory || 8*uint64(cap(p.closed)) > p.memory/gatheringPart {
		return errIndirect
	}
	return nil
}

// end notes what is left of all trajectories.
func (p *times) end() error {
	for number := range uint32(p.states.n) {
		if st := p.states.at(number); st.flags&(seen|moving) == seen {
			if err := p.emit(st, st.t); err != nil {
				return err
			}
		}
	}
	p.reel()
	p.starts, p.ends = nil, nil
	return nil
}

// spool returns what was read.
func (p *times) spool(ids format.IDs) *Spool {
	s := &Spool{direct: p.d, reels: p.reels, gaps: p.gaps}
	s.whole = slab.Whole{Kind: p.kind, Space: p.d.groups.Space(), Segments: p.segments, Extent: noExtent()}
	for _, of := range p.d.spans {
		s.whole.Extent.Start, s.whole.Extent.End = min(s.whole.Extent.Start, of.first+0), max(s.whole.Extent.End, of.last+0)
	}
	s.whole.Extent.Min, s.whole.Extent.Max = p.d.groups.Box()
	s.take(ids, p.states.n, p.radii, func(number uint32) (segments uint32, known bool) {
		st := p.states.at(number)
		return st.number, st.flags&seen != 0
	})
	for i, c := range p.closed {
		p.closed[i] = uint64(s.place[c>>32])<<32 | c&math.MaxUint32
	}
	s.giveRadius(p.d.radius)
	slices.Sort(p.closed)
	p.d.closed, s.place = slices.Clip(p.closed), nil
	return s
}
