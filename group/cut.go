package group

// cut takes some leaves out of a component after an instant, neither none nor all, and returns the roots of the two sides. Every
// node that has leaves on both sides is whole for the last time. Several cuts at one instant are as one: the rest of a
// node that was cut at the instant is no group of its own. The cost is the number of leaves that go, of nodes that are cut and of their members.
func (l *lineage) cut(leaves []uint32, end float64) (side, rest int32, err error) {
	l.touch(leaves)
	l.setOf = none
	for _, n := range l.touched {
		if s := &l.nodes[n]; l.moved[n] < s.size && err == nil && s.cut != end {
			err = l.whole(n, end)
		}
	}
	for _, n := range l.touched {
		l.pieces[n] = l.divide(n, end)
	}
	top := l.pieces[l.touched[len(l.touched)-1]]
	for _, n := range l.touched {
		l.moved[n], l.first[n], l.after[n] = 0, none, none
	}
	return top.side, top.rest, err
}

// touch gathers the leaves and all nodes above them: children before their parents, and each parent as soon as its touched children are
// gathered, so that a node follows a child of its own wherever it can. The root is the last.
func (l *lineage) touch(leaves []uint32) {
	for _, leaf := range leaves {
		l.moved[leaf] = 1
		for n := int32(leaf); l.nodes[n].parent != none; {
			up := l.nodes[n].parent
			known := l.first[up] != none
			l.pending[up]++
			l.after[n], l.first[up] = l.first[up], n
			if known {
				break
			}
			n = up
		}
	}
	l.touched = l.touched[:0]
	for _, leaf := range leaves {
		n := int32(leaf)
		for {
			l.touched = append(l.touched, n)
			up := l.nodes[n].parent
			if up == none {
				break
			}
			l.moved[up] += l.moved[n]
			if l.pending[up]--; l.pending[up] > 0 {
				break
			}
			n = up
		}
	}
}

// divide makes two nodes of a node whose children have been divided: the leaves that go, and the leaves that stay. Where a side is a single
// child, which has been together for longer, the child stands for it and there is no new node.
func (l *lineage) divide(n int32, end float64) halves {
	if l.moved[n] == l.nodes[n].size {
		return halves{n, none}
	}
	side, pieces := int32(none), 0
	for c := l.first[n]; c != none; c = l.after[c] {
		p := l.pieces[c]
		l.replace(c, p.rest, n)
		switch pieces++; pieces {
		case 1:
			side = p.side
			continue
		case 2:
			first := side
			side = l.node(l.nodes[n].start)
			l.nodes[side].size, l.nodes[side].cut = l.moved[n], end
			l.attach(first, side)
		}
		l.attach(p.side, side)
	}
	at := &l.nodes[n]
	at.size, at.cut = at.size-l.moved[n], end
	if at.children > 1 {
		return halves{side, n}
	}
	only := at.child
	l.detach(only)
	l.detach(n)
	l.free = append(l.free, n)
	return halves{side, only}
}

// replace puts left, the rest of a child of n, in the child's place.
func (l *lineage) replace(child, left, n int32) {
	if left == child {
		return
	}
	if l.nodes[child].parent == n {
		l.detach(child)
	}
	if left != none {
		l.attach(left, n)
	}
}
