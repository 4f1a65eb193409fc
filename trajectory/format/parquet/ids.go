package parquet

import (
	"context"
	"fmt"

	"flyby/internal/parquet"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// findTypes finds the types of the columns to read.
func (r *parquetReader) findTypes(ctx context.Context) error {
	for kind, at := range r.layout.At {
		if at < 0 {
			continue
		}
		if g := r.geometry; g != nil && at >= g.first {
			r.types[kind] = g.typeOf(kind, r.o)
			continue
		}
		column := &r.file.Columns()[at]
		typ, cause := typeOf(column, kind)
		if cause != "" {
			if kind == format.ColID {
				if err := r.file.CastFloats(ctx, column); err != nil {
					return err
				}
			}
			return &format.Error{File: r.src.Name, Cause: fmt.Sprintf("column %s: %s", r.layout.Name[kind], cause)}
		}
		typ.Clock = r.o.Times
		switch {
		case kind == format.ColT && r.layout.Still:
			typ.times, typ.still = r.o.Places.Times, r.o.Places
		case kind == format.ColT:
			if cause := r.o.UnfitUnix(r.layout.Name[kind], "", typ.Times); cause != "" {
				return &format.Error{File: r.src.Name, Cause: cause}
			}
			typ.times, typ.unix, typ.unixUnit = r.o.KindOf(typ.times), r.o.IsUnix(), r.o.UnixUnit()
			r.noteZone(typ)
			if err := r.learnTimes(ctx, typ); err != nil {
				return err
			}
		}
		r.types[kind] = typ
	}
	return nil
}

// learnTimes finds out whether the times of a column of text, which no preset took, are times of day.
func (r *parquetReader) learnTimes(ctx context.Context, times *parquetType) (err error) {
	if r.taken.Preset != nil {
		return nil
	}
	name := r.layout.Name[format.ColT]
	if times.Clock, err = r.file.ClockOf(ctx, name, times.Type, times.Clock); err != nil {
		return err
	}
	if times.Clock.OfDay() {
		times.times = trajectory.Number
	}
	return nil
}

// noteZone notes in the layout that the times of a type are taken for UTC, if neither the file nor the options say their zone.
func (r *parquetReader) noteZone(times *parquetType) {
	if times.LacksZone() && !r.o.Times.Zone.Known() {
		r.layout.Unzoned = r.layout.Name[format.ColT]
	}
}

// settleIDs turns unsigned ids into names if one of them, in any row, is beyond int64, as in files of text. To find out
// it reads the column of ids in all row groups of the footer.
func (r *parquetReader) settleIDs(ctx context.Context) error {
	t := r.types[format.ColID]
	if !t.Wide() || t.Text || r.picked != nil {
		return nil
	}
	ids := &parquet.Scan[int64]{Label: r.layout.Name[format.ColID], Type: t.Type, Convert: t.Ints}
	row, _, err := ids.Find(ctx, r.file, func(id int64) bool { return id < 0 }) // integers beyond int64 are negative
	if err == nil && row >= 0 {
		t.Spell()
	}
	return err
}
