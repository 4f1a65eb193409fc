package group

import (
	"context"
	"iter"

	"flyby/trajectory"
)

// Sweep yields the Connected groups of objects, which have the numbers of their trajectories. The encounters come in the defined order, from a
// search with the distance of s. All groups are found before the first is yielded. The error is the encounters', Search.Validate's,
// ctx's, or flyby.ErrMemory.
func (s Search) Sweep(ctx context.Context, objects int, encounters iter.Seq2[trajectory.Encounters, error]) iter.Seq2[Group, error] {
	return func(yield func(Group, error) bool) {
		found, err := sweep(ctx, objects, encounters, s)
		if err != nil {
			yield(Group{}, err)
			return
		}
		found.ordered(ctx)(yield)
	}
}

func sweep(ctx context.Context, objects int, encounters iter.Seq2[trajectory.Encounters, error], s Search) (*groups, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	s = s.filled()
	l, err := readLinks(ctx, encounters, s.MaxBreak)
	if err != nil {
		return nil, err
	}
	w := newSweeper(objects, l, s)
	return &w.found, w.run(ctx)
}

// A sweeper goes through links in order of time and keeps which objects are connected, and since when.
type sweeper struct {
	*links
	forest  *forest
	lineage *lineage
	node    []int32 // by root of a tree of the forest: the root of its component's lineage
	side    []uint32
	search  Search
	found   groups
}

func newSweeper(objects int, l *links, s Search) *sweeper {
	w := &sweeper{links: l, forest: newForest(objects, l.exit), node: make([]int32, objects), search: s, found: groups{objects: objects}}
	w.lineage = newLineage(objects, w.ended)
	for v := range w.node {
		w.node[v] = int32(v)
	}
	return w
}

// eventsAtATime is how many events there are between two looks at the context.
const eventsAtATime = 1 << 14

// run goes through the beginnings and the ends of all links. At one instant beginnings come first, since both ends of a link belong to it.
func (w *sweeper) run(ctx context.Context) error {
	begins, ends := w.sorted(w.enter), w.sorted(w.exit)
	begun := 0
	for i, link := range ends {
		if i%eventsAtATime == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		end := w.exit[link]
		for begun < len(begins) && w.enter[begins[begun]] <= end {
			w.begin(begins[begun])
			begun++
		}
		if err := w.end(int32(link), end); err != nil {
			return err
		}
	}
	return nil
}

// begin links two objects.
func (w *sweeper) begin(link uint32) {
	a, b := int32(w.a[link]), int32(w.b[link])
	p, q := w.forest.root(a), w.forest.root(b)
	w.forest.insert(int32(link), a, b)
	if p != q {
		w.node[w.forest.root(a)] = w.lineage.join(w.node[p], w.node[q], w.enter[link])
	}
}

// end takes a link away. If the link is in the forest, its component is cut in two.
func (w *sweeper) end(link int32, at float64) error {
	v := w.forest.of[link]
	if v == none {
		return nil
	}
	other := w.forest.root(v)
	w.forest.detach(v)
	var first bool
	if w.side, first = w.forest.fewer(w.side[:0], v, other); !first {
		v, other = other, v
	}
	side, rest, err := w.lineage.cut(w.side, at)
	w.node[v], w.node[other] = side, rest
	return err
}

// ended adds a set that ends to the groups, where it is large enough and has lasted long enough.
func (w *sweeper) ended(n int32, end float64) error {
	at := &w.lineage.nodes[n]
	if int(at.size) < w.search.MinSize || !w.search.lasts(at.start, end) {
		return nil
	}
	return w.found.end(w.lineage, n, at.start, end)
}
