// Package rfc3339 reads and writes times of RFC 3339, to the bit of the float64 that counts seconds since the Unix epoch,
// which package time cannot: it rounds to nanoseconds.
package rfc3339

import (
	"errors"
	"fmt"
	"math"
	"strconv"
)

// Unix seconds of 0000-01-01T00:00:00Z and of the first instant after year 9999:
// RFC 3339 writes years with four digits and no sign.
const (
	minUnix = -62167219200
	endUnix = 253402300800
)

// endTime is the shortest time that rounds to endUnix: float64 values below that
// are 2^-15 s apart.
const endTime = "9999-12-31T23:59:59.99999Z"

// Parse reads an RFC 3339 time and returns seconds since the Unix epoch, leap seconds not counted: the float64 nearest to
// the text's value, for any number of fraction digits, any offset and times before 1970.
//
// A space or a lower case t may stand for the T, the seconds may be left out, and offsets may be written as databases do: +01, +0100, UTC
// or GMT, perhaps after a blank, and +0000 UTC. A time without offset is an error, and so are a date that no calendar has,
// a leap second (:60, which Unix time cannot tell from the second after it), and a year outside 0 to 9999 in UTC. The error
// wraps its cause, which does not repeat s.
func Parse(s string) (sec float64, err error) {
	whole, fraction, err := splitTime(s)
	if err != nil {
		return 0, fmt.Errorf("rfc3339: %q: %w", s, err)
	}
	return Join(whole, fraction), nil
}

// Format writes seconds since the Unix epoch as the shortest RFC 3339 time in UTC that Parse reads back to the same float64
// (-0 reads back as 0). NaN, infinities and years outside 0 to 9999, which RFC 3339 does not have, are written as numbers,
// which Parse refuses. The first instant of year 10000 is written as a time that rounds to it.
func Format(sec float64) string {
	return string(Append(nil, sec))
}

// Append appends Format(sec) to dst.
func Append(dst []byte, sec float64) []byte {
	if sec == endUnix {
		return append(dst, endTime...)
	}
	if !(sec >= minUnix && sec < endUnix) {
		return strconv.AppendFloat(dst, sec, 'g', -1, 64)
	}
	var buf [64]byte
	digits := strconv.AppendFloat(buf[:0], math.Abs(sec), 'f', -1, 64)
	whole, fraction := int64(0), []byte(nil)
	i := 0
	for ; i < len(digits) && digits[i] != '.'; i++ {
		whole = whole*10 + int64(digits[i]-'0')
	}
	if i < len(digits) {
		fraction = digits[i+1:]
	}
	if sec < 0 {
		whole = -whole
		if len(fraction) > 0 { // -0.25 s is three quarters into the second before the epoch
			whole--
			complement(fraction)
		}
	}
	dst = appendClock(dst, whole)
	if len(fraction) > 0 {
		dst = append(append(dst, '.'), fraction...)
	}
	return append(dst, 'Z')
}

// splitTime returns the floor of the Unix time and the decimals above it,
// without trailing zeros.
func splitTime(s string) (whole int64, fraction string, err error) {
	local, tail, err := SplitClock(s)
	if err != nil {
		return 0, "", err
	}
	fraction, offset, known, err := SplitTail(tail)
	if err == nil && !known {
		err = ErrNoOffset
	}
	if err != nil {
		return 0, "", err
	}
	if whole = local - offset; !InYears(whole) {
		return 0, "", ErrYears
	}
	return whole, fraction, nil
}

// ErrNoOffset is the error of a time without an offset from UTC.
var ErrNoOffset = errors.New("no offset from UTC: end it with Z or such as +01:00")

// ErrYears is the error of a time that is not InYears.
var ErrYears = errors.New("outside the years 0 to 9999 in UTC")

// InYears reports whether a Unix time is in the years 0 to 9999.
func InYears(whole int64) bool { return whole >= minUnix && whole < endUnix }

// CountInYears reports whether a count of 1/per of a second since the Unix epoch is in the years 0 to 9999.
func CountInYears(count int64, per uint64) bool {
	const all = 1e8 // of such units and smaller ones an int64 counts no other years
	n := int64(per)
	return per >= all || count >= minUnix*n && count < endUnix*n
}

// ErrShape is the error of a text that does not begin as a time of RFC 3339 does.
var ErrShape = errors.New("not an RFC 3339 time such as 2006-01-02T15:04:05.5Z")

// SplitClock reads the date and time of day at the beginning of a time, 2006-01-02T15:04:05 or without seconds 2006-01-02T15:04, as a
// Unix time as if in UTC. tail is the rest.
func SplitClock(s string) (local int64, tail string, err error) {
	const n = len("2006-01-02T15:04:05")
	if !shaped(s, "dddd-dd-ddTdd:dd:dd") {
		return splitMinutes(s)
	}
	year, month, day := digits(s[0:4]), digits(s[5:7]), digits(s[8:10])
	local, err = Clock(year, month, day, digits(s[11:13]), digits(s[14:16]), digits(s[17:19]))
	return local, s[n:], err
}

// splitMinutes is SplitClock without seconds.
func splitMinutes(s string) (local int64, tail string, err error) {
	const n = len("2006-01-02T15:04")
	switch {
	case !shaped(s, "dddd-dd-ddTdd:dd") || len(s) > n && s[n] == ':':
		return 0, "", ErrShape
	case len(s) > n && s[n] == '.':
		return 0, "", errors.New("decimals of a minute: write its seconds")
	}
	local, err = Clock(digits(s[0:4]), digits(s[5:7]), digits(s[8:10]), digits(s[11:13]), digits(s[14:16]), 0)
	return local, s[n:], err
}

