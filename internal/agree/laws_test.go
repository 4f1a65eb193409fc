package agree_test

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby"
	"flyby/internal/testing/kerneltest"
	"flyby/trajectory"
)

// The laws hold to the bit on walks over a binary grid, where moving, halving and swapping lose no
// digit.

// gridWalks makes columns of n walks of m samples each, all numbers multiples
// of 1/4 in a small cube.
func gridWalks(r *rand.Rand, n, m int) trajectory.Columns {
	var c trajectory.Columns
	step := func() float64 { return float64(r.IntN(9)-4) / 4 }
	for id := range n {
		t, x, y, z := float64(r.IntN(16))/4, 4*step(), 4*step(), 4*step()
		for range m {
			c.ID.Int = append(c.ID.Int, int64(id))
			c.T, c.X, c.Y, c.Z = append(c.T, t), append(c.X, x), append(c.Y, y), append(c.Z, z)
			t, x, y, z = t+float64(1+r.IntN(4))/2, x+step(), y+step(), z+step()
		}
	}
	return c
}

// clone copies columns, since trajectory.New takes over its argument.
func clone(c trajectory.Columns) trajectory.Columns {
	c.ID.Int = slices.Clone(c.ID.Int)
	c.T, c.X, c.Y, c.Z = slices.Clone(c.T), slices.Clone(c.X), slices.Clone(c.Y), slices.Clone(c.Z)
	return c
}

