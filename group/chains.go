package group

import (
	"cmp"
	"context"
	"iter"
	"math"
	"slices"

	"flyby/internal/memory"
)

// chains keeps moving clusters (P. Kalnis, N. Mamoulis, S. Bakiras, SSTD 2005): paths over the clusters of consecutive ticks. Each cluster and the
// cluster before it on the path share at least theta of all members of the two. A cluster may be linked with several others, so paths branch and meet;
// paths that are kept cannot be made longer at either end. A cluster whose members stay the same is one link, however many ticks it lasts.
type chains struct {
	caravan
	last   *snapshot
	tails  [][]*chainLink // last links of the paths so far, by cluster of the last tick
	before []int32        // clusters of the last tick, by object
	found  []chain
	bytes  uint64 // of all paths
	needed uint64 // bytes that memory was found for
}

// chain is a path that has ended, at a tick.
type chain struct {
	last *chainLink
	end  int
}

// chainLink is a cluster on a path, with the path up to it.
type chainLink struct {
	before       *chainLink // nil: the first
	cluster      *chainCluster
	start, first int    // first ticks of the path, and of the cluster
	least        uint32 // least member of the path
	branches     int32  // number of links that follow it
}

// chainCluster is the members of links.
type chainCluster struct {
	members []uint32
	links   int
}

const (
	// chainLinkBytes is the memory of a link, and of its path where the path ends.
	chainLinkBytes = 96
	// chainClusterBytes is the memory of a cluster without its members.
	chainClusterBytes = 32
)

// tick continues the paths with the clusters of a tick.
func (c *chains) tick(tick int, s *snapshot) (err error) {
	tails, goesOn := make([][]*chainLink, s.clusters()), make([]bool, len(c.tails))
	for i := range tails {
		members := s.cluster(i)
		if from := c.before[members[0]]; from != none && slices.Equal(members, c.last.cluster(int(from))) {
			goesOn[from], tails[i] = true, c.tails[from]
			continue
		}
		linked := c.linked(members)
		for _, from := range linked {
			goesOn[from] = true
		}
		if tails[i], err = c.link(linked, members, tick); err != nil {
			return err
		}
	}
	for from, paths := range c.tails {
		if !goesOn[from] {
			c.end(paths, tick-1)
		}
	}
	if c.last != nil {
		c.last.forget(c.before)
	}
	s.number(c.before)
	c.last, c.tails = s, tails
	return nil
}

// link continues the paths of linked, clusters of the last tick, with a cluster of members, or begins a path where linked is empty.
func (c *chains) link(linked []int, members []uint32, tick int) ([]*chainLink, error) {
	own := &chainCluster{members: slices.Clone(members)}
	for _, from := range linked {
		own.links += len(c.tails[from])
	}
	own.links = max(own.links, 1)
	if err := c.need(own); err != nil {
		return nil, err
	}
	links := make([]*chainLink, 0, own.links)
	for _, from := range linked {
		for _, tail := range c.tails[from] {
			tail.branches++
			links = append(links, &chainLink{before: tail, cluster: own, start: tail.start, first: tick, least: min(tail.least, members[0])})
		}
	}
	if len(links) == 0 {
		links = append(links, &chainLink{cluster: own, start: tick, first: tick, least: members[0]})
	}
	return links, nil
}

// end keeps the paths that end at a tick and have lasted long enough, and forgets the others.
func (c *chains) end(paths []*chainLink, tick int) {
	for _, p := range paths {
		if tick-p.start+1 >= c.search.MinTicks {
			c.found = append(c.found, chain{p, tick})
			continue
		}
		for l := p; l != nil && l.branches == 0; l = l.before {
			c.bytes -= chainLinkBytes
			if l.cluster.links--; l.cluster.links == 0 {
				c.bytes -= l.cluster.bytes()
			}
			if l.before != nil {
				l.before.branches--
			}
		}
	}
}

func (own *chainCluster) bytes() uint64 { return chainClusterBytes + 4*uint64(len(own.members)) }

// need finds memory for the links of another cluster: paths that branch again and again are as many as there are ways.
func (c *chains) need(own *chainCluster) error {
	if c.bytes += own.bytes() + memory.Of(own.links, chainLinkBytes); c.bytes <= c.needed {
		return nil
	}
	c.needed = 2 * c.bytes
	return memory.Need("moving clusters, whose members change or which branch,", c.needed)
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

// ordered yields the paths by start, end, and least member; equal ones by the least members of their clusters, tick by tick.
func (c *chains) ordered(ctx context.Context) iter.Seq2[Group, error] {
	return func(yield func(Group, error) bool) {
		slices.SortFunc(c.found, chain.compare)
		for _, p := range c.found {
			if err := ctx.Err(); err != nil {
				yield(Group{}, err)
				return
			}
			if !yield(c.group(p), nil) {
				return
			}
		}
	}
}

// compare is the order of chains. Two that begin at one tick differ for the first time where they branch, or at once.
func (p chain) compare(q chain) int {
	a, b := p.last, q.last
	if order := cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(p.end, q.end), cmp.Compare(a.least, b.least)); order != 0 {
		return order
	}
	for a.before != b.before {
		if a.first >= b.first {
			a = a.before
		} else {
			b = b.before
		}
	}
	return cmp.Compare(a.cluster.members[0], b.cluster.members[0])
}

// group returns a path as a group.
func (c *chains) group(p chain) Group {
	var links []*chainLink
	for l := p.last; l != nil; l = l.before {
		links = append(links, l)
	}
	slices.Reverse(links)
	g := Group{Start: c.when(p.last.start), End: c.when(p.end), Members: links[0].cluster.members}
	if len(links) > 1 {
		g.Members = nil
		for _, l := range links {
			g.Members = append(g.Members, l.cluster.members...)
		}
		slices.Sort(g.Members)
		g.Members = slices.Compact(g.Members)
	}
	g.Snapshots = func(yield func(Snapshot) bool) {
		for i, l := range links {
			end := p.end
			if i+1 < len(links) {
				end = links[i+1].first - 1
			}
			for tick := l.first; tick <= end; tick++ {
				if !yield(Snapshot{c.when(tick), l.cluster.members}) {
					return
				}
			}
		}
	}
	return g
}
