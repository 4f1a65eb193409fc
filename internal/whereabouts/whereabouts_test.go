package whereabouts_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/internal/slab"
	"flyby/internal/spill"
	"flyby/internal/testing/slabtest"
	"flyby/internal/tier"
	"flyby/internal/whereabouts"
	"flyby/trajectory"
)

// wander makes trajectories with gaps, of one sample and more, some of whose times coincide, with heights where
// upright.
func wander(t *testing.T, rng *rand.Rand, dim int, upright bool) *trajectory.Store {
	t.Helper()
	var c trajectory.Columns
	for traj := range 12 {
		at := float64(rng.IntN(40))
		for range 1 + rng.IntN(60) {
			c.ID.Int, c.T = append(c.ID.Int, int64(traj)), append(c.T, at)
			c.X, c.Y = append(c.X, rng.NormFloat64()), append(c.Y, rng.NormFloat64()*1e3)
			if dim == 3 {
				c.Z = append(c.Z, rng.NormFloat64())
			}
			if upright {
				c.H = append(c.H, rng.NormFloat64()*100)
			}
			switch rng.IntN(8) {
			case 0:
				at += 9 // a gap
			case 1:
				at += 4 * rng.Float64()
			default:
				at++
			}
		}
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{MaxGap: 8})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// journeys returns n rows: times within segments of trajectories, often at samples, from an earlier to a later one,
// or the same.
func journeys(rng *rand.Rand, s *trajectory.Store, n int) (r whereabouts.Rows) {
	within := func(traj int) float64 {
		first, last := s.Range(traj)
		row := first + rng.IntN(last-first)
		g := s.SegmentAt(traj, row)
		return []float64{g.T0, g.T1, g.T0 + (g.T1-g.T0)*rng.Float64()}[rng.IntN(3)]
	}
	for range n {
		traj := rng.IntN(s.Trajectories())
		from, to := within(traj), within(traj)
		if rng.IntN(8) == 0 {
			to = from
		}
		r.Traj = append(r.Traj, uint32(traj))
		r.At, r.From, r.To = append(r.At, within(traj)), append(r.From, min(from, to)), append(r.To, max(from, to))
	}
	return r
}

// place returns the position of a moment, with the height added to z where the store has heights.
func place(s *trajectory.Store, traj int, t float64) [3]float64 {
	p := s.At(traj, t)
	if s.Space().Heights {
		p[2] += s.HeightAt(traj, t)
	}
	return p
}

// cuts returns cells of a store: none, at samples, between, beyond the data, and ranges of trajectories.
func cuts(s *trajectory.Store) map[string]whereabouts.Cells {
	cells := map[string]whereabouts.Cells{}
	all := slices.Compact(slices.Sorted(slices.Values(s.T())))
	for name, edges := range map[string][]float64{"one": nil, "at every time": all, "some": slabtest.Even(s, 5), "between and beyond": {-3, 10.5, 11, 47.25, 1e9}} {
		for ranges, borders := range map[string][]int{"all": {0, s.Trajectories()}, "ranges": {0, 1, 5, s.Trajectories()}} {
			cells[name+" "+ranges] = whereabouts.Cells{Borders: borders, Edges: edges, Slabs: func(first, last int) slab.Source {
				return slab.CutRange(s, edges, first, last)
			}}
		}
	}
	return cells
}

// ask passes a side's rows on a few at a time.
func ask(t *testing.T, side *whereabouts.Side, r whereabouts.Rows, each func(r whereabouts.Rows, first int)) {
	t.Helper()
	for first := 0; first < len(r.Traj); first += 700 {
		last := min(len(r.Traj), first+700)
		each(whereabouts.Rows{Traj: r.Traj[first:last], At: r.At[first:last], From: r.From[first:last], To: r.To[first:last]}, first)
	}
}

// TestSlabsAreTheWhole: places and speeds equal a store's in memory to the bit, in the order of rows, of two sides
// at once, however the data are cut.
func TestSlabsAreTheWhole(t *testing.T) {
	tier.Full(t)
	rng := rand.New(rand.NewPCG(45, 15))
	for k, shape := range []struct {
		dim     int
		upright bool
	}{{2, false}, {3, false}, {2, true}, {3, true}} {
		s := wander(t, rng, shape.dim, shape.upright)
		for name, cells := range cuts(s) {
			t.Run(fmt.Sprint(k, " ", name), func(t *testing.T) {
				folder := room(t)
				question := whereabouts.Question{Cells: cells, Place: place, Speeds: true}
				rows := [2]whereabouts.Rows{journeys(rng, s, 3000), journeys(rng, s, 3000)}
				var sides []*whereabouts.Side
				for i := range rows {
					side, err := whereabouts.NewSide(folder, question, 0, 1+i)
					if err != nil {
						t.Fatal(err)
					}
					defer side.Close()
					ask(t, side, rows[i], func(r whereabouts.Rows, _ int) {
						if err := side.Ask(r); err != nil {
							t.Fatal(err)
						}
					})
					sides = append(sides, side)
				}
				if err := whereabouts.Answer(t.Context(), cells, sides...); err != nil {
					t.Fatal(err)
				}
				for i, side := range sides {
					ask(t, side, rows[i], func(r whereabouts.Rows, first int) { compare(t, s, side, r, first) })
				}
			})
		}
	}
}

// compare wants the next answers to equal the store's.
func compare(t *testing.T, s *trajectory.Store, side *whereabouts.Side, r whereabouts.Rows, first int) {
	t.Helper()
	n := len(r.Traj)
	at, speeds := [3][]float64{make([]float64, n), make([]float64, n), make([]float64, n)}, make([]float64, n)
	if err := side.Next(r, &at, speeds); err != nil {
		t.Fatal(err)
	}
	for i, traj := range r.Traj {
		got := [4]float64{at[0][i], at[1][i], at[2][i], speeds[i]}
		p, v := place(s, int(traj), r.At[i]), s.MeanSpeed(int(traj), r.From[i], r.To[i])
		for k, want := range [4]float64{p[0], p[1], p[2], v} {
			if math.Float64bits(got[k]) != math.Float64bits(want) && !(math.IsNaN(got[k]) && math.IsNaN(want)) {
				t.Fatalf("row %d, trajectory %d at %v, from %v to %v: %v, want %v and %v", first+i, traj, r.At[i], r.From[i], r.To[i], got, p, v)
			}
		}
	}
}

// room returns a folder for files.
func room(t *testing.T) *spill.Folder {
	t.Helper()
	folder, err := spill.Open(t.TempDir(), 0)
	if err != nil {
		t.Fatal(err)
	}
	return folder
}

// TestWhatIsNotAsked: a side answers the questions that were asked, and leaves other columns alone.
func TestWhatIsNotAsked(t *testing.T) {
	rng := rand.New(rand.NewPCG(45, 16))
	s := wander(t, rng, 2, false)
	cells := cuts(s)["some all"]
	r := journeys(rng, s, 50)
	for _, q := range []whereabouts.Question{{Cells: cells, Place: place}, {Cells: cells, Speeds: true}} {
		side, err := whereabouts.NewSide(room(t), q, 1<<20, 2)
		if err != nil {
			t.Fatal(err)
		}
		defer side.Close()
		if err := errors.Join(side.Ask(r), whereabouts.Answer(t.Context(), cells, side)); err != nil {
			t.Fatal(err)
		}
		at, speeds := [3][]float64{}, slices.Repeat([]float64{-1}, 50)
		for axis := range at {
			at[axis] = slices.Repeat([]float64{-1}, 50)
		}
		if err := side.Next(r, &at, speeds); err != nil {
			t.Fatal(err)
		}
		if places, speed := slices.ContainsFunc(at[0], isAsked), slices.ContainsFunc(speeds, isAsked); places != (q.Place != nil) || speed != q.Speeds {
			t.Errorf("places %v, speeds %v", places, speed)
		}
		if err := side.Next(r, &at, speeds); err == nil {
			t.Error("more answers than questions")
		}
	}
}

func isAsked(v float64) bool { return v != -1 }

// TestNoAnswer: errors of sources and of the folder, a trajectory that is not in its cell, and the end of a context.
func TestNoAnswer(t *testing.T) {
	rng := rand.New(rand.NewPCG(45, 17))
	s := wander(t, rng, 2, false)
	broken := errors.New("broken")
	over, stop := context.WithCancel(t.Context())
	stop()
	cells := cuts(s)["some all"]
	for name, c := range map[string]struct {
		ctx   context.Context
		slabs slab.Source
		want  error
	}{
		"source":  {t.Context(), func(yield func(*slab.Slab, error) bool) { yield(nil, broken) }, broken},
		"context": {over, slabtest.Cut(s, cells.Edges), context.Canceled},
		"absent":  {t.Context(), slab.CutRange(s, cells.Edges, 0, 1), nil},
	} {
		t.Run(name, func(t *testing.T) {
			cut := cells
			cut.Slabs = func(int, int) slab.Source { return c.slabs }
			side, err := whereabouts.NewSide(room(t), whereabouts.Question{Cells: cut, Place: place, Speeds: true}, 1<<20, 2)
			if err != nil {
				t.Fatal(err)
			}
			defer side.Close()
			if err := side.Ask(journeys(rng, s, 900)); err != nil {
				t.Fatal(err)
			}
			if err := whereabouts.Answer(c.ctx, cut, side); err == nil || c.want != nil && !errors.Is(err, c.want) {
				t.Errorf("%v, want %v", err, c.want)
			}
		})
	}
	small, err := spill.Open(t.TempDir(), 4096)
	if err != nil {
		t.Fatal(err)
	}
	side, err := whereabouts.NewSide(small, whereabouts.Question{Cells: cells, Place: place, Speeds: true}, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := side.Ask(journeys(rng, s, 9000)); !errors.Is(err, spill.ErrNoRoom) {
		t.Errorf("%v, want %v", err, spill.ErrNoRoom)
	}
	if side.Close(); small.Room() != 4096 {
		t.Errorf("room for %d bytes left, want 4096", small.Room())
	}
}

// TestWaiting: rows come back as they were written, chunk by chunk, with the columns alone that they have.
func TestWaiting(t *testing.T) {
	rng := rand.New(rand.NewPCG(45, 18))
	w, err := whereabouts.NewWaiting(room(t))
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	var all, some trajectory.Encounters
	columns := func(e *trajectory.Encounters) whereabouts.Columns {
		return whereabouts.Columns{U32: []*[]uint32{&e.QueryTraj, &e.Parts}, F64: []*[]float64{&e.Enter, &e.Speed}, Open: &e.Open}
	}
	for range 30 {
		some = some.Slice(0, 0)
		for range rng.IntN(200) {
			some.QueryTraj, some.Parts = append(some.QueryTraj, rng.Uint32()), append(some.Parts, rng.Uint32())
			some.Enter, some.Speed = append(some.Enter, rng.NormFloat64()), append(some.Speed, math.NaN())
			some.Open = append(some.Open, trajectory.Open(rng.IntN(4)))
			some.Closest, some.Distance, some.Exit = append(some.Closest, 0), append(some.Distance, 0), append(some.Exit, 0)
			some.EntryTraj = append(some.EntryTraj, 0)
		}
		if err := w.Add(columns(&some), some.Len()); err != nil {
			t.Fatal(err)
		}
		all.QueryTraj, all.Parts, all.Enter = append(all.QueryTraj, some.QueryTraj...), append(all.Parts, some.Parts...), append(all.Enter, some.Enter...)
		all.Open = append(all.Open, some.Open...)
	}
	first := 0
	var back trajectory.Encounters
	for n, err := range w.Chunks(columns(&back)) {
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(back.QueryTraj, all.QueryTraj[first:first+n]) || !slices.Equal(back.Parts, all.Parts[first:first+n]) || !slices.Equal(back.Enter, all.Enter[first:first+n]) ||
			!slices.Equal(back.Open, all.Open[first:first+n]) || slices.ContainsFunc(back.Speed, func(v float64) bool { return !math.IsNaN(v) }) || back.Exit != nil {
			t.Fatalf("rows %d to %d are others", first, first+n)
		}
		first += n
	}
	if first != all.Len() {
		t.Errorf("%d rows, want %d", first, all.Len())
	}
}
