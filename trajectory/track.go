package trajectory

import "unsafe"

// A track is the state of a trajectory in a Builder.
type track struct {
	t      float64 // of its last sample
	start  float64 // if it is moving: the time of the sample before
	number uint32  // segments so far
	flags  uint8   // seen, moving, leapt, ended, resumes
	past   uint8   // joined, byTime, bySpeed
}

// Flags of a track.
const (
	seen    uint8 = 1 << iota // the trajectory has a sample
	moving                    // the last sample follows another in its piece: a segment leads to it
	leapt                     // or the way to the last sample was too fast
	ended                     // no piece of the trajectory is open
	resumes                   // the last sample begins a piece at a splice, and no segment leads from it yet
)

// Kinds of links between consecutive samples. A track remembers the first four kinds of its trajectory.
const (
	joined   uint8 = 1 << iota // a segment
	byTime                     // a gap of MaxGap
	bySpeed                    // a gap of MaxSpeed
	byPiece                    // a gap between pieces of the rows
	bySplice                   // no gap: the next piece begins as the last ends
)

// trackPage is how many tracks are allocated at a time, so that none has to be moved.
const trackPage = 1 << 12

// pages holds a value for each trajectory, by number.
type pages[T any] struct {
	pages [][]T
	n     int
}

func (p *pages[T]) at(number uint32) *T { return &p.pages[number/trackPage][number%trackPage] }

// grow makes room for n values, some at a time.
func (p *pages[T]) grow(n, each int) {
	for p.n = max(p.n, n); len(p.pages)*trackPage < p.n; {
		p.pages = append(p.pages, make([]T, each))
	}
}

// bytes returns the memory of the values.
func (p *pages[T]) bytes() (n uint64) {
	var one T
	for _, page := range p.pages {
		n += uint64(len(page)) * uint64(unsafe.Sizeof(one))
	}
	return n
}

// grow makes room for n tracks and the values kept with each.
func (b *Builder) grow(n, each int) {
	b.tracks.grow(n, each)
	if b.has.positions {
		b.last.grow(n, each)
	}
	if b.o.Path != nil {
		b.read.grow(n, each)
	}
	if b.has.velocity {
		b.speeds.grow(n, each)
	}
	if b.has.radius {
		b.radii.grow(n, each)
	}
	if b.has.piece {
		b.pieces.grow(n, each)
	}
}

// Bytes returns the memory that the Builder holds: of each trajectory 24 bytes, and 32 where rows have positions, 8 with a
// radius, 4 with pieces, 24 with a Path and 24 with velocities. Where there is no BuildOptions.MaxGap, the times between samples are counted
// in 16 KB, and 1 KB for each power of two among them; where there is no BuildOptions.MaxSpeed, speeds are counted in 32 KB, and 1 KB for each power of
// two among their squares.
func (b *Builder) Bytes() uint64 {
	return b.tracks.bytes() + b.last.bytes() + b.read.bytes() + b.speeds.bytes() + b.radii.bytes() + b.pieces.bytes() + b.far.bytes() + b.jumps.bytes()
}

// Segments returns how many segments a trajectory has so far. known is false where none of its rows is good.
func (b *Builder) Segments(number uint32) (segments uint32, known bool) {
	k := b.tracks.at(number)
	return k.number, k.flags&seen != 0
}

// Radius returns the radius of a trajectory of rows that have radii.
func (b *Builder) Radius(number uint32) float64 { return *b.radii.at(number) }

// Last returns the time of the last sample of a trajectory. open is false where no piece of it is open.
func (b *Builder) Last(number uint32) (t float64, open bool) {
	k := b.tracks.at(number)
	return k.t, k.flags&(seen|ended) == seen
}

// sample gathers a row, with its velocity where the path wants one.
func (b *Builder) sample(c *Columns, row int) Sample {
	s := c.Sample(row)
	if b.has.velocity {
		s.V, _ = c.Velocity(row)
	}
	return s
}

// lastSample is the last good row of a trajectory, as it was read.
func (b *Builder) lastSample(number uint32, k *track) Sample {
	s := Sample{T: k.t}
	third := 0.0
	switch {
	case b.o.Path != nil:
		at := b.read.at(number)
		s.X, s.Y, third = at[0], at[1], at[2]
	case b.has.positions:
		at := b.last.at(number)
		s.X, s.Y, third = at[0], at[1], at[2]
		if b.has.dim == 3 && b.has.heights {
			s.H = at[3]
		}
	}
	if b.has.dim == 3 {
		s.Z = third
	} else {
		s.H = third
	}
	if b.has.radius {
		s.R = *b.radii.at(number)
	}
	if b.has.velocity {
		s.V = *b.speeds.at(number)
	}
	return s
}
