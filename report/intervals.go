package report

import (
	"cmp"
	"maps"
	"slices"
)

// mostIntervals is the number of objects whose intervals are drawn.
const mostIntervals = 40

// A member is an object of the figures. In a join all are queries.
type member struct {
	side uint8 // 0 for queries, 1 for entries
	traj uint32
}

// members returns the two members of a row.
func (m *maker) members(b *brief) [2]member {
	if m.Joins() {
		return [2]member{{0, b.query}, {0, b.entry}}
	}
	return [2]member{{0, b.query}, {1, b.entry}}
}

// compare orders members as the data sets do.
func (a member) compare(b member) int {
	return cmp.Or(cmp.Compare(a.side, b.side), cmp.Compare(a.traj, b.traj))
}

// name returns the id of a member, and where queries and entries both have it, which of the two it is from.
func (m *maker) name(of member) string {
	in, other, what := m.Asking(), m.Entries, " (query)"
	if of.side > 0 {
		in, other, what = other, in, " (entry)"
	}
	id := in.ID(int(of.traj))
	if m.Joins() {
		return id
	}
	if _, both := other.Find(id); both {
		id += what
	}
	return id
}

// rowsOf counts the encounters of each member.
func (m *maker) rowsOf(all []brief) map[member]int {
	counts := map[member]int{}
	for i := range all {
		for _, of := range m.members(&all[i]) {
			counts[of] += int(all[i].encounters)
		}
	}
	return counts
}

// byCount returns the members, the ones with most encounters first.
func byCount(counts map[member]int) []member {
	return slices.SortedFunc(maps.Keys(counts), func(a, b member) int { return cmp.Or(counts[b]-counts[a], a.compare(b)) })
}

// intervals fills in the times of encounters, of the objects with most encounters one by one, and of all objects together.
func (m *maker) intervals(d *Data, all []brief) {
	counts := m.rowsOf(all)
	order := byCount(counts)
	order = order[:min(len(order), mostIntervals)]
	place := map[member]int{}
	d.Intervals = make([]Interval, len(order))
	for i, of := range order {
		place[of] = i
		d.Intervals[i] = Interval{Object: m.name(of), Encounters: counts[of]}
	}
	r, when := m.When(all)
	d.When = when
	for i := range all {
		b := &all[i]
		span := [2]int{r.At(b.From), r.At(b.Until)}
		for _, of := range m.members(b) {
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
