package rowgrid

// mostFast is the greatest number of dimensions that vector instructions support, and the least width of a shift.
const mostFast = 8

// sieve sorts the candidates of points by their float32 distance into certain pairs and unknown ones.
type sieve struct {
	among  *sortedPoints
	shifts []float32 // [shifts][width]
	width  int
	use    vectors
	probe  probe
}

// A probe is the argument of the vector instructions: a point and its candidates. internal/asm/sieve knows its layout.
type probe struct {
	offsets         *float32 // of the candidates: first place, first dimension
	rows            *uint32
	shifts          *float32
	stride          int // bytes from an offset to the offset in the next dimension
	spans, end      *span
	within, unknown *uint32 // destinations of rows
	sure, none      float32 // limits of sums of squares: below sure is a pair, above none is not
	least           uint32  // row
	dimensions      uint32
	point           [mostFast]float32
	n, m            int      // numbers of rows within and unknown
	at, until       *float32 // for cell: the range of its points, in the first dimension
	numbers         *uint32
	half            uint32
	scratch         [mostRanks]uint32
}

// newSieve returns a sieve of the points of among as candidates, with the shifts of h.
func newSieve(f *frame, among *sortedPoints, h *neighbours, use vectors) *sieve {
	v := &sieve{among: among, shifts: h.shifts, width: h.width, use: use}
	p := &v.probe
	p.sure, p.none = f.limits()
	p.dimensions = uint32(len(f.order))
	p.offsets, p.rows, p.shifts, p.stride = &among.offsets[0], &among.rows[0], &h.shifts[0], 4*among.stride
	return v
}

// list writes to within the rows of a point's candidates, none below least, that are certainly within the threshold, and to
// unknown the undecided ones. Both slices must be lanes longer than the number of candidates.
func (v *sieve) list(point []float32, spans []span, least uint32, within, unknown []uint32) (n, m int) {
	if v.use.list == nil {
		return v.listGeneric(point, spans, least, within, unknown)
	}
	v.probe.least, v.probe.within = least, &within[0]
	return v.ask(v.use.list, point, spans, unknown)
}

const (
	// mostRanks is the greatest number of rows that cell sorts.
	mostRanks = 16
	// missing is the bit of a number that marks a list without its unknown rows.
	missing = 1 << 31
)

// cell writes to within the rows that each of the points [first, last) of a cell finds, one list behind the other, and to
// numbers the length of each list. A point finds rows above its own, sorted if they are at most mostRanks; or, with half, all
// rows, except in the first span, where it finds only points behind itself. A list with missing rows must be made anew. within
// must be lanes longer than the sum of the candidates of all points, numbers one longer than the number of points. cell exists
// only with vector instructions.
func (v *sieve) cell(first, last uint32, spans []span, half bool, within, numbers []uint32) {
	v.probe.within, v.probe.half = &within[0], 0
	if half {
		v.probe.half = 1
	}
	v.askAll(v.use.cell, first, last, spans, numbers)
}

// degrees counts, for each of the points [first, last) of a cell, the candidates that are certainly within the threshold,
// among all candidates. A number with missing rows must be counted anew. degrees exists where cell does.
func (v *sieve) degrees(first, last uint32, spans []span, numbers []uint32) {
	v.askAll(v.use.degrees, first, last, spans, numbers)
}

// askAll calls a function of vector instructions for some points of a cell.
func (v *sieve) askAll(f func(**float32), first, last uint32, spans []span, numbers []uint32) {
	p := &v.probe
	p.at, p.until = &v.among.offsets[first], &v.among.offsets[last]
	p.unknown, p.numbers = &numbers[0], &numbers[0]
	p.spans, p.end = &spans[:1][0], &spans[:len(spans)+1][len(spans)]
	f(&p.offsets)
}

// count counts the candidates that are certainly within the threshold, and writes the undecided rows to unknown.
func (v *sieve) count(point []float32, spans []span, unknown []uint32) (n, m int) {
	if v.use.count == nil {
		return v.countGeneric(point, spans, unknown)
	}
	return v.ask(v.use.count, point, spans, unknown)
}

// ask calls a function of vector instructions for one point. spans must have capacity for one more.
func (v *sieve) ask(f func(**float32), point []float32, spans []span, unknown []uint32) (n, m int) {
	p := &v.probe
	for place, x := range point[:min(len(point), mostFast)] { // one by one, as they were written and will be read: no load waits for a wider store
		p.point[place] = x
	}
	p.spans, p.end, p.unknown = &spans[:1][0], &spans[:len(spans)+1][len(spans)], &unknown[0]
	f(&p.offsets)
	return p.n, p.m
}

// listGeneric is list in Go.
func (v *sieve) listGeneric(point []float32, spans []span, least uint32, within, unknown []uint32) (n, m int) {
	rows := v.among.rows
	for _, s := range spans {
		for at := int(s.first); at < int(s.last); at += lanes {
			sums := v.sums(point, s.shift, at)
			for k, row := range rows[at:min(at+lanes, int(s.last))] {
				switch {
				case sums[k] > v.probe.none || row < least:
				case sums[k] < v.probe.sure:
					within[n] = row
					n++
				default:
					unknown[m] = row
					m++
				}
			}
		}
	}
	return n, m
}

// countGeneric is count in Go.
func (v *sieve) countGeneric(point []float32, spans []span, unknown []uint32) (n, m int) {
	rows := v.among.rows
	for _, s := range spans {
		for at := int(s.first); at < int(s.last); at += lanes {
			sums := v.sums(point, s.shift, at)
			for k, row := range rows[at:min(at+lanes, int(s.last))] {
				switch {
				case sums[k] < v.probe.sure:
					n++
				case sums[k] <= v.probe.none:
					unknown[m] = row
					m++
				}
			}
		}
	}
	return n, m
}

// sums returns the squared distances of lanes candidates from a place on.
func (v *sieve) sums(point []float32, shift uint32, at int) (sums [lanes]float32) {
	by := v.shifts[int(shift)*v.width:]
	for place, x := range point {
		x += by[place]
		for k, y := range v.among.offsets[place*v.among.stride+at:][:lanes] {
			d := x - y
			sums[k] += float32(d * d)
		}
	}
	return sums
}
