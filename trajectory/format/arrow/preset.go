package arrow

import "flyby/trajectory/format"

// readPreset reads the rows of a stream whose columns a preset took: see docs/decisions/0089-presets-of-typed-tables.md.
func (r *reader) readPreset() (*format.Parsed, error) {
	own := *r.o
	for _, l := range r.taken.Layouts(r.layout) {
		for kind, at := range l.At {
			if at < 0 || kind == format.ColT && l.Still {
				continue
			}
			if cause := r.columns[at].serves(kind, r.zoned()); cause != "" {
				return nil, r.fail(cause)
			}
		}
	}
	if at := r.layout.At[format.ColT]; !r.layout.Still {
		own.Stamped = r.columns[at].isStamp()
	}
	if own.Stamped {
		own.Times.Layout = nil
	}
	units, cause := format.UnitsOf(&own, r.label)
	if cause != "" {
		return nil, r.fail(cause)
	}
	own.Said = &format.TableLabels{Units: units, Of: r.label, Single: func(i int) bool { return r.columns[i].single() }}
	rows, err := format.NewPresetRows(r.src, namesOf(r.columns), r.layout, r.taken, &own)
	if err != nil {
		return nil, err
	}
	rows.Table.Number = format.NumberRecords
	return rows.Finish(r.presetBatches(rows), "no rows")
}

// zoned returns the options, with UTC where they have no zone: the preset may know the zone of times in text, and where it does
// not, reading the text returns the error.
func (r *reader) zoned() *format.Options {
	o := *r.o
	if !o.Times.Zone.Known() {
		o.Times, _ = format.TimesOf("UTC", "") //nolint:errcheck // UTC exists
	}
	return &o
}

// presetBatches hands the rows of all batches on.
func (r *reader) presetBatches(rows *format.PresetRows) error {
	wanted := rows.Wanted()
	for _, at := range wanted {
		r.wants[at] = true
	}
	fields := make([][]byte, len(r.columns))
	return r.batches(func(n int) error {
		for r.row = 0; r.row < n; r.row++ {
			for _, at := range wanted {
				format.SetField(fields, at, r.values[at].fieldText(r.row, rows.IsNumber(at)))
			}
			if err := rows.Row(r.before+r.row+1, fields); err != nil {
				return err
			}
		}
		return nil
	})
}
