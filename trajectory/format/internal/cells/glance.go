package cells

import "flyby/trajectory/format"

// A Peek returns the cells of the first rows of a table, for advice about a table that lacks columns; written says that cells are text.
type Peek func() (rows [][][]byte, written bool)

// glances returns the GlanceFunc of a table.
func glances(columns []Column, peek Peek) format.GlanceFunc {
	var rows [][][]byte
	written, peeked := false, false
	return func(column int) (g format.Glance) {
		if !peeked {
			rows, written = peek()
			peeked = true
		}
		c := &columns[column]
		g.Unit = c.Unit
		for _, row := range rows {
			switch {
			case !c.isSingle() || column >= len(row):
			case written:
				g.Cells = append(g.Cells, c.written(row[column]).String())
			default:
				g.Cells = append(g.Cells, c.stored(new([]byte), row[column]).String())
			}
		}
		return g
	}
}
