package binindex_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"flyby/binindex"
	"flyby/internal/testing/kerneltest"
	"flyby/internal/tier"
	"flyby/trajectory"
)

// columns is the columns of a store to be built.
type columns struct{ trajectory.Columns }

func (c *columns) add(id int64, t float64, p [3]float64, r float64) {
	c.ID.Int = append(c.ID.Int, id)
	c.T, c.R = append(c.T, t), append(c.R, r)
	c.X, c.Y, c.Z = append(c.X, p[0]), append(c.Y, p[1]), append(c.Z, p[2])
}

// segment adds a trajectory whose first segment is s.
func (c *columns) segment(id int64, s trajectory.Segment) {
	c.add(id, s.T0, s.P0, s.R)
	if s.T1 > s.T0 {
		c.add(id, s.T1, s.P1, s.R)
	}
	if !s.Last {
		c.add(id, s.T1+math.Max(1, math.Abs(s.T1)), s.P1, s.R)
	}
}

func (c *columns) store(t testing.TB) *trajectory.Store {
	t.Helper()
	s, err := trajectory.New(c.Columns, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// boxes returns the boxes of a store's segments by row, in frame f, or, if f is nil,
// in the store's own frame.
func boxes(s *trajectory.Store, f *binindex.Frame) (map[int]binindex.Box, *binindex.Frame) {
	p := binindex.NewPyramid(s, f, binindex.Setting{RunLength: 1}, 1)
	byRow := map[int]binindex.Box{}
	for i, r := range p.Runs {
		if r.Count > 0 {
			byRow[int(r.Row)] = p.Levels[0][i]
		}
	}
	return byRow, p.Frame
}

// TestNearKeepsHits: the boxes of two segments that hit are near, in frames
// fitted to the segments, to one of them, and to data of other sizes.
func TestNearKeepsHits(t *testing.T) {
	tier.Full(t)
	r := kerneltest.Rand(t)
	hits := 0
	for p := range kerneltest.Pairs(r, 10_000) {
		if _, _, hit := p.Window.Decide(p.Query, p.Entry, p.Distance); !hit {
			continue
		}
		hits++
		var q, e columns
		q.segment(0, p.Query)
		e.segment(0, p.Entry)
		queries := q.store(t)
		for _, company := range []float64{0, 1, 1e3, 1e-3} { // sizes of other data that widen the frame
			if company > 0 {
				e.segment(int64(company*1e4), elsewhere(r, p.Entry, company))
			}
			c := columns{e.clone()}
			byRow, frame := boxes(c.store(t), nil)
			inFrame, _ := boxes(queries, frame)
			a, b := inFrame[0], byRow[0]
			if !a.Near(&b, frame.Reach(p.Distance)) || !b.Near(&a, frame.Reach(p.Distance)) {
				t.Fatalf("company %v: boxes %v and %v are not near, reach %v: %v", company, a, b, frame.Reach(p.Distance), p)
			}
		}
	}
	if hits < 2000 {
		t.Errorf("%d hits", hits)
	}
}

func (c *columns) clone() trajectory.Columns {
	var d columns
	for i, id := range c.ID.Int {
		d.add(id, c.T[i], [3]float64{c.X[i], c.Y[i], c.Z[i]}, c.R[i])
	}
	return d.Columns
}

// elsewhere returns a segment at the time of another, about size times its position away.
func elsewhere(r *rand.Rand, s trajectory.Segment, size float64) trajectory.Segment {
	for k := range 3 {
		by := size * (math.Abs(s.P0[k]) + math.Abs(s.P1[k])) * (r.Float64() - 0.5)
		s.P0[k] = max(-0x1p990, min(0x1p990, s.P0[k]+by))
		s.P1[k] = s.P0[k]
	}
	s.Last = true
	return s
}

// TestNearIsTight: resting objects along an axis, exactly d apart besides their
// radii, with d some ulps of a float32 in the frame, are near; objects 16 ulps
// further apart are not.
func TestNearIsTight(t *testing.T) {
	r := kerneltest.Rand(t)
	const unit = 0x1p-40
	for range 20_000 {
		d := float64(1+r.IntN(1<<24)) * unit
		var at, by [3]float64
		for k := range at {
			at[k] = float64(r.IntN(1<<40)) * unit
		}
		var radii [2]float64
		if r.IntN(2) == 0 {
			radii = [2]float64{float64(r.IntN(1<<24)) * unit, float64(r.IntN(1<<24)) * unit}
		}
		axis := r.IntN(3)
		by = at
		by[axis] += d + radii[0] + radii[1]
		var c columns
		c.add(0, 0, at, radii[0])
		c.add(1, 0, by, radii[1])
		c.add(2, 0, [3]float64{}, 0)
		c.add(3, 0, [3]float64{1, 1, 1}, 0)
		byRow, frame := boxes(c.store(t), nil)
		a, b := byRow[0], byRow[1]
		if !a.Near(&b, frame.Reach(d)) {
			t.Fatalf("%v and %v, d = %v: boxes %v and %v are not near", at, by, d, a, b)
		}
		const ulps = 16 * 0x1p-23
		if d > 4*ulps && a.Near(&b, frame.Reach(d-ulps)) {
			t.Fatalf("%v and %v are near at %v less than their distance %v", at, by, ulps, d)
		}
	}
}

// TestNearInTheMiddle: pairs within d are near also where the frame's origin makes
// differences exact that are so tiny that their squares underflow in float32.
func TestNearInTheMiddle(t *testing.T) {
	for exp := 1; exp < 200; exp++ {
		unit := math.Ldexp(1, -exp)
		for _, p := range [][3]float64{{3, 4, 0}, {-4, 0, 3}, {1, 2, -2}, {2, 3, 6}, {0, 1, 0}, {5, 5, 5}, {5, -3, 3}} {
			var c columns
			c.add(0, 0, [3]float64{}, 0)
			c.add(1, 0, [3]float64{p[0] * unit, p[1] * unit, p[2] * unit}, 0)
			c.add(2, 0, [3]float64{-7, -7, -7}, 0)
			c.add(3, 0, [3]float64{7, 7, 7}, 0)
			byRow, frame := boxes(c.store(t), nil)
			a, b := byRow[0], byRow[1]
			d := math.Nextafter(math.Sqrt(p[0]*p[0]+p[1]*p[1]+p[2]*p[2]), 10) * unit
			if !a.Near(&b, frame.Reach(d)) {
				t.Errorf("unit 2^-%d: %v is not near the middle, d = %v", exp, p, d)
			}
		}
	}
}

// TestNearMindsOwnership: runs that touch at an instant that one of them does not
// own share no tick, and runs that both own it share one.
func TestNearMindsOwnership(t *testing.T) {
	here := [3]float64{}
	for _, c := range []struct {
		name     string
		from, to []float64 // sample times of the two trajectories
		near     bool
	}{
		{"ends as the other begins", []float64{0, 1}, []float64{1, 2}, true},
		{"goes on as the other begins", []float64{0, 1, 2}, []float64{1, 2}, false},
		{"the first segments of synchronous objects", []float64{0, 1, 2}, []float64{0, 1, 2}, true},
		{"event at a start", []float64{1}, []float64{1, 2}, true},
		{"event at a last end", []float64{2}, []float64{1, 2}, true},
		{"event at a joint", []float64{2}, []float64{1, 2, 3}, false},
		{"events at one instant", []float64{2}, []float64{2}, true},
		{"events apart", []float64{2}, []float64{math.Nextafter(2, 3)}, false},
	} {
		var s columns
		for id, times := range [][]float64{c.from, c.to} {
			for _, at := range times {
				s.add(int64(id), at, here, 0)
			}
		}
		store := s.store(t)
		byRow, frame := boxes(store, nil)
		second, _ := store.Range(1)
		a, b := byRow[0], byRow[second]
		if near := a.Near(&b, frame.Reach(0)); near != c.near {
			t.Errorf("%s: near %v, want %v (%v, %v)", c.name, near, c.near, a, b)
		}
	}
}
