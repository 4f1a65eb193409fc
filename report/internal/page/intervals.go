package page

import (
	"cmp"
	"slices"
)

// Intervals is a figure of rows against time: of some objects, or zones, one by one, and of all rows.
type Intervals struct {
	Some []Interval `json:"intervals"` // with most rows first
	When
}

// An Interval is an object, or a zone, with the times of its rows: first and last column of each, overlapping ones joined.
type Interval struct {
	Name    string   `json:"name"`
	Count   int      `json:"count"` // of its rows, or of what they count
	Columns [][2]int `json:"columns"`
}

// mostIntervals is the number of objects, or zones, whose intervals are drawn.
const mostIntervals = 40

// Intervals returns the figure of rows against time. Objects, or zones, are numbers in the order in which some are drawn; of has the numbers of a row's, and about a name and a count of one.
func (m *Maker[R, H]) Intervals(rows []H, objects []int, of func(H) []int, about func(object int) (string, int)) (out Intervals) {
	place := map[int]int{}
	out.Some = make([]Interval, min(len(objects), mostIntervals))
	for i := range out.Some {
		place[objects[i]] = i
		out.Some[i].Name, out.Some[i].Count = about(objects[i])
	}
	whole, when := m.When(rows)
	out.When = when
	for _, row := range rows {
		span := [2]int{whole.At(row.Time().From), whole.At(row.Time().Until)}
		for _, object := range of(row) {
			if at, drawn := place[object]; drawn {
				out.Some[at].Columns = append(out.Some[at].Columns, span)
			}
		}
	}
	for i := range out.Some {
		out.Some[i].Columns = joinedSpans(out.Some[i].Columns)
	}
	return out
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
