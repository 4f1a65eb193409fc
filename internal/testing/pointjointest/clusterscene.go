package pointjointest

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// ClusterScenes returns points whose clusters depend on few links, or are many in few cells. Scenes returns the
// others.
func ClusterScenes() (all []Scene) {
	r := rand.New(rand.NewPCG(65, 1))
	all = append(all, bridges(), star(), chains(r))
	all = append(all, curves()...)
	all = append(all, dense(r)...)
	return append(all, spaced()...)
}

// bridges are two clumps that one point between them touches: it links them if it is core, and does not if it is a
// border point.
func bridges() Scene {
	rows := [][]float64{{4, 0}} // the bridge comes first
	for _, x := range []float64{0, 8} {
		for i := range 5 {
			rows = append(rows, []float64{x + float64(i%2)*0.5*(4-x)/4, float64(i) * 0.25})
		}
	}
	rows = append(rows, []float64{3, 0}, []float64{5, 0}, []float64{8, -3}, []float64{0, -3})
	return Scene{Name: "bridges", Rows: rows, Eps: append(thresholdsAround(3), append(thresholdsAround(1), 3.5, 4)...)}
}

// star is a point on the border of many clusters around it, of which the one with the lowest number comes last by
// angle.
func star() Scene {
	rows := [][]float64{{0, 0}}
	const arms = 7
	for i := range arms {
		angle := 2 * math.Pi * float64(arms-i) / arms
		for _, far := range []float64{0.99, 1.05, 1.1, 1.15, 1.2, 1.25, 1.3} {
			rows = append(rows, []float64{far * math.Cos(angle), far * math.Sin(angle)})
		}
	}
	return Scene{Name: "star", Rows: rows, Eps: []float64{0.2, 0.5, 0.99, 1, 1.01}}
}

// chains are points in rows, each within eps only of the next, in random order.
func chains(r *rand.Rand) Scene {
	s := Scene{Name: "chains", Eps: thresholdsAround(0.1)}
	for i := range 160 {
		s.Rows = append(s.Rows, []float64{float64(i%40) * 0.1, float64(i/40) * 0.25})
	}
	r.Shuffle(len(s.Rows), func(i, j int) { s.Rows[i], s.Rows[j] = s.Rows[j], s.Rows[i] })
	return s
}

// curves are concentric rings, and two spirals that never touch.
func curves() []Scene {
	rings, spirals := Scene{Name: "rings", Eps: []float64{0.2, 0.9, 1, 1.1}}, Scene{Name: "spirals", Eps: []float64{0.3, 0.6, 2}}
	for i := range 180 {
		angle, radius := 2*math.Pi*float64(i)/60, float64(1+i%3)
		rings.Rows = append(rings.Rows, []float64{radius * math.Cos(angle), radius * math.Sin(angle)})
		turn := math.Sqrt(float64(i/2)) * 1.1
		side := float64(1 - 2*(i%2))
		spirals.Rows = append(spirals.Rows, []float64{side * turn * math.Cos(turn), side * turn * math.Sin(turn), 0})
	}
	return []Scene{rings, spirals}
}

// dense are many points in cells that are all near each other, with few links or none between them.
func dense(r *rand.Rand) (all []Scene) {
	for n := 1; n <= 4; n++ {
		clumps := Scene{Name: fmt.Sprintf("clumps %d-D", n), Eps: []float64{0.25, 1, 1.5, 2.5}}
		for i := range 150 {
			p := make([]float64, n)
			for j := range p {
				p[j] = float64((i%5)>>(j%2)) + 0.05*r.NormFloat64()
			}
			clumps.Rows = append(clumps.Rows, p)
		}
		even := Scene{Name: fmt.Sprintf("even %d-D", n), Rows: uniform(r, 300, n)}
		each := math.Pow(1.0/300, 1/float64(n)) // the side of a cube with one point in it
		even.Eps = []float64{0.5 * each, each, 1.5 * each, 3 * each}
		all = append(all, clumps, even)
	}
	far := Scene{Name: "clumps and an outlier", Eps: []float64{0.25, 1.5}, Rows: [][]float64{{1e11, -1e9}}}
	far.Rows = append(far.Rows, all[2].Rows[:100]...)
	return append(all, far)
}

// spaced are lattices whose rows are linked at their spacing and which are wholly linked at their diagonal, and
// corners of cells that are two cells apart in every direction.
func spaced() (all []Scene) {
	for _, step := range []float64{0.1, 0.7, 3} {
		for n := 2; n <= 3; n++ {
			s := Scene{Name: fmt.Sprintf("spaced %v %d-D", step, n), Rows: grid(n, 12-3*n, func(i int) float64 { return float64(i) * step })}
			for _, by := range []float64{1, math.Sqrt2, math.Sqrt(3), 2} {
				s.Eps = append(s.Eps, thresholdsAround(step*by)...)
			}
			all = append(all, s)
		}
	}
	corners := Scene{Name: "corners", Eps: thresholdsAround(1)}
	for i := range 9 {
		a := float64(i-4) / math.Sqrt2 // a corner of cells of side eps / sqrt 2
		for _, v := range []float64{down(a), a, up(a), a + 0.0004} {
			corners.Rows = append(corners.Rows, []float64{v, v}, []float64{v, -v})
		}
	}
	return append(all, corners)
}
