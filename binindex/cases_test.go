package binindex_test

import (
	"math/rand/v2"
	"testing"

	"flyby/binindex"
	"flyby/internal/testing/kerneltest"
	"flyby/trajectory"
)

// The special cases compare the candidates of the temporal bins with the fewest
// candidates of any temporal index: the segments that share an instant with the
// extent. They compare the pairs that the pyramid leaves with the fewest pairs of any
// index of segment boxes: the pairs whose boxes share an owned instant and lie within
// d. Each test states its factor and the reason for it.

// temporal adds up the candidates of bins in a store for n extents of a length, and
// the fewest possible candidates.
func temporal(r *rand.Rand, s *trajectory.Store, length float64, n int) (candidates, best uint64) {
	b := binindex.NewBins(s, 0)
	e := s.Extent()
	for range n {
		start := e.Start + (e.End-e.Start)*r.Float64()
		candidates += b.Count(start, start+length)
		for _, g := range s.Rows() {
			if g.T0 <= start+length && g.T1 >= start {
				best++
			}
		}
	}
	return candidates, best
}

// spatial counts the pairs of segments under near pairs of runs when a store is
// searched with queries, and the fewest possible pairs.
func spatial(queries, entries *trajectory.Store, set binindex.Setting, d float64) (candidates, best uint64) {
	p := binindex.NewPyramid(entries, nil, set, 1)
	q := binindex.NewPyramid(queries, p.Frame, set, 1)
	for i, a := range q.Levels[0] {
		for j := range p.Levels[0] {
			if a.Near(&p.Levels[0][j], p.Reach(d)) {
				candidates += uint64(q.Runs[i].Count) * uint64(p.Runs[j].Count)
			}
		}
	}
	for _, a := range queries.Rows() {
		for _, b := range entries.Rows() {
			if at := max(a.T0, b.T0); at <= min(a.T1, b.T1) && a.Owns(at) && b.Owns(at) && boxDistance(a, b) <= d*d {
				best++
			}
		}
	}
	return candidates, best
}

// boxDistance returns the squared distance of the boxes of two segments.
func boxDistance(a, b trajectory.Segment) float64 {
	square := 0.0
	for k := range 3 {
		gap := max(0, min(a.P0[k], a.P1[k])-max(b.P0[k], b.P1[k]), min(b.P0[k], b.P1[k])-max(a.P0[k], a.P1[k]))
		square += gap * gap
	}
	return square
}

func checkFactor(t *testing.T, what string, candidates, best uint64, factor float64) {
	t.Helper()
	t.Logf("%s: %d candidates, the fewest possible %d: %.3f times, allowed %.3f", what, candidates, best, float64(candidates)/float64(best), factor)
	if candidates < best || best == 0 || float64(candidates) > factor*float64(best) {
		t.Errorf("%s: %d candidates, the fewest possible %d, allowed %.3f times that", what, candidates, best, factor)
	}
}

// TestLongSegments: segments of length 80 to 120 in an extent of 1,000 with 10,000
// bins are in one class. The candidates of [s, e] have starts in [s-120-b, e+b], b
// being the length of a bin; segments with starts in [s-80, e] certainly overlap. For
// e-s = 1 and uniform starts that is 121.3/81 = 1.5 times the fewest candidates.
func TestLongSegments(t *testing.T) {
	r := kerneltest.Rand(t)
	var extents [][2]float64
	for range 2000 {
		start := 1000 * r.Float64()
		extents = append(extents, [2]float64{start, start + 80 + 40*r.Float64()})
	}
	candidates, best := temporal(r, spans(t, extents), 1, 200)
	checkFactor(t, "bins", candidates, best, 1.5)
}

// giants makes many segments of length 1 to 2 in time, and a few that span the time
// and the space of all of them.
func giants(t *testing.T, r *rand.Rand) *trajectory.Store {
	var c columns
	place := func() [3]float64 { return [3]float64{100 * r.Float64(), 100 * r.Float64(), 100 * r.Float64()} }
	for id := range int64(3000) {
		start, at := 1000*r.Float64(), place()
		c.add(id, start, at, 0)
		at[r.IntN(3)] += r.Float64()
		c.add(id, start+1+r.Float64(), at, 0)
	}
	for id := int64(3000); id < 3010; id++ {
		start := 100 * r.Float64()
		c.add(id, start, place(), 0)
		c.add(id, start+800+100*r.Float64(), place(), 0)
	}
	return c.store(t)
}

