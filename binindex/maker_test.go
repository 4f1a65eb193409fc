package binindex

import (
	"math"
	"math/rand/v2"
	"testing"

	"flyby/trajectory"
)

// TestMaker compares the boxes of runs with boxes made one by one: in vectors
// where the processor has them, of stores in 2-D and 3-D, with points, gaps and
// radii, in frames that they fit and that they outgrow.
func TestMaker(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for name, draw := range map[string]func() float64{
		"unit":      func() float64 { return r.Float64() - 0.5 },
		"steps":     func() float64 { return float64(r.IntN(5) - 2) },
		"far":       func() float64 { return math.Ldexp(r.Float64()-0.5, r.IntN(600)-300) },
		"tiny":      func() float64 { return float64(r.IntN(5)-2) * math.SmallestNonzeroFloat64 },
		"clustered": func() float64 { return math.Copysign(math.Exp(20*r.NormFloat64()), r.NormFloat64()) },
	} {
		for _, dim := range []int{2, 3} {
			for _, radii := range []bool{false, true} {
				entries := drawn(t, r, draw, dim, radii)
				for _, length := range []int{1, 3, 4, 5} {
					p := NewPyramid(entries, nil, Setting{RunLength: length, RunLevels: r.IntN(3)}, 1)
					checkBoxes(t, name, p)
					other := drawn(t, r, func() float64 { return 1e3 * draw() }, dim, radii)
					checkBoxes(t, name+", another frame", NewPyramid(other, p.Frame, p.Setting, 2))
				}
			}
		}
	}
}

// checkBoxes wants each run's box to equal Frame.box, and padding's to be empty.
func checkBoxes(t *testing.T, name string, p *Pyramid) {
	t.Helper()
	for i, r := range p.Runs {
		want := EmptyBox()
		if r.Count > 0 {
			want = p.Frame.box(p.Store, r)
		}
		if got := p.Levels[0][i]; got != want {
			t.Fatalf("%s, %+v: box %d of run %+v is %v, want %v", name, p.Setting, i, r, got, want)
		}
	}
}

// drawn makes a store of trajectories with random samples, times and gaps.
func drawn(t *testing.T, r *rand.Rand, draw func() float64, dim int, radii bool) *trajectory.Store {
	t.Helper()
	var c trajectory.Columns
	o := trajectory.BuildOptions{MaxGap: math.Abs(draw())}
	for id := range int64(40) {
		at, radius := draw(), math.Abs(draw())
		for range 1 + r.IntN(30)*r.IntN(2) {
			c.ID.Int, c.T = append(c.ID.Int, id), append(c.T, at)
			c.X, c.Y = append(c.X, draw()), append(c.Y, draw())
			if dim == 3 {
				c.Z = append(c.Z, draw())
			}
			if radii {
				c.R = append(c.R, radius)
			}
			at = math.Nextafter(at+math.Abs(draw()), math.Inf(1))
		}
	}
	s, err := trajectory.New(c, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
