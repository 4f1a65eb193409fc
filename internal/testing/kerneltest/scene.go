package kerneltest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/interaction"
	"flyby/trajectory"
)

// Scene is a search of queries among entries, or a join of entries, whose queries
// are the entries.
type Scene struct {
	Name             string
	Queries, Entries *trajectory.Store
	interaction.Rule
}

// Scenes returns the random searches of the suite, by the seed. They are small enough
// for brute force. Their stores are made once per process and must not be written to.
func Scenes(t testing.TB) (scenes []Scene) {
	t.Helper()
	for _, s := range scenesOf(t, nil) {
		s.Excluded = slices.Clone(s.Excluded)
		scenes = append(scenes, s.Scene)
	}
	return scenes
}

// search makes a scene of a search without a window.
func search(name string, dim int, maxGap float64, queries, entries []path, d float64) Scene {
	return Scene{
		Name: name, Queries: store(dim, maxGap, queries), Entries: store(dim, maxGap, entries),
		Rule: interaction.Rule{Distance: d, Window: interaction.Unbounded()},
	}
}

// searches returns searches of the usual kinds of data.
func searches(r *rand.Rand) []Scene {
	small := grid{step: 1, unit: 1, size: 6, length: 12}
	milli := grid{start: 1.7e9, step: 0.001, unit: 1, size: 6, length: 12}
	far := grid{step: 1, origin: 1e7, unit: 0x1p-11, size: 6, length: 12}
	radii := grid{step: 1, unit: 1, size: 12, length: 12, radii: 2}
	fine := grid{step: 1, origin: 1e7, unit: 0x1p-29, size: 4000, length: 8, radii: 1500}
	scenes := []Scene{
		search("walks 2-D", 2, 0, walks(r, 15, 30), walks(r, 20, 40), 0.5),
		search("walks 3-D", 3, 0, walks(r, 15, 30), walks(r, 20, 40), 1),
		search("walks with gaps", 3, 0.8, walks(r, 15, 30), walks(r, 20, 40), 1),
		search("lattice 2-D", 2, 0, lattice(r, 20, small), lattice(r, 30, small), 1),
		search("lattice 3-D", 3, 0, lattice(r, 12, small), lattice(r, 15, small), 3),
		search("lattice with gaps", 2, 1, lattice(r, 15, small), lattice(r, 20, small), 1),
		search("lattice at distance 0", 2, 0, lattice(r, 12, small), lattice(r, 15, small), 0),
		search("lattice with radii", 3, 0, lattice(r, 12, radii), lattice(r, 15, radii), 1),
		search("radii far away", 2, 0, lattice(r, 12, fine), lattice(r, 15, fine), 0x1p-29*300.25),
		search("steps of a millisecond", 2, 0, lattice(r, 12, milli), lattice(r, 15, milli), 1),
		search("far away", 3, 0, lattice(r, 12, far), lattice(r, 15, far), 1e-3),
		search("events and lattice", 2, 0, events(lattice(r, 40, small)), lattice(r, 20, small), 1),
		search("events and events", 2, 0, events(lattice(r, 60, small)), events(lattice(r, 60, small)), 1),
		search("relays", 2, 0, relay(r, 4, small), relay(r, 5, small), 1),
		search("long and short", 3, 0, mixed(r, 40), mixed(r, 60), 2),
		inLine(r, "in line at d", 0),
		inLine(r, "in line at d with radii", 1<<20),
		search("nothing near", 2, 0, walks(r, 5, 10), lattice(r, 5, grid{start: 0, step: 1, origin: 1e6, unit: 1, size: 6, length: 12}), 1),
	}
	excluded := search("excluded", 2, 0, walks(r, 12, 20), walks(r, 15, 20), 2)
	for q := range excluded.Queries.Trajectories() {
		excluded.Excluded = append(excluded.Excluded, pick(r, interaction.NoneExcluded, uint32(q), uint32(r.IntN(excluded.Entries.Trajectories()))))
	}
	return append(scenes, excluded, laterOnly(r, excluded))
}

// laterOnly returns a scene with a rule of Later: a query is compared with the entries after a
// given one alone, none, some or all entries.
func laterOnly(r *rand.Rand, of Scene) Scene {
	of.Name, of.Later, of.Excluded = "later", true, nil
	n := of.Entries.Trajectories()
	for q := range of.Queries.Trajectories() {
		of.Excluded = append(of.Excluded, pick(r, interaction.NoneExcluded, 0, uint32(q), uint32(r.IntN(n)), uint32(n-1)))
	}
	return of
}

// inLine makes pairs of resting objects along an axis, at distance d + q.R + e.R
// exactly, with d far smaller than the coordinates: boxes in float32 that are too
// small on any side lose some of the pairs.
func inLine(r *rand.Rand, name string, radii int) Scene {
	const unit = 0x1p-30
	d := float64(1+r.IntN(1<<20)) * unit
	var queries, entries []path
	for i := range 60 {
		q, e := path{t: []float64{0, 1}}, path{t: []float64{0, 1}}
		if radii > 0 {
			q.r, e.r = float64(r.IntN(radii))*unit, float64(r.IntN(radii))*unit
		}
		var at [3]float64
		for k := range at {
			at[k] = float64(r.IntN(1<<40)) * unit
		}
		q.p = [][3]float64{at, at}
		at[i%3] += pick(r, -1.0, 1) * (d + q.r + e.r)
		e.p = [][3]float64{at, at}
		queries, entries = append(queries, q), append(entries, e)
	}
	return search(name, 3, 0, queries, entries, d)
}

