package tile

// A tree has a box for all tiles, for each half of them, each quarter and so on, down to single tiles: a
// node's children follow it, the nodes of the first half before the nodes of the second.
type tree struct {
	tiles, dimensions int
	bounds            []float64 // [nodes][2][dimensions], least and greatest, of the coordinates as they were read
	leaves            []int     // [tiles], the node of each tile
}

// newTree returns a tree without bounds.
func newTree(tiles, dimensions int) tree {
	t := tree{tiles: tiles, dimensions: dimensions}
	if tiles > 0 {
		t.bounds = make([]float64, (2*tiles-1)*2*dimensions)
		t.leaves = make([]int, tiles)
		t.place(t.root())
	}
	return t
}

// A node is its place in a tree, and the range of the tiles below it: from first to before last.
type node struct{ at, first, last int }

func (t *tree) root() node { return node{0, 0, t.tiles} }

// leaf reports whether a node has a single tile.
func (n node) leaf() bool { return n.last-n.first == 1 }

// children returns the children of a node that is not a leaf.
func (n node) children() (a, b node) {
	mid := (n.first + n.last) / 2
	return node{n.at + 1, n.first, mid}, node{n.at + 2*(mid-n.first), mid, n.last}
}

// place records the places of the leaves.
func (t *tree) place(n node) {
	if n.leaf() {
		t.leaves[n.first] = n.at
		return
	}
	a, b := n.children()
	t.place(a)
	t.place(b)
}

// leaf returns the place of a tile's node.
func (t *tree) leaf(tile int) int { return t.leaves[tile] }

// A box is the least and the greatest of each coordinate, in the order of the frame's dimensions.
type box struct{ least, most []float64 }

// box returns the box of the node at a place. The slices are shared.
func (t *tree) box(at int) box {
	d := t.dimensions
	b := t.bounds[at*2*d : (at+1)*2*d]
	return box{b[:d], b[d:]}
}

// join computes the boxes of inner nodes from the boxes of leaves.
func (t *tree) join() {
	if t.tiles > 0 {
		t.joinNode(t.root())
	}
}

func (t *tree) joinNode(n node) {
	if n.leaf() {
		return
	}
	a, b := n.children()
	t.joinNode(a)
	t.joinNode(b)
	all, one, other := t.box(n.at), t.box(a.at), t.box(b.at)
	for j := range all.least {
		all.least[j], all.most[j] = min(one.least[j], other.least[j]), max(one.most[j], other.most[j])
	}
}
