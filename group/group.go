package group

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"flyby/internal/memory"
)

// A Group is objects that stay together from Start to End, both included.
type Group struct {
	Start, End float64
	Members    []uint32 // trajectories of the store, ascending
}

// groups are those that were found, in the order in which they end.
type groups struct {
	spans   []span
	members []uint32 // of all
	needed  int      // members that memory was found for
}

// span is a group without its members, which are those from first on, up to those of the next span.
type span struct {
	start, end float64
	first      int
}

// add adds a group of the members that fill appends.
func (g *groups) add(start, end float64, size int, fill func([]uint32) []uint32) error {
	first := len(g.members)
	if first+size > g.needed {
		g.needed = 2 * (first + size)
		if err := memory.Need("members of groups", 4*uint64(g.needed)); err != nil {
			return err
		}
	}
	g.members = fill(g.members)
	slices.Sort(g.members[first:])
	g.spans = append(g.spans, span{start, end, first})
	return nil
}

// of returns the members of a group.
func (g *groups) of(i int) []uint32 {
	last := len(g.members)
	if i+1 < len(g.spans) {
		last = g.spans[i+1].first
	}
	return g.members[g.spans[i].first:last:last]
}

// ordered yields the groups by start, end and least member; no two agree in all three.
func (g *groups) ordered(ctx context.Context) iter.Seq2[Group, error] {
	return func(yield func(Group, error) bool) {
		order := make([]int, len(g.spans))
		for i := range order {
			order[i] = i
		}
		slices.SortFunc(order, func(a, b int) int {
			p, q := g.spans[a], g.spans[b]
			return cmp.Or(cmp.Compare(p.start, q.start), cmp.Compare(p.end, q.end), cmp.Compare(g.of(a)[0], g.of(b)[0]))
		})
		for _, i := range order {
			if err := ctx.Err(); err != nil {
				yield(Group{}, err)
				return
			}
			if !yield(Group{g.spans[i].start, g.spans[i].end, g.of(i)}, nil) {
				return
			}
		}
	}
}
