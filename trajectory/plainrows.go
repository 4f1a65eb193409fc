package trajectory

import "math"

// Plain rows need none of the rules that take time: they continue a moving piece along a straight line, without a limit of
// speed. Most rows are plain. The code of add for plain rows is repeated here for speed: it saves half the time of New, and a tenth
// of reading a spool.

// isPlain reports whether a row is plain.
func (b *Builder) isPlain(c *Columns, row int, number uint32, k *track) bool {
	t := c.T[row]
	return k.flags&moving != 0 && !b.ruled && t > k.t && t-k.t <= b.farthest && k.number < math.MaxUint32 &&
		(!b.has.radius || c.R[row] == *b.radii.at(number))
}

// goOn makes the segment to a plain row.
func (b *Builder) goOn(c *Columns, row int, number uint32, k *track) error {
	m := &b.made
	m.Traj, m.Number, m.Begins, m.Point, m.Parts, m.T0, m.T1 = number, k.number, false, false, 1, k.t, c.T[row]
	if b.has.positions {
		last := b.last.at(number)
		m.P0 = *last
		last[0], last[1] = c.X[row], c.Y[row]
		if c.Z != nil {
			last[2] = c.Z[row]
		}
		if c.H != nil {
			last[b.has.dim] = c.H[row]
		}
		m.P1 = *last
	}
	if b.far != nil {
		b.far.add(m.T1 - m.T0)
	}
	if b.jumps != nil {
		b.jumps.segment(number, m.T0, m.T1, &m.P0, &m.P1, true)
	}
	k.start, k.t = k.t, m.T1
	k.number++
	b.report.Segments++
	return b.to.Segment(m)
}

// plain takes, for New, the good plain rows from row on. It returns the first row that is bad or not plain, at most end.
func (b *Builder) plain(c *Columns, row, end int) int {
	k, first := b.tracks.at(0), row
	for ; row < end && b.isPlain(c, row, 0, k) && c.bounded(row); row++ {
		c.T[row] += 0
		k.start, k.t = k.t, c.T[row]
	}
	if n := row - first; n > 0 {
		if b.far != nil {
			b.far.between(c.T[first-1 : row]) // a good row stands before a plain one
		}
		k.number += uint32(n)
		b.report.Segments += uint64(n)
		*b.last.at(0) = b.position(c, row-1)
	}
	return row
}

// bounded reports whether the time, the coordinates and the height of a row are finite and of bounded magnitude. A plain row has the radius of the
// good row before it.
func (c *Columns) bounded(row int) bool {
	return c.T[row] <= MaxMagnitude && math.Abs(c.X[row]) <= MaxMagnitude && math.Abs(c.Y[row]) <= MaxMagnitude &&
		(c.Z == nil || math.Abs(c.Z[row]) <= MaxMagnitude) && (c.H == nil || math.Abs(c.H[row]) <= MaxMagnitude)
}
