package zorder

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/points"
)

// set returns a store of points, and fails the test where they are invalid.
func set(t testing.TB, rows [][]float64) *points.Store {
	t.Helper()
	columns := make([][]float64, len(rows[0]))
	for j := range columns {
		for _, p := range rows {
			columns[j] = append(columns[j], p[j])
		}
	}
	s, err := points.New(columns, points.RowIDs(len(rows)))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// palettes returns sources of coordinates that are hard for floats, of every magnitude.
func palettes() map[string]func(r *rand.Rand) float64 {
	return map[string]func(r *rand.Rand) float64{
		"uniform":   func(r *rand.Rand) float64 { return r.Float64() },
		"tenths":    func(r *rand.Rand) float64 { return float64(r.IntN(40)) / 10 },
		"offset":    func(r *rand.Rand) float64 { return 1e7 + float64(r.IntN(30))*0.3 },
		"subnormal": func(r *rand.Rand) float64 { return float64(r.IntN(9)) * math.SmallestNonzeroFloat64 },
		"large":     func(r *rand.Rand) float64 { return math.Copysign(0x1p1000, r.Float64()-0.5) * r.Float64() },
		"mixed":     func(r *rand.Rand) float64 { return math.Ldexp(r.Float64()-0.5, r.IntN(1500)-800) },
		"outlier":   func(r *rand.Rand) float64 { return r.Float64() + 1e9*float64(r.IntN(50)/49) },
		"equal":     func(r *rand.Rand) float64 { return 0.1 },
	}
}

// sample returns points of a palette.
func sample(r *rand.Rand, value func(r *rand.Rand) float64, count, n int) [][]float64 {
	rows := make([][]float64, count)
	for i := range rows {
		for range n {
			rows[i] = append(rows[i], value(r))
		}
	}
	return rows
}

// TestCodesGrow checks Lemma 4.1 for float64 coordinates: if a point is no less than another in any
// dimension, its code is no less, for any shift.
func TestCodesGrow(t *testing.T) {
	for name, value := range palettes() {
		r := rand.New(rand.NewPCG(41, uint64(len(name))))
		for range 300 {
			rows := sample(r, value, 6, 1+r.IntN(6))
			f := NewFrame(set(t, rows))
			p, q := rows[0], rows[1]
			for j := range p {
				p[j], q[j] = min(p[j], q[j]), max(p[j], q[j])
			}
			a, b := make([]uint32, len(p)), make([]uint32, len(p))
			f.Place(a, p)
			f.Place(b, q)
			if shift := r.Uint32N(1 << placeBits); compare(a, b, shift) > 0 {
				t.Fatalf("%s: %v is after %v shifted by %x", name, p, q, shift)
			}
		}
	}
}

// TestCornersHold checks Lemma 4.2 with rounded corners: no point within eps in each dimension is
// outside of them, also at exactly eps and beyond the frame.
func TestCornersHold(t *testing.T) {
	for name, value := range palettes() {
		r := rand.New(rand.NewPCG(42, uint64(len(name))))
		for range 500 {
			n := 1 + r.IntN(4)
			rows := sample(r, value, 6, n)
			in := rows[:3+r.IntN(4)] // with or without the last point
			f := NewFrame(set(t, in))
			p, q := rows[0], rows[5]
			eps := 0.0
			for j := range p {
				eps = max(eps, math.Abs(p[j]-q[j])) // rounded, so that it may be less than the real difference
			}
			if r.IntN(2) == 0 {
				eps = math.Nextafter(eps, math.Inf(1))
			}
			if beyond(p, q, eps) {
				continue
			}
			checkInside(t, f, in, p, q, eps, r.Uint32N(1<<placeBits))
		}
	}
}

// beyond reports whether two points are more than eps apart in a dimension, in real arithmetic: their
// difference, rounded up or exact, is then more than eps.
func beyond(p, q []float64, eps float64) bool {
	for j := range p {
		d := math.Abs(p[j] - q[j])
		low, high := min(p[j], q[j]), max(p[j], q[j])
		if rest := (high - d) - low; d > eps || d == eps && (rest != 0 || high-(high-d) != d) {
			return true
		}
	}
	return false
}

func checkInside(t *testing.T, f Frame, in [][]float64, p, q []float64, eps float64, shift uint32) {
	t.Helper()
	low, high, place := make([]uint32, len(p)), make([]uint32, len(p)), make([]uint32, len(p))
	some := f.Corners(low, high, p, eps)
	if f.Place(place, q); !some && slices.ContainsFunc(in, func(r []float64) bool { return slices.Equal(r, q) }) {
		t.Fatalf("%v is not among the points within %v of %v", q, eps, p)
	}
	for j, v := range place {
		if v < low[j] || v > high[j] {
			t.Fatalf("%v is at %d of dimension %d, not in [%d, %d] of %v and eps %v", q, v, j, low[j], high[j], p, eps)
		}
	}
	if compare(low, place, shift) > 0 || compare(place, high, shift) > 0 {
		t.Fatalf("%v is outside of the corners of %v and eps %v, shifted by %x", q, p, eps, shift)
	}
}

// TestFrame: the largest range is 2^30 to 2^31 places at every magnitude, all dimensions have one
// scale, and coordinates beyond it get the places of the border.
func TestFrame(t *testing.T) {
	for _, unit := range []float64{1, 0.1, math.SmallestNonzeroFloat64, 0x1p-1000, 0x1p998} {
		f := NewFrame(set(t, [][]float64{{unit, -unit}, {3 * unit, 2 * unit}}), set(t, [][]float64{{-unit, 0}}))
		low, high := make([]uint32, 2), make([]uint32, 2)
		f.Place(low, []float64{-unit, -unit})
		f.Place(high, []float64{3 * unit, 2 * unit})
		if low[0] != 0 || low[1] != 0 || high[0] < 1<<30 || math.Abs(float64(high[1])-0.75*float64(high[0])) > 2 {
			t.Errorf("unit %v: %d to %d", unit, low, high)
		}
		f.Corners(low, high, []float64{unit, unit}, math.MaxFloat64)
		if low[0] != 0 || low[1] != 0 || high[0] != f.highest[0] || high[1] != f.highest[1] {
			t.Errorf("unit %v: corners of everything %d and %d", unit, low, high)
		}
	}
	empty, err := points.New([][]float64{{}, {}}, points.RowIDs(0))
	if err != nil {
		t.Fatal(err)
	}
	if f := NewFrame(empty); f.Dimensions() != 2 || f.Corners(make([]uint32, 2), make([]uint32, 2), []float64{5, 0}, 9) {
		t.Errorf("of nothing: %+v", f)
	}
	f := NewFrame(set(t, [][]float64{{0, 0}, {1, 1}}))
	for _, p := range [][]float64{{-0.5, 0.5}, {0.5, 1.5}} {
		low, high := make([]uint32, 2), make([]uint32, 2)
		if f.Corners(low, high, p, 0.25) || !f.Corners(low, high, p, 0.5) {
			t.Errorf("%v: is not only near at 0.5", p)
		}
	}
}

// ExampleShifts shows the number of lists by each rule.
func ExampleShifts() {
	for _, n := range []int{1, 2, 3, 16, 1024} {
		fmt.Println(n, len(StandardShifts(n)), len(LogShifts(n)), len(RandomShifts(n, 1)))
	}
	fmt.Println(EvenShifts(4))
	// Output:
	// 1 3 1 3
	// 2 3 2 3
	// 3 5 3 5
	// 16 17 5 17
	// 1024 1025 11 1025
	// [0 536870912 1073741824 1610612736]
}
