package group

import (
	"context"
	"iter"

	"flyby/internal/parallel"
	"flyby/internal/pointjoin"
	"flyby/trajectory"
)

// Convoys yields the groups of the objects of a store by a clock: Convoy and Moving. They are all found before the first is yielded, by as many goroutines as threads says;
// stats, unless it is nil, is filled in by then. The error is Search.Validate's, that the clock ticks too often, ctx's, or flyby.ErrMemory.
func (s Search) Convoys(ctx context.Context, store *trajectory.Store, threads int, stats *ClockStats) iter.Seq2[Group, error] {
	return foundFirst(func() (iter.Seq2[Group, error], error) { return onClock(ctx, store, s, threads, stats) })
}

// foundFirst yields groups that are found as soon as the first is asked for.
func foundFirst(find func() (iter.Seq2[Group, error], error)) iter.Seq2[Group, error] {
	return func(yield func(Group, error) bool) {
		found, err := find()
		if err != nil {
			yield(Group{}, err)
			return
		}
		found(yield)
	}
}

// ClockStats counts all ticks, and the ticks that were clustered. Consecutive ticks between which nothing changes are clustered once. Convoys leaves out ticks that
// can hold no convoy, ConvoysInSlabs leaves out none.
type ClockStats struct{ Ticks, Clustered int }

// onClock finds groups by a clock.
func onClock(ctx context.Context, store *trajectory.Store, s Search, threads int, stats *ClockStats) (iter.Seq2[Group, error], error) {
	c, err := newCaravan(s, store.Trajectories(), store.Extent())
	if err != nil {
		return nil, err
	}
	cut, err := newRuns(store, c.ticking)
	if err != nil {
		return nil, err
	}
	h := newHopper(&c, store, cut, parallel.Threads(threads))
	take := c.follower()
	err = h.each(ctx, take.tick)
	if stats != nil {
		*stats = ClockStats{c.ticks, h.clustered}
	}
	return take.ordered(ctx), err
}

// caravan is a search for groups by a clock, with its ticks.
type caravan struct {
	ticking
	objects int
	search  Search
	within  pointjoin.Threshold
}

// newCaravan checks a search of objects, whose samples are in an extent.
func newCaravan(s Search, objects int, extent trajectory.Extent) (c caravan, err error) {
	if err := s.Validate(); err != nil {
		return c, err
	}
	s = s.filled()
	c = caravan{objects: objects, search: s, ticking: ticking{clock: s.Clock}}
	if c.within, err = pointjoin.NewThreshold(s.Distance); err != nil {
		return c, err
	}
	from, to := s.window()
	c.first, c.ticks, err = s.Clock.within(max(from, extent.Start), min(to, extent.End))
	return c, err
}

// A follower goes through the clusters of ticks in order: at a tick that is left out nothing has changed since the last tick that was not left out.
type follower interface {
	tick(tick int, s *snapshot) error
	ordered(context.Context) iter.Seq2[Group, error]
}

func (c caravan) follower() follower {
	if c.search.Method == Moving {
		return &chains{caravan: c, before: filled(c.objects)}
	}
	f := &convoys{caravan: c, last: &snapshot{}, of: filled(c.objects), was: make([]bool, c.objects), found: groups{objects: c.objects}}
	f.lineage = newLineage(c.objects, f.ended)
	return f
}

// convoys keeps which objects have been in one cluster since which tick. Being in one cluster at a tick is transitive, so candidates are nested
// like the candidates of groups in continuous time: see lineage.
type convoys struct {
	caravan
	lineage *lineage
	last    *snapshot
	roots   []int32 // nodes of the lineage, by cluster of the last tick
	next    []int32 // nodes of the lineage, by cluster of the tick at hand; none: no object has entered it yet
	of      []int32 // clusters of the tick at hand, by object
	parts   [][]uint32
	was     []bool // by object: in a cluster of the last tick
	found   groups
}

// tick ends the sets of objects that are no longer together, and joins the objects that are together from this tick on.
func (c *convoys) tick(tick int, s *snapshot) error {
	s.number(c.of)
	defer s.forget(c.of)
	c.next = filled(s.clusters())
	for i := range c.last.clusters() {
		if err := c.divide(c.last.cluster(i), c.roots[i], tick); err != nil {
			return err
		}
	}
	for _, v := range c.last.members {
		c.was[v] = true
	}
	for i := range s.clusters() {
		for _, v := range s.cluster(i) {
			if !c.was[v] {
				c.join(int32(i), int32(v), tick)
			}
		}
	}
	for _, v := range c.last.members {
		c.was[v] = false
	}
	c.last, c.roots = s, c.next
	return nil
}

// join adds the objects under a root of the lineage to a cluster of the tick at hand.
func (c *convoys) join(cluster, root int32, tick int) {
	if c.next[cluster] != none {
		root = c.lineage.join(c.next[cluster], root, float64(tick))
	}
	c.next[cluster] = root
}

// divide divides a cluster of the last tick into parts: the objects that are in one cluster now, and each object that is in none. All parts
// but the largest are cut off; the largest is the rest.
func (c *convoys) divide(members []uint32, root int32, tick int) (err error) {
	c.parts = c.parts[:0]
	at := map[int32]int{}
	for _, v := range members {
		label := c.of[v]
		i, known := at[label]
		if !known || label == none {
			i = len(c.parts)
			at[label] = i
			c.parts = append(c.parts, nil)
		}
		c.parts[i] = append(c.parts[i], v)
	}
	largest := 0
	for i, part := range c.parts {
		if len(part) > len(c.parts[largest]) {
			largest = i
		}
	}
	for i, part := range c.parts {
		if i == largest {
			continue
		}
		var side int32
		if side, root, err = c.lineage.cut(part, float64(tick-1)); err != nil {
			return err
		}
		c.enter(part, side, tick)
	}
	c.enter(c.parts[largest], root, tick)
	return nil
}

// enter adds a part of a cluster of the last tick to its cluster of the tick at hand, if it is in one.
func (c *convoys) enter(part []uint32, root int32, tick int) {
	if label := c.of[part[0]]; label != none {
		c.join(label, root, tick)
	}
}

// ended adds a set that ends to the convoys, where it is large enough and has lasted long enough.
func (c *convoys) ended(n int32, end float64) error {
	at := &c.lineage.nodes[n]
	if int(at.size) < c.search.MinSize || int(end-at.start)+1 < c.search.MinTicks {
		return nil
	}
	return c.found.end(c.lineage, n, c.when(int(at.start)), c.when(int(end)))
}

func (c *convoys) ordered(ctx context.Context) iter.Seq2[Group, error] { return c.found.ordered(ctx) }
