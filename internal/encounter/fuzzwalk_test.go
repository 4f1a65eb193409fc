package encounter_test

import (
	"reflect"
	"testing"

	"flyby/binindex"
	"flyby/internal/encounter"
	"flyby/internal/testing/kerneltest"
	"flyby/kernel"
	"flyby/kernel/host"
	"flyby/trajectory"
)

// FuzzWalkJoined: walks of small sets on a lattice, of runs of any length, on threads that join
// hits as they find them, give, together with the hits left over, the encounters of all hits, to
// the bit.
func FuzzWalkJoined(f *testing.F) {
	f.Add([]byte{3, 2, 5, 2, 1, 4, 4, 1, 5, 5, 1, 6, 6, 3, 1, 4, 5, 2, 2, 6})
	f.Add([]byte{1, 1, 3, 0, 9, 1, 3, 3, 9, 1, 1, 2, 1, 2, 3, 1, 4, 4, 0, 5, 5, 1, 1, 1, 2, 8, 8, 3})
	f.Add([]byte{0, 3, 2, 1, 1, 1, 1, 1, 2, 2, 1, 3, 3, 1, 4, 4, 1, 5, 5, 1, 6, 6, 1, 7, 7, 1, 8, 8})
	f.Fuzz(func(t *testing.T, data []byte) {
		d := kerneltest.Dice(data)
		s, ok := latticeScene(&d)
		if !ok {
			return
		}
		want := s.Encounters(s.BruteForce())
		parts := walked(t, s, binindex.Setting{RunLength: 1 + d.Roll(9), RunLevels: d.Roll(2)}, 1+d.Roll(3))
		got, err := encounter.Merge(t.Context(), parts, 1, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got.Len() != want.Len() || want.Len() > 0 && !reflect.DeepEqual(got, want) {
			t.Fatalf("%+v, want %+v", got, want)
		}
	})
}

// walked returns the encounters of a walk of the whole, the encounters of its leftover hits first.
func walked(t *testing.T, s kerneltest.Scene, set binindex.Setting, threads int) []trajectory.Encounters {
	t.Helper()
	index := binindex.NewPyramid(s.Entries, nil, set, 1)
	db, err := host.New(threads).Load(t.Context(), kernel.Database{Store: s.Entries, Pyramid: index})
	if err != nil {
		t.Fatal(err)
	}
	w := kernel.WalkWork{Rule: s.Rule, Queries: kernel.Built(index), Query: kernel.Root(index), Entry: kernel.Root(index)}
	if !s.Join {
		q := binindex.NewPyramid(s.Queries, index.Frame, set, 1)
		w.Queries, w.Query = kernel.Built(q), kernel.Root(q)
	}
	var found kernel.Hits
	if _, err := db.(kernel.Joiner).WalkJoined(t.Context(), w, &found); err != nil {
		t.Fatal(err)
	}
	parts := make([]trajectory.Encounters, 1)
	for _, l := range found.Lists {
		if l.Joined != nil {
			parts = append(parts, l.Joined.Encounters)
			continue
		}
		for _, h := range l.List {
			parts = append([]trajectory.Encounters{joinedOne(t, s, h)}, parts...)
		}
	}
	return parts
}
