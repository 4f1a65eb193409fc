package binindex_test

import (
	"fmt"
	"testing"

	"flyby/binindex"
	"flyby/internal/parallel"
	"flyby/internal/testing/kerneltest"
	"flyby/trajectory"
)

// settings returns the settings to try pyramids with.
func settings() []binindex.Setting {
	var all []binindex.Setting
	for _, length := range []int{1, 3, 4, 16} {
		for levels := range 4 {
			all = append(all, binindex.Setting{RunLength: length, RunLevels: levels})
		}
	}
	return all
}

// TestPyramidInvariants: every row is in one run once and in order, levels
// shrink by Fan up to one root, a box holds its children, and a box up to level
// RunLevels belongs to one trajectory.
func TestPyramidInvariants(t *testing.T) {
	for name, s := range stores(t, kerneltest.Rand(t)) {
		for _, set := range settings() {
			p := binindex.NewPyramid(s, nil, set, 2)
			name := fmt.Sprintf("%s, %+v", name, set)
			checkRuns(t, name, p)
			checkLevels(t, name, p)
			checkOwners(t, name, p)
		}
	}
}

// checkRuns wants every segment in exactly one run, equal to the store's.
func checkRuns(t *testing.T, name string, p *binindex.Pyramid) {
	t.Helper()
	seen := map[int]bool{}
	for _, r := range p.Runs {
		if int(r.Count) > p.Setting.RunLength {
			t.Fatalf("%s: run %+v is too long", name, r)
		}
		for i := range int(r.Count) {
			row := int(r.Row) + i
			if seen[row] || p.Store.Owner(row) != int(r.Traj) {
				t.Fatalf("%s: row %d of run %+v is twice in the pyramid, or another trajectory's", name, row, r)
			}
			seen[row] = true
			if got, want := r.Segment(p.Store, i), p.Store.Segment(row); got != want {
				t.Fatalf("%s: segment %d of run %+v is %v, want %v", name, i, r, got, want)
			}
		}
	}
	if len(seen) != p.Store.Segments() {
		t.Fatalf("%s: %d rows of %d segments", name, len(seen), p.Store.Segments())
	}
}

// checkLevels wants boxes that hold their children, and empty boxes for padding.
func checkLevels(t *testing.T, name string, p *binindex.Pyramid) {
	t.Helper()
	if len(p.Levels[0]) != len(p.Runs) || len(p.Levels[len(p.Levels)-1]) != 1 {
		t.Fatalf("%s: %d boxes of %d runs, %d roots", name, len(p.Levels[0]), len(p.Runs), len(p.Levels[len(p.Levels)-1]))
	}
	for i, r := range p.Runs {
		if empty := p.Levels[0][i].First > p.Levels[0][i].Last; empty != (r.Count == 0) {
			t.Fatalf("%s: run %+v has box %v", name, r, p.Levels[0][i])
		}
	}
	for l := 1; l < len(p.Levels); l++ {
		if want := (len(p.Levels[l-1]) + binindex.Fan - 1) / binindex.Fan; len(p.Levels[l]) != want {
			t.Fatalf("%s: %d boxes on level %d, want %d", name, len(p.Levels[l]), l, want)
		}
		for i, child := range p.Levels[l-1] {
			if parent := p.Levels[l][i/binindex.Fan]; child.First <= child.Last && !holds(parent, child) {
				t.Fatalf("%s: box %d of level %d, %v, is not in its parent %v", name, i, l-1, child, parent)
			}
		}
	}
}

func holds(outer, inner binindex.Box) bool {
	for k := range 3 {
		if inner.Min[k] < outer.Min[k] || inner.Max[k] > outer.Max[k] {
			return false
		}
	}
	return outer.First <= inner.First && inner.Last <= outer.Last
}

// checkOwners wants one trajectory under each box up to level RunLevels, its runs
// in order, the padding behind them.
func checkOwners(t *testing.T, name string, p *binindex.Pyramid) {
	t.Helper()
	size := 1
	for range p.Setting.RunLevels {
		size *= binindex.Fan
	}
	for first := 0; first < len(p.Runs); first += size {
		unit := p.Runs[first:min(first+size, len(p.Runs))]
		for i := 1; i < len(unit); i++ {
			a, b := unit[i-1], unit[i]
			if b.Count > 0 && (a.Count == 0 || a.Traj != b.Traj || a.Row+uint32(a.Count) > b.Row) {
				t.Fatalf("%s: runs %+v and %+v in one unit", name, a, b)
			}
		}
		if unit[0].Count == 0 {
			t.Fatalf("%s: a unit begins with padding", name)
		}
	}
}

