package group

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/internal/memory"
	"flyby/internal/pointjoin"
	"flyby/points"
)

// pointsOf makes points of their coordinates.
func pointsOf(t testing.TB, at [][]float64) *points.Store {
	t.Helper()
	columns := make([][]float64, len(at[0]))
	for _, p := range at {
		for j, v := range p {
			columns[j] = append(columns[j], v)
		}
	}
	s, err := points.New(columns, points.RowIDs(len(at)))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// thresholdOf returns the threshold of a distance.
func thresholdOf(t testing.TB, eps float64) pointjoin.Threshold {
	t.Helper()
	within, err := pointjoin.NewThreshold(eps)
	if err != nil {
		t.Fatal(err)
	}
	return within
}

// scattering returns points at whole places around some centres, times a unit; far of them are elsewhere, up to 2^19 units away.
func scattering(r *rand.Rand, n, dimensions, far int, unit float64) (at [][]float64) {
	middles := 1 + r.IntN(4)
	for i := range n {
		p := make([]float64, dimensions)
		for j := range p {
			p[j] = float64(i%middles*40+r.IntN(12)-6) * unit
			if i < far {
				p[j] = float64(r.IntN(1<<20)-1<<19) * unit
			}
		}
		at = append(at, p)
	}
	r.Shuffle(n, func(i, j int) { at[i], at[j] = at[j], at[i] })
	return at
}

// bruteNear lists pairs of rows by comparing all with all.
func bruteNear(at [][]float64, within pointjoin.Threshold) (pairs [][2]uint32) {
	for a := range at {
		for b := range a {
			if within.Within(at[a], at[b]) {
				pairs = append(pairs, [2]uint32{uint32(b), uint32(a)})
			}
		}
	}
	return sortedPairs(pairs)
}

// sortedPairs puts the lesser row of each pair first, and sorts the pairs.
func sortedPairs(pairs [][2]uint32) [][2]uint32 {
	out := slices.Clone(pairs)
	for i, p := range out {
		out[i] = [2]uint32{min(p[0], p[1]), max(p[0], p[1])}
	}
	slices.SortFunc(out, func(p, q [2]uint32) int { return slices.Compare(p[:], q[:]) })
	return out
}

// TestGridListsPairs: a grid lists every pair within the distance, at exactly the distance too, once each, one snapshot after another; with
// some points far away its ids have more than 32 bits.
func TestGridListsPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 8))
	found, long := 0, 0
	for round := range 300 {
		dimensions, unit, eps := 2+round%2, []float64{1, 0.1, 1e-9, 1e12}[r.IntN(4)], float64(1+r.IntN(5))
		within := thresholdOf(t, eps*unit)
		g := newGrid(within, dimensions)
		for range 3 {
			at := scattering(r, 1+r.IntN(80), dimensions, r.IntN(2)*r.IntN(3), unit)
			listed, err := g.near(pointsOf(t, at))
			if err != nil || !listed {
				t.Fatalf("round %d: %v, %v", round, listed, err)
			}
			if got, want := sortedPairs(g.pairs), bruteNear(at, within); !slices.Equal(got, want) {
				t.Fatalf("round %d, within %v of %v:\ngot  %v\nwant %v", round, eps*unit, at, got, want)
			}
			if found += len(g.pairs); g.ids>>32 != 0 {
				long++
			}
		}
	}
	if found < 10000 || long < 50 {
		t.Errorf("%d pairs, %d times long ids: too few to tell", found, long)
	}
}

// TestGridBesideCells: points on both sides of the faces of cells, and nearly two cells apart, are found however the least coordinates
// round.
func TestGridBesideCells(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 77))
	for range 2000 {
		eps, low := r.Float64()+0.01, r.NormFloat64()*1e6
		within := thresholdOf(t, eps)
		at := [][]float64{{low, 0}}
		for range 6 {
			at = append(at, []float64{low + float64(r.IntN(1<<20))*eps, 0})
		}
		for _, p := range slices.Clone(at) {
			at = append(at, []float64{p[0] + eps, 0}, []float64{p[0], eps}, []float64{p[0] - eps, eps})
		}
		g := newGrid(within, 2)
		if listed, err := g.near(pointsOf(t, at)); err != nil || !listed {
			t.Fatal(listed, err)
		}
		if got, want := sortedPairs(g.pairs), bruteNear(at, within); !slices.Equal(got, want) {
			t.Fatalf("within %v of %v:\ngot  %v\nwant %v", eps, at, got, want)
		}
	}
}

