package arrow

import "flyby/trajectory/format"

// glances reads the first batch, for advice about a stream that lacks columns: a stream that is read on starts anew.
func (r *reader) glances() format.GlanceFunc {
	unitsOf(r.schema, r.columns) // faults of metadata are no matter of advice
	r.values, r.wants = make([]values, len(r.columns)), make([]bool, len(r.columns))
	for i := range r.columns {
		r.values[i], r.wants[i] = values{column: &r.columns[i], clock: r.o.Times}, r.columns[i].single()
	}
	rows := 0
	if batch, err := r.nextBatch(); err == nil && batch != nil {
		rows = min(int(batch.NumRows()), format.MostGlanced)
	}
	return func(column int) (g format.Glance) {
		if column >= len(r.columns) { // it represents a geometry, whose numbers have the units of its CRS
			return format.Glance{Unit: "m"}
		}
		c := &r.columns[column]
		g.Unit, g.Timed = c.unit, c.isStamp() && !c.unzoned()
		for row := 0; row < rows && r.wants[column]; row++ {
			g.Cells = append(g.Cells, r.values[column].cell(row).String())
		}
		return g
	}
}
