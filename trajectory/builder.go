package trajectory

import (
	"errors"
	"math"
)

// A Builder makes segments of rows and hands them to a Collector. It alone applies the rules of BuildOptions: the order of
// a trajectory's rows, repeated rows, the radius, gaps, ways that are too fast, the Path along which
// an object moves, point events, and how long a place lasts.
//
// Rows come in the order of their file: trajectory after trajectory, or in order of time, with any number of trajectories
// open. The Builder remembers the last good row of each trajectory. Bytes returns its memory. See
// docs/decisions/0097-one-builder-of-segments.md.
type Builder struct {
	rules    Rules
	o        BuildOptions
	to       Collector
	leaps    leapCollector // to, where it is one
	has      columnSet
	begun    bool
	ruled    bool // no row is plain
	whole    bool // ways are handed on whole, whatever their parts: for New, which makes the samples between a column at a time
	tracks   pages[track]
	last     pages[Position]   // of the last samples
	read     pages[[3]float64] // X, Y and Z or H of the last samples as they were read, with a Path
	speeds   pages[[3]float64] // velocities of the last samples, with a Path of columns that have velocities
	radii    pages[float64]    // of columns with R
	pieces   pages[uint32]     // of the last rows, of columns with Piece
	made     BuiltSegment      // handed to the Collector
	farthest float64           // longest time between two samples that no gap parts
	far      *farTally         // of times between samples, nil where BuildOptions.MaxGap or Until is given
	jumps    *jumpTally        // of ways without a limit of speed, nil where rows have times alone
	report   BuildReport
}

// columnSet says which columns rows have, and of which kind their positions are.
type columnSet struct {
	positions, radius, piece, heights, loose, splices bool
	dim                                               int // coordinates as they are read
	velocity                                          bool
}

// NewBuilder returns a Builder. The error says which option is invalid.
func NewBuilder(times TimeKind, o BuildOptions, to Collector) (*Builder, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	b := &Builder{rules: Rules{Times: times}, o: o, to: to}
	b.leaps, _ = to.(leapCollector)
	return b, nil
}

// begin notes which columns all rows have.
func (b *Builder) begin(c *Columns) error {
	b.begun = true
	b.has = columnSet{positions: c.X != nil, radius: c.R != nil, piece: c.Piece != nil, heights: c.H != nil, loose: c.Loose, splices: c.Splices && b.o.Until == nil, dim: 2}
	if c.Z != nil {
		b.has.dim = 3
	}
	b.farthest = math.Inf(1)
	if b.o.MaxGap > 0 {
		b.farthest = b.o.MaxGap
	} else if b.o.Until == nil {
		b.far = &farTally{}
	}
	if b.has.positions && b.o.looksForJumps(c.V[0] != nil) {
		b.jumps = &jumpTally{}
	}
	if b.ruled = b.o.Path != nil || b.o.limitsSpeed() || b.o.Until != nil || b.has.piece; b.o.Path == nil {
		return nil
	}
	b.has.velocity = c.V[0] != nil
	return b.o.Path.Begin(c)
}

// at sets p to the last position of a trajectory.
func (b *Builder) at(number uint32, p *Position) {
	if b.has.positions {
		*p = *b.last.at(number)
	}
}

// Grow makes room for the trajectories numbered below n. rows are the first rows or any later ones.
func (b *Builder) Grow(rows *Columns, n int) error {
	if !b.begun {
		if err := b.begin(rows); err != nil {
			return err
		}
	}
	b.grow(n, trackPage)
	return nil
}

// Add takes the next rows. ID.Code holds the numbers of their trajectories, for which Grow made room; ID.Int and ID.Name
// are ignored. Every row must have passed Rules.Check, and all rows must have the same columns; rows without X and
// Y are built by their times alone.
//
// Add calls bad, in order, for each row that may not follow the good rows before it in its trajectory, with the row's index as
// RowError.Row, and leaves the row out. If bad returns an error, the building ends.
func (b *Builder) Add(c *Columns, bad func(*RowError) error) error {
	for row, number := range c.ID.Code {
		k := b.tracks.at(number)
		if b.isPlain(c, row, number, k) {
			if err := b.goOn(c, row, number, k); err != nil {
				return err
			}
			continue
		}
		if _, err := b.add(c, row, number, bad); err != nil {
			return err
		}
	}
	return nil
}

