package inventory

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	hostmemory "flyby/internal/memory"
	"flyby/internal/printable"
	"flyby/trajectory"
)

// Plural writes a number with its noun: "1 hit", "2 hits".
func Plural[N int | int64 | uint64](n N, one string) string {
	switch stem, isY := strings.CutSuffix(one, "y"); {
	case n == 1:
		return "1 " + one
	case isY:
		return hostmemory.Count(n) + " " + stem + "ies"
	}
	return hostmemory.Count(n) + " " + one + "s"
}

// Seconds writes a time that work took for people, to three digits.
func Seconds(s float64) string {
	switch {
	case s < 0.001:
		return fmt.Sprintf("%.0f µs", s*1e6)
	case s < 1:
		return fmt.Sprintf("%.3g ms", s*1e3)
	default:
		return fmt.Sprintf("%.3g s", s)
	}
}

// Lasting writes a duration of the data, in a unit or none, for people: seconds as --max-gap takes them.
func Lasting(v float64, unit string) string {
	const minute, hour, day = 60, 3600, 86400
	switch {
	case unit != "s":
	case v >= 2*day:
		return fmt.Sprintf("%.3g d", v/day)
	case v >= 2*hour:
		return fmt.Sprintf("%.3g h", v/hour)
	case v >= 2*minute:
		return fmt.Sprintf("%.3g min", v/minute)
	}
	return strings.TrimSpace(Number(v) + " " + printable.Text(unit))
}

// Number writes a value for people, to six digits.
func Number(v float64) string {
	if v == math.Trunc(v) && math.Abs(v) < 1e15 {
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return strconv.FormatFloat(v, 'g', 6, 64)
}

// Instant writes a time of a data set for people.
func Instant(kind trajectory.TimeKind, t float64) string {
	if kind == trajectory.Timestamp {
		return kind.Format(t)
	}
	return Number(t)
}

// degrees writes an angle in degrees for people, to a tenth of a metre on the Earth.
func degrees(v float64) string {
	const digits = 1e6
	return strconv.FormatFloat(math.Round(v*digits)/digits+0, 'f', -1, 64)
}
