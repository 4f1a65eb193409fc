package parquet

import (
	"encoding/binary"
	"math"
	"strconv"
	"strings"
	"time"

	pqformat "github.com/parquet-go/parquet-go/format"

	"flyby/internal/codec"
	"flyby/internal/infile"
	"flyby/internal/localtime"
	"flyby/internal/rfc3339"
	"flyby/internal/unixtime"
)

// A Fault is a value that cannot be converted.
type Fault struct {
	At           int // index among the values converted together
	Value, Cause string
}

// Cell returns the i-th of some values as a cell. Text stands in their scratch.
func (t *Type) Cell(v Values, i int) infile.Cell {
	switch {
	case v.Text != nil:
		return infile.TextCell(v.Text[i])
	case t.Kind == pqformat.Boolean:
		return infile.TextCell(strconv.AppendBool(nil, v.Fixed[i] != 0))
	case t.Times:
		return infile.TextCell([]byte(t.timeText(v.Fixed, i)))
	case t.Kind == pqformat.Double:
		return infile.NumberCell(math.Float64frombits(binary.LittleEndian.Uint64(v.Fixed[8*i:])), 64)
	case t.Kind == pqformat.Float:
		return infile.NumberCell(float64(math.Float32frombits(binary.LittleEndian.Uint32(v.Fixed[4*i:]))), 32)
	}
	whole := t.integer(v.Fixed, i)
	switch {
	case t.per > 1:
		return infile.NumberCell(t.number(whole), 64)
	case t.unsigned && whole < 0:
		return infile.TextCell(strconv.AppendUint(nil, uint64(whole), 10))
	}
	return infile.IntegerCell(whole)
}

// timeText writes a time in RFC 3339, without Z where clocks of a zone show it. A TIMESTAMP of nanoseconds that the nearest float64 does not give
// back is written in full.
func (t *Type) timeText(fixed []byte, i int) string {
	text := t.utcText(fixed, i)
	if t.days {
		return text[:min(len(text), len(time.DateOnly))]
	}
	if t.unzoned && t.Clock.Zone.Known() {
		return strings.TrimSuffix(text, "Z")
	}
	return text
}

// utcText writes a time in RFC 3339 as if it were in UTC.
func (t *Type) utcText(fixed []byte, i int) string {
	if t.Kind == pqformat.Int96 {
		return rfc3339.Format(codec.Join(int96Time(fixed[12*i:])))
	}
	count := t.integer(fixed, i)
	sec := t.number(count)
	if t.per != codec.TimeRounded.Per() || math.Abs(sec) < codec.EndRounded && codec.TimeRounded.Units(sec) == count {
		return rfc3339.Format(sec)
	}
	return time.Unix(0, count).UTC().Format(time.RFC3339Nano)
}

// Texts converts text to strings, which outlive the scratch.
func (t *Type) Texts(dst []string, v Values) []Fault {
	for i, b := range v.Text {
		if i > 0 && dst[i-1] == infile.TextOf(b) {
			dst[i] = dst[i-1] // ids repeat as a rule
			continue
		}
		dst[i] = string(b)
	}
	return nil
}

// Ints converts integers.
func (t *Type) Ints(dst []int64, v Values) (bad []Fault) {
	for i := range dst {
		if dst[i] = t.integer(v.Fixed, i); dst[i] < 0 && t.unsigned {
			bad = append(bad, Fault{i, strconv.FormatUint(uint64(dst[i]), 10), "an id beyond int64"})
		}
	}
	return bad
}

// Floats converts numbers, and times to seconds since 1970.
func (t *Type) Floats(dst []float64, v Values) []Fault {
	switch t.Kind {
	case pqformat.Double:
		for i := range dst {
			dst[i] = math.Float64frombits(binary.LittleEndian.Uint64(v.Fixed[8*i:]))
		}
	case pqformat.Float:
		for i := range dst {
			dst[i] = float64(math.Float32frombits(binary.LittleEndian.Uint32(v.Fixed[4*i:])))
		}
	case pqformat.Int96:
		return t.oldTimes(dst, v.Fixed)
	case pqformat.Int32, pqformat.Int64:
		if t.Times {
			return t.instants(dst, v.Fixed)
		}
		for i := range dst {
			dst[i] = t.number(t.integer(v.Fixed, i))
		}
	default:
		return t.parse(dst, v.Text)
	}
	return nil
}

