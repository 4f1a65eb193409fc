package pointindex

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"flyby/internal/tier"
)

// full returns all cells of coordinates 1 to 4 in k dimensions.
func full(k int) [][]uint32 {
	cells := [][]uint32{{}}
	for range k {
		var longer [][]uint32
		for _, c := range cells {
			for v := range uint32(4) {
				longer = append(longer, append(append([]uint32{}, c...), v+1))
			}
		}
		cells = longer
	}
	return cells
}

// TestPairsOfCellsOnce: with Unicomp and Greater each pair of neighbour cells is visited once, for all parities of 1
// to 6 dimensions, whether all cells have points or few have; with AllNeighbours each pair is visited twice, and each
// cell once by itself.
func TestPairsOfCellsOnce(t *testing.T) {
	tier.Full(t)
	r := rand.New(rand.NewPCG(4, 5))
	for k := 1; k <= 6; k++ {
		all := full(k)
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		for _, cells := range [][][]uint32{all, all[:1+len(all)/3], all[:1+len(all)/20]} {
			g := NewGrid(lattice(cells), 1)
			for _, visits := range []Visits{AllNeighbours, Unicomp, Greater} {
				t.Run(fmt.Sprintf("k=%d/%d/%d", k, len(cells), visits), func(t *testing.T) { pairsOnce(t, g, visits) })
			}
		}
	}
}

// pairsOnce checks that each pair of neighbours is visited as often as visits says.
func pairsOnce(t *testing.T, g *Grid, visits Visits) {
	n := g.Cells()
	visited := make([]uint8, n*n)
	f := g.NewFinder()
	var neighbours []uint32
	for cell := range n {
		neighbours = f.OfCell(neighbours[:0], cell, visits)
		for _, other := range neighbours {
			visited[min(cell, int(other))*n+max(cell, int(other))]++
		}
	}
	coordinates := make([]uint32, n*len(g.axes))
	of := func(cell int) []uint32 { return coordinates[cell*len(g.axes):][:len(g.axes)] }
	for cell := range n {
		g.ids.coordinates(of(cell), cell)
	}
	twice := uint8(1)
	if visits == AllNeighbours {
		twice = 2
	}
	for a := range n {
		if own := visited[a*n+a]; own != twice-1 {
			t.Fatalf("%v is visited %d times by itself", of(a), own)
		}
		for b := a + 1; b < n; b++ {
			want := uint8(0)
			if touching(of(a), of(b)) {
				want = twice
			}
			if got := visited[a*n+b]; got != want {
				t.Fatalf("%v and %v are visited %d times, want %d", of(a), of(b), got, want)
			}
		}
	}
}

// touching reports whether the coordinates of two cells differ by at most 1 in each dimension.
func touching(a, b []uint32) bool {
	for j, c := range a {
		if c > b[j]+1 || b[j] > c+1 {
			return false
		}
	}
	return true
}

// TestSearches: Unicomp halves the searches, apart from the cells themselves, and spreads them unevenly by design.
func TestSearches(t *testing.T) {
	for _, k := range []int{2, 3, 5} {
		g := NewGrid(lattice(full(k)), 1)
		var searches [3]int64
		for visits := range searches {
			f := g.NewFinder()
			for cell := range g.Cells() {
				f.OfCell(nil, cell, Visits(visits))
			}
			searches[visits] = f.Searches()
		}
		if half := (searches[AllNeighbours] - int64(g.Cells())) / 2; searches[Unicomp] != half || searches[Greater] != half {
			t.Errorf("k %d: %d searches, want half of the first without %d cells", k, searches, g.Cells())
		}
	}
}

// BenchmarkOfCell finds the neighbours of the cells of 100,000 points.
func BenchmarkOfCell(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, k := range []int{2, 6} {
		columns := make([][]float64, k)
		for j := range columns {
			for range 100_000 {
				columns[j] = append(columns[j], 100*r.Float64())
			}
		}
		b.Run(fmt.Sprintf("k=%d", k), func(b *testing.B) {
			g := NewGrid(columns, 8)
			f := g.NewFinder()
			var found []uint32
			for i := 0; b.Loop(); i++ {
				found = f.OfCell(found[:0], i%g.Cells(), AllNeighbours)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(f.Searches()), "ns/search")
		})
	}
}
