package perfmodel

import (
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"flyby/binindex"
	"flyby/interaction"
	"flyby/internal/fit"
	"flyby/internal/queryset"
	"flyby/kernel"
	"flyby/trajectory"
)

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance*math.Abs(want)) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// grid makes a surface from a function of c and q.
func grid(t *testing.T, f func(c, q float64) float64, i fit.Interpolation) *fit.Surface {
	t.Helper()
	c, q := []float64{100, 400, 3000, 90_000}, []float64{1, 4, 30, 600, 1024}
	var times []float64
	for _, c := range c {
		for _, q := range q {
			times = append(times, f(c, q))
		}
	}
	s, err := fit.NewSurface(c, q, times, i)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// calibrated is the model of a fake GPU.
func calibrated(t testing.TB) *Model { return modelOf(t, "gpu") }

// modelOf is a model of testdata that package calibrate made of a fake device that follows a law.
func modelOf(t testing.TB, law string) *Model {
	t.Helper()
	text, err := os.ReadFile("testdata/" + law + ".json")
	if err != nil {
		t.Fatal(err)
	}
	m, err := parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// fake is the device that the model of the GPU was made on.
func fake() kernel.Device {
	return kernel.Device{Name: "Fake (TM) 9000", Platform: "test", Driver: "1.0", Units: 4, Tile: 1}
}

// rule is that of a search at any time.
func rule(d float64) interaction.Rule {
	return interaction.Rule{Distance: d, Window: interaction.Unbounded()}
}

// workload makes a workload of a search.
func workload(entries, queries *trajectory.Store, r interaction.Rule) *Workload {
	bins := binindex.NewBins(entries, 200)
	return NewEntries(entries, bins).NewWorkload(queryset.New(queries, bins, r.Window), r)
}

// rush makes random walks of unit steps that come and go unevenly in a box: a database, or queries for one.
func rush(n, steps int, seed uint64) *trajectory.Store {
	const side = 27.85 // as dense as the walks that calibration makes
	r := rand.New(rand.NewPCG(seed, 0xca1))
	var c trajectory.Columns
	for id := range n {
		start := r.Float64() * float64(steps) / 4
		p := [3]float64{side * r.Float64(), side * r.Float64(), side * r.Float64()}
		for i := range steps + 1 {
			c.ID.Int = append(c.ID.Int, int64(id))
			c.T = append(c.T, start+float64(i))
			c.X, c.Y, c.Z = append(c.X, p[0]), append(c.Y, p[1]), append(c.Z, p[2])
			for k := range p {
				p[k] += r.NormFloat64() / math.Sqrt(3)
			}
		}
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		panic(err)
	}
	return s
}
