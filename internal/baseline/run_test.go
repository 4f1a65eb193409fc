package baseline

import (
	"math/big"
	"testing"

	"flyby/internal/testing/kerneltest"
	"flyby/trajectory"
)

// The box of a run holds its samples, widened by radius and reach, in rational
// arithmetic.
func TestBoundsAreOutside(t *testing.T) {
	r := kerneltest.Rand(t)
	for _, k := range kinds() {
		s := k.store(r, 40)
		for _, run := range runsOf(s, 1+r.IntN(5)) {
			reach := k.unit * r.Float64()
			b := boundsOf(s, run, reach)
			wide := new(big.Rat).Add(rational(reach), rational(s.Radius(int(run.traj))))
			for row := int(run.row); row <= run.final(); row++ {
				for i, col := range [][]float64{s.X(), s.Y(), s.Z()} {
					if col == nil {
						continue
					}
					if x := rational(col[row]); rational(b.min[i]).Cmp(new(big.Rat).Sub(x, wide)) > 0 || rational(b.max[i]).Cmp(x.Add(x, wide)) < 0 {
						t.Fatalf("%s: sample %d, reach %x: box %+v", k.name, row, reach, b)
					}
				}
			}
		}
	}
}

func rational(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }

// Runs are the segments of a store, each once, in row order.
func TestRunsAreTheSegments(t *testing.T) {
	r := kerneltest.Rand(t)
	for _, k := range kinds() {
		s := k.store(r, 40)
		for _, length := range []int{1, 2, 7, 1000} {
			columns := columnsOf(s)
			var got []trajectory.Segment
			var rows []int
			for _, run := range runsOf(s, length) {
				c := run.cursor()
				for c.radius = s.Radius(int(run.traj)); c.row < c.stop; c.row++ {
					got, rows = append(got, columns.segment(&c)), append(rows, c.row)
				}
			}
			i := 0
			for row, want := range s.Rows() {
				if i >= len(got) || rows[i] != row || got[i] != want {
					t.Fatalf("%s, length %d: segment %d is not %+v of row %d", k.name, length, i, want, row)
				}
				i++
			}
			if i != len(got) {
				t.Fatalf("%s, length %d: %d segments, want %d", k.name, length, len(got), i)
			}
		}
	}
}

// In a synchronous store a box meets the boxes of the same span, and no box of a
// span that only touches its own (docs/architecture.md §3.2).
func TestTouchingRunsDoNotMeet(t *testing.T) {
	k := kind{name: "tenths", dim: 3, regular: true, step: 0.1, unit: 1}
	s := k.store(kerneltest.Rand(t), 40)
	for _, r := range []int{1, 4, 11} {
		tree := NewRTree(s, r)
		var w worker
		for _, run := range tree.runs {
			q := tree.grid.box(boundsOf(s, run, 1e6))
			if tree.tree.search(&q, 0, &w); len(w.found) != s.Trajectories() {
				t.Fatalf("r = %d: %d boxes meet that of a run, want %d", r, len(w.found), s.Trajectories())
			}
		}
	}
}
