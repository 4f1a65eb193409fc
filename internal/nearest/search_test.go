package nearest_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"flyby/interaction"
	"flyby/internal/nearest"
	"flyby/internal/testing/kerneltest"
	"flyby/trajectory"
)

// finder finds encounters by brute force, each hit one, and counts what is found.
type finder struct {
	entries                  *trajectory.Store
	searches, found, queries int
	most                     int // more searches are an error, unless it is 0
}

func (f *finder) find(_ context.Context, queries *trajectory.Store, r interaction.Rule, give func(trajectory.Encounters) error) error {
	if f.searches++; f.most > 0 && f.searches > f.most {
		return errors.New("the rounds do not end")
	}
	f.queries += queries.Trajectories()
	for q := range queries.Trajectories() {
		var all trajectory.Encounters
		for e := range f.entries.Trajectories() {
			if r.Excludes(uint32(q), uint32(e)) || r.Join && q > e {
				continue
			}
			f.meet(&all, queries, q, e, r)
		}
		f.found += all.Len()
		if err := give(all); err != nil {
			return err
		}
	}
	return nil
}

// meet adds the hits of a pair of trajectories.
func (f *finder) meet(all *trajectory.Encounters, queries *trajectory.Store, q, e int, r interaction.Rule) {
	for p := range queries.PiecesOf(q, q+1) {
		for o := range f.entries.PiecesOf(e, e+1) {
			for i := range p.Segments() {
				for k := range o.Segments() {
					of, other := queries.SegmentOf(p, p.First+i), f.entries.SegmentOf(o, o.First+k)
					enter, exit, hit := r.Window.Decide(of, other, r.Distance)
					if !hit {
						continue
					}
					a := r.Window.ClosestOfHit(of, other, r.Distance, enter, exit)
					all.QueryTraj, all.EntryTraj = append(all.QueryTraj, uint32(q)), append(all.EntryTraj, uint32(e))
					all.Enter, all.Exit, all.Distance = append(all.Enter, enter), append(all.Exit, exit), append(all.Distance, a.Distance)
					all.Closest, all.Speed = append(all.Closest, a.Time), append(all.Speed, a.Speed)
				}
			}
		}
	}
}

// grid makes n trajectories on a grid of a size, with equal motions: all keys are tied many times.
func grid(r *rand.Rand, n, size, radii int) *trajectory.Store {
	var c trajectory.Columns
	for id := range n {
		at := [2]float64{float64(r.IntN(size)), float64(r.IntN(size))}
		for t := range 1 + r.IntN(2) {
			c.ID.Int = append(c.ID.Int, int64(id))
			c.T = append(c.T, float64(t))
			c.X, c.Y, c.R = append(c.X, at[0]), append(c.Y, at[1]), append(c.R, float64(id%(radii+1))/2)
			at[r.IntN(2)] += float64(r.IntN(3) - 1)
		}
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		panic(err)
	}
	return s
}

// TestStart: rows equal the rows of brute force, wherever the rounds begin, whether a sample of the queries says it, on any number of threads, in wide rounds and in others.
func TestStart(t *testing.T) {
	r := kerneltest.Rand(t)
	for _, test := range []struct {
		queries, entries, size, radii, k int
		join                             bool
	}{
		{0, 260, 6, 0, 3, true}, {0, 40, 100, 2, 2, true}, {260, 20, 30, 1, 4, false}, {8, 400, 3, 0, 5, false}, {20, 30, 50, 0, 100, false}, {1, 1, 2, 0, 1, false},
	} {
		entries := grid(r, test.entries, test.size, test.radii)
		s := nearest.Search{Queries: entries, Entries: entries, K: test.k, MaxDistance: math.Inf(1), Threads: 1}
		if s.Rule = (interaction.Rule{Window: interaction.Unbounded(), Join: test.join}); !test.join {
			s.Queries = grid(r, test.queries, test.size, test.radii)
		}
		scene := kerneltest.Scene{Queries: s.Queries, Entries: s.Entries, Rule: s.Rule}
		want := scene.Ranks(test.k, nil)
		var first trajectory.Nearest
		for i, start := range []float64{0, 0, 1, 1e300, 1e-300, 0.5, 7} {
			if i > 2 && s.Queries.Trajectories() > 100 {
				break
			}
			if s.Start, s.Wide = start, i%2 == 1; i > 0 {
				s.Threads = 3
			}
			rows := run(t, s)
			if i == 0 {
				first = rows
				compare(t, rows, want)
			}
			if !reflect.DeepEqual(rows, first) {
				t.Errorf("%+v: other rows from %v", test, start)
			}
		}
	}
}

