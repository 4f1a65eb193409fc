package spool

import (
	"math"

	"flyby/internal/reading"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// A box is the space of the segments that a Builder makes, and their extent.
type box struct {
	space  trajectory.Space
	extent trajectory.Extent
}

// newBox returns the box of no segment, for rows that were read with options; c has the columns as the Builder
// takes them.
func newBox(o *format.Options, rows *reading.Rows, c *trajectory.Columns) box {
	b := box{space: trajectory.Space{Dim: 2, Frame: rows.Frame, Heights: o.Upright}, extent: noExtent()}
	if rows.LonLat && !o.KeepDegrees {
		b.space.Frame = trajectory.EarthCentred
	}
	if c.Z != nil || b.space.Frame == trajectory.EarthCentred {
		b.space.Dim = 3
	}
	return b
}

// hold widens the box by a segment.
func (b *box) hold(m *trajectory.BuiltSegment) {
	if m.Begins {
		b.extent.Start = min(b.extent.Start, m.T0+0)
		b.widen(&m.P0)
	}
	b.extent.End = max(b.extent.End, m.T1+0)
	b.widen(&m.P1)
}

// widen widens the extent by a position.
func (b *box) widen(at *position) {
	for k := range b.space.Dim {
		b.extent.Min[k], b.extent.Max[k] = min(b.extent.Min[k], at[k]), max(b.extent.Max[k], at[k])
	}
}

// closed returns the extent, 0 along axes that the space lacks.
func (b *box) closed() trajectory.Extent {
	for k := b.space.Dim; k < len(b.extent.Min); k++ {
		b.extent.Min[k], b.extent.Max[k] = 0, 0
	}
	return b.extent
}

// noExtent returns the extent of no sample.
func noExtent() (e trajectory.Extent) {
	e.Start, e.End = math.Inf(1), math.Inf(-1)
	for k := range e.Min {
		e.Min[k], e.Max[k] = math.Inf(1), math.Inf(-1)
	}
	return e
}

// widthOf returns how many numbers a position has, its height included.
func widthOf(s trajectory.Space) int {
	if s.Heights {
		return s.Dim + 1
	}
	return s.Dim
}
