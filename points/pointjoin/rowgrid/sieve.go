package rowgrid

// mostFast is how many dimensions vector instructions have functions for, and least a shift has.
const mostFast = 8

// sieve separates the candidates of points by their distance in float32.
type sieve struct {
	among  *sorted
	shifts []float32 // [shifts][width]
	width  int
	use    vectors
	probe  probe
}

// A probe is what vector instructions need of a point and its candidates. internal/asm/sieve knows
// the layout.
type probe struct {
	offsets         *float32 // of the candidates: of the first place, in the first dimension
	rows            *uint32
	shifts          *float32
	stride          int // bytes from an offset to that in the next dimension
	spans, end      *span
	within, unknown *uint32 // where rows are to go
	sure, none      float32 // of sums of squares: below sure it is a pair, above none it is not
	least           uint32  // row
	dimensions      uint32
	point           [mostFast]float32
	n, m            int      // of the rows that are within and unknown
	at, until       *float32 // of cell: of the points, in the first dimension
	numbers         *uint32
	half            uint32
	scratch         [mostRanks]uint32
}

// newSieve returns one of points, which others look at across shifts.
func newSieve(f *frame, among *sorted, h *neighbours, use vectors) *sieve {
	v := &sieve{among: among, shifts: h.shifts, width: h.width, use: use}
	p := &v.probe
	p.sure, p.none = f.limits()
	p.dimensions = uint32(len(f.order))
	p.offsets, p.rows, p.shifts, p.stride = &among.offsets[0], &among.rows[0], &h.shifts[0], 4*among.stride
	return v
}

// list writes the rows of a point's candidates, none below least, that are certainly within the
// threshold, and those that may be. Both slices must be lanes longer than there are candidates.
func (v *sieve) list(point []float32, spans []span, least uint32, within, unknown []uint32) (n, m int) {
	if v.use.list == nil {
		return v.listGeneric(point, spans, least, within, unknown)
	}
	v.probe.least, v.probe.within = least, &within[0]
	return v.ask(v.use.list, point, spans, unknown)
}

const (
	// mostRanks is how many rows cell puts in order at most.
	mostRanks = 16
	// missing is the bit of a number that says that there are unknown rows.
	missing = 1 << 31
)

// cell writes the rows that the points [first, last) of a cell find to within, one list behind the other, and how many
// each has to numbers: those above its own, in order if they are no more than mostRanks; or, with half, all, of the first span
// those behind itself. A list with missing rows is to be made anew. within must be lanes longer than the candidates
// of all points, numbers one longer than these. It is there where vector instructions are.
func (v *sieve) cell(first, last uint32, spans []span, half bool, within, numbers []uint32) {
	v.probe.within, v.probe.half = &within[0], 0
	if half {
		v.probe.half = 1
	}
	v.askAll(v.use.cell, first, last, spans, numbers)
}

// degrees counts the candidates of each of the points [first, last) of a cell that are certainly within the threshold, all of
// the candidates looked at. A number with missing rows is to be counted anew. It is there where cell is.
func (v *sieve) degrees(first, last uint32, spans []span, numbers []uint32) {
	v.askAll(v.use.degrees, first, last, spans, numbers)
}

// askAll has a function of vector instructions sift for points of a cell.
func (v *sieve) askAll(f func(**float32), first, last uint32, spans []span, numbers []uint32) {
	p := &v.probe
	p.at, p.until = &v.among.offsets[first], &v.among.offsets[last]
	p.unknown, p.numbers = &numbers[0], &numbers[0]
	p.spans, p.end = &spans[:1][0], &spans[:len(spans)+1][len(spans)]
	f(&p.offsets)
}

// count counts the candidates that are certainly within the threshold, and writes the rows of those that may be.
func (v *sieve) count(point []float32, spans []span, unknown []uint32) (n, m int) {
	if v.use.count == nil {
		return v.countGeneric(point, spans, unknown)
	}
	return v.ask(v.use.count, point, spans, unknown)
}

// ask has a function of vector instructions sift. Behind the spans there is room for one more.
func (v *sieve) ask(f func(**float32), point []float32, spans []span, unknown []uint32) (n, m int) {
	p := &v.probe
	for place, x := range point[:min(len(point), mostFast)] { // one by one, as they were written and will be read: no load waits
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

// sums returns the squared distances of candidates from a place on.
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
