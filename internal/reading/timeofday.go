package reading

import (
	"fmt"

	"flyby/internal/infile"
	measure "flyby/internal/unit"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// TakeOfDay notes that the times are text of times of day, which become seconds since midnight. It returns of, the name and the unit of a kind of
// column, with that unit. cause says that the file names another.
func (l *FileColumns) TakeOfDay(of func(kind int) (name, unit string)) (told func(kind int) (name, unit string), cause string) {
	name, unit := of(ColT)
	if unit != "" && measure.Label(unit, measure.Time) != "s" {
		return of, fmt.Sprintf("column %s holds times of day, and its unit is %s", name, infile.Shorten(unit))
	}
	l.OfDay, l.Units.Time = l.Name[ColT], "s"
	return func(kind int) (string, string) {
		if kind == ColT {
			return name, "s"
		}
		return of(kind)
	}, ""
}

// TakeOfDay makes numbers of the times, as the first text of a column of times turns out to be a time of day. It is called before the first row. of returns the name and
// the unit of a kind of column.
func (f *Feed) TakeOfDay(o *Options, of func(kind int) (name, unit string)) error {
	of, cause := f.Table.Layout.TakeOfDay(of)
	if cause != "" {
		return &format.Error{File: f.Table.Source.Name, Cause: cause}
	}
	f.SetTimes(trajectory.Number)
	return f.Convert(o, of)
}

// OfDayNote says in words that the times of a column, as in Report.OfDay, are times of day; "" for none.
func OfDayNote(column string) string {
	if column == "" {
		return ""
	}
	return "the times of " + column + " are times of day, and count seconds from midnight"
}
