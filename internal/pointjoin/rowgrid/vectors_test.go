package rowgrid

import (
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"unsafe"
)

// TestRequiredVectors: the processor has the vector instructions that FLYBY_REQUIRE_VECTORS names.
func TestRequiredVectors(t *testing.T) {
	want := os.Getenv("FLYBY_REQUIRE_VECTORS")
	if want == "" {
		t.Skip("FLYBY_REQUIRE_VECTORS is not set")
	}
	for n := 1; n <= mostFast; n++ {
		if got := kinds(n)[0].name; got != want {
			t.Errorf("%s is used here for %d dimensions, want %s", got, n, want)
		}
	}
}

// TestLayout: the generator of the assembly has the right offsets of the fields of a probe and a span.
func TestLayout(t *testing.T) {
	var p probe
	var s span
	got := []uintptr{
		unsafe.Offsetof(p.offsets), unsafe.Offsetof(p.rows), unsafe.Offsetof(p.shifts), unsafe.Offsetof(p.stride), unsafe.Offsetof(p.spans), unsafe.Offsetof(p.end),
		unsafe.Offsetof(p.within), unsafe.Offsetof(p.unknown), unsafe.Offsetof(p.sure), unsafe.Offsetof(p.none), unsafe.Offsetof(p.least), unsafe.Offsetof(p.dimensions),
		unsafe.Offsetof(p.point), unsafe.Offsetof(p.n), unsafe.Offsetof(p.m), unsafe.Sizeof(s), unsafe.Offsetof(s.last), unsafe.Offsetof(s.shift),
		unsafe.Offsetof(p.at), unsafe.Offsetof(p.until), unsafe.Offsetof(p.numbers), unsafe.Offsetof(p.half), unsafe.Offsetof(p.scratch),
	}
	if want := []uintptr{0, 8, 16, 24, 32, 40, 48, 56, 64, 68, 72, 76, 80, 112, 120, 12, 4, 8, 128, 136, 144, 152, 156}; unsafe.Sizeof(uintptr(0)) == 8 && !slices.Equal(got, want) {
		t.Errorf("offsets %v, want %v", got, want)
	}
}

// TestVectors: vector instructions find the same rows as Go, in the same order, in spans of every length.
func TestVectors(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 18))
	for n := 1; n <= mostFast; n++ {
		s := scattered(t, r, 3000, n, 4)
		f := framed(s, min(n, 3), 1)
		c := newSortedPoints(f, s, 0, s.Len())
		h := newNeighbours(f, false)
		for _, use := range kinds(n) {
			got, want := newSieve(f, c, h, use), newSieve(f, c, h, noVectors())
			for _, v := range []*sieve{got, want} { // wide limits, so that many rows are unknown
				v.probe.sure, v.probe.none = float32(n), 2*float32(n)
			}
			unsure, certain := 0, 0
			for range 400 {
				point := make([]float32, n)
				for place := range point {
					point[place] = c.offsets[place*c.stride+r.IntN(c.Len())]
				}
				spans, candidates := spansOf(r, c, h)
				least := uint32(r.IntN(s.Len()) * r.IntN(2))
				a, b := newRows(candidates), newRows(candidates)
				a.sift(got, point, spans, least)
				b.sift(want, point, spans, least)
				if !slices.Equal(a.within, b.within) || !slices.Equal(a.unknown, b.unknown) || a.n != b.n || !slices.Equal(a.uncounted, b.uncounted) {
					t.Fatalf("%d-D, %s: %+v of %v, want %+v", n, use.name, a, spans, b)
				}
				certain, unsure = certain+len(a.within), unsure+len(a.unknown)
			}
			if certain < 500 || unsure < 500 {
				t.Errorf("%d-D: %d within, %d unknown", n, certain, unsure)
			}
		}
	}
}

