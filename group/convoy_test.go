package group

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"flyby/trajectory"
)

// walkers returns objects at whole places of a line or a plane at whole times, some of which come late, leave early, are single samples, or
// have a gap, or a splice.
func walkers(t testing.TB, r *rand.Rand, objects, times, width, maxGap int) *trajectory.Store {
	t.Helper()
	c := trajectory.Columns{Splices: true}
	for id := range objects {
		piece := uint32(0)
		x, y, from, to := r.IntN(width), r.IntN(2), r.IntN(3), times-r.IntN(3)
		if r.IntN(8) == 0 {
			to = from
		}
		for at := from; at <= max(from, to); at++ {
			x, y = x+r.IntN(3)-1, y+r.IntN(3)-1
			if at > from && at < to && r.IntN(6) == 0 {
				continue
			}
			for again := range 1 + max(0, (id+at)%11-9) { // now and then a second place at the same time
				piece += uint32(again)
				c.ID.Int, c.Piece = append(c.ID.Int, int64(id)), append(c.Piece, piece)
				c.T, c.X, c.Y = append(c.T, float64(at)), append(c.X, float64(2*(x+again))), append(c.Y, float64(2*y))
			}
		}
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{MaxGap: float64(maxGap)})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// bruteClusters computes DBSCAN from its definition: cores, the objects linked with them, and border objects in the lowest-numbered cluster
// near them.
func bruteClusters(s *trajectory.Store, t float64, search Search) []int {
	n := s.Trajectories()
	near := func(a, b int) bool {
		if !s.Present(a, t) || !s.Present(b, t) {
			return false
		}
		p, q, sum := s.At(a, t), s.At(b, t), new(big.Rat)
		for axis := range p {
			d := difference(p[axis], q[axis])
			sum.Add(sum, d.Mul(d, d))
		}
		e := new(big.Rat).SetFloat64(search.Distance)
		return sum.Cmp(e.Mul(e, e)) <= 0
	}
	core, of := make([]bool, n), make([]int, n)
	for a := range n {
		of[a] = none
		for count, b := 0, 0; b < n; b++ {
			if near(a, b) {
				count++
			}
			core[a] = count >= search.MinSize
		}
	}
	clusters := 0
	for a := range n {
		if !core[a] || of[a] != none {
			continue
		}
		of[a] = clusters
		for grown := true; grown; {
			grown = false
			for b := range n {
				for c := range n {
					if core[b] && core[c] && of[b] == clusters && of[c] == none && near(b, c) {
						of[c], grown = clusters, true
					}
				}
			}
		}
		clusters++
	}
	for a := range n {
		for b := range n {
			if !core[a] && core[b] && near(a, b) && (of[a] == none || of[b] < of[a]) {
				of[a] = of[b]
			}
		}
	}
	return of
}

// ticksOf returns the ticks of a clock within the trajectories' extent, one by one.
func ticksOf(s *trajectory.Store, c Clock) (all []float64) {
	for i := int64(-1000); i < 1000; i++ {
		if t := c.at(i); t >= s.Extent().Start && t <= s.Extent().End {
			all = append(all, t)
		}
	}
	return all
}

// bruteConvoys finds convoys over all first and last ticks.
func bruteConvoys(s *trajectory.Store, search Search) []Group {
	ticks := ticksOf(s, search.Clock)
	labels := make([][]int, len(ticks))
	for i, t := range ticks {
		labels[i] = bruteClusters(s, t, search)
	}
	var found []Group
	for i := range ticks {
		together := make([]int, s.Trajectories())
		for j := i; j < len(ticks); j++ {
			together = refined(together, labels[j])
			if j-i+1 < search.MinTicks {
				continue
			}
			for _, members := range classes(together) {
				if len(members) >= search.MinSize && !slices.ContainsFunc(members, func(v uint32) bool { // noise at some tick
					return slices.ContainsFunc(labels[i:j+1], func(of []int) bool { return of[v] == none })
				}) {
					found = append(found, Group{Start: ticks[i], End: ticks[j], Members: members})
				}
			}
		}
	}
	return maximal(found)
}

// convoysOf collects groups by a clock.
func convoysOf(t *testing.T, s *trajectory.Store, search Search, stats *ClockStats) []Group {
	t.Helper()
	return collected(t, search.Convoys(context.Background(), s, 2, stats))
}

// TestConvoysAreTheDefinition: convoys of few objects equal the convoys of brute force, for every least number of ticks and for clocks
// beside the samples.
func TestConvoysAreTheDefinition(t *testing.T) { convoysAreTheDefinition(t, 80) }

func convoysAreTheDefinition(t *testing.T, rounds int) {
	t.Helper()
	some := 0
	for seed := range rounds {
		r := rand.New(rand.NewPCG(uint64(seed), 23))
		s := walkers(t, r, 3+r.IntN(8), 6+r.IntN(12), 3+r.IntN(5), 1+r.IntN(3))
		search := Search{Method: Convoy, Distance: 2, MinSize: 2 + r.IntN(2), MinTicks: 1 + r.IntN(7), Clock: Clock{Origin: []float64{0, 0.5, 7, 40}[r.IntN(4)], Step: []float64{1, 0.5, 0.75}[r.IntN(3)]}}
		got, want := convoysOf(t, s, search, nil), bruteConvoys(s, search)
		if groupsText(got) != groupsText(want) {
			t.Fatalf("seed %d, %+v:\ngot\n%swant\n%s", seed, search, groupsText(got), groupsText(want))
		}
		some += len(want)
	}
	if some < rounds {
		t.Errorf("%d convoys in %d rounds: too few to tell", some, rounds)
	}
}

// TestConvoysSkipTicks: with more ticks than a block has, convoys equal the convoys of all ticks, and most ticks are not clustered where
// few objects stay together.
func TestConvoysSkipTicks(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for _, width := range []int{4, 60} {
		s := walkers(t, r, 20, 900, width, 5)
		search := Search{Method: Convoy, Distance: 2, MinSize: 3, MinTicks: 30, Clock: Clock{Step: 0.5}}
		var stats ClockStats
		got := convoysOf(t, s, search, &stats)
		if stats.Clustered == stats.Ticks {
			t.Errorf("width %d: all %d ticks are clustered", width, stats.Ticks)
		}
		all := search
		all.MinTicks = 3 // every tick is a benchmark
		var want []Group
		for _, g := range convoysOf(t, s, all, &stats) {
			if g.End-g.Start >= 14.5 {
				want = append(want, g)
			}
		}
		if stats.Clustered != stats.Ticks || groupsText(got) != groupsText(want) {
			t.Errorf("width %d: %+v, got\n%swant\n%s", width, stats, groupsText(got), groupsText(want))
		}
	}
}

// bruteChains finds moving clusters as all paths that cannot be made longer.
func bruteChains(s *trajectory.Store, search Search) (found []string) {
	ticks := ticksOf(s, search.Clock)
	var at [][][]uint32 // clusters by tick
	for _, t := range ticks {
		var clusters [][]uint32
		by := classes(bruteClusters(s, t, search))
		for i := range len(by) {
			if c := by[i]; len(c) > 0 {
				clusters = append(clusters, c)
			}
		}
		at = append(at, clusters)
	}
	linked := func(a, b []uint32) bool {
		common := int64(0)
		for _, v := range a {
			if slices.Contains(b, v) {
				common++
			}
		}
		return new(big.Rat).SetFrac64(common, int64(len(a)+len(b))-common).Cmp(new(big.Rat).SetFloat64(search.Theta)) >= 0
	}
	var follow func(tick int, c []uint32, path string, ticksSoFar int)
	follow = func(tick int, c []uint32, path string, n int) {
		path += fmt.Sprintf("%v: %v; ", ticks[tick], c)
		further := false
		if tick+1 < len(at) {
			for _, next := range at[tick+1] {
				if linked(c, next) {
					follow(tick+1, next, path, n+1)
					further = true
				}
			}
		}
		if !further && n >= search.MinTicks {
			found = append(found, path)
		}
	}
	for tick, clusters := range at {
		for _, c := range clusters {
			if tick == 0 || !slices.ContainsFunc(at[tick-1], func(before []uint32) bool { return linked(before, c) }) {
				follow(tick, c, "", 1)
			}
		}
	}
	return found
}

// TestMovingClustersAreTheDefinition: moving clusters are all paths of linked clusters that cannot be made longer, in order.
func TestMovingClustersAreTheDefinition(t *testing.T) { movingClustersAreTheDefinition(t, 50) }

func movingClustersAreTheDefinition(t *testing.T, rounds int) {
	t.Helper()
	some := 0
	for seed := range rounds {
		r := rand.New(rand.NewPCG(uint64(seed), 31))
		s := walkers(t, r, 3+r.IntN(9), 5+r.IntN(8), 3+r.IntN(4), 2)
		search := Search{Method: Moving, Distance: 2, MinSize: 2, MinTicks: 1 + r.IntN(4), Theta: []float64{0.25, 1. / 3, 0.5, 0.75, 1}[r.IntN(5)], Clock: Clock{Step: []float64{1, 0.5}[r.IntN(2)]}}
		var got []string
		var groups []Group
		for _, g := range convoysOf(t, s, search, nil) {
			path, first, last := "", math.NaN(), 0.0
			for one := range g.Snapshots {
				path += fmt.Sprintf("%v: %v; ", one.T, one.Members)
				if last = one.T; math.IsNaN(first) {
					first = one.T
				}
			}
			if g.Start != first || g.End != last {
				t.Errorf("from %v to %v: %s", g.Start, g.End, path)
			}
			got, groups = append(got, path), append(groups, g)
		}
		if !slices.IsSortedFunc(groups, func(a, b Group) int {
			if a.Start != b.Start || a.End != b.End {
				return sign(a.Start < b.Start || a.Start == b.Start && a.End < b.End)
			}
			return int(a.Members[0]) - int(b.Members[0])
		}) {
			t.Errorf("seed %d: out of order", seed)
		}
		want := bruteChains(s, search)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d, %+v:\ngot\n%s\nwant\n%s", seed, search, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		some += len(want)
	}
	if some < rounds {
		t.Errorf("%d paths: too few to tell", some)
	}
}

// TestClockNeverTicks: a clock without a tick in the data is no error, one that ticks too often is; so are invalid searches.
func TestClockNeverTicks(t *testing.T) {
	s := walkers(t, rand.New(rand.NewPCG(1, 1)), 4, 5, 3, 2)
	var stats ClockStats
	for _, m := range []Method{Convoy, Moving} {
		if got := convoysOf(t, s, Search{Method: m, Distance: 2, MinTicks: 1, Clock: Clock{Origin: -500, Step: 1000}}, &stats); len(got) != 0 || stats != (ClockStats{}) {
			t.Errorf("%s: %v, %+v", m, got, stats)
		}
	}
	for _, c := range []struct {
		search Search
		want   string
	}{
		{Search{Method: Convoy, Clock: Clock{Step: 1e-12}}, "more ticks"},
		{Search{Method: Convoy}, "step of the clock 0: must be a number above 0"},
		{Search{Method: Moving, Clock: Clock{Step: 1}, Theta: 1.5}, "theta 1.5: must be above 0 and at most 1"},
		{Search{Method: "flock"}, "method flock: must be one of [group cmc mc]"},
		{Search{Method: Convoy, Clock: Clock{Step: 1}, MinTicks: -1}, "least ticks -1: must be 1 or more"},
	} {
		for _, err := range c.search.Convoys(context.Background(), s, 1, nil) {
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%+v: got %v, want %s", c.search, err, c.want)
			}
		}
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	for _, err := range (Search{Method: Convoy, Distance: 2, Clock: Clock{Step: 1}}).Convoys(ctx, s, 1, nil) {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	}
}

// TestTicks: the ticks of a clock run from the first time to the last, both included, however quotients round.
func TestTicks(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	for range 2000 {
		c := Clock{Origin: float64(r.IntN(9)) / 10, Step: float64(1+r.IntN(9)) / 10}
		from, to := c.at(int64(r.IntN(50))-20), c.at(int64(r.IntN(50)))
		first, n, err := c.within(from, to)
		if err != nil {
			t.Fatal(err)
		}
		for i := int64(-30); i < 60; i++ {
			if at := c.at(i); (at >= from && at <= to) != (i >= first && i < first+int64(n)) {
				t.Fatalf("%+v from %v to %v: %d ticks from %d on, and tick %d is at %v", c, from, to, n, first, i, at)
			}
		}
	}
}
