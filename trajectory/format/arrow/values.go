package arrow

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"

	"flyby/internal/codec"
	"flyby/internal/infile"
	"flyby/internal/localtime"
	"flyby/internal/rfc3339"
	"flyby/internal/unixtime"
)

// missing is the fault of a row without a value in a required column.
const missing = "missing"

// values are the values of a column in the current batch.
type values struct {
	*column
	array, parent arrow.Array // parent: the struct around them; nil: none
	words         arrow.Array // of a dictionary; nil: there is none
	index         *array.Dictionary
	clock         localtime.Reader // of times in text, or without a zone
	some          bool             // some may be null
	items         *values          // of lists; nil: values are no lists
	unixUnit      *unixtime.Unit   // since 1970, of times; nil: numbers are no such times
}

// set takes the values of a batch, whose lengths and offsets were checked: see layout.
func (v *values) set(batch arrow.RecordBatch) {
	if v.place != nil {
		v.setPlace(batch)
		return
	}
	v.array, v.parent, v.words, v.index = batch.Column(v.field), nil, nil, nil
	if v.part >= 0 {
		v.parent = v.array
		v.array = v.parent.(*array.Struct).Field(v.part)
	}
	if d, ok := v.array.(*array.Dictionary); ok {
		v.index, v.words = d, d.Dictionary()
	}
	if v.items != nil {
		v.items.array = v.array.(array.ListLike).ListValues()
		v.items.some = v.items.array.NullN() != 0
	}
	v.some = v.array.NullN() != 0 || v.parent != nil && v.parent.NullN() != 0 || v.words != nil && v.words.NullN() != 0
}

// isNull reports whether a row has no value.
func (v *values) isNull(row int) bool {
	return v.some && (v.array.IsNull(row) || v.parent != nil && v.parent.IsNull(row) || v.words != nil && v.isNullWord(row))
}

func (v *values) isNullWord(row int) bool {
	at := v.index.GetValueIndex(row)
	return at >= 0 && at < v.words.Len() && v.words.IsNull(at)
}

// text returns the text in a row, which is valid until the next batch.
func (v *values) text(row int) (text, cause string) {
	of := v.array
	if v.words != nil {
		at := v.index.GetValueIndex(row)
		if at < 0 || at >= v.words.Len() {
			return "", "corrupt: number " + strconv.Itoa(at) + " of a dictionary of " + strconv.Itoa(v.words.Len())
		}
		of, row = v.words, at
	}
	switch a := of.(type) {
	case *array.String:
		return a.Value(row), ""
	case *array.LargeString:
		return a.Value(row), ""
	case *array.StringView:
		return a.Value(row), ""
	}
	return "", missing
}

// whole returns the integer in a row. An integer beyond int64 is returned as a negative one, and beyond is true.
func (v *values) whole(row int) (n int64, beyond bool) {
	switch a := v.array.(type) {
	case *array.Int8:
		n = int64(a.Value(row))
	case *array.Int16:
		n = int64(a.Value(row))
	case *array.Int32:
		n = int64(a.Value(row))
	case *array.Int64:
		n = a.Value(row)
	case *array.Uint8:
		n = int64(a.Value(row))
	case *array.Uint16:
		n = int64(a.Value(row))
	case *array.Uint32:
		n = int64(a.Value(row))
	case *array.Uint64:
		n = int64(a.Value(row))
		beyond = n < 0
	case *array.Timestamp:
		n = int64(a.Value(row))
	case *array.Date64:
		n = int64(a.Value(row))
	}
	return n, beyond
}

// seconds returns the number in a row of a column that counts since 1970.
func (v *values) seconds(row int) float64 {
	if v.isFloat() {
		x, _, _ := v.plain(row)
		return v.unixUnit.Seconds(x)
	}
	n, beyond := v.whole(row)
	if beyond {
		return v.unixUnit.Unsigned(uint64(n))
	}
	return v.unixUnit.Whole(n)
}

