package fleet

import (
	"errors"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/internal/curve"
	"flyby/internal/elements"
	"flyby/internal/slab"
	"flyby/internal/testing/slabtest"
	"flyby/trajectory"
)

// A drawn path has given legs.
type drawn []elements.Leg

func (d drawn) Legs(t float64) iter.Seq[elements.Leg] {
	return func(yield func(elements.Leg) bool) {
		for _, l := range d {
			if l.To.T > t && !yield(l) {
				return
			}
		}
	}
}

func (drawn) Bytes() uint64 { return 0 }

// draw returns a path about the times 0 to 100, in pieces, some of which abut.
func draw(r *rand.Rand) (d drawn) {
	at := func(t float64) curve.State {
		return curve.State{T: t, P: [3]float64{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}, V: [3]float64{r.NormFloat64(), 0, r.NormFloat64()}}
	}
	l := elements.Leg{To: at(float64(r.IntN(40) - 30)), Ends: true}
	for l.To.T < 130 {
		if l.Splices = !l.Ends && r.IntN(4) == 0; l.Ends || l.Splices {
			l.From = at(l.To.T)
		} else {
			l.From = l.To
		}
		if l.Begins = l.Ends || l.Splices; l.Ends {
			l.From.T += float64(1 + r.IntN(10))
		}
		l.To, l.Parts, l.Ends = at(l.From.T+float64(1+r.IntN(12))), 1+r.IntN(6), r.IntN(4) == 0
		d = append(d, l)
	}
	d[len(d)-1].Ends = true
	return d
}

// drawFleet returns some objects, from a time at a border of segments or between them.
func drawFleet(r *rand.Rand) *Fleet {
	f := &Fleet{From: float64(r.IntN(40)), Threads: 2}
	f.To = f.From + float64(r.IntN(3)*r.IntN(40))
	ids := make([]int64, 1+r.IntN(5))
	for i := range ids {
		ids[i] = int64(3 * i)
		f.Paths = append(f.Paths, draw(r))
	}
	f.IDs = trajectory.IntIDs(ids)
	return f
}

// TestSlabsAreOfTheStore: slabs at any edges equal those that are cut from the store of the fleet.
func TestSlabsAreOfTheStore(t *testing.T) {
	r := rand.New(rand.NewPCG(54, 2))
	for range 400 {
		f := drawFleet(r)
		c, err := f.Census(t.Context(), nil)
		if errors.Is(err, trajectory.ErrEmpty) {
			if _, err := f.Store(t.Context(), []int{0}); !errors.Is(err, trajectory.ErrEmpty) {
				t.Errorf("a store of no segment: %v", err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		all := make([]int, len(f.Paths))
		for i := range all {
			all[i] = i
		}
		store, err := f.Store(t.Context(), all)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := c.Whole, slab.Of(store); got.Segments != want.Segments || !slices.Equal(got.Counts, want.Counts) || got.Extent != want.Extent {
			t.Fatalf("the census has %+v, the store %+v", got, want)
		}
		first := r.IntN(len(f.Paths))
		last := first + 1 + r.IntN(len(f.Paths)-first)
		edges := slabtest.Edges(r, store)
		m, from := f.Maker(t.Context(), Range(first, last), 1), math.Inf(-1)
		for want := range slab.CutRange(store, edges, first, last) {
			got, err := m.Slab(from, want.End)
			if err != nil {
				t.Fatal(err)
			}
			checkSlab(t, got, want)
			if most := c.Most(from, want.End); uint64(got.Store.Segments()) > most {
				t.Errorf("%d segments from %v to %v, at most %d", got.Store.Segments(), from, want.End, most)
			}
			from = want.End
		}
	}
}

// checkSlab compares two slabs.
func checkSlab(t *testing.T, got, want *slab.Slab) {
	t.Helper()
	if !slices.Equal(got.Traj, want.Traj) || !slices.Equal(got.Before, want.Before) {
		t.Fatalf("slab %v to %v: trajectories %v after %v segments, want %v after %v", want.Start, want.End, got.Traj, got.Before, want.Traj, want.Before)
	}
	if a, b := slices.Collect(got.Store.Pieces()), slices.Collect(want.Store.Pieces()); !slices.Equal(a, b) {
		t.Fatalf("slab %v to %v: pieces %+v, want %+v", want.Start, want.End, a, b)
	}
	for i, col := range [][]float64{got.Store.T(), got.Store.X(), got.Store.Y(), got.Store.Z()} {
		if of := [][]float64{want.Store.T(), want.Store.X(), want.Store.Y(), want.Store.Z()}[i]; !slices.Equal(col, of) {
			t.Fatalf("slab %v to %v: column %d is %v, want %v", want.Start, want.End, i, col, of)
		}
	}
}

// TestWindowHoldsItsEnds: the first segment of a store holds the start of its window, and the last segment holds the end, whatever the window: a segment is the same in every window that has it whole.
func TestWindowHoldsItsEnds(t *testing.T) {
	r := rand.New(rand.NewPCG(54, 3))
	for range 400 {
		whole := drawn{{From: curve.State{T: 0}, To: curve.State{T: 40, P: [3]float64{3, 1, 0}}, Parts: 1 + r.IntN(8), Begins: true}}
		whole = append(whole, elements.Leg{From: whole[0].To, To: curve.State{T: 100}, Parts: 1 + r.IntN(8), Ends: true})
		from := float64(r.IntN(99))
		f := Fleet{IDs: trajectory.IntIDs([]int64{7}), Paths: []Path{whole}, From: from, To: from + float64(r.IntN(int(100-from)))}
		some, err := f.Store(t.Context(), []int{0})
		f.From, f.To = 0, 100
		all, err2 := f.Store(t.Context(), []int{0})
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		at, n := slices.Index(all.T(), some.T()[0]), some.Samples()
		if at < 0 || !slices.Equal(some.T(), all.T()[at:at+n]) || !slices.Equal(some.X(), all.X()[at:at+n]) {
			t.Fatalf("%v are no samples among %v", some.T(), all.T())
		}
		to := some.T()[n-1]
		if first := some.T()[0]; first > from || some.T()[1] <= from || to < from || n > 2 && some.T()[n-2] >= max(to, from) {
			t.Errorf("samples from %v on: %v to %v", from, first, to)
		}
	}
}
