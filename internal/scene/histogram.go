package scene

import "math"

const (
	// FineBins is the number of bins that are counted, drawnBins the most bins that are drawn.
	FineBins  = 1024
	drawnBins = 40
)

// A Histogram has the numbers of values in bins of one width.
type Histogram struct {
	From   float64 `json:"from"`
	Width  float64 `json:"width"`
	Counts []int   `json:"counts"`
}

// A Distribution counts values of 0 and more in bins from 0 on. A value beyond the last bin doubles the width of all bins as often as
// necessary, so that old bins fit into new ones.
type Distribution struct {
	Width  float64 // 0: no value above 0 was added
	counts [FineBins]int
}

// Add counts a value.
func (d *Distribution) Add(v float64) {
	if d.Width == 0 && v > 0 {
		_, exponent := math.Frexp(v)
		d.Width = max(math.Ldexp(1, exponent-10), math.SmallestNonzeroFloat64) // so that v falls into the upper half
	}
	for v > d.Width*FineBins {
		d.widen()
	}
	at := 0
	if v > 0 {
		at = min(int(v/d.Width), FineBins-1) // the last bin includes its end
	}
	d.counts[at]++
}

// widen makes bins twice as wide.
func (d *Distribution) widen() {
	for i := range FineBins / 2 {
		d.counts[i] = d.counts[2*i] + d.counts[2*i+1]
	}
	clear(d.counts[FineBins/2:])
	d.Width *= 2
}

// Histogram returns the counts in few bins; whole keeps the empty ones at the end, too.
func (d *Distribution) Histogram(whole bool) Histogram {
	used := FineBins
	for ; used > 0 && !whole && d.counts[used-1] == 0; used-- {
	}
	h := Histogram{Width: d.Width, Counts: []int{}}
	if used == 0 {
		return h
	}
	if d.Width == 0 {
		h.Counts = append(h.Counts, d.counts[0]) // all values are 0
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
