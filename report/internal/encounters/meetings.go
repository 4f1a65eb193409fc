package encounters

import (
	"cmp"
	"maps"
	"slices"
)

const (
	// mostMatrix is the greatest number of objects for which the matrix of encounters is drawn.
	mostMatrix = 60
	// mostComponents is the number of components that are listed, and someNames the number of names of each.
	mostComponents = 200
	someNames      = 8
)

// A graph has the objects of rows as vertices, and an edge between two that met.
type graph struct {
	rows    []brief
	counts  map[int]int // numbers of encounters
	objects []int       // objects with most encounters first
	parent  map[int]int
}

// graphOf returns the graph of rows.
func (m *maker) graphOf(rows []brief) *graph {
	g := &graph{rows: rows, counts: map[int]int{}, parent: map[int]int{}}
	for i := range rows {
		for _, of := range m.objects(&rows[i]) {
			g.counts[of] += int(rows[i].encounters)
			g.parent[of] = of
		}
	}
	g.objects = slices.SortedFunc(maps.Keys(g.counts), g.compare)
	for i := range rows {
		pair := m.objects(&rows[i])
		g.parent[g.root(pair[0])] = g.root(pair[1])
	}
	return g
}

// compare orders objects: the ones with most encounters first.
func (g *graph) compare(a, b int) int { return cmp.Or(g.counts[b]-g.counts[a], a-b) }

// root returns the object that stands for the component of another object. Objects that it passes come closer to their root.
func (g *graph) root(of int) int {
	for g.parent[of] != of {
		g.parent[of] = g.parent[g.parent[of]]
		of = g.parent[of]
	}
	return of
}

// components returns the objects of each component, the largest component first, and in each the objects with most encounters first.
func (g *graph) components() [][]int {
	of := map[int][]int{} // by root
	for _, object := range g.objects {
		root := g.root(object)
		of[root] = append(of[root], object)
	}
	return slices.SortedFunc(maps.Values(of), func(a, b []int) int { return cmp.Or(len(b)-len(a), g.compare(a[0], b[0])) })
}

// meetings returns the Meetings of a graph.
func (m *maker) meetings(g *graph) Meetings {
	if len(g.objects) > mostMatrix {
		return m.listed(g)
	}
	return m.matrix(g)
}

// matrix returns Meetings with the number of encounters of each two objects.
func (m *maker) matrix(g *graph) (out Meetings) {
	place := map[int]int{}
	for _, of := range slices.Concat(g.components()...) {
		place[of] = len(out.Objects)
		out.Objects = append(out.Objects, m.name(of))
	}
	counts := map[[2]int]int{}
	for i := range g.rows {
		pair := m.objects(&g.rows[i])
		a, b := place[pair[0]], place[pair[1]]
		counts[[2]int{min(a, b), max(a, b)}] += int(g.rows[i].encounters)
	}
	for pair, n := range counts {
		out.Counts = append(out.Counts, [3]int{pair[0], pair[1], n})
	}
	slices.SortFunc(out.Counts, func(a, b [3]int) int { return slices.Compare(a[:], b[:]) })
	return out
}

// listed returns Meetings with a table of components.
func (m *maker) listed(g *graph) (out Meetings) {
	components := g.components()
	out.More = max(0, len(components)-mostComponents)
	for _, c := range components[:len(components)-out.More] {
		one := Component{Objects: len(c)}
		for n, of := range c {
			one.Encounters += g.counts[of]
			if n < someNames {
				one.Some = append(one.Some, m.name(of))
			}
		}
		one.Encounters /= 2 // each was counted for both of its objects
		out.Components = append(out.Components, one)
	}
	return out
}
