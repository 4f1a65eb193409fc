package tile

// maxWidth is the greatest width of a panel of any kernel.
const maxWidth = 32

// panelMasks is the result of comparing two panels: for each point of the first, the points of the second, as bits, whose
// sums are at most outer, and those whose sums are at most inner. Only the rows that compare returns are written.
type panelMasks struct {
	maybe, sure [maxWidth]uint32
}

// A kernel compares panels of width points.
type kernel struct {
	name  string
	width int
	// compare compares the points of panel a, whose sums begin at start, with the points of panel b, each [n][width],
	// and returns the rows of f that it has written, as bits.
	compare func(a, b []float32, n int, start *[maxWidth]float32, l *limits, f *panelMasks) uint32
	// perPair and perDimension are the seconds of a pair and of each dimension of it, measured.
	perPair, perDimension float64
}

// chunk is the number of dimensions that a kernel sums before it checks whether any sum is still within outer.
const chunk = 8

// genericKernel returns the kernel in Go.
func genericKernel() kernel { return kernel{"Go", genericWidth, compareGeneric, 5.5e-9, 0.38e-9} }

// genericWidth is the width of a panel of the kernel in Go.
const genericWidth = 16

// compareGeneric compares each point of a with four points of b at a time. Products must not be fused: sums should be
// the same on all systems, though only speed depends on them.
func compareGeneric(a, b []float32, n int, start *[maxWidth]float32, l *limits, f *panelMasks) (rows uint32) {
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

// four sums the squares of the differences of one point from four others. near says that one of the sums may be up to
// outer; otherwise the sums are incomplete.
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

// bestKernel returns the fastest kernel that this processor supports.
func bestKernel() kernel { return kernels()[0] }
