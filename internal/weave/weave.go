// Package weave inserts rows at given positions, one column at a time.
package weave

// A Split says that the way from row From to the later row To is cut into parts: parts-1 rows are
// inserted before row To.
type Split struct {
	From, To, Parts int
}

// Added returns how many rows splits add.
func Added(splits []Split) (n int) {
	for _, s := range splits {
		n += s.Parts - 1
	}
	return n
}

// Column inserts the added rows of splits, which are in order of To, each before the row To. A column that is nil stays nil, and a column
// without splits is returned as it is.
func Column[T any](col, added []T, splits []Split) []T {
	if col == nil || len(splits) == 0 {
		return col
	}
	out := make([]T, 0, len(col)+Added(splits))
	for row, v := range col {
		if len(splits) > 0 && splits[0].To == row {
			more := splits[0].Parts - 1
			splits = splits[1:]
			out, added = append(out, added[:more]...), added[more:]
		}
		out = append(out, v)
	}
	return out
}