// Counts converts numbers that count since 1970 to seconds.
func (t *Type) Counts(dst []float64, v Values, to *unixtime.Unit) {
	if t.Kind != pqformat.Int32 && t.Kind != pqformat.Int64 {
		t.Floats(dst, v)
		for i := range dst {
			dst[i] = to.Seconds(dst[i])
		}
		return
	}
	for i := range dst {
		switch whole := t.integer(v.Fixed, i); {
		case t.unsigned && whole < 0:
			dst[i] = to.Unsigned(uint64(whole))
		case t.per > 1:
			dst[i] = to.Fraction(whole, t.per)
		default:
			dst[i] = to.Whole(whole)
		}
	}
}

// parse reads times in text.
func (t *Type) parse(dst []float64, text [][]byte) (bad []Fault) {
	clock := t.Clock
	for i, b := range text {
		sec, err := clock.Parse(string(b))
		if dst[i] = sec; err != nil {
			bad = append(bad, Fault{i, string(b), infile.Inner(err)})
		}
	}
	return bad
}

// instants converts TIMESTAMPs and days, whose midnights are those of a zone.
func (t *Type) instants(dst []float64, fixed []byte) (bad []Fault) {
	var zone localtime.Zone // a copy, for one goroutine
	if t.LacksZone() {
		zone = t.Clock.Zone
	}
	for i := range dst {
		count := t.integer(fixed, i)
		if t.days {
			count *= 86400
		}
		at, err := zone.Instant(count, t.per)
		if dst[i] = infile.Ratio(at, t.per); err != nil {
			bad = append(bad, t.untimely(fixed, i, err))
		}
	}
	return bad
}

// oldTimes converts timestamps of old Spark and Impala.
func (t *Type) oldTimes(dst []float64, fixed []byte) (bad []Fault) {
	zone := t.Clock.Zone // a copy, for one goroutine
	for i := range dst {
		whole, nanos := int96Time(fixed[12*i:])
		at, err := zone.Instant(whole, 1)
		if dst[i] = codec.Join(at, nanos); err != nil {
			bad = append(bad, t.untimely(fixed, i, err))
		}
	}
	return bad
}

// untimely returns the fault of a time that cannot be converted.
func (t *Type) untimely(fixed []byte, i int, err error) Fault {
	return Fault{i, t.timeText(fixed, i), err.Error()}
}

// integer returns the i-th of some integers. An unsigned one that is beyond int64 is negative.
func (t *Type) integer(fixed []byte, i int) int64 {
	switch {
	case t.Kind == pqformat.Int64:
		return int64(binary.LittleEndian.Uint64(fixed[8*i:]))
	case t.unsigned:
		return int64(binary.LittleEndian.Uint32(fixed[4*i:]))
	}
	return int64(int32(binary.LittleEndian.Uint32(fixed[4*i:])))
}

// number returns the value of an integer that counts days or units of 1/per.
func (t *Type) number(whole int64) float64 {
	switch {
	case t.days:
		return float64(whole * 86400)
	case t.unsigned && whole < 0:
		return float64(uint64(whole))
	}
	return infile.Ratio(whole, t.per)
}

// int96Time reads the timestamp of old Spark and Impala: nanoseconds of the day, then the Julian day, both with a sign. It returns the seconds
// since 1970 and the nanoseconds after them.
func int96Time(b []byte) (whole, nanos int64) {
	const epoch, second = 2440588, 1e9 // the Julian day of 1970-01-01
	nanos = int64(binary.LittleEndian.Uint64(b))
	whole = (int64(int32(binary.LittleEndian.Uint32(b[8:])))-epoch)*86400 + nanos/second
	if nanos %= second; nanos < 0 {
		whole, nanos = whole-1, nanos+second
	}
	return whole, nanos
}
