package output

import "flyby/trajectory/format"

// A Column is a further column of results, whose values the caller has: see WriteOptions.Further.
type Column struct{ out outColumn }

// LengthColumn is a column of lengths in the unit of positions. *values has those of the next chunk
// whenever one is written; all are finite.
func LengthColumn(name string, values *[]float64) Column {
	return Column{outColumn{name: name, f64: values, counts: format.InLength, read: true}}
}

// DegreeColumn is a LengthColumn of longitudes or latitudes.
func DegreeColumn(name string, values *[]float64) Column {
	return Column{outColumn{name: name, f64: values, counts: format.InDegrees}}
}

// SpeedColumn is a LengthColumn of speeds, in the unit of positions by that of times. NaN stands for
// none, which is empty in CSV, null in the others.
func SpeedColumn(name string, values *[]float64) Column {
	return Column{outColumn{name: name, f64: values, counts: format.InSpeed, optional: true}}
}

// outColumns are columns as writers have them.
func outColumns(all []Column) (columns []outColumn) {
	for _, c := range all {
		columns = append(columns, c.out)
	}
	return columns
}

// TextColumn is a column of text. *codes has, for each row of the next chunk, which of texts it has; an empty
// text is none, as NaN is of SpeedColumn.
func TextColumn(name string, codes *[]uint32, texts []string) Column {
	return Column{outColumn{name: name, u32: codes, texts: texts, optional: true}}
}

// NumberColumn is a SpeedColumn of numbers without a unit.
func NumberColumn(name string, values *[]float64) Column {
	return Column{outColumn{name: name, f64: values, optional: true}}
}

// The measures of columns: lengths are in the unit of positions, durations in the unit of times, speeds in lengths by durations.
const (
	Lengths   = format.InLength
	Durations = format.InTime
	Speeds    = format.InSpeed
)

// MeasuredColumn is a NumberColumn of the data whose numbers count something. They are written as they are, durations too.
func MeasuredColumn(name string, values *[]float64, of format.Measure) Column {
	return Column{outColumn{name: name, f64: values, counts: of, optional: true, read: true}}
}

// textCells formats text, quoted as the file wants it.
type textCells struct {
	texts  []string
	asJSON bool
	quote  func(dst []byte, text string) []byte
}

func (w textCells) write(to *cells, from *blockColumn, first, last int) {
	for i, v := range fresh(to, from.u32[first:last]) {
		dst, text := to.begin(), w.texts[v]
		if text == "" && w.asJSON {
			dst = append(dst, "null"...)
		} else {
			dst = w.quote(dst, text)
		}
		to.end(i, dst)
	}
}

// longestOf is the length of the longest of some texts.
func longestOf(texts []string) (longest int) {
	for _, text := range texts {
		longest = max(longest, len(text))
	}
	return longest
}
