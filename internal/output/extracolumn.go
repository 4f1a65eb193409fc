package output

// A Column is a further column of results, whose values the caller has: see WriteOptions.Further.
type Column struct{ out outColumn }

// LengthColumn returns a column of lengths in the unit of positions. *values must have the lengths of the next chunk whenever a
// chunk is written; all are finite.
func LengthColumn(name string, values *[]float64) Column {
	return Column{outColumn{name: name, f64: values, counts: InLength, read: true}}
}

// DegreeColumn is LengthColumn for longitudes or latitudes.
func DegreeColumn(name string, values *[]float64) Column {
	return Column{outColumn{name: name, f64: values, counts: InDegrees}}
}

// DurationColumn is LengthColumn for differences of times of the data, which are written as durations of answers are, and may be below 0.
func DurationColumn(name string, values *[]float64) Column {
	return Column{outColumn{name: name, f64: values, counts: InTime}}
}

// SpeedColumn is LengthColumn for speeds, in the unit of positions by the unit of times. NaN stands for no speed, which is empty
// in CSV, null in other formats.
func SpeedColumn(name string, values *[]float64) Column {
	return Column{outColumn{name: name, f64: values, counts: InSpeed, optional: true}}
}

// Values returns the values of the next chunk: numbers, NaN for none, of a column of numbers, texts, "" for none, of a TextColumn, and of other columns neither.
func (c Column) Values() (numbers []float64, texts []string) {
	switch {
	case c.out.f64 != nil:
		return *c.out.f64, nil
	case c.out.texts == nil:
		return nil, nil
	}
	texts = make([]string, len(*c.out.u32))
	for i, code := range *c.out.u32 {
		texts[i] = c.out.texts[code]
	}
	return nil, texts
}

// outColumns returns columns as writers have them.
func outColumns(all []Column) (columns []outColumn) {
	for _, c := range all {
		columns = append(columns, c.out)
	}
	return columns
}

// TextColumn returns a column of text. *codes has, for each row of the next chunk, the index of its text in texts; an empty text
// is no value, as NaN is in SpeedColumn.
func TextColumn(name string, codes *[]uint32, texts []string) Column {
	return Column{outColumn{name: name, u32: codes, texts: texts, optional: true}}
}

// NumberColumn is SpeedColumn for numbers without a unit.
func NumberColumn(name string, values *[]float64) Column {
	return Column{outColumn{name: name, f64: values, optional: true}}
}

// The measures of columns: lengths are in the unit of positions, durations in the unit of times, speeds in lengths by durations.
const (
	Lengths   = InLength
	Durations = InTime
	Speeds    = InSpeed
)

// MeasuredColumn is NumberColumn for numbers of the data with a measure. They are written unchanged, durations too.
func MeasuredColumn(name string, values *[]float64, of Measure) Column {
	return Column{outColumn{name: name, f64: values, counts: of, optional: true, read: true}}
}

// textCells formats text, quoted as the format requires.
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

// longestOf returns the length of the longest of some texts.
func longestOf(texts []string) (longest int) {
	for _, text := range texts {
		longest = max(longest, len(text))
	}
	return longest
}
