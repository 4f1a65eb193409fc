package resultfile

import (
	"fmt"
	"math"
	"strconv"

	"flyby/internal/printable"
	"flyby/trajectory"
)

// RowError returns the error of a row of a result that messages call by a name. Rows are numbered from 1.
func RowError(called string, number int, format string, args ...any) error {
	return fmt.Errorf("%s: row %d: %s", printable.Text(called), number, printable.Text(fmt.Sprintf(format, args...)))
}

// ParseTime reads a finite time of a kind from a field. A timestamp may be written as the seconds since 1970.
func ParseTime(kind trajectory.TimeKind, field string) (t float64, ok bool) {
	t, err := kind.Parse(field)
	if err != nil && kind == trajectory.Timestamp {
		t, err = strconv.ParseFloat(field, 64)
	}
	return t, err == nil && !math.IsNaN(t) && !math.IsInf(t, 0)
}

// Quoted returns a field in the form of messages.
func Quoted(field string) string {
	if field == "" {
		return "empty"
	}
	return field
}

// SameField reports whether two fields are the same text, or texts of the same float64, to the bit: a
// timestamp may be written as seconds since 1970.
func SameField(a, b string) bool {
	if a == b {
		return true
	}
	x, err := strconv.ParseFloat(a, 64)
	y, failed := strconv.ParseFloat(b, 64)
	switch {
	case err != nil && failed == nil:
		x, err = trajectory.Timestamp.Parse(a)
	case err == nil && failed != nil:
		y, failed = trajectory.Timestamp.Parse(b)
	}
	return err == nil && failed == nil && x == y && math.Signbit(x) == math.Signbit(y)
}