// add takes a row. It reports whether the row is good and repeats none.
func (b *Builder) add(c *Columns, row int, number uint32, bad func(*RowError) error) (taken bool, err error) {
	k := b.tracks.at(number)
	if b.o.Until != nil && c.T[row] > *b.o.Until {
		e := b.rules.bad("t", c.T[row], "after the last instant of places ("+b.rules.show("t", *b.o.Until)+")")
		e.Row = row
		return false, bad(e)
	}
	parted := uint8(0)
	if k.flags&seen != 0 {
		parted = b.parted(c, row, number, k)
		if !((c.T[row] > k.t || parted == bySplice) && (!b.has.radius || c.R[row] == *b.radii.at(number))) {
			return false, b.unfit(c, row, number, bad)
		}
	} else if b.has.radius {
		*b.radii.at(number) = c.R[row]
	}
	if b.has.piece {
		*b.pieces.at(number) = c.Piece[row]
	}
	if b.o.Path != nil {
		s := b.sample(c, row)
		err = b.along(number, k, &s, parted)
	} else {
		err = b.straight(c, row, number, k, parted)
	}
	if err == nil && b.o.Until != nil {
		err = b.stay(number, k)
	}
	return true, err
}

// parted returns the kind of gap that lies before a row, whatever the row's position: byPiece, bySplice, byTime, or 0 for none.
func (b *Builder) parted(c *Columns, row int, number uint32, k *track) uint8 {
	other := b.has.piece && *b.pieces.at(number) != c.Piece[row]
	switch {
	case other && b.has.splices && c.T[row] == k.t && k.flags&ended == 0:
		return bySplice
	case k.flags&ended != 0, other:
		return byPiece
	case b.o.MaxGap > 0 && c.T[row]-k.t > b.o.MaxGap:
		return byTime
	}
	return 0
}

// straight continues a trajectory along a straight line.
func (b *Builder) straight(c *Columns, row int, number uint32, k *track, parted uint8) error {
	var at Position
	if b.has.positions {
		at = b.position(c, row)
	}
	if b.o.MaxSpeed > 0 && b.has.positions && parted == 0 && k.flags&seen != 0 && b.lastSample(number, k).Faster(c.Sample(row), b.o.MaxSpeed) {
		parted = bySpeed
	}
	b.lasted(k, c.T[row], parted)
	b.went(number, k, c.T[row], &at, parted)
	return b.step(number, k, c.T[row], &at, 1, parted)
}

// position returns the position of a row.
func (b *Builder) position(c *Columns, row int) (at Position) {
	at[0], at[1] = c.X[row], c.Y[row]
	if c.Z != nil {
		at[2] = c.Z[row]
	}
	if c.H != nil {
		at[b.has.dim] = c.H[row]
	}
	return at
}

// along continues a trajectory along the path.
func (b *Builder) along(number uint32, k *track, s *Sample, parted uint8) error {
	path, parts := b.o.Path, 1
	var at Position
	if !b.whole {
		at = path.Position(s)
	}
	if k.flags&seen != 0 && parted == 0 {
		last := b.lastSample(number, k)
		switch {
		case b.o.MaxSpeed > 0 && path.Faster(&last, s, b.o.MaxSpeed):
			parted = bySpeed
		default:
			b.lasted(k, s.T, 0)
			b.went(number, k, s.T, &at, 0)
			if parts = max(1, path.Parts(&last, s)); parts > 1 {
				b.report.Split, b.report.Added = b.report.Split+1, b.report.Added+parts-1
			}
			if parts > 1 && !b.whole {
				if err := b.between(number, k, &last, s, parts); err != nil {
					return err
				}
				parts = 1
			}
		}
	}
	third := s.Z
	if b.has.heights {
		third = s.H
	}
	*b.read.at(number) = [3]float64{s.X, s.Y, third}
	if b.has.velocity {
		*b.speeds.at(number) = s.V
	}
	return b.step(number, k, s.T, &at, parts, parted)
}

// between makes the segments of all parts of a way except the last.
func (b *Builder) between(number uint32, k *track, from, to *Sample, parts int) error {
	for t, at := range b.o.Path.Between(from, to, parts) {
		if err := b.step(number, k, t, &at, 1, 0); err != nil {
			return err
		}
	}
	return nil
}

// stay makes the second sample of a row that is a place.
func (b *Builder) stay(number uint32, k *track) error {
	b.report.Places++
	if *b.o.Until == k.t {
		return nil
	}
	if b.whole {
		k.t = *b.o.Until
		return nil
	}
	var at Position
	b.at(number, &at)
	return b.step(number, k, *b.o.Until, &at, 1, 0)
}

