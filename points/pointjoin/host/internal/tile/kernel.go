package tile

// maxWidth is the most points that a panel of any kernel has.
const maxWidth = 32

// found is what a kernel finds of two panels: for each point of the first the points of the second, as
// bits, whose sums are at most outer, and those at most inner. Only rows that the kernel names are written.
type found struct {
	maybe, sure [maxWidth]uint32
}

// A kernel compares panels of width points.
type kernel struct {
	name  string
	width int
	// compare sets the points of panel a, whose sums begin at start, against those of b, each [n][width], and returns
	// which rows of f it has written, as bits.
	compare func(a, b []float32, n int, start *[maxWidth]float32, l *limits, f *found) uint32
	// perPair and perDimension are what a pair takes, and each dimension of it, in seconds, measured.
	perPair, perDimension float64
}

// chunk is how many dimensions are summed before a kernel looks whether any sum is still within outer.
const chunk = 8

// genericKernel is the one in Go.
func genericKernel() kernel { return kernel{"Go", genericWidth, compareGeneric, 5.5e-9, 0.38e-9} }

// genericWidth is the width of its panels.
const genericWidth = 16

// compareGeneric sets each point of a against four of b at a time. Products may not be fused: the sums of one
// system should be those of another, though nothing but speed hangs on them.
func compareGeneric(a, b []float32, n int, start *[maxWidth]float32, l *limits, f *found) (rows uint32) {
	for i := range genericWidth {
		var maybe, sure uint32
		for k := 0; k < genericWidth; k += 4 {
			sums, near := four(a[i:], b[k:], n, start[i], l.outer)
			if !near {
				continue
			}
			for at, s := range sums {
				if s <= l.outer {
					maybe |= 1 << (k + at)
				}
				if s <= l.inner {
					sure |= 1 << (k + at)
				}
			}
		}
		if maybe != 0 {
			f.maybe[i], f.sure[i] = maybe, sure
			rows |= 1 << i
		}
	}
	return rows
}

// four sums the squares of the differences of one point with four others. near says that one of the sums may be
// up to outer; otherwise they are not whole.
func four(a, b []float32, n int, start, outer float32) (sums [4]float32, near bool) {
	w, x, y, z := start, start, start, start
	for first := 0; first < n; first += chunk {
		for at := first * genericWidth; at < min(first+chunk, n)*genericWidth; at += genericWidth {
			p, q := a[at], (*[4]float32)(b[at:])
			dw, dx, dy, dz := q[0]-p, q[1]-p, q[2]-p, q[3]-p
			w += float32(dw * dw)
			x += float32(dx * dx)
			y += float32(dy * dy)
			z += float32(dz * dz)
		}
		if !(min(w, x, y, z) <= outer) {
			return sums, false
		}
	}
	return [4]float32{w, x, y, z}, true
}

// bestKernel returns the fastest that this processor runs.
func bestKernel() kernel { return kernels()[0] }
