package group

import (
	"cmp"
	"context"
	"iter"
	"math"
	"slices"

	"flyby/internal/memory"
)

// chains keeps moving clusters (P. Kalnis, N. Mamoulis, S. Bakiras, SSTD 2005): paths over the clusters of consecutive ticks, of which each
// has at least theta of all members of both in common with the one before. A cluster may be linked with several, so paths branch and meet; those that are
// kept cannot be made longer at either end.
type chains struct {
	caravan
	last   *snapshot
	tails  [][]*chainLink // of the paths so far, by cluster of the last tick
	before []int32        // clusters of the last tick, by object
	found  []*chainLink   // the last of each path that has ended
	bytes  uint64         // of all paths
	needed uint64         // that memory was found for
}

// chainLink is a cluster on a path, with the path up to it.
type chainLink struct {
	before  *chainLink // nil: the first
	members []uint32
	tick    int
	ticks   int // of the path
}

// chainLinkBytes is what a link takes.
const chainLinkBytes = 64

// tick goes on with the clusters of a tick.
func (c *chains) tick(tick int, s *snapshot) error {
	tails, goesOn := make([][]*chainLink, s.clusters()), make([]bool, len(c.tails))
	for i := range s.clusters() {
		members := s.cluster(i)
		for _, from := range c.linked(members) {
			goesOn[from] = true
			for _, tail := range c.tails[from] {
				if err := c.need(); err != nil {
					return err
				}
				tails[i] = append(tails[i], &chainLink{tail, members, tick, tail.ticks + 1})
			}
		}
		if len(tails[i]) == 0 {
			tails[i] = []*chainLink{{nil, members, tick, 1}}
		}
	}
	for from, paths := range c.tails {
		if !goesOn[from] {
			for _, p := range paths {
				if p.ticks >= c.search.MinTicks {
					c.found = append(c.found, p)
				}
			}
		}
	}
	if c.last != nil {
		c.last.forget(c.before)
	}
	s.number(c.before)
	c.last, c.tails = s, tails
	return nil
}

// need finds memory for another link: paths that branch again and again are as many as there are ways.
func (c *chains) need() error {
	if c.bytes += chainLinkBytes; c.bytes <= c.needed {
		return nil
	}
	c.needed = 2 * c.bytes
	return memory.Need("moving clusters, which branch", c.needed)
}

// linked returns the clusters of the last tick that have enough in common with one of the tick at hand.
func (c *chains) linked(members []uint32) (all []int) {
	common := map[int32]int{}
	for _, v := range members {
		if from := c.before[v]; from != none {
			common[from]++
		}
	}
	for from, n := range common {
		if atLeast(n, len(members)+len(c.last.cluster(int(from)))-n, c.search.Theta) {
			all = append(all, int(from))
		}
	}
	slices.Sort(all)
	return all
}

// atLeast reports whether part / whole is at least theta, in real arithmetic.
func atLeast(part, whole int, theta float64) bool {
	p, w := float64(part), float64(whole)
	product := theta * w
	return p > product || p == product && math.FMA(theta, w, -product) <= 0
}

// ordered yields the paths by start, end, and least member; of equals by the least members of their clusters, tick by tick.
func (c *chains) ordered(ctx context.Context) iter.Seq2[Group, error] {
	return func(yield func(Group, error) bool) {
		all := make([]Group, len(c.found))
		for i, p := range c.found {
			all[i] = c.group(p)
		}
		slices.SortFunc(all, func(a, b Group) int {
			return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End), cmp.Compare(a.Members[0], b.Members[0]),
				slices.CompareFunc(a.Snapshots, b.Snapshots, func(p, q Snapshot) int { return cmp.Compare(p.Members[0], q.Members[0]) }))
		})
		for _, g := range all {
			if err := ctx.Err(); err != nil {
				yield(Group{}, err)
				return
			}
			if !yield(g, nil) {
				return
			}
		}
	}
}

// group is a path as a group.
func (c *chains) group(last *chainLink) Group {
	g := Group{Start: c.when(last.tick - last.ticks + 1), End: c.when(last.tick), Snapshots: make([]Snapshot, last.ticks)}
	for p := last; p != nil; p = p.before {
		g.Snapshots[p.ticks-1] = Snapshot{c.when(p.tick), p.members}
		g.Members = append(g.Members, p.members...)
	}
	slices.Sort(g.Members)
	g.Members = slices.Compact(g.Members)
	return g
}
