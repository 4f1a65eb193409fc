package group

import (
	"cmp"
	"context"
	"iter"
	"math/bits"
	"slices"

	"flyby/internal/memory"
	"flyby/internal/radix"
)

// A Group is objects that stay together from Start to End, both included.
type Group struct {
	Start, End float64
	Members    []uint32           // trajectories of the store, ascending; of Moving all that are in it at some tick. Not to be changed, and valid until the next group is asked for
	Snapshots  iter.Seq[Snapshot] // of Moving alone, otherwise nil: one a tick, in order
}

// A Snapshot is the members of a moving cluster at one tick.
type Snapshot struct {
	T       float64
	Members []uint32 // ascending, not to be changed
}

// groups are the groups that were found, in the order in which they end. Large sets of objects are kept as bits, which take
// less memory and need no sorting; others as lists.
type groups struct {
	objects int
	spans   []span
	lists   []uint32
	sets    [][]uint64 // in blocks, which are never copied
	dealt   int        // sets
	needed  uint64     // bytes that memory was found for
}

// span is a group without its members: first is where the members begin in the lists, or the number of their set.
type span struct {
	start, end  float64
	first       int
	size, least uint32
}

// wordBits is the number of bits of a word of a set.
const wordBits = 64

// words is the length of a set.
func (g *groups) words() int { return (g.objects + wordBits - 1) / wordBits }

// blockWords is the number of words of a block, unless a set has more.
const blockWords = 1 << 15

// perBlock is the number of sets in a block.
func (g *groups) perBlock() int { return max(1, blockWords/g.words()) }

// set returns the i-th set.
func (g *groups) set(i int) []uint64 {
	at := i % g.perBlock() * g.words()
	return g.sets[i/g.perBlock()][at : at+g.words()]
}

// dense reports whether a group of a size is kept as bits, which then take no more memory than a list.
func (g *groups) dense(size int) bool { return 32*size >= g.objects }

// room finds memory for another group.
func (g *groups) room(size int) error {
	const spanBytes = 4 * 8
	bytes := uint64(cap(g.spans))*spanBytes + 4*uint64(len(g.lists)+size) + 8*uint64((g.dealt+g.perBlock())*g.words())
	if bytes <= g.needed {
		return nil
	}
	g.needed = 2 * bytes
	return memory.Need("groups and their members", g.needed)
}

// end adds a node that ends.
func (g *groups) end(l *lineage, n int32, start, end float64) error {
	size := int(l.nodes[n].size)
	if g.dense(size) {
		return g.addSet(start, end, size, l.set(n))
	}
	return g.addList(start, end, size, func(dst []uint32) []uint32 { return l.members(dst, n) })
}

// addList adds a group, not dense, of the members that fill appends.
func (g *groups) addList(start, end float64, size int, fill func([]uint32) []uint32) error {
	if err := g.room(size); err != nil {
		return err
	}
	first := len(g.lists)
	g.lists = fill(g.lists)
	slices.Sort(g.lists[first:])
	g.spans = append(g.spans, span{start, end, first, uint32(size), g.lists[first]})
	return nil
}

// addSet adds a group that is dense.
func (g *groups) addSet(start, end float64, size int, set []uint64) error {
	if err := g.room(size); err != nil {
		return err
	}
	least := slices.IndexFunc(set, func(w uint64) bool { return w != 0 })
	g.spans = append(g.spans, span{start, end, g.dealt, uint32(size), uint32(least*wordBits + bits.TrailingZeros64(set[least]))})
	if g.dealt%g.perBlock() == 0 {
		g.sets = append(g.sets, make([]uint64, g.perBlock()*g.words()))
	}
	copy(g.set(g.dealt), set)
	g.dealt++
	return nil
}

// members returns the members of a group, in order. One lister serves all groups, one after another.
func (g *groups) members(s span, l *lister) []uint32 {
	if g.dense(int(s.size)) {
		return l.list(g.set(s.first))
	}
	last := s.first + int(s.size)
	return g.lists[s.first:last:last]
}

// ordered yields the groups by start, end and least member; no two agree in all three.
func (g *groups) ordered(ctx context.Context) iter.Seq2[Group, error] {
	return func(yield func(Group, error) bool) {
		l := &lister{words: make([]uint64, g.words())}
		for _, i := range g.order() {
			if err := ctx.Err(); err != nil {
				yield(Group{}, err)
				return
			}
			s := g.spans[i]
			if !yield(Group{Start: s.start, End: s.end, Members: g.members(s, l)}, nil) {
				return
			}
		}
	}
}

// order returns the indexes of the groups in order: sorted by their starts, then groups of one start by end and least member.
func (g *groups) order() []uint32 {
	index, starts := make([]uint32, len(g.spans)), make([]float64, len(g.spans))
	for i, s := range g.spans {
		index[i], starts[i] = uint32(i), s.start
	}
	radix.Index(index, starts)
	for first := 0; first < len(index); {
		last := first + 1
		for last < len(index) && starts[index[last]] == starts[index[first]] {
			last++
		}
		slices.SortFunc(index[first:last], func(a, b uint32) int {
			p, q := &g.spans[a], &g.spans[b]
			return cmp.Or(cmp.Compare(p.end, q.end), cmp.Compare(p.least, q.least))
		})
		first = last
	}
	return index
}
