package report

import (
	"cmp"
	"slices"
)

const (
	// mostMatrix is the greatest number of objects for which the matrix of encounters is drawn.
	mostMatrix = 60
	// mostComponents is the number of components that are listed, and someNames the number of names of each.
	mostComponents = 200
	someNames      = 8
)

// A graph has the objects as vertices, and an edge between two that met.
type graph struct {
	members []member       // members with most encounters first
	counts  map[member]int // numbers of encounters
	parent  map[member]member
}

// graphOf returns the graph of rows.
func (m *maker) graphOf(all []brief) *graph {
	g := &graph{counts: m.rowsOf(all), parent: map[member]member{}}
	g.members = byCount(g.counts)
	for _, of := range g.members {
		g.parent[of] = of
	}
	for i := range all {
		pair := m.members(&all[i])
		g.parent[g.root(pair[0])] = g.root(pair[1])
	}
	return g
}

// root returns the member that stands for the component of another member. Members that it passes come closer to their root.
func (g *graph) root(of member) member {
	for g.parent[of] != of {
		g.parent[of] = g.parent[g.parent[of]]
		of = g.parent[of]
	}
	return of
}

// components returns the members of each component, the largest component first, and in each the members with most encounters first.
func (g *graph) components() [][]member {
	place := map[member]int{}
	var all [][]member
	for _, of := range g.members {
		root := g.root(of)
		at, there := place[root]
		if !there {
			at = len(all)
			place[root] = at
			all = append(all, nil)
		}
		all[at] = append(all[at], of)
	}
	slices.SortStableFunc(all, func(a, b []member) int {
		return cmp.Or(len(b)-len(a), g.counts[b[0]]-g.counts[a[0]], a[0].compare(b[0]))
	})
	return all
}

// meetings returns the Meetings of some rows.
func (m *maker) meetings(all []brief) Meetings {
	g := m.graphOf(all)
	if len(g.members) > mostMatrix {
		return m.listed(all, g, g.components())
	}
	return m.matrix(all, g.components())
}

// matrix returns Meetings with the number of encounters of each two objects.
func (m *maker) matrix(all []brief, components [][]member) (out Meetings) {
	place := map[member]int{}
	for _, c := range components {
		for _, of := range c {
			place[of] = len(out.Objects)
			out.Objects = append(out.Objects, m.name(of))
		}
	}
	counts := map[[2]int]int{}
	for i := range all {
		pair := m.members(&all[i])
		a, b := place[pair[0]], place[pair[1]]
		counts[[2]int{min(a, b), max(a, b)}] += int(all[i].encounters)
	}
	for pair, n := range counts {
		out.Counts = append(out.Counts, [3]int{pair[0], pair[1], n})
	}
	slices.SortFunc(out.Counts, func(a, b [3]int) int { return slices.Compare(a[:], b[:]) })
	return out
}

// listed returns Meetings with a table of components.
func (m *maker) listed(all []brief, g *graph, components [][]member) (out Meetings) {
	encounters := map[member]int{}
	for i := range all {
		encounters[g.root(m.members(&all[i])[0])] += int(all[i].encounters)
	}
	out.More = max(0, len(components)-mostComponents)
	for _, c := range components[:len(components)-out.More] {
		one := Component{Objects: len(c), Encounters: encounters[g.root(c[0])]}
		for _, of := range c[:min(len(c), someNames)] {
			one.Some = append(one.Some, m.name(of))
		}
		out.Components = append(out.Components, one)
	}
	return out
}