// daySeconds are the seconds of a day.
const daySeconds = 86400

// Clock returns the Unix time of a date and time of day in UTC. No argument may be negative.
func Clock(year, month, day, hour, minute, second int64) (local int64, err error) {
	switch {
	case month < 1 || month > 12 || day < 1 || day > daysIn(year, month):
		return 0, errors.New("no such date")
	case second == 60 && hour < 24 && minute < 60:
		return 0, errors.New("a leap second has no Unix time of its own")
	case hour > 23 || minute > 59 || second > 59:
		return 0, errors.New("no such time of day")
	}
	return daysSinceEpoch(year, month, day)*daySeconds + hour*3600 + minute*60 + second, nil
}

// SplitDate reads a date and nothing else, 2006-01-02, as the Unix time of its midnight in UTC. ok is false where s has
// another shape.
func SplitDate(s string) (local int64, ok bool, err error) {
	if len(s) != len("2006-01-02") || !shaped(s, "dddd-dd-dd") {
		return 0, false, nil
	}
	local, err = Clock(digits(s[0:4]), digits(s[5:7]), digits(s[8:10]), 0, 0, 0)
	return local, true, err
}

// shaped reports whether s begins in a shape, such as dddd-dd-ddTdd:dd:dd.
func shaped(s, shape string) bool {
	if len(s) < len(shape) {
		return false
	}
	for i := range len(shape) {
		c := s[i]
		switch shape[i] {
		case 'd':
			if c-'0' > 9 {
				return false
			}
		case 'T':
			if c != 'T' && c != 't' && c != ' ' {
				return false
			}
		default:
			if c != shape[i] {
				return false
			}
		}
	}
	return true
}

// Join returns whole + 0.fraction, correctly rounded. The fraction is decimals without zeros at
// their end.
func Join(whole int64, fraction string) float64 {
	if fraction == "" {
		return float64(whole)
	}
	if k := len(fraction); k <= 15 {
		// Both numbers are exact in float64, so the one division rounds correctly.
		scale := int64(1)
		for range k {
			scale *= 10
		}
		const exact = 1 << 53
		if limit := exact/scale - 1; whole <= limit && whole >= -limit {
			return float64(whole*scale+digits(fraction)) / float64(scale)
		}
	}
	text := append([]byte(strconv.FormatInt(whole, 10)), '.')
	if whole >= 0 {
		text = append(text, fraction...)
	} else {
		text = append(strconv.AppendInt([]byte{'-'}, -(whole+1), 10), '.')
		from := len(text)
		text = append(text, fraction...)
		complement(text[from:])
	}
	v, _ := strconv.ParseFloat(string(text), 64) // digits only: cannot fail
	return v + 0                                 // no -0: a value that rounds to zero is the epoch itself
}

// complement replaces the decimals of a fraction by the decimals of one minus it. The last digit is not 0.
func complement(fraction []byte) {
	for i, c := range fraction {
		fraction[i] = '0' + '9' - c
	}
	fraction[len(fraction)-1]++
}

// digits returns the value of at most 18 decimal digits.
func digits(s string) (v int64) {
	for i := range len(s) {
		v = v*10 + int64(s[i]-'0')
	}
	return v
}

func daysIn(year, month int64) int64 {
	switch month {
	case 4, 6, 9, 11:
		return 30
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	}
	return 31
}

// Days are counted from 0000-03-01 in eras of 400 years, so that a leap day ends
// its year and every step below divides non-negative numbers.
const (
	daysInEra    = 146097
	epochFromEra = 719468 // days from 0000-03-01 to 1970-01-01
)

// daysSinceEpoch returns the days from 1970-01-01 to a Gregorian date, year >= 0.
func daysSinceEpoch(year, month, day int64) int64 {
	if month <= 2 {
		year--
		month += 12
	}
	era := (year + 400) / 400 // year may be -1
	y := year + 400 - era*400
	return (era-1)*daysInEra + y*365 + y/4 - y/100 + (153*(month-3)+2)/5 + day - 1 - epochFromEra
}

// dateOf is the inverse of daysSinceEpoch.
func dateOf(days int64) (year, month, day int64) {
	days += epochFromEra + daysInEra
	era := days / daysInEra
	d := days - era*daysInEra
	y := (d - d/1460 + d/36524 - d/146096) / 365
	d -= y*365 + y/4 - y/100
	m := (5*d + 2) / 153
	year, month, day = y+(era-1)*400, m+3, d-(153*m+2)/5+1
	if month > 12 {
		year++
		month -= 12
	}
	return year, month, day
}

// appendClock appends a whole Unix time as 2006-01-02T15:04:05.
func appendClock(dst []byte, unix int64) []byte {
	days := (unix-minUnix)/86400 + minUnix/86400 // the division is of a non-negative number
	second := unix - days*86400
	year, month, day := dateOf(days)
	dst = appendTwo(appendTwo(dst, year/100), year%100)
	dst = appendTwo(append(dst, '-'), month)
	dst = appendTwo(append(dst, '-'), day)
	dst = appendTwo(append(dst, 'T'), second/3600)
	dst = appendTwo(append(dst, ':'), second/60%60)
	return appendTwo(append(dst, ':'), second%60)
}

func appendTwo(dst []byte, v int64) []byte {
	return append(dst, byte('0'+v/10), byte('0'+v%10))
}
