package trajectory

import (
	"strconv"

	"flyby/internal/decimal"
	"flyby/internal/rfc3339"
)

// A TimeKind says what the numbers in T stand for.
type TimeKind uint8

const (
	// Number is time in any unit of the caller's.
	Number TimeKind = iota
	// Timestamp is seconds since the Unix epoch, leap seconds not counted; as text it is
	// RFC 3339.
	Timestamp
)

// Parse reads a time as files and flags have it. A Number is decimal: a sign or none,
// digits with a point or none, and perhaps e or E with a whole number, as in 6.02e23. A
// Timestamp is RFC 3339 with an offset from UTC, as in 2024-05-01T12:00:00.5+02:00. The
// result is the float64 nearest to what s says.
//
// The error wraps its cause, which does not repeat s.
func (k TimeKind) Parse(s string) (float64, error) {
	if k == Timestamp {
		return rfc3339.Parse(s)
	}
	return decimal.Parse(s)
}

// Format writes a time as the shortest text that Parse reads back to the same float64. A
// Timestamp is written in UTC; one outside the years 0 to 9999, or not finite, is written
// as the number it is, which Parse refuses.
func (k TimeKind) Format(t float64) string {
	if k == Timestamp {
		return rfc3339.Format(t)
	}
	return strconv.FormatFloat(t, 'g', -1, 64)
}

// String returns "numbers" or "timestamps".
func (k TimeKind) String() string {
	if k == Timestamp {
		return "timestamps"
	}
	return "numbers"
}
