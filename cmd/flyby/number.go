package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"flyby/trajectory"
)

// count writes a whole number with its thousands apart: 1,234,567.
func count[N int | int64 | uint64](n N) string {
	digits := strconv.FormatInt(int64(n), 10)
	var s strings.Builder
	for i, c := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 && digits[i-1] != '-' {
			s.WriteByte(',')
		}
		s.WriteRune(c)
	}
	return s.String()
}

// plural writes a number with what it counts: "1 hit", "2 hits".
func plural[N int | int64 | uint64](n N, one string) string {
	switch stem, isY := strings.CutSuffix(one, "y"); {
	case n == 1:
		return "1 " + one
	case isY:
		return count(n) + " " + stem + "ies"
	}
	return count(n) + " " + one + "s"
}

// seconds writes a duration to three digits.
func seconds(d time.Duration) string {
	switch s := d.Seconds(); {
	case s < 0.001:
		return fmt.Sprintf("%.0f µs", s*1e6)
	case s < 1:
		return fmt.Sprintf("%.3g ms", s*1e3)
	default:
		return fmt.Sprintf("%.3g s", s)
	}
}

// number writes a value for people, to six digits.
func number(v float64) string {
	if v == math.Trunc(v) && math.Abs(v) < 1e15 {
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return strconv.FormatFloat(v, 'g', 6, 64)
}

// instant writes a time of a store for people.
func instant(kind trajectory.TimeKind, t float64) string {
	if kind == trajectory.Timestamp {
		return trajectory.FormatTime(t)
	}
	return number(t)
}
