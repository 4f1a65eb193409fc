package host

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"

	"flyby/internal/memory"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/finder"
	"flyby/internal/tier"
	"flyby/points"
)

// sizes are tasks that each find a number of pairs, whose first row is the task's number.
type sizes struct {
	pairs []int
	begun atomic.Int32
	fail  int // the task that runs out of memory; -1: none
}

func (s *sizes) Begin(context.Context, pointjoin.Work, int) (finder.Tasks, error) { return s, nil }
func (s *sizes) Len() int                                                         { return len(s.pairs) }
func (s *sizes) Ordered() bool                                                    { return true }
func (s *sizes) Do(task int, f *finder.Finder) {
	s.begun.Add(1)
	if task == s.fail {
		f.Take(1 << 40)
		return
	}
	for second := 0; second < s.pairs[task] && !f.Stopped(); second++ {
		f.Pair(uint32(task), uint32(task+1+second))
	}
}

// uneven returns sizes from none to many chunks.
func uneven() *sizes {
	s := &sizes{fail: -1}
	for task := range 200 {
		s.pairs = append(s.pairs, []int{0, 3, 1 << 14, 0, 20_000, 1, 70_000}[task*task%7])
	}
	return s
}

// TestHandOver: the pairs of tasks are handed over in order and once, by any number of threads, in the calling
// goroutine, or else the race detector would report it.
func TestHandOver(t *testing.T) {
	tier.Full(t)
	for _, threads := range []int{1, 2, 5, 300} {
		s := uneven()
		r := &resident{searcher: s, threads: threads}
		task, second, pairs := 0, 0, uint64(0)
		out := pointjoin.Found{Budget: memory.NewBudget(0), Take: func(p points.Pairs) error {
			for i, first := range p.First {
				for second == s.pairs[task] {
					task, second = task+1, 0
				}
				if int(first) != task || int(p.Second[i]) != task+1+second {
					t.Fatalf("%d threads: pair %d, %d, want %d, %d", threads, first, p.Second[i], task, task+1+second)
				}
				second++
				pairs++
			}
			clear(p.First)
			return nil
		}}
		stats, err := r.Pairs(t.Context(), pointjoin.Work{}, &out)
		if err != nil || stats.Pairs != pairs || len(out.Lists) > 0 || task < len(s.pairs)-7 || second != s.pairs[task] {
			t.Errorf("%d threads: %d pairs up to task %d, counted %d, %d lists: %v", threads, pairs, task, stats.Pairs, len(out.Lists), err)
		}
	}
}

// TestHandOverIsBounded: while pairs that were handed over are in use, a bounded number of tasks begins.
func TestHandOverIsBounded(t *testing.T) {
	const threads = 2
	s := &sizes{pairs: slices.Repeat([]int{5}, 1000), fail: -1}
	handed := 0
	out := pointjoin.Found{Take: func(points.Pairs) error {
		handed++
		if begun := int(s.begun.Load()); begun >= handed+tasksAhead*threads {
			t.Errorf("%d tasks are begun as %d are handed over", begun, handed)
		}
		return nil
	}}
	if _, err := (&resident{searcher: s, threads: threads}).Pairs(t.Context(), pointjoin.Work{}, &out); err != nil || handed != 1000 {
		t.Errorf("handed over %d times: %v", handed, err)
	}
}

// TestHandOverStops: an error, or the end of the context, ends the work, which returns its cause.
func TestHandOverStops(t *testing.T) {
	enough := errors.New("enough")
	for _, threads := range []int{1, 2, 5} {
		for after := range 5 {
			for _, byTake := range []bool{true, false} {
				ctx, cancel := context.WithCancelCause(t.Context())
				s, handed := uneven(), 0
				out := pointjoin.Found{Take: func(points.Pairs) error {
					if handed++; handed <= after {
						return nil
					}
					if byTake {
						return enough
					}
					cancel(enough)
					return nil
				}}
				_, err := (&resident{searcher: s, threads: threads}).Pairs(ctx, pointjoin.Work{}, &out)
				cancel(nil)
				if !errors.Is(err, enough) || handed != after+1 || int(s.begun.Load()) > 7*(after+1)+tasksAhead*threads {
					t.Errorf("%d threads: handed over %d times, want %d, of %d tasks: %v", threads, handed, after+1, s.begun.Load(), err)
				}
			}
		}
	}
}

// TestHandOverNeverOverflows: a task without memory for pairs that are handed over is an error, not an overflow, after
// which all pairs would be handed over again.
func TestHandOverNeverOverflows(t *testing.T) {
	for _, threads := range []int{1, 3} {
		s := uneven()
		s.fail = 17
		out := pointjoin.Found{Budget: memory.NewBudget(1 << 20), Take: func(p points.Pairs) error {
			if first := p.First[0]; first > 17 {
				t.Errorf("%d threads: pairs of %d", threads, first)
			}
			return nil
		}}
		if _, err := (&resident{searcher: s, threads: threads}).Pairs(t.Context(), pointjoin.Work{}, &out); !errors.Is(err, errMissing) {
			t.Errorf("%d threads: %v", threads, err)
		}
	}
}
