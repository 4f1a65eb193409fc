package boxtree

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/finder"
	"flyby/points"
)

// store returns random points: evenly distributed, or of few values.
func store(t testing.TB, r *rand.Rand, size, dimensions, values int) *points.Store {
	t.Helper()
	columns := make([][]float64, dimensions)
	for j := range columns {
		columns[j] = make([]float64, size)
		for row := range columns[j] {
			if columns[j][row] = r.Float64(); values > 0 {
				columns[j][row] = float64(r.IntN(values))
			}
		}
	}
	s, err := points.New(columns, points.RowIDs(size))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestTree: every row is at one place, with its point, and every box bounds its points tightly.
func TestTree(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, size := range []int{0, 1, leafPoints, leafPoints + 1, 500} {
		for _, values := range []int{0, 1, 3} {
			s := store(t, r, size, 3, values)
			tree := New(s, 3)
			rows := slices.Clone(tree.Rows)
			slices.Sort(rows)
			for i, row := range rows {
				if int(row) != i || !slices.Equal(tree.Points.Row(i), s.Append(nil, int(tree.Rows[i]))) {
					t.Fatalf("%d points: place %d", size, i)
				}
			}
			if size > 0 {
				if boxes := checkBox(t, tree, tree.root()); boxes != len(tree.most) {
					t.Errorf("%d points: %d boxes, room for %d", size, boxes, len(tree.most))
				}
			}
		}
	}
}

// checkBox checks the bounds of a box and of the boxes below it against their points, and returns the
// number of boxes.
func checkBox(t *testing.T, tree *Tree, b node) int {
	t.Helper()
	first, last := tree.places(b)
	least, most := tree.box(b)
	highest := uint32(0)
	for j := range least {
		lo, hi := math.Inf(1), math.Inf(-1)
		for at := first; at < last; at++ {
			lo, hi = min(lo, tree.Points.Row(at)[j]), max(hi, tree.Points.Row(at)[j])
			highest = max(highest, tree.Rows[at])
		}
		if least[j] != lo || most[j] != hi {
			t.Fatalf("box %+v: %v to %v, want %v to %v", b, least[j], most[j], lo, hi)
		}
	}
	if tree.most[b.place] != highest {
		t.Fatalf("box %+v: highest row %d, want %d", b, tree.most[b.place], highest)
	}
	if b.leaf() {
		return 1
	}
	left, right := b.halves()
	return 1 + checkBox(t, tree, left) + checkBox(t, tree, right)
}

// TestSums: no point's sum is below the sum of its box's nearest place, or above the sum of its
// farthest place.
func TestSums(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, scale := range []float64{1, 0x1p600} {
		tree := New(store(t, r, 300, 4, 0), 1)
		for range 50 {
			p := []float64{r.Float64() * 2, r.Float64() - 0.5, r.Float64(), r.Float64()}
			for first := 0; first < tree.leaves; first++ {
				at := tree.root()
				for !at.leaf() {
					left, right := at.halves()
					if at = left; first >= right.first {
						at = right
					}
				}
				near, far := tree.sums(at, p, scale)
				for place, last := tree.places(at); place < last; place++ {
					sum := 0.0
					for j, v := range p {
						d := (v - tree.Points.Row(place)[j]) * scale
						sum += float64(d * d)
					}
					if sum < near || sum > far {
						t.Fatalf("%v is not from %v to %v", sum, near, far)
					}
				}
			}
		}
	}
}

// TestWalkLooksAtLittle: a small threshold compares a query with few points, and a large one with no
// point.
func TestWalkLooksAtLittle(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	s := store(t, r, 4000, 2, 0)
	tree := New(s, 2)
	for _, c := range []struct {
		eps   float64
		most  uint64
		found func(n int) bool
	}{{0.01, 100, func(n int) bool { return n < 20 }}, {3, 0, func(n int) bool { return n == 4000 }}} {
		within, err := pointjoin.NewThreshold(c.eps)
		if err != nil {
			t.Fatal(err)
		}
		f := finder.NewFinder(t.Context(), pointjoin.Work{Threshold: within}, nil)
		w := tree.NewSearch(within, f)
		w.Query([]float64{0.5, 0.5}, -1)
		if f.Stats.Candidates > c.most || !c.found(len(w.Found)) {
			t.Errorf("within %v: %d found, %+v", c.eps, len(w.Found), f.Stats)
		}
	}
}

// BenchmarkTree builds a tree, and joins its points with themselves.
func BenchmarkTree(b *testing.B) {
	s := store(b, rand.New(rand.NewPCG(7, 8)), 200_000, 2, 0)
	b.Run("build", func(b *testing.B) {
		for b.Loop() {
			New(s, 1)
		}
	})
	tree := New(s, 1)
	within, err := pointjoin.NewThreshold(0.002)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("join", func(b *testing.B) {
		for b.Loop() {
			w := tree.NewSearch(within, finder.NewFinder(b.Context(), pointjoin.Work{Threshold: within}, nil))
			for row := range s.Len() {
				w.Query(s.Append(nil, row), row)
			}
		}
	})
}
