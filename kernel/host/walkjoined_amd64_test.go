package host

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"flyby/binindex"
	"flyby/interaction"
	"flyby/internal/encounter"
	"flyby/internal/hitorder"
	"flyby/internal/memory"
	"flyby/internal/parallel"
	"flyby/internal/testing/kerneltest"
	"flyby/internal/tier"
	"flyby/kernel"
	"flyby/trajectory"
)

// TestJoined walks sets with long encounters, over many runs and boxes, and wants the encounters
// that encounter.Join makes of the hits, to the bit: with each kind of vectors, on one thread and
// on several, as a search, a join and with a window, with excluded trajectories and radii.
func TestJoined(t *testing.T) {
	tier.Full(t)
	r := kerneltest.Rand(t)
	for _, s := range lasting(t, r) {
		for _, length := range []int{1, 3, 4, 7, 16} {
			index := binindex.NewPyramid(s.Entries, nil, binindex.Setting{RunLength: length, RunLevels: r.IntN(3)}, 1)
			queries := index
			if !s.Join {
				queries = binindex.NewPyramid(s.Queries, index.Frame, binindex.Setting{RunLength: 1 + r.IntN(16), RunLevels: r.IntN(3)}, 1)
			}
			w := kernel.WalkWork{Rule: s.Rule, Queries: kernel.Built(queries), Query: kernel.Root(queries), Entry: kernel.Root(index)}
			for _, v := range append(allVectors(t), noVectors()) {
				t.Run(fmt.Sprintf("%s/runs of %d/%s", s.Name, length, v.name), func(t *testing.T) {
					checkJoined(t, joinerOf(t, index, v, 1+r.IntN(4)), s, w)
				})
			}
		}
	}
}

// lasting returns searches of walks in a crowd, with common times or with different ones.
func lasting(t *testing.T, r *rand.Rand) []kerneltest.Scene {
	all := crowd(t, r, 40, 90, 1)
	search := func(name string, queries, entries *trajectory.Store) kerneltest.Scene {
		return kerneltest.Scene{Name: name, Queries: queries, Entries: entries, Rule: interaction.Rule{Distance: 0.3, Window: interaction.Unbounded()}}
	}
	scenes := []kerneltest.Scene{
		search("search", crowd(t, r, 20, 90, 1), all),
		search("other times", uneven(t, r, 20, 90, 2, 0), uneven(t, r, 30, 60, 3, 0)),
		search("2-D with radii", uneven(t, r, 20, 90, 2, 0.1), uneven(t, r, 30, 60, 3, 0.2)),
		search("window", all, crowd(t, r, 20, 90, 1)),
		search("excluded", all, all),
		search("join", all, all),
		search("join with radii", nil, uneven(t, r, 30, 90, 2, 0.2)),
	}
	scenes[3].Window = interaction.Window{From: 20, To: 41.5}
	scenes[4].Rule = scenes[4].Between(all, all, true)
	scenes[5].Join, scenes[6].Join = true, true
	scenes[6].Queries = scenes[6].Entries
	return scenes
}

// uneven makes walks, each sampled at other times and with gaps; in 2-D if they have radii.
func uneven(t *testing.T, r *rand.Rand, walks, samples int, step float64, radius float64) *trajectory.Store {
	t.Helper()
	c := trajectory.Columns{ID: trajectory.IDColumn{Int: []int64{}}}
	for id := range walks {
		at, p, size := r.Float64(), [3]float64{r.Float64(), r.Float64(), r.Float64()}, radius*r.Float64()
		for range samples {
			c.ID.Int, c.T = append(c.ID.Int, int64(id)), append(c.T, at)
			c.X, c.Y = append(c.X, p[0]), append(c.Y, p[1])
			if radius > 0 {
				c.R = append(c.R, size)
			} else {
				c.Z = append(c.Z, p[2])
			}
			at += step * (0.1 + r.Float64())
			for k := range p {
				p[k] += r.NormFloat64() / 50
			}
		}
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{MaxGap: step})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// joinerOf loads an index on a driver with one kind of vectors.
func joinerOf(t *testing.T, index *binindex.Pyramid, v vectors, threads int) kernel.Joiner {
	t.Helper()
	d := newDriver(threads, v)
	db, err := d.Load(t.Context(), kernel.Database{Store: index.Store, Pyramid: index})
	if err != nil {
		t.Fatal(err)
	}
	return db.(kernel.Joiner)
}

// checkJoined wants the same encounters joined while walking as joined afterwards, twice: the
// second search reuses the memory of the first.
func checkJoined(t *testing.T, db kernel.Joiner, s kerneltest.Scene, w kernel.WalkWork) {
	t.Helper()
	want, hits := joinedAfter(t, db, s, w)
	if want.Len() == 0 || hits < 3*want.Len() {
		t.Fatalf("%d hits in %d encounters: little is tested", hits, want.Len())
	}
	for range 2 {
		var found kernel.Hits
		stats, err := db.WalkJoined(t.Context(), w, &found)
		if err != nil || stats.Hits != uint64(hits) {
			t.Fatalf("%d hits, want %d: %v", stats.Hits, hits, err)
		}
		var parts []trajectory.Encounters
		for _, l := range found.Lists {
			if l.Joined != nil {
				parts = append(parts, l.Joined.Encounters)
				continue
			}
			left := joinedOf(t, s, l.List)
			parts = append([]trajectory.Encounters{left}, parts...)
		}
		got, err := encounter.Merge(t.Context(), parts, 1, nil)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%d encounters, want %d, or others: %v", got.Len(), want.Len(), err)
		}
	}
}

