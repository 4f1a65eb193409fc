package format

// A Column is a further column of results, whose values the caller has: see WriteOptions.Further.
type Column struct{ out outColumn }

// LengthColumn is a column of lengths in the unit of positions. *values has those of the next chunk
// whenever one is written; all are finite.
func LengthColumn(name string, values *[]float64) Column {
	return Column{outColumn{name: name, f64: values, counts: inLength}}
}

// DegreeColumn is a LengthColumn of longitudes or latitudes.
func DegreeColumn(name string, values *[]float64) Column {
	return Column{outColumn{name: name, f64: values, counts: inDegrees}}
}

// SpeedColumn is a LengthColumn of speeds, in the unit of positions by that of times. NaN stands for
// none, which is empty in CSV, null in the others.
func SpeedColumn(name string, values *[]float64) Column {
	return Column{outColumn{name: name, f64: values, counts: inSpeed, optional: true}}
}

// outColumns are columns as writers have them.
func outColumns(all []Column) (columns []outColumn) {
	for _, c := range all {
		columns = append(columns, c.out)
	}
	return columns
}
