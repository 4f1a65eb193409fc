package baseline

// fan is the most children that a node of a tree has.
const fan = 16

// tree is a packed R-tree of four dimensions, x, y, z and time, without
// pointers: first the boxes of the leaves in the tree's order, then the boxes of
// the nodes, children before parents, siblings next to each other.
type tree struct {
	boxes []box  // [leaves+nodes]
	nodes []node // [nodes]; the box of node i is boxes[leaves+i]
	root  node   // has no box
}

// node has the boxes [first, last) as children, leaves or nodes. The leaves
// under it have numbers below end.
type node struct {
	first, last, end uint32
}

// newTree packs leaves, and reorders them in doing so; boxes has the box of each
// leaf's item.
func newTree(boxes []box, leaves []leaf) tree {
	t := tree{boxes: make([]box, len(leaves), len(leaves)+len(leaves)/2)}
	t.root = t.build(leaves, len(leaves), 0)
	for i, l := range leaves {
		t.boxes[i] = boxes[l.Value]
	}
	for _, n := range t.nodes {
		b := t.boxes[n.first]
		for i := n.first + 1; i < n.last; i++ {
			b.extend(&t.boxes[i])
		}
		t.boxes = append(t.boxes, b)
	}
	return t
}

// build makes the nodes under the node of some leaves, the first of which has
// number at; all is the number of all leaves. It returns the node itself, which
// the caller places among its siblings.
func (t *tree) build(leaves []leaf, all, at int) node {
	end := uint32(at + len(leaves))
	if len(leaves) <= fan {
		return node{uint32(at), end, end}
	}
	var children []node
	for _, size := range divide(leaves) {
		children = append(children, t.build(leaves[:size], all, at))
		leaves, at = leaves[size:], at+size
	}
	first := uint32(all + len(t.nodes))
	t.nodes = append(t.nodes, children...)
	return node{first, first + uint32(len(children)), end}
}

// search sets w.found to the leaves, from leaf from on, whose boxes meet q.
func (t *tree) search(q *box, from uint32, w *worker) {
	w.found = w.found[:0]
	stack := append(w.stack[:0], t.root)
	count := uint32(len(t.boxes) - len(t.nodes))
	for len(stack) > 0 {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if top.end <= from {
			continue
		}
		w.stats.BoxTests += uint64(top.last - top.first)
		for i := top.first; i < top.last; i++ {
			switch {
			case !t.boxes[i].meets(q):
			case i >= count:
				stack = append(stack, t.nodes[i-count])
			case i >= from:
				w.found = append(w.found, i)
			}
		}
	}
	w.stack = stack
}