// TestGridRefuses: crowds, extreme distances, and too many cells to count are refused by the grid.
func TestGridRefuses(t *testing.T) {
	crowd := make([][]float64, 4*mostCompared)
	for i := range crowd {
		crowd[i] = []float64{float64(i) / 1000, 1}
	}
	spread := [][]float64{{0, 0, 0}, {1e6, 1e6, 1e6}, {1, 0, 0}}
	for _, c := range []struct {
		name string
		at   [][]float64
		eps  float64
		want bool
	}{
		{"a crowd", crowd, 1, false},
		{"the crowd in many cells", crowd, 0.01, true},
		{"equal places", spread, 0, false},
		{"squares that underflow", spread, 1e-200, false},
		{"squares that overflow", [][]float64{{0, 0}, {1e200, 0}}, 1e200, false},
		{"cells of a dimension", spread, 1e-5, false},
		{"cells of all dimensions", spread, 0.1, false},
		{"as many as there may be", spread, 1, true},
		{"one point", spread[:1], 1, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := newGrid(thresholdOf(t, c.eps), len(c.at[0]))
			if got, err := g.near(pointsOf(t, c.at)); got != c.want || err != nil {
				t.Errorf("got %v, %v", got, err)
			}
		})
	}
}

// TestSnapshotsByPairs: leads are the same by pairs and by the dense method, for every least number of points, and clusters of one snapshot
// leave nothing behind for the next.
func TestSnapshotsByPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 21))
	borders := 0
	for round := range 200 {
		dimensions := 2 + round%2
		within := thresholdOf(t, 3)
		s := snapshots{within: within, least: 1 + r.IntN(7), grid: newGrid(within, dimensions)}
		for range 3 {
			at := scattering(r, 1+r.IntN(120), dimensions, 0, 1)
			places := pointsOf(t, at)
			s.core, s.lead = memory.Reuse(s.core, len(at)), memory.Reuse(s.lead, len(at))
			if err := s.dense(context.Background(), places); err != nil {
				t.Fatal(err)
			}
			core, lead := slices.Clone(s.core), slices.Clone(s.lead)
			if listed, err := s.grid.near(places); err != nil || !listed {
				t.Fatal(listed, err)
			}
			s.unite(s.grid.pairs)
			if !slices.Equal(s.core, core) || !slices.Equal(s.lead, lead) {
				t.Fatalf("round %d, minpts %d, %v:\ngot  %v\nwant %v", round, s.least, at, s.lead, lead)
			}
			for row, of := range lead {
				if !core[row] && of != pointjoin.NoLead {
					borders++
				}
			}
		}
	}
	if borders < 500 {
		t.Errorf("%d border points: too few to tell", borders)
	}
}

// TestSnapshotsOfCrowds: an object outside of every crowd and some objects in a crowd are clustered alike, by pairs and without.
func TestSnapshotsOfCrowds(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	for _, objects := range []int{12, 3000} { // of 3000 too many are near each other
		s := walkers(t, r, objects, 4, 6, 3)
		search := Search{Method: Convoy, Distance: 2, MinSize: 3, MinTicks: 2, Clock: Clock{Step: 1}}
		at := snapshots{store: s, within: thresholdOf(t, search.Distance), least: search.MinSize, grid: newGrid(thresholdOf(t, search.Distance), s.Dim())}
		got, err := at.at(context.Background(), 3)
		if err != nil {
			t.Fatal(err)
		}
		of := filled(objects)
		got.number(of)
		if objects > 100 {
			if len(at.grid.pairs) > 0 || got.clusters() == 0 {
				t.Errorf("%d objects: %d pairs, %d clusters", objects, len(at.grid.pairs), got.clusters())
			}
			continue
		}
		for v, want := range bruteClusters(s, 3, search) {
			if int(of[v]) != want {
				t.Errorf("object %d: cluster %d, want %d", v, of[v], want)
			}
		}
	}
}

// BenchmarkSnapshots clusters 10,000 objects at one instant after another.
func BenchmarkSnapshots(b *testing.B) {
	const objects, size, eps = 10_000, 30, 0.2
	r := rand.New(rand.NewPCG(1, 4))
	at := make([][]float64, objects)
	for i := range at {
		at[i] = []float64{r.Float64() * size, r.Float64() * size, r.Float64()}
	}
	places, within := pointsOf(b, at), thresholdOf(b, eps)
	s := snapshots{within: within, least: 3, grid: newGrid(within, 3), core: make([]bool, objects), lead: make([]uint32, objects)}
	b.Run("pairs", func(b *testing.B) {
		for b.Loop() {
			if listed, err := s.grid.near(places); err != nil || !listed {
				b.Fatal(listed, err)
			}
			s.unite(s.grid.pairs)
		}
	})
	b.Run("dense", func(b *testing.B) {
		for b.Loop() {
			if err := s.dense(context.Background(), places); err != nil {
				b.Fatal(err)
			}
		}
	})
}
