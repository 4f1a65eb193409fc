package baseline

import "flyby/trajectory"

// timeWeight is the weight, when leaves are grouped, of a step of one mean box
// in time; a step of one mean box in space has weight 1. Boxes are searched with
// a margin of the threshold in space and none in time, and boxes that follow
// each other in time do not meet, so it pays to group by time first. Measured on
// GAL: 1 costs a third more box tests than 4, and more than 4 gains next to nothing.
const timeWeight = 4

// scale makes times and positions comparable: it measures them in units of the
// mean extent of a box. All axes of space have the same unit.
type scale struct {
	start       float64
	origin      [3]float64
	time, space float64 // units per unit of time and length
}

// scaleSample is about the number of boxes that newScale measures.
const scaleSample = 10_000

// newScale measures some of the runs. A small part of the store's extent is
// added, for boxes that have none.
func newScale(s *trajectory.Store, runs []run) scale {
	e := s.Extent()
	const part = 0x1p-20
	time, space := (e.End-e.Start)*part, 0.0
	for k := range 3 {
		space = max(space, (e.Max[k]-e.Min[k])*part)
	}
	step := max(1, len(runs)/scaleSample)
	n := float64((len(runs) + step - 1) / step)
	for i := 0; i < len(runs); i += step {
		b := boundsOf(s, runs[i], 0)
		time += (b.last - b.first) / n
		for k := range s.Dim() {
			space += (b.max[k] - b.min[k]) / n / float64(s.Dim())
		}
	}
	return scale{start: e.Start, origin: e.Min, time: timeWeight / time, space: 1 / space}
}

// centre returns twice the centre of a box, relative to the store's.
func (c *scale) centre(b bounds) [4]float32 {
	p := [4]float32{float32(((b.first - c.start) + (b.last - c.start)) * c.time)}
	for k := range 3 {
		p[k+1] = float32(((b.min[k] - c.origin[k]) + (b.max[k] - c.origin[k])) * c.space)
	}
	return p
}
