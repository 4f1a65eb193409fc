package zone

import (
	"cmp"
	"math/bits"
	"slices"
)

// tree is boxes on boxes, from items up to a root: levels[0] has the boxes of fanout items each, in the order of items.
type tree struct {
	items  []int32
	place  []int32 // of each item among items
	leaves []Box   // of items
	levels [][]Box
}

// fanout is how many boxes stand under one.
const fanout = 8

// newTree makes a tree of items with these boxes, near ones together: in Z-order of their middles.
func newTree(boxes []Box) (t tree) {
	keys := zOrder(boxes)
	t.items = make([]int32, len(boxes))
	for i := range t.items {
		t.items[i] = int32(i)
	}
	slices.SortFunc(t.items, func(a, b int32) int { return cmp.Or(cmp.Compare(keys[a], keys[b]), cmp.Compare(a, b)) })
	t.leaves, t.place = make([]Box, len(boxes)), make([]int32, len(boxes))
	for i, item := range t.items {
		t.leaves[i], t.place[item] = boxes[item], int32(i)
	}
	for below := t.leaves; len(below) > 1; below = t.levels[len(t.levels)-1] {
		level := make([]Box, (len(below)+fanout-1)/fanout)
		for i := range level {
			level[i] = below[i*fanout]
			for j := i*fanout + 1; j < min((i+1)*fanout, len(below)); j++ {
				level[i].Join(&below[j])
			}
		}
		t.levels = append(t.levels, level)
	}
	return t
}

// search calls found with every item whose box, and the boxes above it, meet what is searched.
func (t *tree) search(meets func(*Box) bool, found func(item int32)) {
	if len(t.leaves) == 1 {
		if meets(&t.leaves[0]) {
			found(t.items[0])
		}
		return
	}
	if len(t.levels) > 0 && meets(&t.levels[len(t.levels)-1][0]) {
		t.open(len(t.levels)-1, 0, meets, found)
	}
}

// open searches below a box.
func (t *tree) open(level, at int, meets func(*Box) bool, found func(item int32)) {
	below := t.leaves
	if level > 0 {
		below = t.levels[level-1]
	}
	for i := at * fanout; i < min((at+1)*fanout, len(below)); i++ {
		switch {
		case !meets(&below[i]):
		case level == 0:
			found(t.items[i])
		default:
			t.open(level-1, i, meets, found)
		}
	}
}

// zOrder returns the keys of the middles of boxes in Z-order, 21 bits an axis.
func zOrder(boxes []Box) []uint64 {
	keys := make([]uint64, len(boxes))
	if len(boxes) == 0 {
		return keys
	}
	all := boxes[0]
	for i := range boxes {
		all.Join(&boxes[i])
	}
	const most = 1<<21 - 1
	for i := range boxes {
		b := &boxes[i]
		for k := range b.Min {
			if width := float64(all.Max[k]/2) - float64(all.Min[k]/2); width > 0 {
				at := (float64(b.Min[k]/4) + float64(b.Max[k]/4) - float64(all.Min[k]/2)) / width
				keys[i] |= spread(uint64(min(max(at, 0), 1)*most)) << k
			}
		}
	}
	return keys
}

// spread puts two zero bits behind each of 21 bits.
func spread(v uint64) (s uint64) {
	for v != 0 {
		bit := bits.TrailingZeros64(v)
		s |= 1 << (3 * bit)
		v &= v - 1
	}
	return s
}

// Near calls found with the number of every side whose box meets the given one.
func (s *Set) Near(box *Box, found func(side int32)) { s.tree.search(box.meets, found) }

// Meets reports whether the box of a side meets the given one.
func (s *Set) Meets(side int32, box *Box) bool { return s.tree.leaves[s.tree.place[side]].meets(box) }
