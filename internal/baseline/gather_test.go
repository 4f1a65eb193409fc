package baseline

import (
	"context"
	"errors"
	"slices"
	"testing"

	"flyby/interaction"
	"flyby/internal/testing/kerneltest"
	"flyby/kernel"
)

// found returns the hits of an earlier search: h alone.
func found(h interaction.HitRow) kernel.Hits {
	return kernel.Hits{Lists: []kernel.HitList{{List: []interaction.HitRow{h}}}}
}

func TestGatherKeepsTheOrderOfTasks(t *testing.T) {
	for _, threads := range []int{-1, 0, 1, 2, 7} {
		out := found(interaction.HitRow{Query: 99})
		stats, err := gather(t.Context(), 100, threads, &out, func(w *worker, i int) {
			w.stats.Interactions++
			for k := range i % 3 {
				w.hits.Add(interaction.HitRow{Query: uint32(i), Entry: uint32(k), Exit: 1})
			}
		})
		if err != nil || stats.Interactions != 100 || stats.Hits != 99 || out.Len() != 100 {
			t.Errorf("%d threads: stats %+v, %d hits, error %v", threads, stats, out.Len(), err)
		}
		byQuery := func(a, b interaction.HitRow) int { return int(a.Query) - int(b.Query) }
		if !slices.IsSortedFunc(out.List()[1:], byQuery) {
			t.Errorf("%d threads: not in the order of tasks", threads)
		}
	}
}

// A cancelled search returns the cause and leaves argument out unchanged.
func TestCancel(t *testing.T) {
	s := kinds()[1].scene(kerneltest.Rand(t), false)
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(cause)
	out := found(interaction.HitRow{Query: 7})
	searches := map[string]func() (kernel.Stats, error){
		"r-tree":      func() (kernel.Stats, error) { return NewRTree(s.Entries, 2).Search(ctx, s.Queries, s.Rule, 2, &out) },
		"brute force": func() (kernel.Stats, error) { return BruteForce(ctx, s.Queries, s.Entries, s.Rule, 2, &out) },
	}
	for name, search := range searches {
		stats, err := search()
		if !errors.Is(err, cause) || stats != (kernel.Stats{}) || out.Len() != 1 {
			t.Errorf("%s: stats %+v, %d hits, error %v", name, stats, out.Len(), err)
		}
	}
}

// Cancelling in the middle of a task ends a search before the next one.
func TestCancelWhileSearching(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	tasks := 0
	var out kernel.Hits
	_, err := gather(ctx, 1000, 1, &out, func(w *worker, i int) {
		w.hits.Add(interaction.HitRow{})
		if tasks++; i == 10 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || tasks != 11 || out.Len() != 0 {
		t.Errorf("%d tasks, %d hits, error %v", tasks, out.Len(), err)
	}
}
