package codec

import (
	"bytes"
	"math"
	"strconv"
	"strings"
	"time"

	"flyby/internal/infile"
	"flyby/internal/localtime"
	"flyby/internal/rfc3339"
	"flyby/internal/unixtime"
)

// Missing is the fault of a row without a value in a column that has to have one.
const Missing = "missing"

// A Sense says how the numbers of columns are read.
type Sense struct {
	Clock    localtime.Reader // of times in text, and of times without a zone
	Unix     *unixtime.Unit   // in which numbers count since 1970
	Counting bool             // numbers count since 1970, in Unix
}

// Number returns the number in a row, for a time its seconds since 1970. cause says why there is none, and value quotes the cell.
func (s *Sense) Number(c *Column, v *Values, row int) (x float64, value, cause string) {
	if value, cause = v.lack(row); cause != "" {
		return 0, value, cause
	}
	switch c.Kind {
	case Float:
		if x = v.Floats[row]; s.Counting {
			x = s.Unix.Seconds(x)
		}
	case Whole:
		x = s.whole(c, v.Wholes[row])
	case Decimal:
		if x = infile.Ratio(v.Wholes[row], c.Per); s.Counting {
			x = s.Unix.Fraction(v.Wholes[row], c.Per)
		}
	case Digits:
		return s.digits(v.Text(row))
	case Text:
		return s.parsed(v.Text(row))
	case Stamp:
		return s.instant(c, v, row)
	}
	return x, "", ""
}

// whole returns an integer as a number, which may count since 1970.
func (s *Sense) whole(c *Column, n int64) float64 {
	beyond := c.Unsigned && n < 0
	switch {
	case beyond && s.Counting:
		return s.Unix.Unsigned(uint64(n))
	case beyond:
		return float64(uint64(n))
	case s.Counting:
		return s.Unix.Whole(n)
	}
	return float64(n)
}

// digits reads a number in decimal digits.
func (s *Sense) digits(text []byte) (x float64, value, cause string) {
	const short = 31
	if !s.Counting && len(text) > 0 && len(text) <= short {
		var plain [short + 1]byte // the last byte stays 0, which ends any number
		copy(plain[:], text)
		if x, next, ok := infile.ScanFloat(plain[:], 0); ok && next == len(text) {
			return x, "", ""
		}
	}
	if s.Counting {
		x, cause = s.Unix.Parse(text)
	} else {
		x, cause = infile.ParseFloat(text)
	}
	if cause != "" {
		value = string(text)
	}
	return x, value, cause
}

// parsed reads a time in text.
func (s *Sense) parsed(text []byte) (sec float64, value, cause string) {
	if len(text) == 0 {
		return 0, "", Missing
	}
	sec, err := s.Clock.Parse(string(text))
	if err != nil {
		return 0, string(text), infile.Inner(err)
	}
	return sec, "", ""
}

// instant returns a time in seconds since 1970, rounded once.
func (s *Sense) instant(c *Column, v *Values, row int) (sec float64, value, cause string) {
	count, err := v.Wholes[row], error(nil)
	switch {
	case c.LacksZone():
		count, err = s.Clock.Zone.Instant(count, c.Per)
	case !rfc3339.CountInYears(count, c.Per):
		err = rfc3339.ErrYears
	}
	if err != nil {
		return 0, s.stampText(c, v, row), err.Error()
	}
	return secondsOf(c, v, row, count), "", ""
}

// secondsOf returns the seconds of a count of a column's units, and the nanoseconds of a row behind it.
func secondsOf(c *Column, v *Values, row int, count int64) float64 {
	if v.Nanos == nil {
		return infile.Ratio(count, c.Per)
	}
	return Join(count, int64(v.Nanos[row]))
}

// Join returns seconds and the nanoseconds behind them as one number, rounded once.
func Join(whole, nanos int64) float64 {
	const most = math.MaxInt64/1_000_000_000 - 1
	if whole < most && whole > -most {
		return infile.Ratio(whole*1e9+nanos, 1e9)
	}
	return rfc3339.Join(whole, strings.TrimRight(strconv.FormatInt(1e9+nanos, 10)[1:], "0"))
}

