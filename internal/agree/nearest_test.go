package agree_test

import (
	"context"
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"flyby"
	"flyby/interaction"
	"flyby/internal/testing/kerneltest"
	"flyby/internal/tier"
	"flyby/trajectory"
	"flyby/trajectory/input"
	"flyby/trajectory/output"
)

// nearestCase is a scene with what is asked of it.
type nearestCase struct {
	kerneltest.Scene
	k             int
	most          *float64
	excludeSameID bool
}

// search returns the question of a case.
func (c *nearestCase) search() flyby.Search {
	s := flyby.Search{Queries: c.Queries, K: c.k, MaxDistance: c.most, ExcludeSameID: c.excludeSameID}
	if !math.IsInf(c.Window.From, 0) {
		s.From = &c.Window.From
	}
	if !math.IsInf(c.Window.To, 0) {
		s.To = &c.Window.To
	}
	if c.Join {
		s.Queries = nil
	}
	return s
}

// tiedCase makes a scene on a small grid, where nearly all keys are tied: equal motions, overlaps, point events, joints at one instant, gaps, radii and windows.
func tiedCase(r *rand.Rand) *nearestCase {
	dim, size, length := 2+r.IntN(2), 1+r.IntN(4), 2+r.IntN(5)
	scale := anyOf(r, 1.0, 1, 1, 0.1, 1.0/3, 0x1p-40, 1e9)
	radii := anyOf(r, 0, 0, 1, 3)
	paths := func(n, first int) (all []differPath) {
		for id := range n {
			p := differPath{id: int64(first + id), r: scale * float64(r.IntN(radii+1)) / 2}
			if id > 0 && r.IntN(3) == 0 {
				p = clonePaths(all[r.IntN(id):])[0]
				p.id = int64(first + id)
				for i := range dim {
					by := scale * float64(r.IntN(3))
					for k := range p.p {
						p.p[k][i] += by
					}
				}
				all = append(all, p)
				continue
			}
			t := float64(r.IntN(length))
			for range 1 + r.IntN(length) {
				var at [3]float64
				for i := range at[:dim] {
					at[i] = scale * float64(r.IntN(size+1))
				}
				p.t, p.p = append(p.t, t), append(p.p, at)
				t += float64(1 + r.IntN(2))
			}
			all = append(all, p)
		}
		return all
	}
	c := differCase{dim: dim, maxGap: anyOf(r, 0, 0, 1.0)}
	var n nearestCase
	n.Entries, _ = c.store(paths(1+r.IntN(8), r.IntN(3)))
	n.Queries, n.Join = n.Entries, r.IntN(2) == 0
	if !n.Join {
		n.Queries, _ = c.store(paths(1+r.IntN(4), r.IntN(3)))
		if n.excludeSameID = r.IntN(2) == 0; n.excludeSameID {
			n.Rule = n.Between(n.Queries, n.Entries, true)
		}
	}
	n.Window = interaction.Unbounded()
	if r.IntN(3) == 0 {
		n.Window = interaction.Window{From: float64(r.IntN(4)), To: float64(4+r.IntN(4)) - anyOf(r, 0, 0.5)}
	}
	if n.k = 1 + r.IntN(4); r.IntN(3) == 0 {
		most := scale * float64(r.IntN(3))
		n.most = &most
	}
	return &n
}

// TestNearest: ranks equal the ranks of brute force in rational numbers.
func TestNearest(t *testing.T) {
	r := kerneltest.Rand(t)
	rows := 0
	for range 500 {
		c := tiedCase(r)
		rows += checkNearest(t, c, flyby.Options{Device: "cpu"})
		if t.Failed() {
			return
		}
	}
	if rows < 1500 {
		t.Errorf("%d rows only", rows)
	}
}

// checkNearest compares an answer with brute force, and returns how many rows there are.
func checkNearest(t *testing.T, c *nearestCase, o flyby.Options) int {
	t.Helper()
	got := nearestOf(t, o, c)
	want := c.Ranks(c.k, c.most)
	if got.Len() != len(want) {
		t.Errorf("%d rows, want %d", got.Len(), len(want))
		return 0
	}
	rank := 0
	for i, w := range want {
		if rank++; i == 0 || want[i-1].Query != w.Query {
			rank = 1
		}
		if q, e := int(got.QueryTraj[i]), int(got.EntryTraj[i]); q != w.Query || e != w.Entry || int(got.Rank[i]) != rank {
			t.Errorf("row %d: query %d, entry %d, rank %d, want query %d, entry %d, rank %d", i, q, e, got.Rank[i], w.Query, w.Entry, rank)
			return 0
		}
		most := math.Inf(1)
		if c.most != nil {
			most = *c.most
		}
		a := c.Window.ClosestOfHit(w.Owner.Query, w.Owner.Entry, most, math.Inf(-1), math.Inf(1))
		closest, distance := a.Time, a.Distance
		shared, _ := w.Shared.Float64()
		if got.Closest[i] != closest || got.Distance[i] != distance || got.Shared[i] != shared {
			t.Errorf("row %d: %v, %v, %v, want %v, %v, %v", i, got.Closest[i], got.Distance[i], got.Shared[i], closest, distance, shared)
		}
		p := w.Owner
		o := kerneltest.Ask(p)
		if speed := got.Speed[i]; !w.SpeedIs(speed) || o.From.Cmp(o.To) < 0 && speed != a.Speed {
			t.Errorf("row %d: speed %v, in an encounter %v: %v", i, speed, a.Speed, p)
		}
		bound := new(big.Rat).Add(p.Bound(), o.Rounding(closest))
		if !o.Spans(closest) || !o.DistanceIs(closest, got.Distance[i], bound) || !o.LeastIs(got.Distance[i], bound) {
			t.Errorf("row %d: closest at %v, %v apart: want %v", i, closest, got.Distance[i], w.At)
		}
	}
	return len(want)
}

