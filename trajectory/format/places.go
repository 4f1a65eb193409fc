package format

import (
	"errors"
	"fmt"
	"math"

	"flyby/trajectory"
)

// NoTimes stands for t in Options.Columns. With it, a file without a column t is a file of places, and so is a file whose t is empty
// in every row. Other files are read by their column t, as without NoTimes.
const NoTimes = "none"

// Places say when the places of a file without times are there: from the first to the last instant of the data that they are
// searched with. See Options.Places.
type Places struct {
	First, Last float64
	Times       trajectory.TimeKind // of both instants
	Units       Units               // only Time and Scale count
}

// Check refuses invalid instants.
func (p *Places) Check() error {
	if p != nil && !(p.First <= p.Last && math.Abs(p.First) <= trajectory.MaxMagnitude && math.Abs(p.Last) <= trajectory.MaxMagnitude) {
		return errors.New("format: places: the last instant is before the first, or one is not a number")
	}
	return nil
}

// Still clears the options for motion, where there are places.
func (o *Options) Still() {
	if o.Places != nil {
		o.MaxGap, o.MaxSpeed, o.Curve, o.SortTimes = 0, 0, 0, false
	}
}

// TimesName returns the name of the column of times, which a file of places may have.
func (o *Options) TimesName() string {
	if name := o.Columns[ColumnKey(ColT)]; name != "" && name != NoTimes {
		return name
	}
	return ColumnKey(ColT)
}

// NoTimes reports whether a file without a column of times is a file of places.
func (o *Options) NoTimes() bool { return o.Columns["t"] == NoTimes }

// checkPlaces refuses places that are invalid, or in a format that has times of its own.
func (o *Options) checkPlaces(path string, f Format) error {
	if err := o.Places.Check(); err != nil {
		return err
	}
	if o.Still(); o.Places != nil && f.Fixed {
		return fmt.Errorf("format: read %s: %s has times, and no places", path, f.Name)
	}
	return nil
}

// stand makes column x stand for the times that a file of places lacks: x has a good number in every row, and every reader takes
// Places.First in its place.
func (o *Options) stand(l *FileColumns, kind int) {
	if l.Still = o.Places != nil; l.Still && kind == ColX {
		l.At[ColT], l.Name[ColT] = l.At[ColX], l.Name[ColX]
	}
}

// DescribeBadRow returns the column, the value and the cause of a bad row, as its file names them.
func (l *FileColumns) DescribeBadRow(bad *trajectory.RowError, id func() string) (column, value, cause string) {
	if l.Still && bad.Column == ColumnKey(ColT) {
		return l.Name[ColID], id(), "repeated id: a place has one row"
	}
	return l.label(bad.Column), bad.Value, causeOf(bad)
}