// TestOnce: encounters of trajectories of one segment each make the same rows as the segments do, also with tied keys, in a short window and with a greatest distance.
func TestOnce(t *testing.T) {
	r := kerneltest.Rand(t)
	for i := range 15 {
		var c trajectory.Columns
		for id := range 30 {
			at := [2]float64{float64(r.IntN(8)), r.Float64() * 8 * float64(i%2)}
			for at0 := range 2 {
				c.ID.Int, c.T = append(c.ID.Int, int64(id)), append(c.T, float64(id%3*i%4+at0))
				c.X, c.Y = append(c.X, at[0]), append(c.Y, at[1])
				at[r.IntN(2)] += float64(r.IntN(3) - 1)
			}
		}
		entries, err := trajectory.New(c, trajectory.BuildOptions{})
		if err != nil {
			t.Fatal(err)
		}
		s := nearest.Search{Queries: entries, Entries: entries, Rule: interaction.Rule{Window: interaction.Unbounded(), Join: true}, K: 4, MaxDistance: math.Inf(1), Threads: 2, Wide: i%4 < 2}
		if i%3 == 0 {
			s.Rule.Window = interaction.Window{From: 0.25, To: 1.125}
		}
		if i%5 == 0 {
			s.MaxDistance = 0.75
		}
		once := run(t, s)
		s.Rule.ExactTimes = true // which the finder does not know: all rows are computed
		if computed := run(t, s); !reflect.DeepEqual(once, computed) {
			t.Errorf("%d: other rows", i)
		}
		scene := kerneltest.Scene{Queries: entries, Entries: entries, Rule: s.Rule}
		scene.Rule.ExactTimes = false
		var most *float64
		if !math.IsInf(s.MaxDistance, 1) {
			most = &s.MaxDistance
		}
		compare(t, once, scene.Ranks(s.K, most))
	}
}

// TestRests: objects that rest, move along an axis and rest again have the rows of brute force, although spans at rest are passed over.
func TestRests(t *testing.T) {
	r := kerneltest.Rand(t)
	for range 8 {
		var c trajectory.Columns
		for id := range 9 {
			at := [2]float64{float64(r.IntN(4)), float64(r.IntN(4))}
			for now := r.IntN(3); now < 14; now += 1 + r.IntN(2) {
				c.ID.Int, c.T = append(c.ID.Int, int64(id)), append(c.T, float64(now))
				c.X, c.Y = append(c.X, at[0]), append(c.Y, at[1])
				if r.IntN(4) == 0 {
					at[r.IntN(2)] += float64(r.IntN(3) - 1)
				}
			}
		}
		entries, err := trajectory.New(c, trajectory.BuildOptions{})
		if err != nil {
			t.Fatal(err)
		}
		s := nearest.Search{Queries: entries, Entries: entries, Rule: interaction.Rule{Window: interaction.Unbounded(), Join: true}, K: 8, MaxDistance: math.Inf(1)}
		f := finder{entries: entries}
		s.Find = func(ctx context.Context, queries *trajectory.Store, r interaction.Rule, give func(trajectory.Encounters) error) error {
			return f.find(ctx, queries, r, func(e trajectory.Encounters) error { return give(lasting(e)) })
		}
		rows, err := s.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		want := (&kerneltest.Scene{Queries: entries, Entries: entries, Rule: s.Rule}).Ranks(s.K, nil)
		compare(t, rows, want)
		for i, w := range want {
			if at, _ := w.At.Float64(); rows.Closest[i] != at {
				t.Errorf("row %d: closest at %v, want %v", i, rows.Closest[i], at)
			}
		}
	}
}

// lasting joins the encounters of each pair to one, from the first to the last.
func lasting(e trajectory.Encounters) (all trajectory.Encounters) {
	for i := range e.Len() {
		n := all.Len()
		if n == 0 || all.QueryTraj[n-1] != e.QueryTraj[i] || all.EntryTraj[n-1] != e.EntryTraj[i] {
			all.QueryTraj, all.EntryTraj = append(all.QueryTraj, e.QueryTraj[i]), append(all.EntryTraj, e.EntryTraj[i])
			all.Enter, all.Exit, all.Distance = append(all.Enter, e.Enter[i]), append(all.Exit, e.Exit[i]), append(all.Distance, e.Distance[i])
			continue
		}
		all.Enter[n-1], all.Exit[n-1], all.Distance[n-1] = min(all.Enter[n-1], e.Enter[i]), max(all.Exit[n-1], e.Exit[i]), min(all.Distance[n-1], e.Distance[i])
	}
	return all
}

// TestLargeRadius: a threshold of its own, rounded with a large radius of the query, lets in no entry beyond MaxDistance.
func TestLargeRadius(t *testing.T) {
	const radius = 1 << 53 // 2 from the next float64
	queries := places(t, []float64{0, 1 << 54}, []float64{radius, 0})
	s := nearest.Search{
		Queries: queries, Entries: places(t, []float64{radius - 4, radius - 2, radius + 2}, []float64{0, 0, 0}), Rule: interaction.Rule{Window: interaction.Unbounded()},
		K: 3, MaxDistance: 1.4, Start: 0.85, Threads: 1,
	}
	if rows := run(t, s); !reflect.DeepEqual(rows.EntryTraj, []uint32{0, 1}) {
		t.Errorf("entries %v, want 0 and 1", rows.EntryTraj)
	}
}

