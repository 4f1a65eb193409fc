package visit_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"testing"

	"flyby/interaction"
	"flyby/internal/memory"
	"flyby/internal/testing/visittest"
	"flyby/internal/visit"
	"flyby/internal/zone"
	"flyby/trajectory"
)

// newCrowd makes a scene of many objects and four zones, for float64.
func newCrowd(t *testing.T, objects int64, samples int) *scene {
	r := &scene{Rand: rand.New(rand.NewPCG(1, 7))}
	var c trajectory.Columns
	for id := range objects {
		for i := range samples {
			c.ID.Int = append(c.ID.Int, id)
			c.T, c.X, c.Y = append(c.T, 1.7e9+float64(10*i)), append(c.X, side*r.Float64()), append(c.Y, side*r.Float64())
		}
	}
	var err error
	if r.store, err = trajectory.New(c, trajectory.BuildOptions{}); err != nil {
		t.Fatal(err)
	}
	if r.set, err = zone.New([]zone.Zone{r.zone("a"), r.zone("b"), r.zone("c"), r.zone("d")}, zone.Options{SkipBad: true}); err != nil {
		t.Fatal(err)
	}
	r.rule = visit.Rule{Distance: 0.5, Window: interaction.Unbounded(), Threads: 1}
	return r
}

// TestThreads: any number of threads finds the same visits and hits, of objects that are cut, too.
func TestThreads(t *testing.T) {
	for _, r := range []*scene{newCrowd(t, 150, 20), newCrowd(t, 1, 3000)} {
		one, err := visittest.Find(t.Context(), r.store, r.set, r.rule.Cut(7))
		if err != nil || one.Len() < 150 {
			t.Fatalf("%d visits, %v", one.Len(), err)
		}
		hits, err := visittest.FindHits(t.Context(), r.store, r.set, r.rule.Cut(7))
		if err != nil || len(hits) < one.Len() {
			t.Fatalf("%d hits, %v", len(hits), err)
		}
		r.rule.Threads = 5
		many, err := visittest.Find(t.Context(), r.store, r.set, r.rule.Cut(7))
		if err != nil || !reflect.DeepEqual(one, many) {
			t.Errorf("five threads find %d visits, one %d: %v", many.Len(), one.Len(), err)
		}
		more, err := visittest.FindHits(t.Context(), r.store, r.set, r.rule.Cut(7))
		if err != nil || !reflect.DeepEqual(hits, more) {
			t.Errorf("five threads find %d hits, one %d: %v", len(more), len(hits), err)
		}
	}
}

// TestCuts: where a piece is cut changes nothing but the last places of numbers.
func TestCuts(t *testing.T) {
	r := newCrowd(t, 2, 300)
	want, err := visittest.Find(t.Context(), r.store, r.set, r.rule)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{1, 2, 3, 100, 299} {
		if got, err := visittest.Find(t.Context(), r.store, r.set, r.rule.Cut(n)); err != nil || !alike(got, want) {
			t.Errorf("cut at %d segments: %d visits, want %d: %v", n, got.Len(), want.Len(), err)
		}
	}
}

// TestChunks: chunks together are all visits, and no object is in two.
func TestChunks(t *testing.T) {
	r := newCrowd(t, 500, 30)
	want, err := visittest.Find(t.Context(), r.store, r.set, r.rule)
	if err != nil {
		t.Fatal(err)
	}
	var all trajectory.Encounters
	chunks := 0
	err = visit.Each(t.Context(), r.store, r.set, r.rule, func(some trajectory.Encounters) (err error) {
		if n := all.Len(); n > 0 && all.QueryTraj[n-1] >= some.QueryTraj[0] {
			t.Errorf("object %d follows object %d", some.QueryTraj[0], all.QueryTraj[n-1])
		}
		chunks++
		all, err = all.Append(some)
		return err
	})
	if err != nil || chunks < 2 || !reflect.DeepEqual(all, want) {
		t.Errorf("%d visits in %d chunks, want %d: %v", all.Len(), chunks, want.Len(), err)
	}
}

// TestEnded: a search ends with the error of whoever takes visits, with its context, and where memory is too little; otherwise it tells its progress.
func TestEnded(t *testing.T) {
	r := newCrowd(t, 500, 30)
	stop := errors.New("stop")
	calls := 0
	err := visit.Each(t.Context(), r.store, r.set, r.rule, func(trajectory.Encounters) error { calls++; return stop })
	if !errors.Is(err, stop) || calls != 1 {
		t.Errorf("%d calls end with %v", calls, err)
	}
	ended, cancel := context.WithCancel(t.Context())
	err = visit.Each(ended, r.store, r.set, r.rule, func(trajectory.Encounters) error { cancel(); return nil })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("a search that is cancelled ends with %v", err)
	}
	r.rule.Quota = memory.NewShare(100_000)
	if _, err = visittest.Find(t.Context(), r.store, r.set, r.rule); !errors.Is(err, memory.ErrNoRoom) {
		t.Errorf("100 kB of memory: %v", err)
	}
	if taken := 100_000 - r.rule.Quota.Rest(); taken != 0 {
		t.Errorf("%d bytes are not given back", taken)
	}
	r.rule.Quota = memory.NewShare(1 << 30)
	told := 0.0
	r.rule.Progress = func(done, total float64) { told = done / total }
	if _, err = visittest.Find(t.Context(), r.store, r.set, r.rule); err != nil || told != 1 || r.rule.Quota.Rest() != 1<<30 {
		t.Errorf("%v of the work is told to be done, %d bytes rest: %v", told, r.rule.Quota.Rest(), err)
	}
}