// step continues a trajectory to the position at at the time t.
func (b *Builder) step(number uint32, k *track, t float64, at *Position, parts int, parted uint8) error {
	switch {
	case k.flags&seen == 0:
		k.flags = seen
	case parted == bySpeed:
		if b.leaps != nil {
			b.leaps.Leap(number, k.t, t)
		}
		if err := b.leap(number, k); err != nil {
			return err
		}
		k.flags, k.past = seen|leapt, k.past|bySpeed
	case parted == bySplice:
		b.splice(k)
	case parted != 0:
		if err := b.endPiece(number, k, parted); err != nil {
			return err
		}
		k.flags = seen
	default:
		if err := b.join(number, k, t, at, parts); err != nil {
			return err
		}
		k.start, k.flags, k.past = k.t, seen|moving, k.past|joined
	}
	if k.t = t; b.has.positions {
		*b.last.at(number) = *at
	}
	return nil
}

// leap ends a piece where the way from its last sample is too fast. If the way to this sample was too fast as well, the sample is
// left out, and the gap before it remains.
func (b *Builder) leap(number uint32, k *track) error {
	if k.flags&leapt != 0 {
		b.report.CutOff++
		return nil
	}
	b.report.Gaps++
	b.report.SpeedGaps++
	return b.finish(number, k, true)
}

// splice ends a piece that does not own its end. A piece of one sample has no instant of its own: it is left out.
func (b *Builder) splice(k *track) {
	if k.flags&moving != 0 {
		b.report.Gaps++
		k.flags |= resumes
	}
	k.flags &= seen | resumes
}

// join makes the segment from the last sample of a trajectory to another.
func (b *Builder) join(number uint32, k *track, t float64, at *Position, parts int) error {
	m := &b.made
	m.Begins, m.Spliced, m.Point, m.Parts = k.flags&moving == 0, k.flags&resumes != 0, false, parts
	m.T0, m.T1, m.P1 = k.t, t, *at
	b.at(number, &m.P0)
	return b.emit(number, k)
}

// finish ends a piece. If no segment leads to its last sample, the sample becomes a point event, or is left out where it begins at a splice: the piece before
// it owns its end then. Otherwise the Collector is told of the gap after the last segment, if there is one.
func (b *Builder) finish(number uint32, k *track, gap bool) error {
	m := &b.made
	m.T0, m.T1, m.Parts = k.t, k.t, 1
	b.at(number, &m.P0)
	m.P1 = m.P0
	if k.flags&(moving|resumes) == 0 {
		m.Begins, m.Spliced, m.Point = true, false, true
		return b.emit(number, k)
	}
	if !gap {
		return nil
	}
	m.Traj, m.Number, m.Begins, m.Spliced, m.Point, m.T0 = number, k.number-1, false, false, false, k.start
	return b.to.Close(m)
}

var errManySegments = errors.New("trajectory: more than 4,294,967,295 segments of a trajectory")

// emit hands the segment to the Collector.
func (b *Builder) emit(number uint32, k *track) error {
	parts := uint64(b.made.Parts)
	if uint64(k.number)+parts > math.MaxUint32 && !b.whole { // New counts samples
		return errManySegments
	}
	b.made.Traj, b.made.Number = number, k.number
	k.number += uint32(parts)
	b.report.Segments += parts
	return b.to.Segment(&b.made)
}

// unfit leaves out a row that is not later than the last row of its trajectory, or has another radius: it repeats that row, or is bad.
func (b *Builder) unfit(c *Columns, row int, number uint32, bad func(*RowError) error) error {
	before := b.lastSample(number, b.tracks.at(number))
	if b.o.Until != nil { // the object is at its place since the row's time
		before.T = c.T[row]
	}
	s := Sample{T: c.T[row]}
	if b.has.positions {
		s = c.Sample(row)
	} else if b.has.radius {
		s.R = c.R[row]
	}
	if b.has.loose || !b.has.velocity {
		s.V, before.V = [3]float64{}, [3]float64{}
	}
	e := b.rules.Follow(s, before)
	if e == nil {
		b.report.Repeats++
		return nil
	}
	e.Row = row
	return bad(e)
}

// Report returns the counts of rows, segments and samples so far.
func (b *Builder) Report() BuildReport {
	made := b.report
	made.FarApart, made.Jumps = b.far.report(), b.jumps.report()
	return made
}
