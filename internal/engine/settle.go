package engine

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"flyby/interaction"
	"flyby/internal/parallel"
	"flyby/kernel"
	"flyby/trajectory"
)

// settling is the deciding of the borderline hits that a device leaves, by exact
// arithmetic on all threads.
type settling struct {
	task
	entries *trajectory.Store
	total   uint64 // borderline hits
	done    atomic.Uint64
	telling sync.Mutex
	report  *report
}

// settledAtOnce is the number of hits between two looks at how far it has come, and
// whether that is still wanted.
const settledAtOnce = 1 << 12

// run settles the borderline hits of the lists, and removes the misses among them. Once
// ctx is done, what it leaves is of no use.
func (s *settling) run(ctx context.Context, lists []kernel.HitList, threads int) {
	var chunks [][]interaction.HitRow
	for _, p := range lists {
		chunks = slices.AppendSeq(chunks, slices.Chunk(p.List, settledAtOnce))
	}
	parallel.Each(ctx, len(chunks), threads, func(_, k int) { s.decide(chunks[k]) })
	if ctx.Err() == nil {
		s.report.tell(float64(s.done.Load()), float64(s.total))
	}
	for i := range lists {
		lists[i].List = slices.DeleteFunc(lists[i].List, interaction.HitRow.Borderline)
	}
}

// decide settles some hits. Of a miss, Enter stays NaN.
func (s *settling) decide(hits []interaction.HitRow) {
	settled := uint64(0)
	for i := range hits {
		h := &hits[i]
		if !h.Borderline() {
			continue
		}
		settled++
		q, e := s.Queries.Segment(int(h.Query)), s.entries.Segment(int(h.Entry))
		if enter, exit, hit := interaction.Settle(&q, &e, s.Distance, &s.Window); hit {
			h.Enter, h.Exit = enter, exit
		}
	}
	done := s.done.Add(settled)
	if s.telling.TryLock() { // who finds it taken goes on
		defer s.telling.Unlock()
		s.report.tell(float64(done), float64(s.total))
	}
}