// oddities returns searches of special cases (issue 2), and of numbers of unusual size.
func oddities(r *rand.Rand) []Scene {
	one := []path{{t: []float64{0, 20}, p: [][3]float64{{0, 0, 0}, {8, 8, 8}}}}
	same := make([]path, 20)
	for i := range same {
		same[i] = path{t: []float64{0, 1, 2, 3}, p: make([][3]float64, 4)}
	}
	starts := mixed(r, 150)
	for i := range starts {
		starts[i].t[0], starts[i].t[1] = 0, starts[i].t[1]-starts[i].t[0]
	}
	scenes := []Scene{
		search("one segment", 3, 0, one, one, 0),
		search("one segment and many", 3, 0, one, walks(r, 20, 20), 2),
		search("many and one segment", 3, 0, walks(r, 20, 20), one, 2),
		search("one place", 2, 0, same, same[:9], 0),
		search("equal starts", 3, 0, starts[:50], starts[50:], 2),
		search("queries of another size", 3, 0, wider(walks(r, 20, 20), 1e30), walks(r, 20, 20), 8e30),
		search("queries elsewhere in time", 3, 0, walks(r, 5, 5), shifted(walks(r, 5, 5), 1e6), 10),
		search("thousands of segments", 2, 0, walks(r, 6, 60), walks(r, 150, 80), 0.5),
	}
	for _, exp := range []int{-1020, -510, -300, 300, 510, 990} {
		g := grid{step: 1, unit: math.Ldexp(1, exp), size: 6, length: 8}
		scenes = append(scenes, search(fmt.Sprintf("unit 2^%d", exp), 2, 0, lattice(r, 8, g), lattice(r, 8, g), g.unit))
	}
	return scenes
}

// wider multiplies the positions of paths by a factor.
func wider(paths []path, by float64) []path {
	for _, p := range paths {
		for i := range p.p {
			for k := range 3 {
				p.p[i][k] *= by
			}
		}
	}
	return paths
}

// shifted adds a number to the times of paths.
func shifted(paths []path, by float64) []path {
	for _, p := range paths {
		for i := range p.t {
			p.t[i] += by
		}
	}
	return paths
}

// windows returns searches with windows, most of which cut at joints.
func windows(r *rand.Rand) []Scene {
	g := grid{step: 1, unit: 1, size: 4, length: 8}
	inf := math.Inf(1)
	var scenes []Scene
	for _, w := range []interaction.Window{
		{From: 2, To: 5}, {From: 3, To: 3}, {From: 8, To: 8}, {From: 2.5, To: 2.5}, {From: 5, To: 2},
		{From: -inf, To: 0}, {From: 8, To: inf}, {From: 9, To: inf}, {From: -inf, To: 3.25}, {From: -5, To: 50},
	} {
		s := search(fmt.Sprintf("window [%v, %v]", w.From, w.To), 2, 0, lattice(r, 25, g), append(relay(r, 3, g), events(lattice(r, 10, g))...), 1)
		s.Window = w
		scenes = append(scenes, s)
	}
	return scenes
}

// splices returns searches of trajectories whose pieces meet in time, and not in place.
func splices(r *rand.Rand) []Scene {
	g := grid{step: 1, unit: 1, size: 4, length: 12}
	lattice := func(n int) []path { return spliced(r, lattice(r, n, g), g) }
	scenes := []Scene{
		search("splices", 2, 0, lattice(25), lattice(30), 2),
		search("splices and gaps", 3, 1, lattice(20), lattice(25), 3),
		search("splices in walks", 2, 0, spliced(r, walks(r, 15, 30), g), spliced(r, walks(r, 20, 40), g), 1),
		search("splices of entries", 2, 0, append(walks(r, 10, 20), relay(r, 3, g)...), lattice(25), 1),
		search("splices of queries", 2, 0, lattice(25), append(events(relay(r, 4, g)), relay(r, 3, g)...), 1),
		search("splices at both ends of a window", 2, 0, lattice(25), lattice(25), 1),
	}
	scenes[len(scenes)-1].Window = interaction.Window{From: 4, To: 8}
	return scenes
}

// excerpts returns the scenes with the segments alone that start in the middle of the scenes'
// time: pieces that have begun before, and pieces that go on.
func excerpts(of []Scene) []Scene {
	var scenes []Scene
	for _, s := range of {
		s.Name = "middle of " + s.Name
		s.Queries, s.Entries = middle(s.Queries), middle(s.Entries)
		scenes = append(scenes, s)
	}
	return scenes
}

// middle returns the segments that start in the second and third quarter of a store's time.
func middle(s *trajectory.Store) *trajectory.Store {
	e := s.Extent()
	quarter := (e.End - e.Start) / 4
	return s.Cut(func(p trajectory.Piece) (first, last int) {
		return s.Starting(p, e.Start+quarter, e.End-quarter)
	}).Store
}

// joins returns joins of the entries of the first scenes, and of every second one of
// the others, with themselves.
func joins(of []Scene) []Scene {
	var scenes []Scene
	for i, s := range of {
		if i > 8 && i%2 == 0 || s.Entries.Segments() > 2000 {
			continue
		}
		j := Scene{Name: "join of " + s.Name, Queries: s.Entries, Entries: s.Entries, Rule: s.Rule}
		j.Join, j.Excluded, j.Later = true, nil, false
		scenes = append(scenes, j)
	}
	return scenes
}
