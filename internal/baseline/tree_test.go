package baseline

import (
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/internal/testing/kerneltest"
)

// meetsPlainly is box.meets lane by lane.
func meetsPlainly(a, b *box) bool {
	for k := range 3 {
		if a.min>>(laneBits*k)&lane > b.max>>(laneBits*k)&lane || b.min>>(laneBits*k)&lane > a.max>>(laneBits*k)&lane {
			return false
		}
	}
	return a.first <= b.last && b.first <= a.last
}

// randomBox makes a box whose coordinates are often equal, least or greatest.
func randomBox(r *rand.Rand) box {
	coordinate := func() cell { return [...]cell{0, lane, cell(r.Uint64N(cells)), 5, 6}[r.IntN(5)] }
	b := box{first: float64(r.IntN(9)) - 4}
	b.last = b.first + float64(r.IntN(4))
	for k := range 3 {
		p, q := coordinate(), coordinate()
		b.min |= min(p, q) << (laneBits * k)
		b.max |= max(p, q) << (laneBits * k)
	}
	return b
}

func TestBoxMeets(t *testing.T) {
	r := kerneltest.Rand(t)
	for range 100_000 {
		a, b := randomBox(r), randomBox(r)
		if got, want := a.meets(&b), meetsPlainly(&a, &b); got != want {
			t.Fatalf("%x meets %x: %v", a, b, got)
		}
		c := a
		c.extend(&b)
		for _, part := range []box{a, b} {
			whole := part
			if whole.extend(&c); whole != c || !c.meets(&part) {
				t.Fatalf("%x extended by %x is %x", a, b, c)
			}
		}
	}
}

// A cell's lanes never decrease with a coordinate, whatever the grid.
func TestGridNeverReverses(t *testing.T) {
	r := kerneltest.Rand(t)
	for _, k := range kinds() {
		g := newGrid(k.store(r, 40))
		for range 1000 {
			p := [3]float64{k.origin, k.origin, k.origin}
			q := p
			for i := range 3 {
				p[i] += (r.Float64()*40 - 20) * k.unit
				q[i] = p[i] + r.Float64()*[...]float64{0, 1e-6, 1, 1e13}[r.IntN(4)]*k.unit
			}
			for i := range 3 {
				if a, b := g.at(p)>>(laneBits*i)&lane, g.at(q)>>(laneBits*i)&lane; a > b {
					t.Fatalf("%s: cell %d of %v, %d of %v", k.name, a, p, b, q)
				}
			}
			if g.at(p)&guards != 0 {
				t.Fatalf("%s: %v sets a guard", k.name, p)
			}
		}
	}
}

// randomTree makes a tree of n boxes.
func randomTree(r *rand.Rand, n int) (t tree, boxes []box, leaves []leaf) {
	boxes, leaves = make([]box, n), make([]leaf, n)
	for i := range leaves {
		boxes[i] = randomBox(r)
		leaves[i] = leaf{At: [4]float32{float32(boxes[i].first), float32(boxes[i].min & lane), float32(r.IntN(9))}, Value: uint32(i)}
	}
	return newTree(boxes, leaves), boxes, leaves
}

// Every leaf is under one node, no node has too many children, and the box of a
// node covers its children's boxes.
func TestTreeIsSane(t *testing.T) {
	r := kerneltest.Rand(t)
	for _, n := range []int{0, 1, 2, fan, fan + 1, fan * fan, fan*fan + 1, 5000} {
		tree, boxes, leaves := randomTree(r, n)
		parents := make([]int, len(tree.boxes))
		check := func(p node, own *box) {
			if p.last-p.first > fan || p.last < p.first || int(p.end) > n {
				t.Fatalf("%d leaves: node %+v", n, p)
			}
			for i := p.first; i < p.last; i++ {
				parents[i]++
				if i < uint32(n) && i >= p.end || i >= uint32(n) && tree.nodes[i-uint32(n)].end > p.end {
					t.Fatalf("%d leaves: child %d of node %+v ends behind it", n, i, p)
				}
				if own != nil {
					whole := *own
					if whole.extend(&tree.boxes[i]); whole != *own {
						t.Fatalf("%d leaves: child %d outside of node %+v", n, i, p)
					}
				}
			}
		}
		check(tree.root, nil)
		for i, p := range tree.nodes {
			check(p, &tree.boxes[n+i])
		}
		if slices.ContainsFunc(parents, func(p int) bool { return p != 1 }) {
			t.Errorf("%d leaves: a box with no parent, or two", n)
		}
		for i, l := range leaves {
			if tree.boxes[i] != boxes[l.Value] {
				t.Errorf("%d leaves: leaf %d is not item %d", n, i, l.Value)
			}
		}
	}
}

// A search finds the leaves that meet a box, from a given leaf on, each once.
func TestTreeSearch(t *testing.T) {
	r := kerneltest.Rand(t)
	for range 200 {
		n := r.IntN(1500)
		tree, _, _ := randomTree(r, n)
		q, from := randomBox(r), uint32(r.IntN(n+2))
		if r.IntN(2) == 0 {
			from = 0
		}
		var want []uint32
		for i := from; i < uint32(n); i++ {
			if meetsPlainly(&q, &tree.boxes[i]) {
				want = append(want, i)
			}
		}
		var w worker
		tree.search(&q, from, &w)
		slices.Sort(w.found)
		if !slices.Equal(w.found, want) {
			t.Fatalf("%d leaves from %d: found %d, want %d", n, from, len(w.found), len(want))
		}
	}
}
