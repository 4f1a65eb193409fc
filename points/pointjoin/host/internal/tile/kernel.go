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
	// compare sets the points of panel a against those of b, each [n][width], and returns which rows of f it has
	// written, as bits.
	compare func(a, b []float32, n int, l *limits, f *found) uint32
}

// chunk is how many dimensions are summed before a kernel looks whether any sum is still within outer.
const chunk = 16

// genericKernel is the one in Go.
func genericKernel() kernel { return kernel{"Go", 16, compareGeneric} }

// compareGeneric goes by points of a. Products may not be fused: sums need not be those of other kernels, but
// those of one system should be those of another.
func compareGeneric(a, b []float32, n int, l *limits, f *found) (rows uint32) {
	const width = 16
	for i := range width {
		var sum [width]float32
		near := ^uint32(0)
		for first := 0; first < n && near != 0; first += chunk {
			for at := first * width; at < min(first+chunk, n)*width; at += width {
				p, q := a[at+i], (*[width]float32)(b[at:])
				for k, v := range q {
					d := v - p
					sum[k] += float32(d * d)
				}
			}
			near = below(&sum, l.outer)
		}
		if near != 0 {
			f.maybe[i], f.sure[i] = near, below(&sum, l.inner)
			rows |= 1 << i
		}
	}
	return rows
}

// below has the bits of the sums that are at most a limit.
func below(sum *[16]float32, limit float32) (mask uint32) {
	for k, s := range sum {
		if s <= limit {
			mask |= 1 << k
		}
	}
	return mask
}

// bestKernel returns the fastest that this processor runs.
func bestKernel() kernel { return kernels()[0] }
