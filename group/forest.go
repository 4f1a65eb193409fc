package group

// none is no vertex, no link or no node.
const none = -1

// A forest keeps which objects are connected while links come in any order and go in the order of their ends. It is a maximum spanning
// forest by the ends of links: when a link of the forest ends, no other link joins its two sides, since that link would end later and
// stand in the forest in its place. So components change only where the forest does.
//
// A link of the forest joins a vertex to its parent. The two need not be the objects that met: on either side the link stands for all
// vertices that stay connected at least as long. Parents have higher priorities, which are random, so a tree is about log n deep, without
// rotations (after the incremental spanning forest of L.-C. Bicsi, 2023).
type forest struct {
	parent   []int32  // none: a root
	by       []int32  // the link to the parent
	priority []uint32 // of vertices
	child    []int32  // the first of each vertex
	next     []int32  // the siblings after and before each vertex
	before   []int32
	of       []int32 // the vertex whose link to its parent a link is; none: it is not in the forest
	exit     []float64
}

// newForest returns a forest of vertices without links, of links that end at some times.
func newForest(vertices int, exit []float64) *forest {
	f := &forest{priority: make([]uint32, vertices), of: filled(len(exit)), exit: exit}
	for _, column := range []*[]int32{&f.parent, &f.by, &f.child, &f.next, &f.before} {
		*column = filled(vertices)
	}
	for v := range f.priority {
		f.priority[v] = scattered(uint32(v))
	}
	return f
}

// filled returns n times none.
func filled(n int) []int32 {
	all := make([]int32, n)
	for i := range all {
		all[i] = none
	}
	return all
}

// scattered maps numbers to others, one to one, that look random: the finisher of MurmurHash3.
func scattered(v uint32) uint32 {
	v = (v ^ v>>16) * 0x85ebca6b
	v = (v ^ v>>13) * 0xc2b2ae35
	return v ^ v>>16
}

// root returns the root of the tree of a vertex.
func (f *forest) root(v int32) int32 {
	for f.parent[v] != none {
		v = f.parent[v]
	}
	return v
}

// top returns the highest vertex above v that is reached over links that end at w or later.
func (f *forest) top(v int32, w float64) int32 {
	for f.parent[v] != none && f.exit[f.by[v]] >= w {
		v = f.parent[v]
	}
	return v
}

// insert adds a link between two vertices. Where it closes a cycle, the link of the cycle that ends first is left out. A link whose place
// the new link takes moves up, until it is left out or joins two trees.
func (f *forest) insert(link, u, v int32) {
	for {
		w := f.exit[link]
		u, v = f.top(u, w), f.top(v, w)
		if u == v {
			f.of[link] = none
			return
		}
		if f.priority[u] > f.priority[v] {
			u, v = v, u
		}
		up, displaced := f.parent[u], f.by[u]
		if up != none {
			f.detach(u)
		}
		f.attach(u, v, link)
		if up == none {
			return
		}
		u, link = up, displaced
	}
}

// attach makes v the parent of a root u.
func (f *forest) attach(u, v, link int32) {
	f.parent[u], f.by[u], f.of[link] = v, link, u
	f.next[u], f.before[u] = f.child[v], none
	if first := f.child[v]; first != none {
		f.before[first] = u
	}
	f.child[v] = u
}

// detach makes u a root.
func (f *forest) detach(u int32) {
	if f.before[u] == none {
		f.child[f.parent[u]] = f.next[u]
	} else {
		f.next[f.before[u]] = f.next[u]
	}
	if f.next[u] != none {
		f.before[f.next[u]] = f.before[u]
	}
	f.of[f.by[u]], f.parent[u] = none, none
}

// fewer appends the vertices of the smaller of two trees, and reports whether it is the first. The cost is linear in their number.
func (f *forest) fewer(dst []uint32, a, b int32) (side []uint32, first bool) {
	x, y := cursor{f, a, a}, cursor{f, b, b}
	from := len(dst)
	for n := 0; ; n++ {
		if x.at == none || y.at == none {
			first = x.at == none
			root := b
			if first {
				root = a
			}
			for z := (cursor{f, root, root}); z.at != none; z.step() {
				dst = append(dst, uint32(z.at))
			}
			return dst[:from+n], first
		}
		x.step()
		y.step()
	}
}

// A cursor goes through a tree, parents first.
type cursor struct {
	*forest
	root, at int32 // at is none once all vertices are passed
}

func (c *cursor) step() {
	if down := c.child[c.at]; down != none {
		c.at = down
		return
	}
	for c.at != c.root && c.next[c.at] == none {
		c.at = c.parent[c.at]
	}
	if c.at == c.root {
		c.at = none
		return
	}
	c.at = c.next[c.at]
}
