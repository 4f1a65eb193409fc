package binindex

import "math"

// Box is the 4-D box of a run or group in a Frame: corners rounded outwards
// and widened by the radii inside, and the range of ticks. It has 32 bytes, and
// devices have the same layout.
type Box struct {
	Min, Max    [3]float32
	First, Last uint32 // ticks, inclusive; First > Last: empty
}

// Meets reports whether two boxes share a tick.
func (b *Box) Meets(o *Box) bool {
	return b.First <= o.Last && o.First <= b.Last
}

// Near reports whether two boxes share a tick and lie within the distance
// whose Reach is given. It returns true for the boxes of any two segments that hit.
func (b *Box) Near(o *Box, reach float32) bool {
	if b.First > o.Last || o.First > b.Last {
		return false
	}
	x := gap(b.Min[0], b.Max[0], o.Min[0], o.Max[0])
	y := gap(b.Min[1], b.Max[1], o.Min[1], o.Max[1])
	z := gap(b.Min[2], b.Max[2], o.Min[2], o.Max[2])
	return float32(x*x)+float32(y*y)+float32(z*z) <= reach
}

// gap returns the distance of two ranges, 0 where they overlap.
func gap(amin, amax, bmin, bmax float32) float32 {
	return max(amin-bmax, bmin-amax, 0)
}

// widen moves every side outwards by at least r.
func (b *Box) widen(r float32) {
	inf := float32(math.Inf(1))
	for k := range 3 {
		b.Min[k] = math.Nextafter32(b.Min[k]-r, -inf)
		b.Max[k] = math.Nextafter32(b.Max[k]+r, inf)
	}
}

// extend grows the box to cover another.
func (b *Box) extend(o *Box) {
	for k := range 3 {
		b.Min[k] = min(b.Min[k], o.Min[k])
		b.Max[k] = max(b.Max[k], o.Max[k])
	}
	b.First, b.Last = min(b.First, o.First), max(b.Last, o.Last)
}

// Size returns the longest side of the box in the frame's length, with a tick
// counted as tickSize. A walk opens the box of larger Size.
func (b *Box) Size(tickSize float32) float32 {
	return max(b.Max[0]-b.Min[0], b.Max[1]-b.Min[1], b.Max[2]-b.Min[2], float32(b.Last-b.First)*tickSize)
}
