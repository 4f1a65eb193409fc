package trajectory_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"flyby/trajectory"
)

// moving makes a store of one trajectory in 3-D; samples further apart than gap have no segment between them.
func moving(t *testing.T, gap float64, times []float64, at ...[3]float64) *trajectory.Store {
	t.Helper()
	c := trajectory.Columns{T: times}
	for _, p := range at {
		c.ID.Int = append(c.ID.Int, 7)
		c.X, c.Y, c.Z = append(c.X, p[0]), append(c.Y, p[1]), append(c.Z, p[2])
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{MaxGap: gap})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestAt: At interpolates between connected samples; in gaps and after the end it returns the last sample before, before the start
// the first.
func TestAt(t *testing.T) {
	s := moving(t, 5, []float64{0, 1, 3, 13, 20, 21}, [3]float64{0.1, 0.2, 0.3}, [3]float64{2.1, 0.2, -1.7}, [3]float64{4, 4, 4}, [3]float64{9, 9, 9}, [3]float64{1, 0, 0}, [3]float64{2, 0, 8})
	for at, want := range map[float64][3]float64{
		-1: {0.1, 0.2, 0.3}, 0: {0.1, 0.2, 0.3}, 1: {2.1, 0.2, -1.7}, 3: {4, 4, 4}, 7: {4, 4, 4},
		13: {9, 9, 9}, 14: {9, 9, 9}, 20: {1, 0, 0}, 20.25: {1.25, 0, 2}, 20.75: {1.75, 0, 6}, 21: {2, 0, 8}, 22: {2, 0, 8},
	} {
		if got := s.At(0, at); got != want {
			t.Errorf("at %v: %v, want %v", at, got, want)
		}
	}
}

// TestAtIsBetween: a position is never beyond the ends of its segment, and follows the segment's rule up to rounding.
func TestAtIsBetween(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 7))
	for range 2000 {
		t0, span := r.NormFloat64()*1e9, math.Exp(r.NormFloat64()*5)+1e-6
		a, b := [3]float64{r.NormFloat64(), 1e9 * r.NormFloat64(), 0.1}, [3]float64{r.NormFloat64(), 1e9 * r.NormFloat64(), 0.1}
		s := moving(t, 0, []float64{t0, t0 + span}, a, b)
		at := min(t0+span, t0+r.Float64()*span)
		share := (at - t0) / ((t0 + span) - t0)
		for axis, got := range s.At(0, at) {
			low, high := min(a[axis], b[axis]), max(a[axis], b[axis])
			want := a[axis]*(1-share) + b[axis]*share
			if got < low || got > high || math.Abs(got-want) > 1e-15*max(math.Abs(low), math.Abs(high))*4 {
				t.Fatalf("from %v at %v to %v at %v: at %v %v, want %v", a[axis], t0, b[axis], t0+span, at, got, want)
			}
		}
	}
}

// TestAtUnevenTimes: where samples are far from evenly spaced, At finds the position, or none, that a linear scan of the samples finds, at
// samples, just beside them and beyond both ends.
func TestAtUnevenTimes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 41))
	for range 300 {
		var times []float64
		var places [][3]float64
		at, power := r.NormFloat64()*1000, r.Float64()*40-20
		for i := range 1 + r.IntN(40) {
			times, places = append(times, at), append(places, [3]float64{float64(i), 1, 0})
			at = max(math.Nextafter(at, math.Inf(1)), at+math.Exp(power*r.Float64()))
		}
		gap := 100.0
		s := moving(t, gap, times, places...)
		asked := []float64{times[0] - 1, at, math.Inf(1), math.Inf(-1)}
		for _, at := range times {
			asked = append(asked, at, math.Nextafter(at, math.Inf(1)), math.Nextafter(at, math.Inf(-1)))
		}
		for _, at := range asked {
			row := 0
			for row+1 < len(times) && times[row+1] <= at {
				row++
			}
			last := row+1 == len(times) || times[row+1]-times[row] > gap
			if got, want := s.Present(0, at), times[row] == at || times[row] < at && !last; got != want {
				t.Fatalf("%v at %v: present %v", times, at, got)
			}
			if x := s.At(0, at)[0]; x < float64(row) || x > float64(row+1) || times[row] >= at && x != float64(row) {
				t.Fatalf("%v at %v: at %v, in row %d", times, at, x, row)
			}
		}
	}
}