// places returns objects on the x axis, at one instant, with radii.
func places(t *testing.T, x, radii []float64) *trajectory.Store {
	t.Helper()
	c := trajectory.Columns{X: x, R: radii, Y: make([]float64, len(x)), T: make([]float64, len(x))}
	for id := range x {
		c.ID.Int = append(c.ID.Int, int64(id))
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// run runs a search by brute force.
func run(t *testing.T, s nearest.Search) trajectory.Nearest {
	t.Helper()
	f := finder{entries: s.Entries}
	s.Find = f.find
	rows, err := s.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range rows.Speed {
		if math.IsNaN(v) {
			rows.Speed[i] = -1 // for DeepEqual
		}
	}
	return rows
}

// compare fails unless rows are the wanted ranks.
func compare(t *testing.T, rows trajectory.Nearest, want []kerneltest.Ranked) {
	t.Helper()
	if rows.Len() != len(want) {
		t.Fatalf("%d rows, want %d", rows.Len(), len(want))
	}
	for i, w := range want {
		if int(rows.QueryTraj[i]) != w.Query || int(rows.EntryTraj[i]) != w.Entry {
			t.Fatalf("row %d: query %d, entry %d, want %d, %d", i, rows.QueryTraj[i], rows.EntryTraj[i], w.Query, w.Entry)
		}
	}
}

// TestRoundsEnd: a query that has nobody near makes no rounds for others, and a query that shares time with nobody ends.
func TestRoundsEnd(t *testing.T) {
	var c trajectory.Columns
	const n = 1000
	add := func(id int, t, x float64) {
		c.ID.Int = append(c.ID.Int, int64(id))
		c.T, c.X, c.Y = append(c.T, t), append(c.X, x), append(c.Y, 0)
	}
	for id := range n {
		add(id, 0, float64(id))
	}
	add(n, 0, 1e12)
	add(n+1, 5, 0)
	entries, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, wide := range []bool{false, true} {
		f := finder{entries: entries}
		s := nearest.Search{Queries: entries, Entries: entries, Rule: interaction.Rule{Window: interaction.Unbounded(), Join: true}, K: 2, MaxDistance: math.Inf(1), Find: f.find, Wide: wide}
		rows, err := s.Run(context.Background())
		if err != nil || rows.Len() != 2*(n+1) {
			t.Errorf("%d rows, %v", rows.Len(), err)
		}
		if last := rows.Len() - 1; rows.EntryTraj[last] != n-2 || rows.QueryTraj[last] != n {
			t.Errorf("the far query has %v", rows.Slice(last-1, last+1))
		}
		if f.queries > 3*n || f.found > 20*n || wide && f.searches > 6 {
			t.Errorf("wide %t: %d searches of %d queries found %d pairs of %d objects", wide, f.searches, f.queries, f.found, n)
		}
	}
}

// TestSmallestDistances: the rounds end where distances are so small that a part of them is 0.
func TestSmallestDistances(t *testing.T) {
	for _, by := range []float64{math.SmallestNonzeroFloat64, 1e-320, 0x1p-1040} {
		c := trajectory.Columns{ID: trajectory.IDColumn{Int: []int64{0, 1, 2, 2}}, T: []float64{0, 0, 0, 1}, X: []float64{0, by, 0, 0}, Y: make([]float64, 4)}
		entries, err := trajectory.New(c, trajectory.BuildOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for _, wide := range []bool{false, true} {
			f := finder{entries: entries, most: 100}
			s := nearest.Search{Queries: entries, Entries: entries, Rule: interaction.Rule{Window: interaction.Unbounded(), Join: true}, K: 3, MaxDistance: math.Inf(1), Find: f.find, Wide: wide}
			rows, err := s.Run(context.Background())
			if err != nil || !slices.Equal(rows.EntryTraj, []uint32{2, 1, 0, 2, 0, 1}) {
				t.Errorf("%v apart: %v, %v", by, rows, err)
			}
		}
	}
}

// TestErrors: the errors of a search and of the context end all.
func TestErrors(t *testing.T) {
	entries := grid(kerneltest.Rand(t), 5, 3, 0)
	broken := errors.New("broken")
	s := nearest.Search{Queries: entries, Entries: entries, Rule: interaction.Rule{Window: interaction.Unbounded(), Join: true}, K: 2, MaxDistance: math.Inf(1)}
	s.Find = func(context.Context, *trajectory.Store, interaction.Rule, func(trajectory.Encounters) error) error {
		return broken
	}
	if _, err := s.Run(context.Background()); !errors.Is(err, broken) {
		t.Errorf("%v, want %v", err, broken)
	}
	ctx, cancel := context.WithCancel(context.Background())
	f := finder{entries: entries}
	s.Find = func(ctx context.Context, q *trajectory.Store, r interaction.Rule, give func(trajectory.Encounters) error) error {
		cancel()
		return f.find(ctx, q, r, give)
	}
	if _, err := s.Run(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want %v", err, context.Canceled)
	}
}