// stampText returns a time as text: RFC 3339, without an offset where clocks of a known zone show it, or a date.
func (s *Sense) stampText(c *Column, v *Values, row int) string {
	count := v.Wholes[row]
	sec := secondsOf(c, v, row, count)
	text := rfc3339.Format(sec)
	if c.Per == TimeRounded.Per() && !(math.Abs(sec) < EndRounded && TimeRounded.Units(sec) == count) {
		text = time.Unix(0, count).UTC().Format(time.RFC3339Nano)
	}
	switch {
	case c.Day:
		return text[:min(len(text), len(time.DateOnly))]
	case c.Local && (c.Clocks || s.Clock.Zone.Known()):
		return strings.TrimSuffix(text, "Z")
	}
	return text
}

// Cell returns the value in a row in its own type: a number in digits without a type is the text that it is. Text is valid as long as the batch.
func (s *Sense) Cell(c *Column, v *Values, row int) infile.Cell {
	if _, cause := v.lack(row); cause != "" {
		return infile.Cell{}
	}
	switch {
	case c.Untyped, c.Kind == Text, c.Kind == Bytes:
		return infile.TextCell(v.Text(row))
	}
	switch c.Kind {
	case Digits:
		return infile.DecimalCell(v.Text(row), c.bits())
	case Stamp:
		return infile.TextCell([]byte(s.stampText(c, v, row)))
	case Float:
		return infile.NumberCell(v.Floats[row], c.bits())
	case Decimal:
		return infile.NumberCell(infile.Ratio(v.Wholes[row], c.Per), 64)
	case Truth:
		return infile.TextCell(c.truth(v.Wholes[row] != 0))
	case Whole:
		if n := v.Wholes[row]; !c.Unsigned || n >= 0 {
			return infile.IntegerCell(n)
		}
		return infile.TextCell(strconv.AppendUint(nil, uint64(v.Wholes[row]), 10))
	}
	return infile.Cell{}
}

// truth returns a truth value as text.
func (c *Column) truth(is bool) []byte {
	text := strconv.AppendBool(nil, is)
	if c.Letters {
		return bytes.ToUpper(text[:1])
	}
	return text
}

// bits returns the number of bits of a number.
func (c *Column) bits() int {
	if c.Bits == 0 {
		return 64
	}
	return c.Bits
}

// Field returns the value in a row as a field of text for rules of text: a number of a column of numbers as the equal float64, or the digits that it
// has, "" for NaN.
func (s *Sense) Field(c *Column, v *Values, row int, isNumber bool) string {
	cell := s.Cell(c, v, row)
	if isNumber && c.Kind == Digits && !v.Nulls.Has(row) {
		return string(v.Text(row))
	}
	switch x, ok := cell.Number(); {
	case isNumber && ok && math.IsNaN(x):
		return ""
	case isNumber && ok:
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	return cell.String()
}

// ID returns the id in a row: an integer, or a text, which is valid as long as the batch. An integer beyond int64 is a text, and so are all ids
// of a column that is Untyped. cause says why there is none, and text quotes the cell.
func (c *Column) ID(v *Values, row int) (whole int64, text []byte, cause string) {
	if value, cause := v.lack(row); cause != "" {
		return 0, []byte(value), cause
	}
	switch {
	case c.Kind == Text || c.Untyped:
		if text = v.Text(row); len(text) == 0 {
			return 0, nil, Missing
		}
		return 0, text, ""
	}
	if c.Kind == Digits {
		if whole, ok := infile.ParseInt(infile.TextOf(v.Text(row))); ok {
			return whole, nil, ""
		}
		return 0, v.Text(row), ""
	}
	if whole = v.Wholes[row]; c.Unsigned && whole < 0 {
		return 0, strconv.AppendUint(nil, uint64(whole), 10), ""
	}
	return whole, nil, ""
}
