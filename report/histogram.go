package report

import "math"

const (
	// fineBins are the bins that are counted in, and drawnBins how many are drawn at most.
	fineBins  = 1024
	drawnBins = 40
)

// A distribution counts values of 0 and more in bins from 0 on, which become wider as values come that are beyond the last: a power of two times as wide, so that
// bins become others whole.
type distribution struct {
	width  float64 // 0: no value above 0 came yet
	counts [fineBins]int
}

// add counts a value.
func (d *distribution) add(v float64) {
	if d.width == 0 && v > 0 {
		_, exponent := math.Frexp(v)
		d.width = max(math.Ldexp(1, exponent-10), math.SmallestNonzeroFloat64) // v is in the upper half
	}
	for v > d.width*fineBins {
		d.widen()
	}
	at := 0
	if v > 0 {
		at = min(int(v/d.width), fineBins-1) // the last bin has its end too
	}
	d.counts[at]++
}

// widen makes bins twice as wide.
func (d *distribution) widen() {
	for i := range fineBins / 2 {
		d.counts[i] = d.counts[2*i] + d.counts[2*i+1]
	}
	clear(d.counts[fineBins/2:])
	d.width *= 2
}

// histogram is what was counted in few bins; whole wants the empty ones at the end, too.
func (d *distribution) histogram(whole bool) Histogram {
	used := fineBins
	for ; used > 0 && !whole && d.counts[used-1] == 0; used-- {
	}
	h := Histogram{Width: d.width, Counts: []int{}}
	if used == 0 {
		return h
	}
	if d.width == 0 {
		h.Counts = append(h.Counts, d.counts[0]) // all are 0
		return h
	}
	together := 1
	for (used+together-1)/together > drawnBins {
		together *= 2
	}
	h.Width *= float64(together)
	for first := 0; first < used; first += together {
		sum := 0
		for _, n := range d.counts[first : first+together] {
			sum += n
		}
		h.Counts = append(h.Counts, sum)
	}
	return h
}
