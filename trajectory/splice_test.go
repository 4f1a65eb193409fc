package trajectory_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/trajectory"
)

// spliced draws trajectories with gaps and splices at whole times, and returns what their rows say: which of them end a piece, and which begin one at a splice.
func spliced(t *testing.T, r *rand.Rand) (s *trajectory.Store, ends, splices []bool) {
	t.Helper()
	c := trajectory.Columns{Splices: true}
	for traj := range 5 {
		at, piece := float64(r.IntN(4)), uint32(0)
		begun := 0 // samples of the piece
		row := func() {
			c.ID.Int, c.T, c.Piece = append(c.ID.Int, int64(traj)), append(c.T, at), append(c.Piece, piece)
			c.X, c.Y = append(c.X, float64(r.IntN(100))), append(c.Y, float64(r.IntN(100)))
			ends, splices = append(ends, false), append(splices, false)
			begun++
		}
		for row(); len(c.T)%30 > 0; {
			switch kind := r.IntN(6); {
			case kind == 0 && begun != 1:
				ends[len(ends)-1], piece, begun = true, piece+1, 0
				row()
				splices[len(ends)-1] = true
				at++
				row() // a segment leads from a splice
				continue
			case kind == 1:
				ends[len(ends)-1], piece, begun = true, piece+1, 0
			}
			at++
			row()
		}
		ends[len(ends)-1] = true
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return s, ends, splices
}

// TestSplices: at a splice the earlier piece does not own the instant, the later one begins there without starting a piece of the data, and is where the object is.
func TestSplices(t *testing.T) {
	r := rand.New(rand.NewPCG(54, 2))
	for range 100 {
		s, ends, splices := spliced(t, r)
		if s.HasSplices() != slices.Contains(splices, true) {
			t.Fatal("splices are not told")
		}
		segments := 0
		for row := range ends {
			traj := s.Owner(row)
			first, last := s.Range(traj)
			starts := row == first || ends[row-1] && !splices[row]
			if s.StartsPiece(traj, row) != starts {
				t.Fatalf("row %d starts a piece: %v", row, !starts)
			}
			if splices[row] && s.At(traj, s.T()[row]) != [3]float64{s.X()[row], s.Y()[row]} {
				t.Fatalf("row %d: the position is %v", row, s.At(traj, s.T()[row]))
			}
			point := ends[row] && (row == first || ends[row-1])
			if ends[row] && !point {
				continue
			}
			segments++
			g, end := s.Segment(row), row
			if !point {
				end++
			}
			owns := ends[end] && !(end+1 < last && splices[end+1])
			if g.T0 != s.T()[row] || g.T1 != s.T()[end] || g.P1[0] != s.X()[end] || g.Last != owns {
				t.Fatalf("row %d: %+v, which owns its end: %v", row, g, owns)
			}
		}
		if segments != s.Segments() {
			t.Fatalf("%d segments, want %d", s.Segments(), segments)
		}
		checkSplicedParts(t, r, s)
	}
}

// checkSplicedParts wants cuts at any times, splices too, and trajectories by themselves to be as the whole.
func checkSplicedParts(t *testing.T, r *rand.Rand, s *trajectory.Store) {
	t.Helper()
	at := s.T()[r.IntN(s.Samples())]
	borders := []float64{math.Inf(-1), at, at + 3, math.Inf(1)}
	for i := range borders[1:] {
		part := s.Cut(func(p trajectory.Piece) (first, last int) { return s.Starting(p, borders[i], borders[i+1]) })
		checkPart(t, fmt.Sprintf("from %v to %v", borders[i], borders[i+1]), s, part, borders[i], borders[i+1])
	}
	first, _ := s.Range(2)
	for name, part := range map[string]*trajectory.Store{"slice": s.Slice(2, 4), "subset": s.Subset([]int{2, 3})} {
		for row, g := range part.Rows() {
			if g != s.Segment(first+row) {
				t.Fatalf("%s: row %d is %+v, want %+v", name, row, g, s.Segment(first+row))
			}
		}
	}
}

// TestWayAtSplices: at a splice a way has the end of the earlier piece, and begins anew with the later one.
func TestWayAtSplices(t *testing.T) {
	s, err := trajectory.New(trajectory.Columns{
		ID: trajectory.IDColumn{Int: []int64{1, 1, 1, 1}}, T: []float64{0, 2, 2, 4}, X: []float64{0, 2, 3, 5}, Y: make([]float64, 4),
		Piece: []uint32{0, 0, 1, 1}, Splices: true,
	}, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	inf := math.Inf(1)
	for _, one := range []struct {
		from, to float64
		edges    []float64
		want     string
	}{
		{1, 3, nil, "1:1| 2:2 2:3| 3:4"},
		{1, 3, []float64{2}, "1:1| 2:2 2:3| 3:4"},
		{1, 2, nil, "1:1| 2:2 2:3|"},
		{1, 2, []float64{2}, "1:1| 2:2 2:3|"},
		{2, 3, []float64{2}, "2:3| 3:4"},
		{2, 2, nil, "2:3|"},
	} {
		borders, got := slices.Concat([]float64{-inf}, one.edges, []float64{inf}), ""
		for i := range borders[1:] {
			for at, begins := range s.Way(0, one.from, one.to, borders[i], borders[i+1]) {
				got += fmt.Sprintf(" %v:%v", at.T, at.X)
				if begins {
					got += "|"
				}
			}
		}
		if got != " "+one.want {
			t.Errorf("from %v to %v, cut at %v: %s, want %s", one.from, one.to, one.edges, got, one.want)
		}
	}
	if speed := s.MeanSpeed(0, 0, 4); speed != 1 {
		t.Errorf("a mean speed of %v: the way across the splice has no length", speed)
	}
}
