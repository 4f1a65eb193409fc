package estimate

import (
	"context"
	"testing"

	"flyby/binindex"
	"flyby/interaction"
	"flyby/internal/testing/modeltest"
	"flyby/kernel"
	"flyby/kernel/host"
	"flyby/trajectory"
)

// pyramids makes the pyramids of a search.
func pyramids(entries, queries *trajectory.Store) (q, e *binindex.Pyramid) {
	e = binindex.NewPyramid(entries, nil, binindex.ChooseSetting(entries, 1), 1)
	return binindex.NewPyramid(queries, e.Frame, e.Setting.OfQueries(queries), 1), e
}

// A full count finds as many hits as the host driver, in any stride, window and join.
func TestCountWalkFindsTheHostsHits(t *testing.T) {
	entries, queries := modeltest.Rush(120, 40, 1), modeltest.Rush(30, 30, 2)
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
		for stride := 1; stride <= MaxStride; stride++ {
			n := CountWalk(q, e, r, stride, -1, 0)
			if n.Hits != float64(found.Len()) {
				t.Errorf("join %v, stride %d: %v hits, host %d", join, stride, n.Hits, found.Len())
			}
			modeltest.Near(t, "interactions", n.Interactions, float64(stats.Interactions), 0.02)
		}
	}
}

// Samples of a walk have no bias: their mean over many seeds is the full count, within the spread
// of the mean.
func TestCountWalkSampleHasNoBias(t *testing.T) {
	q, e := pyramids(modeltest.Rush(400, 60, 1), modeltest.Rush(200, 60, 2))
	r := modeltest.Rule(6)
	all := CountWalk(q, e, r, 1, -1, 0)
	var tests, interactions, hits float64
	const seeds = 40
	for seed := range uint64(seeds) {
		n := CountWalk(q, e, r, 1, 200, seed)
		tests += n.BoxTests / seeds
		interactions += n.Interactions / seeds
		hits += n.Hits / seeds
	}
	modeltest.Near(t, "box tests", tests, all.BoxTests, 0.05)
	modeltest.Near(t, "interactions", interactions, all.Interactions, 0.1)
	modeltest.Near(t, "hits", hits, all.Hits, 0.1)
	one := CountWalk(q, e, r, 1, 0, 1)
	modeltest.Near(t, "box tests of one sample", one.BoxTests, all.BoxTests, 0.25)
}

func TestCountWalkLeavesOutExcluded(t *testing.T) {
	s := modeltest.Rush(40, 30, 4)
	r := modeltest.Rule(0)
	q, e := pyramids(s, s)
	with := CountWalk(q, e, r, 1, -1, 0)
	for i := range s.Trajectories() {
		r.Excluded = append(r.Excluded, uint32(i))
	}
	if without := CountWalk(q, e, r, 1, -1, 0); without.Hits != 0 || with.Hits == 0 {
		t.Errorf("%v hits with excluded pairs, %v without", with.Hits, without.Hits)
	}
}
