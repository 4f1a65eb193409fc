package parquet

import (
	"encoding/binary"
	"math"
	"strconv"
	"time"

	pqformat "github.com/parquet-go/parquet-go/format"

	"flyby/internal/infile"
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

// timeText writes a time in RFC 3339. A TIMESTAMP of nanoseconds that the nearest float64 does not give back is written in
// full.
func (t *Type) timeText(fixed []byte, i int) string {
	if t.Kind == pqformat.Int96 {
		return rfc3339.Format(int96Time(fixed[12*i:]))
	}
	count := t.integer(fixed, i)
	sec := t.number(count)
	if t.per != TimeRounded.Per() || math.Abs(sec) < EndRounded && TimeRounded.Units(sec) == count {
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
		for i := range dst {
			dst[i] = int96Time(v.Fixed[12*i:])
		}
	case pqformat.Int32, pqformat.Int64:
		for i := range dst {
			dst[i] = t.number(t.integer(v.Fixed, i))
		}
		if t.days && t.Clock.Zone.Known() {
			return t.midnights(dst)
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

// midnights replaces days, as seconds since 1970, by the times at which they begin in a zone.
func (t *Type) midnights(dst []float64) (bad []Fault) {
	zone := t.Clock.Zone
	for i, local := range dst {
		sec, err := zone.Unix(int64(local))
		if dst[i] = float64(sec); err != nil {
			bad = append(bad, Fault{i, rfc3339.Format(local)[:len("2006-01-02")], err.Error()})
		}
	}
	return bad
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

// int96Time reads the timestamp of old Spark and Impala: nanoseconds of the day,
// then the Julian day.
func int96Time(b []byte) float64 {
	const epoch = 2440588 // Julian day of 1970-01-01
	nanos := int64(binary.LittleEndian.Uint64(b))
	days := int64(binary.LittleEndian.Uint32(b[8:])) - epoch
	if math.Abs(float64(days)) > 100_000 { // such days have no int64 of nanoseconds
		return float64(float64(days)*86400) + float64(nanos)/1e9
	}
	return infile.Ratio(days*86400e9+nanos, 1e9)
}
