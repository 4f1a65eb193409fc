package group

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"math"

	"flyby/internal/memory"
	"flyby/internal/parallel"
	"flyby/internal/slab"
	"flyby/trajectory"
)

// ConvoysInSlabs is Convoys of a data set that is handed over in slabs of time: the groups are the same, to the bit and in order. Every tick is clustered, and
// nothing of a slab is kept. Of the extent of the whole only the times count, which may begin too early and end too late. Slabs behind the last tick are not asked for.
// The error is one of Convoys or of the source.
func (s Search) ConvoysInSlabs(ctx context.Context, whole slab.Whole, slabs slab.Source, threads int, stats *ClockStats) iter.Seq2[Group, error] {
	return foundFirst(func() (iter.Seq2[Group, error], error) {
		c, err := newCaravan(s, whole.IDs.Len(), whole.Extent)
		if err != nil {
			return nil, err
		}
		take := c.follower()
		w := newSlabwise(c, whole.Space.Dim, parallel.Threads(threads), take.tick)
		err = w.each(ctx, slabs)
		if stats != nil {
			*stats = ClockStats{w.seen(), w.seen()}
		}
		return take.ordered(ctx), err
	})
}

// slabwise clusters ticks in order, slab by slab. The position of an object at a tick depends on its sample at the tick, or on its segment around the tick. The slab [Start, End) of
// the tick has both: a segment that begins at the tick or before it, and so before End, and ends at the tick or later, and so not before Start, is in the slab, with both its
// samples; and every sample is an end of a segment, or a point event, which is a segment. Objects are in the order of the whole, so clusters have the same numbers.
type slabwise struct {
	caravan
	*team
	take       func(tick int, s *snapshot) error
	next       int     // tick: all ticks before it are taken
	start, end float64 // of the samples so far
	room       uint64  // bytes that memory was found for
}

func newSlabwise(c caravan, dimensions, threads int, take func(tick int, s *snapshot) error) *slabwise {
	return &slabwise{caravan: c, team: newTeam(&c, dimensions, threads), take: take, start: math.Inf(1), end: math.Inf(-1)}
}

// seen is the number of ticks from the first sample so far to the last one.
func (w *slabwise) seen() int {
	if w.ticks == 0 {
		return 0
	}
	return max(0, w.upTo(w.end)-w.from(w.start)+1)
}

// each calls take with ticks and their clusters, in order, without ticks at which nothing has changed, and at last with the tick behind all ticks, without clusters.
func (w *slabwise) each(ctx context.Context, slabs slab.Source) error {
	if w.ticks == 0 {
		return w.take(0, &snapshot{})
	}
	for b, err := range slabs {
		if err = cmp.Or(err, ctx.Err()); err == nil {
			err = w.slab(ctx, b)
		}
		if err != nil {
			return err
		}
		if w.end >= w.when(w.ticks-1) && w.next == w.ticks {
			break
		}
	}
	return w.take(w.next, &snapshot{})
}

// slab clusters the ticks of a slab.
func (w *slabwise) slab(ctx context.Context, b *slab.Slab) error {
	w.widen(b.Store)
	first, last := w.next, w.from(b.End)
	if w.next = last; first == last {
		return nil
	}
	cut, err := newRuns(b.Store, ticking{w.clock, w.first + int64(first), last - first})
	if err == nil {
		err = w.need(b.Store.Trajectories())
	}
	if err != nil {
		return err
	}
	w.look(b.Store)
	defer w.look(nil)
	block := w.block(b.Store.Trajectories())
	for run := 0; run < cut.len() && err == nil; run += block {
		err = w.runs(ctx, b, cut, first, run, min(run+block, cut.len()))
	}
	return err
}

// widen notes the times of the samples of a slab.
func (w *slabwise) widen(s *trajectory.Store) {
	for traj := range s.Trajectories() {
		first, last := s.Range(traj)
		w.start, w.end = min(w.start, s.T()[first]), max(w.end, s.T()[last-1])
	}
}

// runs clusters the runs [from, to) of a slab, whose first tick has a number, and hands them on.
func (w *slabwise) runs(ctx context.Context, b *slab.Slab, cut *runs, first, from, to int) error {
	found := make([]*snapshot, to-from)
	w.share(ctx, len(found), func(thread, i int) {
		s := w.cluster(ctx, thread, w.when(first+cut.begins(from+i)))
		for k, traj := range s.members {
			s.members[k] = b.Traj[traj]
		}
		found[i] = s
	})
	if err := w.failed(ctx); err != nil {
		return err
	}
	for i, s := range found {
		if err := w.take(first+cut.begins(from+i), s); err != nil {
			return err
		}
	}
	return nil
}

const (
	// blockMembers is how many members of clusters are held at a time, about.
	blockMembers = 1 << 20
	// placeBytes is the memory of an object's place while a thread clusters: its number twice, as a list grows, coordinates, core, lead and label.
	placeBytes = 2*8 + 3*8 + 1 + 4 + 9
)

// block returns how many runs of some objects are held at a time.
func (w *slabwise) block(objects int) int {
	return min(blockTicks, max(2*w.threads(), blockMembers/max(1, objects)))
}

// need finds memory for the clusters of some objects.
func (w *slabwise) need(objects int) error {
	bytes := memory.Of(objects, 4*w.block(objects)+placeBytes*w.threads())
	if bytes <= w.room {
		return nil
	}
	w.room = bytes
	return memory.Need(fmt.Sprintf("clusters of %s objects at %d ticks", memory.Count(objects), w.block(objects)), bytes)
}
