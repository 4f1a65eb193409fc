package parquet

import (
	"flyby/internal/parquet"
	measure "flyby/internal/unit"
	"flyby/internal/unixtime"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// A parquetType has the storage of a column's values and their meaning in trajectories.
type parquetType struct {
	*parquet.Type
	times    trajectory.TimeKind // of t
	unix     bool                // numbers count since 1970
	unixUnit *unixtime.Unit      // of such numbers, where the options say it
	factor   *measure.Factor     // to the unit of the data; nil: numbers are in it
	still    *format.Places      // of places: the column replaces t, and every time is First
	place    *geometry           // of which the numbers are an axis; nil: of none
	beside   bool                // the numbers come with the numbers of x
}

// label returns the name in errors of the column that values are read from, where the numbers are called
// name.
func (t *parquetType) label(name string) string {
	if t.place != nil {
		return t.place.Name
	}
	return name
}

// typeOf returns the type of a column of a kind (format.ColID, format.ColT, ...), or the reason why it
// cannot be read.
func typeOf(c *parquet.Column, kind int) (t *parquetType, cause string) {
	use := parquet.AsNumber
	switch kind {
	case format.ColID:
		use = parquet.AsID
	case format.ColT:
		use = parquet.AsTime
	}
	t = new(parquetType)
	if t.Type, cause = c.Type(use); cause != "" {
		return nil, cause
	}
	if t.Times {
		t.times = trajectory.Timestamp
	}
	return t, ""
}

// floats converts times and coordinates.
func (t *parquetType) floats(dst []float64, v parquet.Values) []parquet.Fault {
	if t.still != nil {
		for i := range dst {
			dst[i] = t.still.First
		}
		return nil
	}
	if t.unixUnit != nil {
		t.Counts(dst, v, t.unixUnit)
		return t.turn(dst)
	}
	bad := t.Floats(dst, v)
	if t.Times && !t.Clock.OfDay() || t.factor == nil && !t.unix {
		return bad
	}
	return t.turn(dst)
}

// turn converts numbers to the unit of the data.
func (t *parquetType) turn(dst []float64) (bad []parquet.Fault) {
	for i := range dst {
		if t.factor != nil {
			dst[i] = t.factor.Of(dst[i])
		}
		if t.unix && !unixtime.InYears(dst[i]) {
			value, cause := t.unixUnit.Beyond(dst[i])
			bad = append(bad, parquet.Fault{At: i, Value: value, Cause: cause})
		}
	}
	return bad
}
