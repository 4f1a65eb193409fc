package slab_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"flyby/internal/slab"
	"flyby/internal/testing/slabtest"
	"flyby/trajectory"
)

// filledFrom fills a slab in place, up to a time, from the samples of a store, each trajectory in order: with the samples at times of the slab, and
// the samples that a segment leads to which starts in it, since row groups are sure to have no others.
func filledFrom(o *slab.Outline, s *trajectory.Store, end float64) (*slab.Slab, error) {
	if err := o.Begin(uint64(s.Samples())); err != nil {
		return nil, err
	}
	for place, traj := range o.Traj() {
		if int(traj) >= s.Trajectories() {
			continue
		}
		first, last := s.Range(int(traj))
		for row := first; row < last; row++ {
			if s.T()[row] < o.Start() || !o.Wants(place) || s.T()[row] >= end && (row == first || s.T()[row-1] < o.Start()) {
				continue
			}
			at := trajectory.Position{s.X()[row], s.Y()[row]}
			rest := 2
			for _, column := range [][]float64{s.Z(), s.H()} {
				if column != nil {
					at[rest] = column[row]
					rest++
				}
			}
			o.Take(place, s.T()[row], &at)
		}
	}
	return o.Slab()
}

// inPlace returns a slab as it is read from a file that lacks its samples.
func inPlace(t *testing.T, b *slab.Slab, groups ...slab.Group) *slab.Outline {
	t.Helper()
	all, err := slabtest.Read(recordFile(t, slab.Record{Slab: b, InPlace: true, Groups: groups}), slab.Head(3, [32]byte{1}))
	if err != nil || len(all) != 1 || !all[0].InPlace() || !reflect.DeepEqual(all[0].Groups, groups) {
		t.Fatal(all, err)
	}
	return all[0]
}

// TestOutline: a slab in place that is filled from the rows of the whole equals the planned slab.
func TestOutline(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 107))
		s := someStore(t, r)
		for b := range slabtest.Cut(s, slabtest.Edges(r, s)) {
			got, err := filledFrom(inPlace(t, b, slab.Group{Number: 4, First: -1, Last: 7}, slab.Group{Number: 9, First: 3, Last: 3}), s, b.End)
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			if d := differ(got, b); d != "" {
				t.Fatalf("seed %d: %s", seed, d)
			}
			if w := slab.Of(s); got.Within(&w) != nil {
				t.Fatalf("seed %d: %v", seed, got.Within(&w))
			}
		}
	}
}

// TestOtherRows: a sample of a slab in place that is missing, or differs in any number, is an error.
func TestOtherRows(t *testing.T) {
	s := someStore(t, rand.New(rand.NewPCG(5, 107)))
	var b *slab.Slab
	for b = range slabtest.Cut(s, nil) {
	}
	if err := inPlace(t, b).Begin(uint64(s.Samples() - 1)); err == nil {
		t.Error("fewer rows than samples")
	}
	columns := [][]float64{s.T(), s.X(), s.Y(), s.Z(), s.H()}
	for i, column := range columns {
		for row := range column {
			other := slices.Clone(column)
			other[row] += 1e-9
			c := trajectory.Sorted{T: s.T(), X: s.X(), Y: s.Y(), Z: s.Z(), H: s.H(), First: []int{0}, IDs: s.IDs(), Times: s.Times(), Frame: s.Space().Frame}
			*[]*[]float64{&c.T, &c.X, &c.Y, &c.Z, &c.H}[i] = other
			for traj := range s.Trajectories() {
				_, last := s.Range(traj)
				c.First = append(c.First, last)
			}
			if _, err := filledFrom(inPlace(t, b), c.Store(), b.End); err == nil || !strings.Contains(err.Error(), "other times or positions") {
				t.Fatalf("column %d, row %d: %v", i, row, err)
			}
		}
	}
	o := inPlace(t, b)
	if err := o.Begin(uint64(s.Samples())); err != nil {
		t.Fatal(err)
	}
	if _, err := o.Slab(); err == nil || !strings.Contains(err.Error(), "lacks") {
		t.Error(err)
	}
}

// TestWithin: a slab of a trajectory, or of a segment, that the whole does not have is refused.
func TestWithin(t *testing.T) {
	s := someStore(t, rand.New(rand.NewPCG(6, 107)))
	for b := range slabtest.Cut(s, nil) {
		w := slab.Of(s)
		for traj := range w.Counts {
			fewer := w
			fewer.Counts = slices.Clone(w.Counts)
			fewer.Counts[traj]--
			if err := b.Within(&fewer); err == nil || !strings.Contains(err.Error(), "segment") {
				t.Errorf("trajectory %d: %v", traj, err)
			}
		}
		w.Counts = w.Counts[:len(w.Counts)-1]
		if err := b.Within(&w); err == nil || b.Within(&slab.Whole{}) == nil {
			t.Error(err)
		}
	}
}