// TestCell: for all points of a cell at once, vector instructions find the same rows as point by point, sort short lists,
// and mark lists with missing rows.
func TestCell(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 20))
	flagged, ranked, long := 0, 0, 0
	for n := 1; n <= mostFast; n++ {
		s := scattered(t, r, 3000, n, 4)
		f := framed(s, min(n, 3), 1)
		c := newSortedPoints(f, s, 0, s.Len())
		h := newNeighbours(f, false)
		use := kinds(n)[0]
		if use.cell == nil {
			t.Skip("no vector instructions list cells")
		}
		got, want := newSieve(f, c, h, use), newSieve(f, c, h, noVectors())
		for _, v := range []*sieve{got, want} {
			v.probe.sure, v.probe.none = 0.25*float32(n), 0.252*float32(n)
		}
		for round := range 400 {
			half := round%2 == 0
			spans, candidates := spansOf(r, c, h)
			first := r.IntN(c.Len())
			last := min(first+r.IntN(8), c.Len())
			if half {
				spans = append([]span{{uint32(first), uint32(min(last+r.IntN(30), c.Len())), 0}}, append(spans, span{})...)[:len(spans)+1]
				candidates += int(spans[0].last - spans[0].first)
			}
			out, numbers := make([]uint32, (last-first)*candidates+lanes), make([]uint32, last-first+1)
			checkDegrees(t, got, want, first, last, spans, candidates)
			got.cell(uint32(first), uint32(last), spans, half, out, numbers)
			for at := first; at < last; at++ {
				number := numbers[at-first]
				list := out[:number&^missing]
				out = out[len(list):]
				point, least := make([]float32, n), c.rows[at]+1
				for place := range point {
					point[place] = c.offsets[place*c.stride+at]
				}
				if half {
					spans[0].first, least = uint32(at+1), 0
				}
				a := newRows(candidates)
				a.sift(want, point, spans, least)
				switch sure := a.within; {
				case (len(a.unknown) > 0) != (number&missing != 0):
					t.Fatalf("%d-D, point %d: %d rows are unknown, number %x", n, at, len(a.unknown), number)
				case len(a.unknown) > 0:
					flagged++
				case !half && len(sure) <= mostRanks:
					slices.Sort(sure)
					ranked += len(sure)
					fallthrough
				default:
					if long += len(sure) / (mostRanks + 1); !slices.Equal(list, sure) {
						t.Fatalf("%d-D, half %t, point %d of %v: %v, want %v", n, half, at, spans, list, sure)
					}
				}
			}
		}
	}
	if flagged < 100 || ranked < 1000 || long < 100 {
		t.Errorf("%d points with unknown rows, %d rows in order, %d long lists", flagged, ranked, long)
	}
}

// checkDegrees checks that for all points of a cell at once, vector instructions count the same as point by point, and mark
// incomplete counts.
func checkDegrees(t *testing.T, got, want *sieve, first, last int, spans []span, candidates int) {
	t.Helper()
	numbers := make([]uint32, last-first+1)
	got.degrees(uint32(first), uint32(last), spans, numbers)
	for at := first; at < last; at++ {
		point := make([]float32, want.probe.dimensions)
		for place := range point {
			point[place] = want.among.offsets[place*want.among.stride+at]
		}
		n, m := want.count(point, spans, make([]uint32, candidates+lanes))
		if number := numbers[at-first]; (m > 0) != (number&missing != 0) || m == 0 && int(number) != n {
			t.Fatalf("%d-D, point %d of %v: number %x, want %d, and %d unknown", len(point), at, spans, number, n, m)
		}
	}
}

// rows are the results of a sieve.
type rows struct {
	within, unknown, uncounted []uint32
	n                          int
}

func newRows(candidates int) *rows {
	room := func() []uint32 { return make([]uint32, candidates+lanes) }
	return &rows{room(), room(), room(), 0}
}

// sift lists and counts with a sieve.
func (r *rows) sift(v *sieve, point []float32, spans []span, least uint32) {
	n, m := v.list(point, spans, least, r.within, r.unknown)
	r.within, r.unknown = r.within[:n], r.unknown[:m]
	n, m = v.count(point, spans, r.uncounted)
	r.n, r.uncounted = n, r.uncounted[:m]
}

// spansOf returns some spans, among them empty ones and spans of the last points, and the number of their candidates.
func spansOf(r *rand.Rand, c *sortedPoints, h *neighbours) (spans []span, candidates int) {
	for range r.IntN(5) {
		first := r.IntN(c.Len() + 1)
		last := min(first+r.IntN(1+r.IntN(70)), c.Len())
		spans = append(spans, span{uint32(first), uint32(last), uint32(r.IntN(len(h.shifts) / h.width))})
		candidates += last - first
	}
	return append(spans, span{})[:len(spans)], candidates
}
