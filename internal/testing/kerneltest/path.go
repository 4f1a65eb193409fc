package kerneltest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"flyby/trajectory"
)

// path is a trajectory in the making. Two samples at one time are a splice.
type path struct {
	t []float64
	p [][3]float64
	r float64
}

// store makes a store of paths, numbered from 0. It panics on invalid paths: this
// package makes all paths.
func store(dim int, maxGap float64, paths []path) *trajectory.Store {
	c := trajectory.Columns{Splices: true}
	for id, p := range paths {
		piece := uint32(0)
		for i, t := range p.t {
			if i > 0 && t == p.t[i-1] {
				piece++
			}
			c.ID.Int, c.Piece = append(c.ID.Int, int64(id)), append(c.Piece, piece)
			c.T = append(c.T, t)
			c.X, c.Y = append(c.X, p.p[i][0]), append(c.Y, p.p[i][1])
			c.R = append(c.R, p.r)
			if dim == 3 {
				c.Z = append(c.Z, p.p[i][2])
			}
		}
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{MaxGap: maxGap})
	if err != nil {
		panic(fmt.Sprintf("kerneltest: %v", err))
	}
	return s
}

// walks makes n random walks of up to the given number of samples, at steps of
// any length in time, in a cube of side 8.
func walks(r *rand.Rand, n, samples int) []path {
	paths := make([]path, n)
	for i := range paths {
		t, at := 4*r.Float64(), [3]float64{8 * r.Float64(), 8 * r.Float64(), 8 * r.Float64()}
		for range 1 + r.IntN(samples) {
			paths[i].t = append(paths[i].t, t)
			paths[i].p = append(paths[i].p, at)
			t += 0.01 + r.Float64()
			for k := range at {
				at[k] += r.Float64() - 0.5
			}
		}
	}
	return paths
}

// grid is the lattice of a store: times are start + step*i, places origin + unit*i,
// for small integers i.
type grid struct {
	start, step  float64
	origin, unit float64
	size         int // places run from 0 to size
	length       int // times run from 0 to length
	radii        int // radii run from 0 to radii units
}

// lattice makes n trajectories on a grid: distances are often equal, samples
// often simultaneous, and the ends of trajectories are often the beginnings of
// others, in time and place. Some rest, some are point events.
func lattice(r *rand.Rand, n int, g grid) []path {
	paths := make([]path, n)
	for i := range paths {
		p := &paths[i]
		if g.radii > 0 {
			p.r = g.unit * float64(r.IntN(g.radii+1))
		}
		at := g.place(r)
		for step := r.IntN(g.length); step <= g.length; step += 1 + r.IntN(2) {
			p.t = append(p.t, g.start+g.step*float64(step))
			p.p = append(p.p, at)
			if r.IntN(3) > 0 {
				at = g.place(r)
			}
			if r.IntN(8) == 0 {
				break
			}
		}
	}
	return paths
}

func (g grid) place(r *rand.Rand) [3]float64 {
	var at [3]float64
	for k := range at {
		at[k] = g.origin + g.unit*float64(r.IntN(g.size+1))
	}
	return at
}

// spliced makes splices of many of the inner samples of paths, by a second place on the grid.
func spliced(r *rand.Rand, paths []path, g grid) []path {
	for i := range paths {
		for k := len(paths[i].t) - 2; k > 0; k-- {
			if p := &paths[i]; r.IntN(2) == 0 {
				p.t, p.p = slices.Insert(p.t, k, p.t[k]), slices.Insert(p.p, k+r.IntN(2), g.place(r))
			}
		}
	}
	return paths
}

// events makes n point events from the first samples of paths.
func events(paths []path) []path {
	var e []path
	for _, p := range paths {
		e = append(e, path{t: p.t[:1], p: p.p[:1], r: p.r})
	}
	return e
}

// relay makes chains of trajectories on a grid, each beginning at the time and place
// at which the one before ends.
func relay(r *rand.Rand, chains int, g grid) []path {
	var paths []path
	for range chains {
		at := g.place(r)
		for step := 0; step < g.length; step++ {
			next := g.place(r)
			paths = append(paths, path{
				t: []float64{g.start + g.step*float64(step), g.start + g.step*float64(step+1)},
				p: [][3]float64{at, next},
			})
			at = next
		}
	}
	return paths
}

// mixed makes trajectories of two samples with durations from 2^-10 to 2^10.
func mixed(r *rand.Rand, n int) []path {
	paths := make([]path, n)
	for i := range paths {
		t, size := 100*r.Float64(), math.Ldexp(1, r.IntN(21)-10)
		var a, b [3]float64
		for k := range a {
			a[k] = 8 * r.Float64()
			b[k] = a[k] + min(size, 4)*(r.Float64()-0.5)
		}
		paths[i] = path{t: []float64{t, t + size}, p: [][3]float64{a, b}}
	}
	return paths
}
