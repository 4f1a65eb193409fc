package pointjointest

import (
	"testing"

	"flyby/points"
)

// Store returns rows of some dimensions as a store.
func Store(t testing.TB, rows [][]float64, dimensions int) *points.Store {
	t.Helper()
	return Drawn(t, len(rows), dimensions, func(row, dimension int) float64 { return rows[row][dimension] })
}

// Drawn returns points whose coordinates value draws, one dimension after another, and within each by
// rows.
func Drawn(t testing.TB, rows, dimensions int, value func(row, dimension int) float64) *points.Store {
	t.Helper()
	columns := make([][]float64, dimensions)
	for j := range columns {
		columns[j] = make([]float64, rows)
		for row := range columns[j] {
			columns[j][row] = value(row, j)
		}
	}
	return Columns(t, columns)
}

// Columns returns one column or more as a store.
func Columns(t testing.TB, columns [][]float64) *points.Store {
	t.Helper()
	s, err := points.New(columns, points.RowIDs(len(columns[0])))
	if err != nil {
		t.Fatal(err)
	}
	return s
}