func build(t *testing.T, c trajectory.Columns) *trajectory.Store {
	t.Helper()
	s, err := trajectory.New(clone(c), trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

const lawDistance = 1.25

func TestRolesSwap(t *testing.T) {
	r := kerneltest.Rand(t)
	a, b := build(t, gridWalks(r, 20, 30)), build(t, gridWalks(r, 30, 20))
	one := search(t, flyby.Options{Device: "cpu"}, a, b, lawDistance).hits
	two := search(t, flyby.Options{Device: "cpu"}, b, a, lawDistance).hits
	swapped := trajectory.Hits{
		QueryTraj: two.EntryTraj, QuerySeg: two.EntrySeg, EntryTraj: two.QueryTraj, EntrySeg: two.QuerySeg,
		Enter: two.Enter, Exit: two.Exit,
	}
	if one.Len() == 0 {
		t.Fatal("no hits")
	}
	sameHits(t, one, sorted(swapped))
}

// sorted sorts hits into the defined order.
func sorted(h trajectory.Hits) trajectory.Hits {
	index := make([]int, h.Len())
	for i := range index {
		index[i] = i
	}
	slices.SortFunc(index, func(a, b int) int {
		return cmp.Or(cmp.Compare(h.QueryTraj[a], h.QueryTraj[b]), cmp.Compare(h.QuerySeg[a], h.QuerySeg[b]),
			cmp.Compare(h.EntryTraj[a], h.EntryTraj[b]), cmp.Compare(h.EntrySeg[a], h.EntrySeg[b]))
	})
	var s trajectory.Hits
	for _, i := range index {
		s.QueryTraj, s.QuerySeg = append(s.QueryTraj, h.QueryTraj[i]), append(s.QuerySeg, h.QuerySeg[i])
		s.EntryTraj, s.EntrySeg = append(s.EntryTraj, h.EntryTraj[i]), append(s.EntrySeg, h.EntrySeg[i])
		s.Enter, s.Exit = append(s.Enter, h.Enter[i]), append(s.Exit, h.Exit[i])
	}
	return s
}

func TestTranslationChangesNothing(t *testing.T) {
	r := kerneltest.Rand(t)
	c := gridWalks(r, 40, 30)
	want := search(t, flyby.Options{Device: "cpu"}, build(t, c), nil, lawDistance).hits
	if want.Len() == 0 {
		t.Fatal("no hits")
	}
	moved := clone(c)
	for i := range moved.X {
		moved.X[i] += 1 << 20
		moved.Y[i] -= 1 << 22
	}
	sameHits(t, want, search(t, flyby.Options{Device: "cpu"}, build(t, moved), nil, lawDistance).hits)
	later := clone(c)
	for i := range later.T {
		later.T[i] += 1 << 30
	}
	got := search(t, flyby.Options{Device: "cpu"}, build(t, later), nil, lawDistance).hits
	for i := range got.Enter {
		// The times themselves are rounded at 2^30: 2^-22 apart.
		if e := got.Enter[i] - 1<<30 - want.Enter[i]; e > 0x1p-22 || e < -0x1p-22 {
			t.Fatalf("hit %d enters at %v, want %v later by 2^30", i, got.Enter[i], want.Enter[i])
		}
		got.Enter[i], got.Exit[i] = want.Enter[i], want.Exit[i]
	}
	sameHits(t, want, got)
}

func TestGrowingDistanceOnlyAdds(t *testing.T) {
	r := kerneltest.Rand(t)
	s := build(t, gridWalks(r, 40, 30))
	before := map[key][2]float64{}
	for d := 0.0; d < 4; d += 0.25 {
		h := search(t, flyby.Options{Device: "cpu"}, s, nil, d).hits
		now := map[key][2]float64{}
		for i := range h.Len() {
			now[key{h.QueryTraj[i], h.QuerySeg[i], h.EntryTraj[i], h.EntrySeg[i]}] = [2]float64{h.Enter[i], h.Exit[i]}
		}
		for k, was := range before {
			if is, ok := now[k]; !ok || is[0] > was[0] || is[1] < was[1] {
				t.Fatalf("d = %v: %v was %v, is %v", d, k, was, is)
			}
		}
		if len(now) < len(before) || d > 2 && len(now) == 0 {
			t.Fatalf("d = %v: %d hits after %d", d, len(now), len(before))
		}
		before = now
	}
}

// TestSplittingKeepsEncounters: halving every segment keeps the encounters.
func TestSplittingKeepsEncounters(t *testing.T) {
	r := kerneltest.Rand(t)
	c := gridWalks(r, 40, 30)
	var split trajectory.Columns
	for i := range c.T {
		if i > 0 && c.ID.Int[i] == c.ID.Int[i-1] {
			split.ID.Int = append(split.ID.Int, c.ID.Int[i])
			split.T = append(split.T, (c.T[i-1]+c.T[i])/2)
			split.X = append(split.X, (c.X[i-1]+c.X[i])/2)
			split.Y = append(split.Y, (c.Y[i-1]+c.Y[i])/2)
			split.Z = append(split.Z, (c.Z[i-1]+c.Z[i])/2)
		}
		split.ID.Int = append(split.ID.Int, c.ID.Int[i])
		split.T, split.X = append(split.T, c.T[i]), append(split.X, c.X[i])
		split.Y, split.Z = append(split.Y, c.Y[i]), append(split.Z, c.Z[i])
	}
	join := func(c trajectory.Columns) trajectory.Encounters {
		e, _ := askEncounters(t, flyby.Options{Device: "cpu"}, build(t, c), flyby.Search{Distance: lawDistance})
		return e
	}
	want, got := join(c), join(split)
	if want.Len() == 0 || want.Len() != got.Len() {
		t.Fatalf("%d encounters after splitting, %d before", got.Len(), want.Len())
	}
	const few = 1e-12 // times of the halves are solved separately
	for i := range want.Len() {
		near := func(a, b float64) bool { return a-b < few && b-a < few }
		if want.QueryTraj[i] != got.QueryTraj[i] || want.EntryTraj[i] != got.EntryTraj[i] || want.Open[i] != got.Open[i] ||
			!near(want.Enter[i], got.Enter[i]) || !near(want.Exit[i], got.Exit[i]) || !near(want.Distance[i], got.Distance[i]) {
			t.Errorf("encounter %d: [%v, %v] at %v %q after splitting, [%v, %v] at %v %q before", i,
				got.Enter[i], got.Exit[i], got.Distance[i], got.Open[i], want.Enter[i], want.Exit[i], want.Distance[i], want.Open[i])
		}
	}
}
