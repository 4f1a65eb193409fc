package dense

import (
	"math"

	"flyby/internal/pointjoin"
)

// A disc is the neighbourhood of a point of the plane. internal/asm/dense knows its layout.
type disc struct {
	middle         [2]float64
	certainly, not float64 // see Threshold.Bounds
	within         [4]uint64
	unsure         [4]uint64
	leasts         [4]uint64 // in the low halves of the words
	use            vectors
}

// aim moves the disc to a point.
func (d *disc) aim(p []float64) { d.middle = [2]float64{p[0], p[1]} }

// Loops in few dimensions compare the bits of sums, which have the order of the sums, without a branch: within is the
// number of sums up to certainly, below the number of sums less than not.

// count counts the points in the disc.
func (d *disc) count(others []float64) (within, below uint64) {
	if fours := len(others) / 8; fours > 0 && d.use.count != nil {
		d.use.count(&d.middle[0], &others[0], fours)
		within = d.within[0] + d.within[1] + d.within[2] + d.within[3]
		below = within + d.doubts()
		others = others[8*fours:]
	}
	past, not, x, y := math.Float64bits(d.certainly)+1, math.Float64bits(d.not), d.middle[0], d.middle[1]
	for i := 1; i < len(others); i += 2 {
		a, b := x-others[i-1], y-others[i]
		sum := math.Float64bits(float64(a*a) + float64(b*b))
		within += (sum - past) >> 63
		below += (sum - not) >> 63
	}
	return within, below
}

// doubts returns 1 if some of the points that vector instructions looked at are borderline, else 0.
func (d *disc) doubts() uint64 {
	return (d.unsure[0] | d.unsure[1] | d.unsure[2] | d.unsure[3]) & 1
}

// least returns the least link of the points in the disc, NoLead where there are none; sure is false where a point is
// borderline.
func (d *disc) least(others []float64, links []uint32) (least uint32, sure bool) {
	least = pointjoin.NoLead
	var within, below uint64
	if fours := len(links) / 4; fours > 0 && d.use.least != nil {
		d.use.least(&d.middle[0], &others[0], &links[0], fours)
		least = min(uint32(d.leasts[0]), uint32(d.leasts[1]), uint32(d.leasts[2]), uint32(d.leasts[3]))
		below = d.doubts()
		others, links = others[8*fours:], links[4*fours:]
	}
	past, not, x, y := math.Float64bits(d.certainly)+1, math.Float64bits(d.not), d.middle[0], d.middle[1]
	for i, link := range links {
		a, b := x-others[2*i], y-others[2*i+1]
		sum := math.Float64bits(float64(a*a) + float64(b*b))
		is := (sum - past) >> 63
		within += is
		below += (sum - not) >> 63
		least = min(least, link|(uint32(is)-1)) // all bits are set where the point is not within
	}
	return least, within == below
}