// TestGiantSegments: with one class, each giant would make all later segments
// candidates of all extents, hundreds of times the fewest. With two classes, by the
// reasoning of TestLongSegments, the short segments cost (1+2+2b)/(1+1) < 1.7 and
// the giants (1+900+2b)/(1+800) < 1.2 times the fewest.
//
// The pyramid's runs are single segments here, so that its boxes are the boxes of
// segments, except for rounding.
func TestGiantSegments(t *testing.T) {
	r := kerneltest.Rand(t)
	s := giants(t, r)
	candidates, best := temporal(r, s, 1, 200)
	checkFactor(t, "bins", candidates, best, 1.7)
	set := binindex.ChooseSetting(s, 1)
	if set.RunLength != 1 {
		t.Errorf("setting %+v for trajectories of one segment", set)
	}
	candidates, best = spatial(s, s, set, 3)
	checkFactor(t, "pyramid", candidates, best, 1.01)
}

// TestEqualStarts: synchronous objects, thousands of segments of one start.
// An extent of one step touches at most three steps, and the bins have these three
// as candidates, the fewest possible. The pyramid over single segments differs from
// the fewest by rounding only.
func TestEqualStarts(t *testing.T) {
	r := kerneltest.Rand(t)
	var c, q columns
	for id := range int64(3000) {
		at := [3]float64{100 * r.Float64(), 100 * r.Float64(), 100 * r.Float64()}
		for step := range 3 {
			c.add(id, float64(step), at, 0)
			if id%50 == 0 {
				q.add(id, float64(step), at, 0)
			}
			at[r.IntN(3)] += r.Float64() - 0.5
		}
	}
	s, queries := c.store(t), q.store(t)
	candidates, best := temporal(r, s, 0.5, 50)
	checkFactor(t, "bins", candidates, best, 1)
	b := binindex.NewBins(s, 0)
	if n := b.Count(0, 1); n != 2*3000 {
		t.Errorf("%d candidates of the first step, want those of two steps", n)
	}
	candidates, best = spatial(queries, s, binindex.Setting{RunLength: 1}, 5)
	checkFactor(t, "pyramid", candidates, best, 1.01)
}

// TestOneSegment: the only segment is a candidate of the extents that share time with
// it, and near the queries that share a tick with it and lie near it, and of no others.
func TestOneSegment(t *testing.T) {
	var c columns
	c.add(7, 10, [3]float64{1, 1, 1}, 0)
	c.add(7, 20, [3]float64{2, 2, 2}, 0)
	s := c.store(t)
	b := binindex.NewBins(s, 0)
	p := binindex.NewPyramid(s, nil, binindex.ChooseSetting(s, 1), 1)
	if len(p.Levels) != 1 || len(b.Bins()) != 1 {
		t.Fatalf("%d levels, %d bins", len(p.Levels), len(b.Bins()))
	}
	for _, k := range []struct {
		name       string
		start, end float64
		x          float64
		bins, near bool
	}{
		{"on it", 12, 13, 1, true, true},
		{"as it begins", 5, 10, 1, true, true},
		{"as it ends", 20, 25, 1, true, true},
		{"before", 5, 9.99, 1, false, false},
		{"after", 20.01, 25, 1, false, true}, // a tick lasts until the next instant
		{"at distance d", 12, 13, 5, true, true},
		{"farther than d", 12, 13, 5.001, true, false},
	} {
		if n := b.Count(k.start, k.end); (n == 1) != k.bins {
			t.Errorf("%s: %d candidates of the bins", k.name, n)
		}
		var q columns
		q.add(0, k.start, [3]float64{k.x, 1, 1}, 0)
		q.add(0, k.end, [3]float64{k.x, 1, 1}, 0)
		qs := binindex.NewPyramid(q.store(t), p.Frame, binindex.Setting{RunLength: 1}, 1)
		if near := qs.Levels[0][0].Near(&p.Levels[0][0], p.Reach(3)); near != k.near {
			t.Errorf("%s: near %v", k.name, near)
		}
	}
}

// TestOnePlace: synchronous objects that never leave one place. All pairs that share
// time are hits, the fewest possible. Two runs of r segments are near as a whole: of
// their r² pairs r share an instant that both own, so the pyramid leaves r times the
// fewest pairs. Boxes with equal mid-points must not degenerate the pyramid either.
func TestOnePlace(t *testing.T) {
	var c columns
	for id := range int64(60) {
		for step := range 17 {
			c.add(id, float64(step), [3]float64{3, 3, 3}, 0)
		}
	}
	s := c.store(t)
	for _, length := range []int{1, 4} {
		candidates, best := spatial(s, s, binindex.Setting{RunLength: length}, 0)
		checkFactor(t, "pyramid", candidates, best, float64(length))
	}
	set := binindex.ChooseSetting(s, 1)
	p := binindex.NewPyramid(s, nil, set, 1)
	if len(p.Runs) > 60*32 || len(p.Levels) > 7 {
		t.Errorf("setting %+v: %d runs on %d levels", set, len(p.Runs), len(p.Levels))
	}
	candidates, best := temporal(kerneltest.Rand(t), s, 0.5, 50)
	checkFactor(t, "bins", candidates, best, 1)
}