// nearestOf returns the rows of a case.
func nearestOf(t *testing.T, o flyby.Options, c *nearestCase) trajectory.Nearest {
	t.Helper()
	db := opened(t, o, c.Entries)
	found, err := db.Nearest(context.Background(), c.search())
	if err != nil {
		t.Fatal(err)
	}
	rows, err := found.Collect()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// TestNearestEverywhere: all methods on all devices give the same bytes, on ties, on the scenes of the suite, and on numbers of any size.
func TestNearestEverywhere(t *testing.T) {
	tier.Full(t)
	r := kerneltest.Rand(t)
	var cases []*nearestCase
	for _, s := range kerneltest.Scenes(t) {
		if s.Excluded == nil && s.Window.From <= s.Window.To {
			cases = append(cases, &nearestCase{Scene: s, k: 1 + r.IntN(5)})
		}
	}
	for range 40 {
		cases = append(cases, tiedCase(r), anyCase(t, r))
	}
	cases = append(cases, farCase(t))
	all := ways(t)
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) { // a GPU has room for some contexts: each case closes its own
			for i, w := range all {
				o := flyby.Options{Method: w.method, Device: w.device}
				if i == 0 {
					checkNearest(t, c, o)
					continue
				}
				if got, want := nearestOf(t, o, c), nearestOf(t, flyby.Options{Method: flyby.MethodBruteForce, Device: "cpu"}, c); !sameNearest(got, want) {
					t.Errorf("%v: %+v, want %+v", w, got, want)
				}
			}
		})
		if t.Failed() {
			return
		}
	}
}

// TestNearestInRanges: the rows are the same where the hits of a round outgrow their memory.
func TestNearestInRanges(t *testing.T) {
	tier.Full(t)
	r := kerneltest.Rand(t)
	for range 20 {
		c := tiedCase(r)
		checkNearest(t, c, inRanges(flyby.Options{Device: "cpu"}, 3, 0))
		checkNearest(t, c, inRanges(flyby.Options{Device: "cpu"}, 0, 1<<10))
	}
}

