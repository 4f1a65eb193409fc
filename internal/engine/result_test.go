package engine

import (
	"context"
	"errors"
	"slices"
	"testing"

	"flyby/interaction"
	"flyby/internal/parallel"
	"flyby/internal/testing/kerneltest"
	"flyby/kernel"
	"flyby/trajectory"
)

// lent makes a list that counts its releases.
func lent(released *int, ordered bool, queries ...uint32) kernel.HitList {
	p := kernel.HitList{Ordered: ordered, Release: func() { *released++ }}
	for i, q := range queries {
		p.List = append(p.List, interaction.HitRow{Query: q, Entry: uint32(i), Enter: 1, Exit: 2})
	}
	return p
}

// idle returns an engine whose results are made up by the test, and a task of it.
func idle(t *testing.T) (*Engine, task) {
	t.Helper()
	s := kerneltest.Scenes(t)[0]
	e := &Engine{entries: s.Entries, config: Config{Threads: 1}, pool: parallel.NewPool(1)}
	return e, task{Task: Task{Queries: s.Queries}, pool: e.pool, report: newReport(nil, "search")}
}

// TestHitsInOrderStay: one ordered list of a device is kept where it is, together with its
// release; all other lists are copied, in order, and released.
func TestHitsInOrderStay(t *testing.T) {
	e, task := idle(t)
	for name, c := range map[string]struct {
		ordered bool
		lists   [][]uint32
		want    []uint32
		stays   bool
	}{
		"ordered":     {true, [][]uint32{{1, 2, 3}}, []uint32{1, 2, 3}, true},
		"not ordered": {false, [][]uint32{{3, 1, 2}}, []uint32{1, 2, 3}, false},
		"two":         {true, [][]uint32{{1, 4}, {2, 3}}, []uint32{1, 2, 3, 4}, false},
		"nothing":     {true, nil, nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			released := 0
			var hits kernel.Hits
			for _, list := range c.lists {
				hits.Add(lent(&released, c.ordered, list...))
			}
			given := slices.Clone(hits.Lists)
			f := &Result{}
			if err := e.take(t.Context(), f, &hits, task, nil); err != nil {
				t.Fatal(err)
			}
			var got []uint32
			for _, h := range f.Hits {
				got = append(got, h.Query)
			}
			if !slices.Equal(got, c.want) || f.Count != len(c.want) {
				t.Errorf("queries %v, %d counted, want %v", got, f.Count, c.want)
			}
			if stays := len(got) > 0 && &f.Hits[0] == &given[0].List[0]; stays != c.stays || (f.Release != nil) != c.stays {
				t.Errorf("in the device's memory: %v, want %v", stays, c.stays)
			}
			if f.Release != nil {
				f.Release()
			}
			if released != len(c.lists) || len(hits.Lists) != 0 {
				t.Errorf("%d of %d lists given back, %d left", released, len(c.lists), len(hits.Lists))
			}
		})
	}
}

// TestJoinedHitsCount: hits that a device joined count together with the hits that it left,
// and every list is released.
func TestJoinedHitsCount(t *testing.T) {
	e, task := idle(t)
	task.Encounters = true
	joined := func(traj uint32, hits int) kernel.HitList {
		p := kernel.HitList{Joined: &kernel.Joined{Hits: hits}}
		p.Joined.Encounters = trajectory.Encounters{
			QueryTraj: []uint32{traj}, EntryTraj: []uint32{0}, Enter: []float64{1}, Exit: []float64{2},
			Closest: []float64{1}, Distance: []float64{0}, Speed: []float64{0}, Open: []trajectory.Open{0},
		}
		return p
	}
	released := 0
	var hits kernel.Hits
	for _, p := range []kernel.HitList{joined(1, 3), joined(0, 4)} {
		p.Release = func() { released++ }
		hits.Add(p)
	}
	if m := sizeOfJoined(&hits); m != (joinedSize{encounters: 2, lists: 2}) {
		t.Errorf("%+v met", m)
	}
	f := &Result{}
	if err := e.take(t.Context(), f, &hits, task, nil); err != nil {
		t.Fatal(err)
	}
	if f.Count != 7 || f.Encounters.Len() != 2 || !slices.IsSorted(f.Encounters.QueryTraj) || released != 2 {
		t.Errorf("%d hits in encounters of %v, %d lists given back; want 7 of 0 and 1, and 2", f.Count, f.Encounters.QueryTraj, released)
	}
}

// TestCancelledTaking: a search that is cancelled while its hits are taken is an error, and
// they are released.
func TestCancelledTaking(t *testing.T) {
	e, task := idle(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, ordered := range []bool{true, false} {
		released := 0
		hits := kernel.Hits{Lists: []kernel.HitList{lent(&released, ordered, 2, 1)}}
		if err := e.take(ctx, &Result{}, &hits, task, nil); !errors.Is(err, context.Canceled) || released != 1 {
			t.Errorf("ordered %v: %v, %d lists given back; want %v, and 1", ordered, err, released, context.Canceled)
		}
	}
}
