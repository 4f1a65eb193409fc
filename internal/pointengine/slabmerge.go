package pointengine

import (
	"math"
	"slices"

	"flyby/internal/pointjoin"
)

// merger merges two lists of neighbours of a query, the nearest first, in memory of its own.
type merger struct {
	*slabNearest
	query  []float64
	lists  [2][]uint32 // of rows
	next   [2]float64  // Squares of the first of each list; infinite where it is empty
	at     [2][]float64
	merged []uint32
}

// merge merges the neighbours that a slab has, indexes into its rows, into the neighbours of
// a query.
func (m *merger) merge(query uint32, rows, found []uint32) {
	known := m.neighbours(query)
	m.query, m.merged = m.of.Append(m.query[:0], int(query)), m.merged[:0]
	m.lists = [2][]uint32{known, m.wholeRows(query, rows, found)}
	if end := slices.Index(known, noRow); end >= 0 {
		m.lists[0] = known[:end]
	}
	m.look(0)
	m.look(1)
	for len(m.merged) < m.each && len(m.lists[0])+len(m.lists[1]) > 0 {
		i := m.nearer()
		m.merged = append(m.merged, m.lists[i][0])
		m.lists[i] = m.lists[i][1:]
		m.look(i)
	}
	copy(known, m.merged)
}

// wholeRows turns the indexes found into rows of the whole set. A point is not its own
// neighbour.
func (m *merger) wholeRows(query uint32, rows, found []uint32) []uint32 {
	for i, place := range found {
		found[i] = rows[place]
	}
	if m.Queries != nil {
		return found
	}
	return slices.DeleteFunc(found, func(row uint32) bool { return row == query })
}

// look measures the distance of a list's first point.
func (m *merger) look(list int) {
	m.next[list] = math.Inf(1)
	if rows := m.lists[list]; len(rows) > 0 {
		m.at[list] = m.set.Points.Append(m.at[list][:0], int(rows[0]))
		m.next[list] = pointjoin.Squares(m.query, m.at[list])
	}
}

// nearer returns the list whose first point is nearer to the query; of equal ones the list
// with the lower row.
func (m *merger) nearer() int {
	n := len(m.query)
	switch {
	case len(m.lists[1]) == 0 || len(m.lists[0]) > 0 && pointjoin.SurelyLess(m.next[0], m.next[1], n):
		return 0
	case len(m.lists[0]) == 0 || pointjoin.SurelyLess(m.next[1], m.next[0], n):
		return 1
	}
	c := pointjoin.Closer(m.query, m.at[0], m.at[1])
	if c < 0 || c == 0 && m.lists[0][0] < m.lists[1][0] {
		return 0
	}
	return 1
}