// number returns the number in a row, for a time its seconds since 1970.
func (v *values) number(row int) (x float64, value, cause string) {
	if v.unixUnit != nil {
		return v.seconds(row), "", ""
	}
	return v.plain(row)
}

// plain is number for a column that does not count since 1970.
func (v *values) plain(row int) (x float64, value, cause string) {
	if v.place != nil {
		if f, ok := v.place.faults[row]; ok {
			return 0, f.value, f.cause
		}
	}
	switch a := v.array.(type) {
	case *array.Float64:
		return a.Value(row), "", ""
	case *array.Float32:
		return float64(a.Value(row)), "", ""
	}
	switch {
	case v.isText():
		return v.parsed(row)
	case v.isStamp():
		return v.instant(row)
	}
	n, beyond := v.whole(row)
	if beyond {
		return float64(uint64(n)), "", ""
	}
	return float64(n), "", ""
}

// parsed returns the time in a text.
func (v *values) parsed(row int) (sec float64, value, cause string) {
	text, cause := v.text(row)
	if cause != "" {
		return 0, "", cause
	}
	sec, err := v.clock.Parse(text)
	if err != nil {
		return 0, strings.Clone(text), infile.Inner(err)
	}
	return sec, "", ""
}

// instant returns a value of a time type in seconds, correctly rounded.
func (v *values) instant(row int) (sec float64, value, cause string) {
	count, _ := v.whole(row)
	per, err := v.perSecond(), error(nil)
	switch {
	case v.lacksZone():
		count, err = v.clock.Zone.Instant(count, per)
	case !rfc3339.CountInYears(count, per):
		err = rfc3339.ErrYears
	}
	if err != nil {
		return 0, v.instantText(row), err.Error()
	}
	return infile.Ratio(count, per), "", ""
}

// instantText returns a value of a time type as text: RFC 3339, without an offset where there is no zone, or a date.
func (v *values) instantText(row int) string {
	count, _ := v.whole(row)
	per := v.perSecond()
	sec := infile.Ratio(count, per)
	text := rfc3339.Format(sec)
	if per == codec.TimeRounded.Per() && !(math.Abs(sec) < codec.EndRounded && codec.TimeRounded.Units(sec) == count) {
		text = time.Unix(0, count).UTC().Format(time.RFC3339Nano)
	}
	switch {
	case v.isDate():
		return text[:min(len(text), len(time.DateOnly))]
	case v.unzoned():
		return strings.TrimSuffix(text, "Z")
	}
	return text
}

// cell returns the value in a row in its own type. Text is valid until the next batch.
func (v *values) cell(row int) infile.Cell {
	switch {
	case v.isNull(row):
		return infile.Cell{}
	case v.isText():
		text, _ := v.text(row)
		return infile.TextCell([]byte(text))
	case v.isStamp():
		return infile.TextCell([]byte(v.instantText(row)))
	case v.isFloat():
		x, _, _ := v.plain(row)
		bits := 64
		if v.typ.ID() == arrow.FLOAT32 {
			bits = 32
		}
		return infile.NumberCell(x, bits)
	}
	switch a := v.array.(type) {
	case *array.Boolean:
		return infile.TextCell(strconv.AppendBool(nil, a.Value(row)))
	case *array.Binary:
		return infile.TextCell(a.Value(row))
	}
	n, beyond := v.whole(row)
	if beyond {
		return infile.TextCell(strconv.AppendUint(nil, uint64(n), 10))
	}
	return infile.IntegerCell(n)
}

// fieldText returns the value in a row as a preset reads it: in a column of numbers the equal float64, "" for NaN.
func (v *values) fieldText(row int, isNumber bool) string {
	c := v.cell(row)
	x, ok := c.Number()
	switch {
	case isNumber && ok && x != x:
		return ""
	case isNumber && ok:
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	return c.String()
}
