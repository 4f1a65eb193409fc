package agree_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"flyby"
	"flyby/datasets"
	"flyby/interaction"
	"flyby/internal/testing/kerneltest"
	"flyby/internal/tier"
	"flyby/trajectory"
)

// grazes returns pairs of objects, a rest and a pass at exactly 5 from it, each pair far from all others; and how many least distances float64 computes above 5.
func grazes(t *testing.T) (s *trajectory.Store, above int) {
	t.Helper()
	r := kerneltest.Rand(t)
	var c trajectory.Columns
	for id := range int64(900) {
		x, y, steps := float64(1e5*id+r.Int64N(1000)), float64(r.IntN(1000)), float64(1+r.IntN(900))
		begin, end := float64(r.IntN(1e6)), float64(1+r.IntN(20))
		c.ID.Int = append(c.ID.Int, 2*id, 2*id, 2*id+1, 2*id+1)
		c.T = append(c.T, begin, begin+end, begin, begin+end)
		c.X = append(c.X, x, x, x+3-4*steps, x+3+4*(end-1)*steps+4)
		c.Y = append(c.Y, y, y, y+4+3*steps, y+4-3*(end-1)*steps-3)
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for row := 0; row < s.Samples(); row += 4 {
		if _, d, _, _ := interaction.Unbounded().Closest(s.Segment(row), s.Segment(row+2)); d > 5 {
			above++
		}
	}
	return s, above
}

// TestLeastDistanceIsWithin: objects that pass each other at exactly d are d apart at most when they are closest, by every method on every device, in one go and in ranges, with heights and without.
func TestLeastDistanceIsWithin(t *testing.T) {
	s, above := grazes(t)
	if above < 30 {
		t.Fatalf("%d least distances above 5: too few to tell", above)
	}
	level, v := s.WithHeights(make([]float64, s.Samples())), 1.0
	for _, w := range ways(t) {
		for _, o := range []flyby.Options{{Method: w.method, Device: w.device}, inRanges(flyby.Options{Method: w.method, Device: w.device}, 7, 0)} {
			flat, _ := askEncounters(t, o, s, flyby.Search{Distance: 5})
			tall, _ := askEncounters(t, o, level, flyby.Search{Distance: 5, Vertical: &v})
			for _, e := range []trajectory.Encounters{flat, tall} {
				if e.Len() != s.Samples()/4 || slices.Max(e.Distance) > 5 || slices.Min(e.Distance) < 5-1e-9 {
					t.Errorf("%v: %d encounters, least distances from %v to %v", w, e.Len(), slices.Min(e.Distance), slices.Max(e.Distance))
				}
			}
		}
	}
}

// TestLeastDistanceInTheWindow: with heights and the times of our days, d_min is taken at the end of the window of heights, not at its time, which is rounded: by every method on every device.
func TestLeastDistanceInTheWindow(t *testing.T) {
	one := func(x, y, h [2]float64) *trajectory.Store {
		s, err := trajectory.New(trajectory.Columns{
			ID: trajectory.IDColumn{Int: []int64{0, 0}}, T: []float64{1700000000, 1700000010}, X: x[:], Y: y[:], H: h[:],
		}, trajectory.BuildOptions{})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	still := one([2]float64{}, [2]float64{}, [2]float64{1000, 1000})
	pass := one([2]float64{3940.61911482, 6365.95573297}, [2]float64{}, [2]float64{1313.103923919126, 1283.1039239326187})
	v := 300.0
	for _, w := range ways(t) {
		e, _ := askEncounters(t, flyby.Options{Method: w.method, Device: w.device}, pass, flyby.Search{Queries: still, Distance: 5000, Vertical: &v})
		if e.Len() != 1 || math.Abs(e.Distance[0]-4999.99999938) > 1e-8 || e.Height[0] != 300 {
			t.Errorf("%v: %+v", w, e)
		}
	}
}

// agreed is a set that searches of tests agree on.
type agreed struct {
	name             string
	entries, queries *trajectory.Store
	asked            flyby.Search
}

// agreedSets returns the sets of TestSearchesAgree, without heights and with the third coordinate as a height, the scenes of TestVertical, and grazes.
func agreedSets(t *testing.T) (all []agreed) {
	t.Helper()
	for _, s := range datasets.Searches() {
		entries, queries, err := s.Load(0.02, 1)
		if err != nil {
			t.Fatal(err)
		}
		d := 10 * s.Distance
		all = append(all, agreed{s.Name, entries, queries, flyby.Search{Queries: queries, Distance: d, ExcludeSameID: true}})
		if entries.Dim() == 3 {
			lying, v := lay(t, queries), d/2
			all = append(all, agreed{s.Name + ", heights", lay(t, entries), lying, flyby.Search{Queries: lying, Distance: d, Vertical: &v, ExcludeSameID: true}})
		}
	}
	for _, s := range uprightScenes(t) {
		all = append(all, agreed{s.Name, s.Entries, s.Queries, askedOf(s)})
	}
	s, _ := grazes(t)
	return append(all, agreed{"grazes", s, nil, flyby.Search{Distance: 5}})
}

// lay returns a store with the third coordinate as the height.
func lay(t *testing.T, s *trajectory.Store) *trajectory.Store {
	t.Helper()
	var c trajectory.Columns
	for traj := range s.Trajectories() {
		first, last := s.Range(traj)
		for range last - first {
			c.ID.Int = append(c.ID.Int, int64(traj))
		}
	}
	c.T, c.X, c.Y, c.H = s.T(), s.X(), s.Y(), s.Z()
	lying, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return lying
}

// TestOtherRowsStay: a row is what float64 computes of the horizontal distance alone, kept in its interval, but where that distance is above the threshold, or heights are too far apart there.
func TestOtherRowsStay(t *testing.T) {
	tier.Full(t)
	var of counted
	for _, s := range agreedSets(t) {
		hits := ask(t, flyby.Options{Device: "cpu"}, s.entries, s.asked).hits
		met, _ := askEncounters(t, flyby.Options{Device: "cpu"}, s.entries, s.asked)
		at := map[[2]uint32][]int{}
		for i := range hits.Len() {
			pair := [2]uint32{hits.QueryTraj[i], hits.EntryTraj[i]}
			at[pair] = append(at[pair], i)
		}
		for i := range met.Len() {
			if text := of.check(&s, &hits, at[[2]uint32{met.QueryTraj[i], met.EntryTraj[i]}], &met, i); text != "" {
				t.Fatalf("%s: encounter %d: %s", s.name, i, text)
			}
		}
	}
	t.Logf("%d rows, %d of them lowered, %d cut off by heights", of.rows, of.lowered, of.cut)
	if of.rows < 5000 || of.lowered < 30 || of.cut < 100 {
		t.Errorf("%d rows, %d of them lowered, %d cut off by heights: too few to tell", of.rows, of.lowered, of.cut)
	}
}

// counted counts rows by why they are what they are.
type counted struct{ rows, lowered, cut int }

// check compares an encounter with the closest approach of its hits, some of the hits of a pair.
func (c *counted) check(s *agreed, hits *trajectory.Hits, of []int, met *trajectory.Encounters, row int) string {
	c.rows++
	var best interaction.Approach
	lowered, cut := false, false
	best.Distance = math.Inf(1)
	for _, i := range of {
		if hits.Enter[i] < met.Enter[row] || hits.Exit[i] > met.Exit[row] {
			continue
		}
		q, e := segmentOf(s.queriesOrEntries(), hits.QueryTraj[i], hits.QuerySeg[i]), segmentOf(s.entries, hits.EntryTraj[i], hits.EntrySeg[i])
		at, d, v, _ := s.window().Closest(q.Segment, e.Segment)
		lowered = lowered || d > s.asked.Distance+q.R+e.R
		cut = cut || s.asked.Vertical != nil && !(math.Abs(heightAt(e, at)-heightAt(q, at)) < *s.asked.Vertical*(1-1e-9))
		if d < best.Distance {
			best = interaction.Approach{Time: min(max(at, hits.Enter[i]), hits.Exit[i]), Distance: d, Speed: v}
		}
	}
	if math.Float64bits(best.Distance) == math.Float64bits(met.Distance[row]) && best.Time == met.Closest[row] && (best.Speed == met.Speed[row] || math.IsNaN(met.Speed[row])) {
		return ""
	}
	switch {
	case cut:
		c.cut++
	case lowered:
		c.lowered++
	default:
		return fmt.Sprintf("closest at %v, %v, speed %v; want %+v", met.Closest[row], met.Distance[row], met.Speed[row], best)
	}
	return ""
}

func (s *agreed) queriesOrEntries() *trajectory.Store {
	if s.asked.Queries == nil {
		return s.entries
	}
	return s.queries
}

func (s *agreed) window() interaction.Window {
	w := interaction.Unbounded()
	if s.asked.From != nil {
		w.From = *s.asked.From
	}
	if s.asked.To != nil {
		w.To = *s.asked.To
	}
	return w
}

// segmentOf returns a segment by its number in its trajectory.
func segmentOf(s *trajectory.Store, traj, number uint32) trajectory.Upright {
	first, last := s.Range(int(traj))
	for row := last - 1; row >= first; row-- { // a gap has the number of the segment behind it
		if s.SegmentIDIn(int(traj), row) == int(number) {
			if s.H() != nil {
				return s.UprightAt(int(traj), row)
			}
			return trajectory.Upright{Segment: s.SegmentAt(int(traj), row)}
		}
	}
	panic("no such segment")
}

// heightAt returns the height at a time.
func heightAt(u trajectory.Upright, t float64) float64 {
	if u.T0 == u.T1 {
		return u.H0
	}
	return u.H0 + (u.H1-u.H0)*((t-u.T0)/(u.T1-u.T0))
}
