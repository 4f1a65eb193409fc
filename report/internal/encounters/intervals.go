package encounters

import (
	"cmp"
	"slices"
)

// mostIntervals is the number of objects whose intervals are drawn.
const mostIntervals = 40

// objects returns the numbers of the two objects of a row: of a search, numbers of entries follow the numbers of queries.
func (m *maker) objects(b *brief) [2]int {
	if m.Joins() {
		return [2]int{int(b.query), int(b.entry)}
	}
	return [2]int{int(b.query), m.Queries.Trajectories() + int(b.entry)}
}

// name returns the name of an object, with its id where others have the name, too.
func (m *maker) name(object int) string {
	switch name, id := m.named[object], m.id(object); {
	case name == "":
		return id
	case m.namesakes[name] > 1:
		return name + " (" + id + ")"
	default:
		return name
	}
}

// id returns the id of an object, and where queries and entries both have it, which of the two it is from.
func (m *maker) id(object int) string {
	if m.Joins() {
		return m.Entries.ID(object)
	}
	in, other, what := m.Queries, m.Entries, " (query)"
	if n := in.Trajectories(); object >= n {
		in, other, what, object = other, in, " (entry)", object-n
	}
	id := in.ID(object)
	if _, both := other.Find(id); both {
		id += what
	}
	return id
}

// drawIntervals fills in the times of encounters, of the objects with most encounters one by one, and of all objects together.
func (m *maker) drawIntervals(g *graph) {
	d := &m.Data
	place := map[int]int{}
	d.Intervals = make([]Interval, min(len(g.objects), mostIntervals))
	for i := range d.Intervals {
		of := g.objects[i]
		place[of] = i
		d.Intervals[i] = Interval{Object: m.name(of), Encounters: g.counts[of]}
	}
	r, when := m.When(g.rows)
	d.When = when
	for i := range g.rows {
		b := &g.rows[i]
		span := [2]int{r.At(b.From), r.At(b.Until)}
		for _, of := range m.objects(b) {
			if at, drawn := place[of]; drawn {
				d.Intervals[at].Columns = append(d.Intervals[at].Columns, span)
			}
		}
	}
	for i := range d.Intervals {
		d.Intervals[i].Columns = joinedSpans(d.Intervals[i].Columns)
	}
}

// joinedSpans sorts spans, and joins overlapping ones.
func joinedSpans(all [][2]int) (out [][2]int) {
	slices.SortFunc(all, func(a, b [2]int) int { return cmp.Or(a[0]-b[0], a[1]-b[1]) })
	for _, s := range all {
		if n := len(out) - 1; n >= 0 && s[0] <= out[n][1] {
			out[n][1] = max(out[n][1], s[1])
			continue
		}
		out = append(out, s)
	}
	return out
}
