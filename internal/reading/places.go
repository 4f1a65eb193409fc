package reading

import (
	"fmt"

	"flyby/trajectory"
)

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
