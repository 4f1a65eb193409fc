package group

import "math"

// A lineage says since when objects that are together now have been together: a tree for each component, whose leaves are its
// objects. A node is the largest set around its leaves that has been together since its start; its parent is a larger set
// that has been together since a later start. So candidates are nested, and a set ends as a group where its node is cut in two.
type lineage struct {
	nodes []node // the leaves first, by object
	free  []int32
	whole func(n int32, end float64) error // is called for a node that ends, before it is cut

	// The fields below are of a cut. touched are the nodes with leaves on the side that is cut off.
	touched []int32
	moved   []int32 // number of leaves of each node on this side
	pending []int32 // touched children that are still to come
	first   []int32 // the first of the touched children; after has the next one
	after   []int32
	pieces  []halves

	bits  []uint64 // the objects of a node as a set, while a cut goes up from it
	setOf int32    // the node of bits; none: there is no set
}

// node is a set of objects.
type node struct {
	parent, child  int32 // child: the first
	next, before   int32 // siblings
	children, size int32
	start          float64
	cut            float64 // instant of the last cut, at which the node ended as a group; NaN: never cut
}

// halves are the two nodes of a node that was cut: on the side that was cut off and in the rest, none where a side has no leaves.
type halves struct{ side, rest int32 }

// newLineage returns the lineage of objects that are each alone.
func newLineage(objects int, whole func(n int32, end float64) error) *lineage {
	l := &lineage{whole: whole, bits: make([]uint64, (objects+wordBits-1)/wordBits), setOf: none}
	for range objects {
		l.leaf()
	}
	return l
}

// leaf adds a node of one object.
func (l *lineage) leaf() {
	n := l.node(0)
	l.nodes[n].size = 1
}

// node returns a new node without children.
func (l *lineage) node(start float64) int32 {
	made := node{parent: none, child: none, next: none, before: none, start: start, cut: math.NaN()}
	if n := len(l.free); n > 0 {
		at := l.free[n-1]
		l.free = l.free[:n-1]
		l.nodes[at] = made
		return at
	}
	l.nodes = append(l.nodes, made)
	l.moved, l.pending = append(l.moved, 0), append(l.pending, 0)
	l.first, l.after = append(l.first, none), append(l.after, none)
	l.pieces = append(l.pieces, halves{none, none})
	return int32(len(l.nodes) - 1)
}

// attach makes a node the child of another.
func (l *lineage) attach(n, parent int32) {
	p := &l.nodes[parent]
	l.nodes[n].parent, l.nodes[n].next, l.nodes[n].before = parent, p.child, none
	if p.child != none {
		l.nodes[p.child].before = n
	}
	p.child = n
	p.children++
}

// detach makes a node a root. The sizes of the nodes above it stay.
func (l *lineage) detach(n int32) {
	at := &l.nodes[n]
	if at.parent == none {
		return
	}
	p := &l.nodes[at.parent]
	if at.before == none {
		p.child = at.next
	} else {
		l.nodes[at.before].next = at.next
	}
	if at.next != none {
		l.nodes[at.next].before = at.before
	}
	p.children--
	at.parent, at.next, at.before = none, none, none
}

// join makes one component of two, by their roots, from an instant on, and returns its root.
func (l *lineage) join(a, b int32, start float64) int32 {
	if l.since(b, start) {
		a, b = b, a
	}
	if !l.since(a, start) {
		n := l.node(start)
		l.nodes[n].size = l.nodes[a].size
		l.attach(a, n)
		a = n
	}
	l.nodes[a].size += l.nodes[b].size
	if !l.since(b, start) {
		l.attach(b, a)
		return a
	}
	for c := l.nodes[b].child; c != none; c = l.nodes[b].child {
		l.detach(c)
		l.attach(c, a)
	}
	l.free = append(l.free, b)
	return a
}

// since reports whether a node has several objects, together since an instant.
func (l *lineage) since(n int32, start float64) bool {
	return l.nodes[n].child != none && l.nodes[n].start == start
}

// members appends the objects of a node.
func (l *lineage) members(dst []uint32, n int32) []uint32 {
	for at := n; ; {
		if l.nodes[at].child != none {
			at = l.nodes[at].child
			continue
		}
		dst = append(dst, uint32(at))
		for at != n && l.nodes[at].next == none {
			at = l.nodes[at].parent
		}
		if at == n {
			return dst
		}
		at = l.nodes[at].next
	}
}

// set returns the objects of a node as bits, which the next call overwrites. If the last call was for a child of the node, only the objects of the other
// children are added.
func (l *lineage) set(n int32) []uint64 {
	if l.setOf == none || l.nodes[l.setOf].parent != n {
		clear(l.bits)
		l.setOf = none
	}
	for c := l.nodes[n].child; c != none; c = l.nodes[c].next {
		if c != l.setOf {
			l.addSet(c)
		}
	}
	l.setOf = n
	return l.bits
}

// addSet adds the objects of a node to the set.
func (l *lineage) addSet(n int32) {
	for at := n; ; {
		for l.nodes[at].child != none {
			at = l.nodes[at].child
		}
		l.bits[at/wordBits] |= 1 << (at % wordBits)
		for at != n && l.nodes[at].next == none {
			at = l.nodes[at].parent
		}
		if at == n {
			return
		}
		at = l.nodes[at].next
	}
}
