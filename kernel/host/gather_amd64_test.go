package host

import (
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"flyby/binindex"
	"flyby/interaction"
	"flyby/internal/parallel"
	"flyby/internal/testing/kerneltest"
	"flyby/kernel"
	"flyby/trajectory"
)

// TestGather compares gathering pairs of segments by vector instructions with
// gathering them segment by segment: the same pairs in the same order, every
// number, and the same count of interactions.
func TestGather(t *testing.T) {
	if !hasAVX512() {
		t.Skip("no AVX-512 here")
	}
	r := kerneltest.Rand(t)
	for _, s := range kerneltest.Scenes(t) {
		entries := binindex.NewPyramid(s.Entries, nil, binindex.Setting{RunLength: 1 + r.IntN(6)}, 1)
		queries := entries
		if !s.Join {
			queries = binindex.NewPyramid(s.Queries, entries.Frame, binindex.Setting{RunLength: 1 + r.IntN(6)}, 1)
		}
		// No window cuts here, and no trajectory is left out.
		w := kernel.WalkWork{Rule: interaction.Rule{Distance: s.Distance, Join: s.Join}, Queries: kernel.Built(queries)}
		vector := gatherWalker(w, entries, queries, vectors512())
		scalar := gatherWalker(w, entries, queries, noVectors())
		for range 500 {
			checkGather(t, s.Name, r, vector, scalar)
		}
	}
}

func gatherWalker(w kernel.WalkWork, entries, queries *binindex.Pyramid, v vectors) *walker {
	d := resident{Database: kernel.Database{Store: entries.Store, Pyramid: entries}, vectors: v, steps: newSteps(entries, nil, parallel.NewPool(1))}
	return d.newWalker(w, newSteps(queries, nil, parallel.NewPool(1)), &worker{})
}

// checkGather gathers the pairs of two random runs in both ways and compares them.
func checkGather(t *testing.T, name string, r *rand.Rand, vector, scalar *walker) {
	t.Helper()
	qi, ei := r.IntN(len(vector.query.Runs)), r.IntN(len(vector.entry.Runs))
	for _, v := range []*walker{vector, scalar} {
		if v.query.Runs[qi].Count > 0 && v.entry.Runs[ei].Count > 0 {
			v.refine(qi, ei)
		}
	}
	got, want := &vector.out.queue, &scalar.out.queue
	if got.n != want.n || vector.out.stats != scalar.out.stats {
		t.Fatalf("%s, runs %d and %d: %d pairs of %+v, want %d of %+v", name, qi, ei, got.n, vector.out.stats, want.n, scalar.out.stats)
	}
	for i := range got.n {
		if g, w := got.pair(i), want.pair(i); !slices.Equal(g, w) {
			t.Fatalf("%s, runs %d and %d, pair %d: %v, want %v", name, qi, ei, i, g, w)
		}
	}
	got.n, want.n = 0, 0
}

// pair lists all numbers that the queue has of pair i.
func (u *queue) pair(i int) []float64 {
	var q, e trajectory.Segment
	d := u.segments(i, &q, &e)
	return []float64{
		float64(u.row[0][i]), float64(u.row[1][i]), d, u.own[0][i], u.own[1][i], q.T0, q.T1, e.T0, e.T1,
		q.P0[0], q.P0[1], q.P0[2], q.P1[0], q.P1[1], q.P1[2], e.P0[0], e.P0[1], e.P0[2], e.P1[0], e.P1[1], e.P1[2],
	}
}

// TestMeetingLayout: meeting has the layout that the assembly assumes.
func TestMeetingLayout(t *testing.T) {
	var m meeting
	got := []uintptr{
		unsafe.Offsetof(m.column), unsafe.Offsetof(m.from), unsafe.Offsetof(m.to), unsafe.Offsetof(m.row),
		unsafe.Offsetof(m.samples), unsafe.Offsetof(m.last), unsafe.Offsetof(m.pairs), unsafe.Offsetof(m.threshold), unsafe.Offsetof(m.reach),
	}
	if want := []uintptr{0, 64, 80, 96, 104, 112, 120, 128, 136}; !slices.Equal(got, want) {
		t.Errorf("offsets %v, want %v", got, want)
	}
}
