// Package modeltest has surfaces, data and comparisons for the tests of the performance model, of its estimates and of
// its calibration.
package modeltest

import (
	"math"
	"math/rand/v2"
	"testing"

	"flyby/interaction"
	"flyby/internal/fit"
	"flyby/trajectory"
)

// Near wants got within a tolerance, a fraction, of want. what names the value in errors.
func Near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance*math.Abs(want)) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// Grid makes a surface of a function of candidates c and query segments q.
func Grid(t *testing.T, f func(c, q float64) float64, i fit.Interpolation) *fit.Surface {
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

// Rule returns the rule of a search without a window.
func Rule(d float64) interaction.Rule {
	return interaction.Rule{Distance: d, Window: interaction.Unbounded()}
}

// Rush makes n random walks of unit steps, one per unit of time, that come and go unevenly in a box: a database, or
// queries for one.
func Rush(n, steps int, seed uint64) *trajectory.Store {
	const side = 27.85 // as dense as the walks of calibration
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
	return store(c)
}

// Pacing makes n trajectories of a number of steps each: the i-th begins at time first(i), and its steps last step(i).
func Pacing(n, steps int, first, step func(i int) float64) *trajectory.Store {
	var c trajectory.Columns
	for i := range n {
		for k := range steps + 1 {
			c.ID.Int = append(c.ID.Int, int64(i))
			c.T = append(c.T, first(i)+float64(k)*step(i))
			c.X, c.Y = append(c.X, float64(i)), append(c.Y, float64(k))
		}
	}
	return store(c)
}

// Constant returns a function with the same time for all trajectories.
func Constant(x float64) func(int) float64 { return func(int) float64 { return x } }

// store makes a store of columns that are in order.
func store(c trajectory.Columns) *trajectory.Store {
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		panic(err)
	}
	return s
}