// TestPyramidIsDeterministic: the pyramid does not depend on the number of threads.
func TestPyramidIsDeterministic(t *testing.T) {
	r := kerneltest.Rand(t)
	var c columns
	for id := range int64(3000) {
		at := [3]float64{r.Float64(), r.Float64(), r.Float64()}
		for step := range 8 {
			c.add(id, float64(step), at, 0)
			at[r.IntN(3)] += 0.1
		}
	}
	s := c.store(t)
	one := binindex.NewPyramid(s, nil, binindex.Setting{RunLength: 1}, 1)
	many := binindex.NewPyramid(s, nil, binindex.Setting{RunLength: 1}, 5)
	for i := range one.Runs {
		if one.Runs[i] != many.Runs[i] || one.Levels[0][i] != many.Levels[0][i] {
			t.Fatalf("run %d: %+v on one thread, %+v on several", i, one.Runs[i], many.Runs[i])
		}
	}
}

// TestChosenSettings: a pyramid of the setting chosen for any store can be built, and
// the setting is the same each time.
func TestChosenSettings(t *testing.T) {
	for name, s := range stores(t, kerneltest.Rand(t)) {
		set := binindex.ChooseSetting(s, 1)
		if set.RunLength < 1 || set.RunLevels < 0 || set != binindex.ChooseSetting(s, 1) {
			t.Errorf("%s: setting %+v, then %+v", name, set, binindex.ChooseSetting(s, 1))
		}
		if q := set.OfQueries(s); q.RunLength < 1 || q.RunLevels > set.RunLevels {
			t.Errorf("%s: setting of queries %+v for entries of %+v", name, q, set)
		}
	}
}

// TestQuerySettings: query trajectories that are far fewer than the entries' have one
// run level more, unless they are too short to fill its units.
func TestQuerySettings(t *testing.T) {
	entries := stars(t, 64, 100)
	p := binindex.NewPyramid(entries, nil, binindex.Setting{RunLength: 4}, 1)
	for _, c := range []struct {
		queries *trajectory.Store
		levels  int
	}{{stars(t, 8, 100), 1}, {stars(t, 9, 100), 0}, {stars(t, 8, 8), 1}, {stars(t, 8, 7), 0}} {
		if set := p.QuerySetting(c.queries); set != (binindex.Setting{RunLength: 4, RunLevels: c.levels}) {
			t.Errorf("setting %+v of %d trajectories, %d segments, want %d run levels",
				set, c.queries.Trajectories(), c.queries.Segments(), c.levels)
		}
	}
}

// stars makes a store of objects with a number of segments each.
func stars(t *testing.T, objects, segments int) *trajectory.Store {
	t.Helper()
	var c columns
	for id := range objects {
		for step := range segments + 1 {
			c.add(int64(id), float64(step), [3]float64{float64(id), float64(step), 0}, 0)
		}
	}
	return c.store(t)
}

// TestStoppedBuilder: a stopped builder returns a valid pyramid of the first trajectory,
// or of the whole store if that has only one; and it can build the next pyramid.
func TestStoppedBuilder(t *testing.T) {
	stop := make(chan struct{})
	close(stop)
	for name, s := range stores(t, kerneltest.Rand(t)) {
		for _, set := range settings() {
			b := binindex.Builder{Pool: parallel.NewPool(2), Stop: stop}
			p := b.Build(s, nil, set)
			if p.Store.Trajectories() != 1 {
				t.Fatalf("%s, %+v: of %d trajectories", name, set, p.Store.Trajectories())
			}
			checkRuns(t, name, p)
			checkLevels(t, name, p)
			b.Stop = nil
			if p = b.Build(s, nil, set); p.Store != s {
				t.Fatalf("%s, %+v: another store", name, set)
			}
			checkRuns(t, name, p)
			checkOwners(t, name, p)
		}
	}
}
