package spool

import (
	"runtime/debug"

	"flyby/internal/reading"
	"flyby/trajectory"
)

// Flags of a segment.
const (
	begins  uint8 = 1 << iota // the segment is the first of its piece
	ends                      // and the last
	point                     // it is a point event
	closes                    // no segment, but a mark that an earlier segment ends its piece
	spliced                   // the segment is the first of its piece, which begins at a splice
)

// A position is the coordinates of a sample, then its height where there are heights.
type position = trajectory.Position

// Bytes of a trajectory while a file is read, beside its id and the Builder's state: its number in the order, and a radius that all
// trajectories are given.
const (
	numberBytes = 4
	radiusBytes = 8
)

// trackedAt is how many trajectories a Builder makes room for at a time.
const trackedAt = 1 << 12

// fit makes room for the trajectories of rows. Where memory is short, the buffers shrink.
func (p *pass) fit(rows *reading.Rows, c *trajectory.Columns) error {
	p.known = max(p.known, rows.Trajectories)
	if err := p.builder.Grow(c, p.known); err != nil {
		return err
	}
	each := uint64(numberBytes)
	if p.options.Radius > 0 && !p.radius {
		each += radiusBytes
	}
	need := p.builder.Bytes() + paged(p.known)*each + uint64(rows.IDBytes)
	least := bufferBytes(p.grain.least, widthOf(p.box.space))
	if need+least > p.memory {
		return p.tooSmall(rows.Trajectories, need+least)
	}
	room := min(p.grain.most, bufferRows(p.memory-need, widthOf(p.box.space)))
	if p.buffer == nil {
		p.buffer = newBuffer(room, widthOf(p.box.space))
		return nil
	}
	if room >= p.buffer.most {
		return nil
	}
	return p.shrink(room)
}

// paged returns a number of trajectories rounded up as a Builder makes room for them.
func paged(n int) uint64 { return (uint64(n) + trackedAt - 1) / trackedAt * trackedAt }

// shrink makes buffers of half the rows, or as many as fit. Their segments are written first.
func (p *pass) shrink(room int) error {
	if err := p.flush(); err != nil {
		return err
	}
	if err := p.wait(); err != nil {
		return err
	}
	room = max(p.grain.least, min(room, p.buffer.most/2))
	p.buffer, p.spare = nil, nil
	debug.FreeOSMemory() // now, so that no garbage counts beside the new ones
	p.buffer = newBuffer(room, widthOf(p.box.space))
	return nil
}
