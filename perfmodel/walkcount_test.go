package perfmodel

import (
	"context"
	"fmt"
	"testing"

	"flyby/binindex"
	"flyby/interaction"
	"flyby/kernel"
	"flyby/kernel/host"
	"flyby/trajectory"
)

// pyramids makes the pyramids of a search.
func pyramids(entries, queries *trajectory.Store) (q, e *binindex.Pyramid) {
	e = binindex.NewPyramid(entries, nil, binindex.ChooseSetting(entries), 1)
	return binindex.NewPyramid(queries, e.Frame, binindex.QuerySetting(queries, e.Setting), 1), e
}

// A count in full finds the hits that the host driver finds, in any stride, window and join.
func TestCountWalkFindsTheHostsHits(t *testing.T) {
	entries, queries := rush(120, 40, 1), rush(30, 30, 2)
	for _, join := range []bool{false, true} {
		q, e := pyramids(entries, queries)
		r := interaction.Rule{Distance: 6, Window: interaction.Window{From: 5, To: 21.5}, Join: join}
		if join {
			q = e
		}
		d, err := host.New(1).Load(context.Background(), kernel.Database{Store: entries, Pyramid: e})
		if err != nil {
			t.Fatal(err)
		}
		var found kernel.Hits
		w := kernel.WalkWork{Rule: r, Queries: kernel.Built(q), Query: kernel.Root(q), Entry: kernel.Root(e)}
		stats, err := d.(kernel.Walker).Walk(context.Background(), w, &found)
		if err != nil {
			t.Fatal(err)
		}
		for stride := 1; stride <= maxStride; stride++ {
			n := CountWalk(q, e, r, stride, -1, 0)
			if n.Hits != float64(found.Len()) {
				t.Errorf("join %v, stride %d: %v hits, host %d", join, stride, n.Hits, found.Len())
			}
			near(t, "interactions", n.Interactions, float64(stats.Interactions), 0.02)
		}
	}
}

// Samples of a walk add up to the walk: their mean over many seeds is the count, within its spread.
func TestCountWalkSampleHasNoBias(t *testing.T) {
	q, e := pyramids(rush(400, 60, 1), rush(200, 60, 2))
	r := rule(6)
	all := CountWalk(q, e, r, 1, -1, 0)
	var tests, interactions, hits float64
	const seeds = 40
	for seed := range uint64(seeds) {
		n := CountWalk(q, e, r, 1, 200, seed)
		tests += n.BoxTests / seeds
		interactions += n.Interactions / seeds
		hits += n.Hits / seeds
	}
	near(t, "box tests", tests, all.BoxTests, 0.05)
	near(t, "interactions", interactions, all.Interactions, 0.1)
	near(t, "hits", hits, all.Hits, 0.1)
	one := CountWalk(q, e, r, 1, 0, 1)
	near(t, "box tests of one sample", one.BoxTests, all.BoxTests, 0.25)
}

func TestCountWalkLeavesOutExcluded(t *testing.T) {
	s := rush(40, 30, 4)
	r := rule(0)
	q, e := pyramids(s, s)
	with := CountWalk(q, e, r, 1, -1, 0)
	for i := range s.Trajectories() {
		r.Excluded = append(r.Excluded, uint32(i))
	}
	if without := CountWalk(q, e, r, 1, -1, 0); without.Hits != 0 || with.Hits == 0 {
		t.Errorf("%v hits with excluded pairs, %v without", with.Hits, without.Hits)
	}
}

func TestFitWalkRecoversItsCosts(t *testing.T) {
	truth := Walk{Search: 1e-4, Step: 2e-6, BoxTest: 3e-9, Interaction: 4e-8, Hit: 2e-8, Query: 1e-7, Stride: 2}
	var points []WalkPoint
	for i := range 12 {
		x := float64(i + 1)
		n := WalkCount{Steps: 5 + float64(i%3), BoxTests: 1e4 * x * x, Interactions: 1e3 * x * float64(1+i%4), Hits: 200 * float64(1+i%5), Queries: 100 * float64(1+i%2)}
		points = append(points, WalkPoint{Count: n, Seconds: truth.Time(n)})
	}
	got, loss := fitWalk(points, 2)
	if loss > 1e-12 {
		t.Errorf("mean square error %v", loss)
	}
	for i, want := range truth.costs() {
		near(t, fmt.Sprint("cost ", i), got.costs()[i], want, 1e-4)
	}
}