// TestNearestOutgrown: data that are not in memory are refused, with the memory that would do.
func TestNearestOutgrown(t *testing.T) {
	c := tiedCase(kerneltest.Rand(t))
	path := filepath.Join(t.TempDir(), "entries.csv")
	if err := output.WriteStore(context.Background(), path, c.Entries, output.WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	files, err := input.Open(context.Background(), []string{path}, input.Options{})
	if err != nil {
		t.Fatal(err)
	}
	db, err := flyby.Open(context.Background(), files, inSlabs(flyby.Options{Device: "cpu", Memory: 1 << 30}))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close() //nolint:errcheck // its error is another test's
	if _, err := db.Nearest(context.Background(), flyby.Search{K: 1}); !errors.Is(err, flyby.ErrMemory) || !strings.Contains(err.Error(), "nearest entries are found in memory") {
		t.Errorf("%v, want %v", err, flyby.ErrMemory)
	}
}

// TestNearestLaws: the K nearest are the first of the K+1 nearest, a search at a few ulps above the K-th distance finds them, and of a window that is cut in two each key
// is the lesser of two.
func TestNearestLaws(t *testing.T) {
	r := kerneltest.Rand(t)
	for range 60 {
		c := tiedCase(r)
		c.most = nil
		few := nearestOf(t, flyby.Options{Device: "cpu"}, c)
		c.k++
		more := nearestOf(t, flyby.Options{Device: "cpu"}, c)
		var first []int
		for i, rank := range more.Rank {
			if int(rank) < c.k {
				first = append(first, i)
			}
		}
		if !sameNearest(few, more.Pick(first)) {
			t.Errorf("%d: %+v, of more: %+v", c.k, few, more)
		}
		if !c.Entries.HasRadius() && !c.Queries.HasRadius() {
			foundBySearch(t, c, few)
		}
		cutInTwo(t, c, more)
	}
}

// foundBySearch fails unless a search at the greatest distance finds the rows.
func foundBySearch(t *testing.T, c *nearestCase, rows trajectory.Nearest) {
	t.Helper()
	if rows.Len() == 0 {
		return
	}
	s := c.search()
	s.K, s.Distance = 0, slices.Max(rows.Distance)*(1+0x1p-50)
	found, err := opened(t, flyby.Options{Device: "cpu"}, c.Entries).Encounters(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	met, err := found.Collect()
	if err != nil {
		t.Fatal(err)
	}
	pairs := map[[2]uint32]bool{}
	for i := range met.Len() {
		pairs[[2]uint32{met.QueryTraj[i], met.EntryTraj[i]}] = true
		if c.Join {
			pairs[[2]uint32{met.EntryTraj[i], met.QueryTraj[i]}] = true
		}
	}
	for i := range rows.Len() {
		if !pairs[[2]uint32{rows.QueryTraj[i], rows.EntryTraj[i]}] {
			t.Errorf("a search within %v does not find row %d of %+v", s.Distance, i, rows)
		}
	}
}

// cutInTwo fails unless the rows of a window have the lesser distances of its two parts.
func cutInTwo(t *testing.T, c *nearestCase, rows trajectory.Nearest) {
	t.Helper()
	all := *c
	all.k = c.Entries.Trajectories()
	least := map[[2]uint32]float64{}
	middle := 3.0
	for _, w := range []interaction.Window{{From: c.Window.From, To: middle}, {From: middle, To: c.Window.To}} {
		if w.From > w.To {
			continue
		}
		all.Window = w
		part := nearestOf(t, flyby.Options{Device: "cpu"}, &all)
		for i := range part.Len() {
			pair := [2]uint32{part.QueryTraj[i], part.EntryTraj[i]}
			if d, known := least[pair]; !known || part.Distance[i] < d {
				least[pair] = part.Distance[i]
			}
		}
	}
	for i, d := range rows.Distance {
		part, known := least[[2]uint32{rows.QueryTraj[i], rows.EntryTraj[i]}]
		if !known || math.Abs(part-d) > 1e-12*(1e9+d) && math.Abs(part-d) > 1e-12*d {
			t.Errorf("row %d: %v, of two windows %v", i, d, part)
		}
	}
}

// farCase is a scene as large as input may be: distances are above the greatest that a search has.
func farCase(t *testing.T) *nearestCase {
	t.Helper()
	const far = trajectory.MaxMagnitude
	var paths []differPath
	for id, x := range []float64{-far, -far, far, far / 2, 0} {
		paths = append(paths, differPath{id: int64(id), t: []float64{0, 1}, p: [][3]float64{{x, x, x}, {x, -x, x}}})
	}
	c := differCase{dim: 3}
	n := &nearestCase{Scene: kerneltest.Scene{Name: "far"}, k: 4}
	n.Window, n.Join = interaction.Unbounded(), true
	var err error
	if n.Entries, err = c.store(paths); err != nil {
		t.Fatal(err)
	}
	n.Queries = n.Entries
	return n
}

// anyCase makes a scene of the differential test.
func anyCase(t *testing.T, r *rand.Rand) *nearestCase {
	t.Helper()
	c := newDifferCase(r)
	n := &nearestCase{k: 1 + r.IntN(3), excludeSameID: c.excludeSameID}
	var err error
	if n.Entries, err = c.store(c.entries); err != nil {
		t.Fatal(err)
	}
	if n.Queries, n.Join = n.Entries, len(c.queries) == 0; !n.Join {
		if n.Queries, err = c.store(c.queries); err != nil {
			t.Fatal(err)
		}
		if n.excludeSameID {
			n.Rule = n.Between(n.Queries, n.Entries, true)
		}
	}
	n.Window = c.cut()
	n.Name = "any"
	return n
}

// sameNearest compares rows to the bit.
func sameNearest(a, b trajectory.Nearest) bool {
	same := func(x, y []float64) bool {
		return slices.EqualFunc(x, y, func(x, y float64) bool { return math.Float64bits(x) == math.Float64bits(y) })
	}
	return slices.Equal(a.QueryTraj, b.QueryTraj) && slices.Equal(a.EntryTraj, b.EntryTraj) && slices.Equal(a.Rank, b.Rank) &&
		same(a.Closest, b.Closest) && same(a.Distance, b.Distance) && same(a.Speed, b.Speed) && same(a.Shared, b.Shared)
}

// TestNearestRefuses: what Nearest refuses, it names.
func TestNearestRefuses(t *testing.T) {
	c := tiedCase(kerneltest.Rand(t))
	db := opened(t, flyby.Options{Device: "cpu"}, c.Entries)
	below, nan := -1.0, math.NaN()
	for _, s := range []flyby.Search{{}, {K: -1}, {K: 1, Distance: 1}, {K: 1, MaxDistance: &below}, {K: 1, MaxDistance: &nan}, {K: 1, Vertical: new(float64)}, {K: 1, Plan: new(flyby.Plan)}} {
		if _, err := db.Nearest(context.Background(), s); err == nil {
			t.Errorf("%+v: no error", s)
		}
	}
	if _, err := db.Hits(context.Background(), flyby.Search{K: 1}); err == nil || errors.Is(err, flyby.ErrClosed) {
		t.Error("hits of K: no error")
	}
}
