package spool

import (
	"math"

	"flyby/trajectory"
)

// widen has the extent hold a position.
func (p *pass) widen(at *position) {
	for k := range p.space.Dim {
		p.extent.Min[k], p.extent.Max[k] = min(p.extent.Min[k], at[k]), max(p.extent.Max[k], at[k])
	}
}

// noExtent is the extent of no sample.
func noExtent() (e trajectory.Extent) {
	e.Start, e.End = math.Inf(1), math.Inf(-1)
	for k := range e.Min {
		e.Min[k], e.Max[k] = math.Inf(1), math.Inf(-1)
	}
	return e
}

// width returns how many numbers a position has, its height included.
func (p *pass) width() int {
	if p.space.Heights {
		return p.space.Dim + 1
	}
	return p.space.Dim
}
