package boxtree

import (
	"sync"

	"flyby/internal/parallel"
	"flyby/internal/pointjoin/finder"
	"flyby/points"
)

// leafPoints is the number of points of a leaf.
const leafPoints = 12

// Tree is an immutable tree of boxes.
type Tree struct {
	Points finder.Matrix // in the order of leaves
	Rows   []uint32      // [places] the row of the point at each place of Points

	leaves int
	// The boxes are in preorder: of a box with m leaves, its first half, rounded up, is at the next
	// place, and its other half behind that subtree.
	bounds []float64 // [boxes][2][dimensions]: the least coordinates, and the greatest
	most   []uint32  // [boxes] the greatest row in each box
}

// New builds a tree of a store on a number of threads.
func New(s *points.Store, threads int) *Tree {
	n := s.Dimensions()
	t := &Tree{leaves: (s.Len() + leafPoints - 1) / leafPoints, Rows: make([]uint32, s.Len())}
	for row := range t.Rows {
		t.Rows[row] = uint32(row)
	}
	boxes := max(0, 2*t.leaves-1)
	t.bounds, t.most = make([]float64, boxes*2*n), make([]uint32, boxes)
	t.Points = finder.Matrix{Values: make([]float64, s.Len()*n), Dimensions: n}
	if t.leaves > 0 {
		b := &builder{tree: t, points: finder.NewMatrix(s)}
		b.build(node{0, 0, t.leaves}, threads)
	}
	return t
}

// A node is a box: its place, and the range of its leaves.
type node struct {
	place, first, last int
}

// halves returns the two boxes into which a box of several leaves is split.
func (b node) halves() (left, right node) {
	half := (b.first + b.last + 1) / 2
	return node{b.place + 1, b.first, half}, node{b.place + 2*(half-b.first), half, b.last}
}

// leaf reports whether a box is a leaf.
func (b node) leaf() bool { return b.last-b.first == 1 }

// root returns the box of all points.
func (t *Tree) root() node { return node{0, 0, t.leaves} }

// places returns the range of the places of a box's points.
func (t *Tree) places(b node) (first, last int) {
	return b.first * leafPoints, min(b.last*leafPoints, len(t.Rows))
}

// box returns the bounds of a box.
func (t *Tree) box(b node) (least, most []float64) {
	n := t.Points.Dimensions
	at := b.place * 2 * n
	return t.bounds[at : at+n : at+n], t.bounds[at+n : at+2*n : at+2*n]
}

// builder builds a tree of points in the order of rows.
type builder struct {
	tree   *Tree
	points finder.Matrix
}

// build builds a box and the boxes below it.
func (b *builder) build(at node, threads int) {
	first, last := b.tree.places(at)
	rows := b.tree.Rows[first:last]
	least, most := b.tree.box(at)
	b.bound(rows, least, most)
	if at.leaf() {
		b.fill(at, first, rows)
		return
	}
	left, right := at.halves()
	middle, _ := b.tree.places(right)
	b.split(rows, middle-first, longest(least, most))
	if threads < 2 {
		b.build(left, 1)
		b.build(right, 1)
	} else {
		var wg sync.WaitGroup
		wg.Go(func() { b.build(left, threads/2) })
		b.build(right, threads-threads/2)
		wg.Wait()
	}
	b.tree.most[at.place] = max(b.tree.most[left.place], b.tree.most[right.place])
}

// fill copies the points of a leaf to their places.
func (b *builder) fill(at node, first int, rows []uint32) {
	for i, row := range rows {
		copy(b.tree.Points.Row(first+i), b.points.Row(int(row)))
		b.tree.most[at.place] = max(b.tree.most[at.place], row)
	}
}

// bound sets least and most to the bounds of points.
func (b *builder) bound(rows []uint32, least, most []float64) {
	copy(least, b.points.Row(int(rows[0])))
	copy(most, least)
	for _, row := range rows[1:] {
		for j, v := range b.points.Row(int(row)) {
			if v < least[j] {
				least[j] = v
			} else if v > most[j] {
				most[j] = v
			}
		}
	}
}

// longest returns the dimension in which a box is longest.
func longest(least, most []float64) (dimension int) {
	length := most[0] - least[0]
	for j := range least {
		if l := most[j] - least[j]; l > length {
			dimension, length = j, l
		}
	}
	return dimension
}

// split moves the n rows with the least coordinates in a dimension to the front by Hoare's
// selection; equal coordinates may be on both sides.
func (b *builder) split(rows []uint32, n, dimension int) {
	key := func(i int) float64 { return b.points.Values[int(rows[i])*b.points.Dimensions+dimension] }
	lo, hi := 0, len(rows)-1
	for lo < hi {
		x, y, z := key(lo), key((lo+hi)/2), key(hi)
		pivot := max(min(x, y), min(max(x, y), z))
		i, j := lo, hi
		for i <= j {
			for key(i) < pivot {
				i++
			}
			for key(j) > pivot {
				j--
			}
			if i <= j {
				rows[i], rows[j] = rows[j], rows[i]
				i, j = i+1, j-1
			}
		}
		switch {
		case n <= j:
			hi = j
		case n >= i:
			lo = i
		default:
			return
		}
	}
}

// Threads returns the number of threads worth using to build a tree of some points, at most threads.
func Threads(points, threads int) int { return min(threads, 1+points/4096, parallel.Threads(0)) }
