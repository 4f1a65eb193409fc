package engine_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"flyby/interaction"
	"flyby/internal/partition"
	"flyby/kernel"
)

// interval is work on the numbers from [0] to [1], exclusive.
type interval [2]int

func (s interval) halves() []interval {
	half := (s[0] + s[1]) / 2
	if half == s[0] {
		return nil
	}
	return []interval{{s[0], half}, {half, s[1]}}
}

// TestRun: work is cut until it fits, and run in order.
func TestRun(t *testing.T) {
	large, other := errors.New("large"), errors.New("other")
	for _, c := range []struct {
		fits int
		bad  int // a number whose work fails for another reason
		want error
		runs []interval
	}{
		{8, -1, nil, []interval{{0, 8}}},
		{3, -1, nil, []interval{{0, 8}, {0, 4}, {0, 2}, {2, 4}, {4, 8}, {4, 6}, {6, 8}}},
		{4, 3, other, []interval{{0, 8}, {0, 4}}},
		{0, -1, large, []interval{{0, 8}, {0, 4}, {0, 2}, {0, 1}}},
	} {
		var runs []interval
		err := partition.Run(interval{0, 8}, func(s interval) error {
			runs = append(runs, s)
			switch {
			case s[1]-s[0] > c.fits:
				return large
			case s[0] <= c.bad && c.bad < s[1]:
				return other
			}
			return nil
		}, func(s interval, err error) []interval {
			if errors.Is(err, other) {
				return nil
			}
			return s.halves()
		})
		if !errors.Is(err, c.want) || (err == nil) != (c.want == nil) || !slices.Equal(runs, c.runs) {
			t.Errorf("%d at once: %v after %v, want %v after %v", c.fits, err, runs, c.want, c.runs)
		}
	}
}

// TestHits: hits that work added before it failed are given back, with their
// counts, and each hit is in the result once.
func TestHits(t *testing.T) {
	released := 0
	add := func(out *kernel.Hits, n int) {
		out.Add(kernel.HitList{List: []interaction.HitRow{{Query: uint32(n)}}, Release: func() { released++ }})
	}
	var out kernel.Hits
	add(&out, 99) // of earlier work
	stats, err := partition.Hits(interval{0, 8}, &out, func(s interval) (stats kernel.Stats, err error) {
		for n := s[0]; n < s[1]; n++ {
			if n-s[0] == 3 {
				return stats, fmt.Errorf("the fourth: %w", &kernel.OverflowError{})
			}
			add(&out, n)
			stats.Hits++
		}
		return stats, nil
	}, func(s interval, err error) []interval {
		if !partition.Overflows(err) {
			t.Errorf("%v is no overflow", err)
		}
		return s.halves()
	})
	if err != nil || stats.Hits != 8 || released != 3*3 {
		t.Errorf("%v, %d hits counted, %d lists given back; want none, 8, 9", err, stats.Hits, released)
	}
	var found []uint32
	for _, h := range out.List() {
		found = append(found, h.Query)
	}
	if want := []uint32{99, 0, 1, 2, 3, 4, 5, 6, 7}; !slices.Equal(found, want) {
		t.Errorf("hits %v, want %v", found, want)
	}
}

// TestHitsKeepsCosts: the cost of work that failed before it added a hit is
// counted.
func TestHitsKeepsCosts(t *testing.T) {
	stats, err := partition.Hits(interval{0, 2}, new(kernel.Hits), func(s interval) (kernel.Stats, error) {
		if s[1]-s[0] > 1 {
			return kernel.Stats{BoxTests: 5}, &kernel.OverflowError{}
		}
		return kernel.Stats{BoxTests: 3}, nil
	}, func(s interval, err error) []interval { return s.halves() })
	if err != nil || stats.BoxTests != 5+3+3 {
		t.Errorf("%v, %d tests of boxes, want 11", err, stats.BoxTests)
	}
	if partition.Overflows(kernel.ErrMemory) || partition.Overflows(nil) {
		t.Error("an overflow that is none")
	}
}