// TestMeanSpeed: a mean speed is length over duration, across samples and within a segment; gaps add to neither.
func TestMeanSpeed(t *testing.T) {
	s := moving(t, 5, []float64{0, 2, 4, 14, 15}, [3]float64{}, [3]float64{3, 4, 0}, [3]float64{3, 4, 12}, [3]float64{100, 0, 0}, [3]float64{100, 2, 0})
	for _, c := range []struct{ from, to, want float64 }{
		{0, 2, 2.5}, {0.5, 1, 2.5}, {0, 4, 4.25}, {1, 3, 4.25}, {1, 4, (2.5 + 12) / 3}, {4, 14, math.NaN()},
		{3, 15, 4}, {1, 1, math.NaN()}, {4, 4, math.NaN()}, {14.5, 15, 2}, {-5, 20, (5 + 12 + 2) / 5.0},
	} {
		if got := s.MeanSpeed(0, c.from, c.to); got != c.want && !(math.IsNaN(got) && math.IsNaN(c.want)) {
			t.Errorf("from %v to %v: %v, want %v", c.from, c.to, got, c.want)
		}
	}
}

// TestMeanSpeedOfExtremes: neither squares nor quotients overflow, and an object at rest has speed 0.
func TestMeanSpeedOfExtremes(t *testing.T) {
	far := trajectory.MaxMagnitude
	s := moving(t, 0, []float64{0, 1, 1 + 0x1p-52}, [3]float64{-far}, [3]float64{far}, [3]float64{-far})
	if got := s.MeanSpeed(0, 0, 1); got != 2*far {
		t.Errorf("%v, want %v", got, 2*far)
	}
	if got := s.MeanSpeed(0, 1, 2); got != math.MaxFloat64 {
		t.Errorf("beyond the largest float64: %v", got)
	}
	if got := moving(t, 0, []float64{0, 1}, [3]float64{5, 5, 5}, [3]float64{5, 5, 5}).MeanSpeed(0, 0, 1); got != 0 {
		t.Errorf("at rest: %v", got)
	}
}

// TestHeightAt: HeightAt interpolates between connected samples; in gaps and after the end it returns the last height before, before the
// start the first.
func TestHeightAt(t *testing.T) {
	s := moving(t, 5, []float64{0, 1, 3, 13, 20, 21}, make([][3]float64, 6)...).WithHeights([]float64{0.1, 2.1, 4, 9, 1, 2})
	for at, want := range map[float64]float64{-1: 0.1, 0: 0.1, 1: 2.1, 2: 3.05, 3: 4, 7: 4, 13: 9, 14: 9, 20: 1, 20.25: 1.25, 20.75: 1.75, 21: 2, 22: 2} {
		if got := s.HeightAt(0, at); got != want {
			t.Errorf("at %v: %v, want %v", at, got, want)
		}
	}
}

// TestTravelInParts: the lengths travelled up to a time and from there on add up to the very length of the whole, for any time.
func TestTravelInParts(t *testing.T) {
	r := rand.New(rand.NewPCG(45, 1))
	var times []float64
	var at [][3]float64
	for i := range 40 {
		times, at = append(times, float64(i)+9*float64(i/10)+r.Float64()), append(at, [3]float64{r.NormFloat64(), 1e3 * r.NormFloat64(), r.NormFloat64()})
	}
	s := moving(t, 5, times, at...)
	for range 2000 {
		from := times[0] + r.Float64()*80
		to := from + r.Float64()*40
		got := trajectory.Travelled{}
		for i, start := range times {
			end := to
			if i+1 < len(times) {
				end = min(to, times[i+1])
			}
			got = s.Travel(got, 0, from, end, start)
		}
		if want := s.Travel(trajectory.Travelled{}, 0, from, to, math.Inf(-1)); got != want {
			t.Fatalf("from %v to %v: %+v, want %+v", from, to, got, want)
		}
	}
}
