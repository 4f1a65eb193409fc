package parquet

import "sort"

// rowBefore returns the number that a row had before sorted rows were removed.
func rowBefore(removed []int, row int) int {
	return row + sort.Search(len(removed), func(i int) bool { return removed[i]-i > row })
}

// without removes sorted rows from a column, in place.
func without[T any](col []T, rows []int) []T {
	if len(rows) == 0 || col == nil {
		return col
	}
	n := rows[0]
	for i, row := range rows {
		end := len(col)
		if i+1 < len(rows) {
			end = rows[i+1]
		}
		n += copy(col[n:], col[row+1:end])
	}
	return col[:n]
}
