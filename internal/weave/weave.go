// Package weave puts rows between those of columns, one column at a time.
package weave

import "slices"

// A Split says that the way from one row to a later one is cut into parts: parts-1 rows come before
// the row that it leads to.
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

// Column drops those rows of a column that are not kept, all are where keep is nil, and puts the added
// rows before those that splits, in order of To, lead to. Where added is nil, the row that they lead to
// is repeated. A column that is nil stays nil, and one with nothing to do is returned as it is.
func Column[T any](col, added []T, splits []Split, keep []bool) []T {
	if col == nil || keep == nil && len(splits) == 0 {
		return col
	}
	out := make([]T, 0, len(col)+Added(splits))
	for row, v := range col {
		if keep != nil && !keep[row] {
			continue
		}
		if len(splits) > 0 && splits[0].To == row {
			more := splits[0].Parts - 1
			splits = splits[1:]
			if added != nil {
				out, added = append(out, added[:more]...), added[more:]
			} else {
				out = append(out, slices.Repeat([]T{v}, more)...)
			}
		}
		out = append(out, v)
	}
	return out
}