// joinedAfter walks for hits, and joins them after the walk.
func joinedAfter(t *testing.T, db kernel.Walker, s kerneltest.Scene, w kernel.WalkWork) (trajectory.Encounters, int) {
	t.Helper()
	var found kernel.Hits
	if _, err := db.Walk(t.Context(), w, &found); err != nil {
		t.Fatal(err)
	}
	hits, err := hitorder.Order(t.Context(), nil, found.Lists, s.Entries.Samples(), s.Queries.Samples(), parallel.NewPool(1), nil)
	if err != nil {
		t.Fatal(err)
	}
	return joinedOf(t, s, hits), len(hits)
}

func joinedOf(t *testing.T, s kerneltest.Scene, hits []interaction.HitRow) trajectory.Encounters {
	t.Helper()
	e, err := encounter.Join(t.Context(), hits, s.Queries, s.Entries, s.Rule, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// TestJoinedWithin has a search outgrow its budget, and wants the next search to be right.
func TestJoinedWithin(t *testing.T) {
	s := lasting(t, kerneltest.Rand(t))[0]
	index := binindex.NewPyramid(s.Entries, nil, binindex.Setting{RunLength: 4}, 1)
	queries := binindex.NewPyramid(s.Queries, index.Frame, binindex.Setting{RunLength: 4}, 1)
	w := kernel.WalkWork{Rule: s.Rule, Queries: kernel.Built(queries), Query: kernel.Root(queries), Entry: kernel.Root(index)}
	db := joinerOf(t, index, bestVectors(), 2)
	for _, bytes := range []uint64{1, 1 << 18} { // 1 << 18 is too little for the columns, or for one of two threads
		out := kernel.Hits{Budget: memory.NewBudget(bytes)}
		if _, err := db.WalkJoined(t.Context(), w, &out); !errors.Is(err, memory.ErrOver) || len(out.Lists) > 0 {
			t.Errorf("%d bytes: %v and %d lists, want %v", bytes, err, len(out.Lists), memory.ErrOver)
		}
	}
	checkJoined(t, db, s, w)
}

// TestJoinedBeyondUnits joins a hit that vector code leaves to scalar code: its speed is beyond
// float64.
func TestJoinedBeyondUnits(t *testing.T) {
	s, err := trajectory.New(trajectory.Columns{
		ID: trajectory.IDColumn{Int: []int64{1, 1, 2, 2}}, T: []float64{0, 0x1p-1000, 0, 0x1p-1000}, X: []float64{0, 0, 0, 0x1p30}, Y: make([]float64, 4),
	}, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	index := binindex.NewPyramid(s, nil, binindex.Setting{RunLength: 1}, 1)
	w := kernel.WalkWork{
		Rule:    interaction.Rule{Distance: 0x1p31, Window: interaction.Unbounded(), Join: true},
		Queries: kernel.Built(index), Query: kernel.Root(index), Entry: kernel.Root(index),
	}
	for _, v := range append(allVectors(t), noVectors()) {
		var found kernel.Hits
		if _, err := joinerOf(t, index, v, 1).WalkJoined(t.Context(), w, &found); err != nil || len(found.Lists) != 1 {
			t.Fatalf("%s: %d lists: %v", v.name, len(found.Lists), err)
		}
		if e := found.Lists[0].Joined; e.Len() != 1 || e.Speed[0] != math.MaxFloat64 || e.Exit[0] != 0x1p-1000 {
			t.Errorf("%s: %+v", v.name, e)
		}
	}
}
