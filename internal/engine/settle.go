package engine

import (
	"context"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"flyby/interaction"
	"flyby/internal/parallel"
	"flyby/kernel"
	"flyby/trajectory"
)

// settling decides the borderline hits that a device leaves, by exact arithmetic on all threads; and cuts all hits by their heights,
// where the rule has a vertical threshold.
type settling struct {
	task
	entries *trajectory.Store
	total   uint64 // hits to decide
	done    atomic.Uint64
	near    atomic.Uint64 // hits whose heights differ by V, as far as float64 can tell
	telling sync.Mutex
	report  *report
}

// settledAtOnce is the number of hits between two reports of progress, and checks for cancellation.
const settledAtOnce = 1 << 12

// run decides hits of the lists, and removes the misses among them. Once ctx is done, the lists are of no use.
func (s *settling) run(ctx context.Context, lists []kernel.HitList, threads int) {
	var chunks [][]interaction.HitRow
	for _, p := range lists {
		chunks = slices.AppendSeq(chunks, slices.Chunk(p.List, settledAtOnce))
	}
	parallel.Each(ctx, len(chunks), threads, func(_, k int) { s.decide(chunks[k]) })
	if ctx.Err() == nil {
		s.report.update(float64(s.done.Load()), float64(s.total))
	}
	for i := range lists {
		if lists[i].List = slices.DeleteFunc(lists[i].List, interaction.HitRow.Borderline); s.HasHeights() {
			lists[i].Rows = nil // it counted the misses, too
		}
	}
}

// decide settles some hits. A miss keeps Enter at NaN.
func (s *settling) decide(hits []interaction.HitRow) {
	settled, near := uint64(0), uint64(0)
	for i := range hits {
		h := &hits[i]
		if !h.Borderline() && !s.HasHeights() {
			continue
		}
		settled++
		if h.Borderline() {
			s.settle(h)
		}
		if s.HasHeights() && !h.Borderline() && s.cut(h) {
			near++
		}
	}
	s.near.Add(near)
	done := s.done.Add(settled)
	if s.telling.TryLock() { // a thread that finds it locked goes on
		defer s.telling.Unlock()
		s.report.update(float64(done), float64(s.total))
	}
}

// settle decides a borderline hit.
func (s *settling) settle(h *interaction.HitRow) {
	q, e := s.Queries.Segment(int(h.Query)), s.entries.Segment(int(h.Entry))
	if enter, exit, hit := s.Window.Settle(&q, &e, s.Distance); hit {
		h.Enter, h.Exit = enter, exit
	}
}

// cut cuts a hit to the times at which heights are close enough. near reports that float64 could not compare the heights with V, and
// decimals had to.
func (s *settling) cut(h *interaction.HitRow) (near bool) {
	q, e := s.Queries.Upright(int(h.Query)), s.entries.Upright(int(h.Entry))
	from, to, hit, near := s.Rule.WithinHeights(&q, &e, h.Enter, h.Exit)
	if !hit {
		from, to = math.NaN(), math.NaN()
	}
	h.Enter, h.Exit = from, to
	return hit && near
}

// countOf returns the number of hits in lists.
func countOf(lists []kernel.HitList) (n uint64) {
	for i := range lists {
		n += uint64(len(lists[i].List))
	}
	return n
}
