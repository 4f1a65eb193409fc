package tile

import (
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
	"unsafe"

	"flyby/internal/pointjoin"
	"flyby/points"

	"flyby/internal/testing/processor"
)

// TestKernels: every kernel marks the pairs whose sums are within the limits, in every number of dimensions around a
// multiple of the chunk, and returns the rows that it writes.
func TestKernels(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 3))
	for _, k := range kernels() {
		for n := 1; n <= 2*chunk+2; n++ {
			a, b := make([]float32, n*k.width), make([]float32, n*k.width)
			for i := range a {
				a[i], b[i] = float32(r.IntN(8)), float32(r.IntN(8)) // sums are exact
			}
			var start [maxWidth]float32
			for i := range start {
				start[i] = float32(n%2) * float32(-i) // another start in each row, or 0
			}
			for _, l := range []limits{{-100, -100}, {float32(8 * n), float32(7 * n)}, {float32(12 * n), float32(3 * n)}, {1e9, 1e9}} {
				var f panelMasks
				rows := k.compare(a, b, n, &start, &l, &f)
				for i := range k.width {
					maybe, sure := masks(a, b, n, k.width, i, start[i], &l)
					if named := rows>>i&1 == 1; maybe != 0 && !named || named && (f.maybe[i] != maybe || f.sure[i] != sure) {
						t.Fatalf("%s, %d dimensions, %+v: row %d is %b and %b, want %b and %b; rows %b", k.name, n, l, i, f.maybe[i], f.sure[i], maybe, sure, rows)
					}
				}
				if l.outer < 0 && rows != 0 {
					t.Errorf("%s, %d dimensions: rows %b, where there is nothing", k.name, n, rows)
				}
			}
		}
	}
}

// masks returns the right bits of a row.
func masks(a, b []float32, n, width, row int, start float32, l *limits) (maybe, sure uint32) {
	for k := range width {
		sum := start
		for j := range n {
			d := a[j*width+row] - b[j*width+k]
			sum += d * d
		}
		if sum <= l.outer {
			maybe |= 1 << k
		}
		if sum <= l.inner {
			sure |= 1 << k
		}
	}
	return maybe, sure
}

// TestRequiredVectors: the processor has the vector instructions that FLYBY_REQUIRE_VECTORS names.
func TestRequiredVectors(t *testing.T) {
	want := os.Getenv("FLYBY_REQUIRE_VECTORS")
	if want == "" {
		t.Skip("FLYBY_REQUIRE_VECTORS is not set")
	}
	if got := bestKernel().name; got != want {
		t.Errorf("the kernel is that of %s, want %s", got, want)
	}
}

// BenchmarkTiles compares points that are distributed as in syn-exponential, at an eps within which a point has some
// others; the metric is processor time for each pair compared, on one thread.
func BenchmarkTiles(b *testing.B) {
	for _, c := range []struct {
		n   int
		eps float64
	}{{16, 0.05}, {32, 0.09}, {64, 0.17}} {
		r := rand.New(rand.NewPCG(1, 2))
		s := store(b, 10_000, c.n, func(_, _ int) float64 { return min(r.ExpFloat64()/40, 1) })
		w := pointjoin.Work{Threshold: threshold(b, c.eps), Last: s.Len()}
		for _, k := range kernels() {
			x, counts := build(s, 1, k), make([]uint32, s.Len())
			b.Run(fmt.Sprintf("n=%d/%s", c.n, k.name), func(b *testing.B) {
				var stats points.Stats
				before := processor.Time()
				for b.Loop() {
					_, stats = find(b, x, w, counts)
				}
				compared := float64(stats.Candidates)
				b.ReportMetric(float64((processor.Time()-before).Nanoseconds())/float64(b.N)/compared, "ns/pair")
				b.ReportMetric(float64(stats.Pairs/2), "pairs")
				b.ReportMetric(float64(stats.Float64)/compared, "float64/pair")
			})
		}
	}
}

// TestLayout: the offsets of masks and limits and the width of panels are those in the assembly.
func TestLayout(t *testing.T) {
	var f panelMasks
	var l limits
	if at, inner := unsafe.Offsetof(f.sure), unsafe.Offsetof(l.inner); at != 4*maxWidth || inner != 4 || unsafe.Offsetof(f.maybe) != 0 {
		t.Errorf("sure rows at %d, inner at %d: internal/asm/tiles has %d and 4", at, inner, 4*maxWidth)
	}
	for _, k := range kernels() {
		if tileRows%k.width != 0 || k.width > maxWidth {
			t.Errorf("%s: panels of %d in tiles of %d", k.name, k.width, tileRows)
		}
	}
}
