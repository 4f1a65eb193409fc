package scene

import (
	"math"
	"strconv"
	"strings"
	"time"

	"flyby/internal/memory"
	"flyby/trajectory"
)

// Exact returns a number in its shortest exact form, as files have it.
func Exact(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// Short returns a number with as many digits as people read.
func Short(v float64) string { return Digits(v, 4) }

// Decade returns the power of ten that a positive number begins with, and whether the number is that power: 3 and false for 2500. Logarithms of package math differ among processors.
func Decade(v float64) (power int, exact bool) {
	digits, exponent, _ := strings.Cut(strconv.FormatFloat(v, 'e', -1, 64), "e")
	power, err := strconv.Atoi(exponent)
	if err != nil {
		return math.MaxInt16, false // v is infinite
	}
	return power, digits == "1"
}

// Digits returns a number rounded to some digits, but for whole numbers of up to eight digits, which have all of theirs.
func Digits(v float64, digits int) string {
	const most, whole = 1e15, 1e8
	if size := math.Abs(v); size >= math.Pow10(digits) && size < whole {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	text := strconv.FormatFloat(v, 'g', digits, 64)
	if at, err := strconv.ParseFloat(text, 64); err == nil && math.Abs(at) >= 1e-4 && math.Abs(at) < most {
		text = strconv.FormatFloat(at, 'f', -1, 64)
	}
	return text
}

// Duration returns a duration in seconds as people say it: 0.2 s, 12 min 5 s, 5 h 27 min, 3 d 4 h.
func Duration(seconds float64) string {
	large := []struct {
		name, next    string
		seconds, step float64 // of it, and of the next smaller unit
	}{{"d", "h", 86400, 3600}, {"h", "min", 3600, 60}, {"min", "s", 60, 1}}
	for _, u := range large {
		if seconds < u.seconds {
			continue
		}
		steps := math.Round(seconds / u.step)
		rest := math.Mod(steps, u.seconds/u.step)
		text := Short(math.Floor(steps*u.step/u.seconds)) + " " + u.name
		if rest > 0 {
			text += " " + Short(rest) + " " + u.next
		}
		return text
	}
	return Short(seconds) + " s"
}

// SpeedText returns a speed for readers: the largest float64, and anything beyond it, is infinite.
func SpeedText(text string) string {
	v, err := strconv.ParseFloat(text, 64)
	switch {
	case text == "" || math.IsNaN(v):
		return ""
	case math.Abs(v) == math.MaxFloat64 || math.IsInf(v, 0):
		return "∞"
	case err != nil:
		return text
	}
	return Short(v)
}

// A Clock writes times as finely as the times of all rows need to be told apart.
type Clock struct {
	kind   trajectory.TimeKind
	places int // digits behind the point
}

// ClockOf returns a clock for times from one to another.
func ClockOf(kind trajectory.TimeKind, from, until float64) Clock {
	const steps = 1e5
	c := Clock{kind: kind}
	if span := until - from; span > 0 {
		places, exact := Decade(steps / span)
		if !exact {
			places++
		}
		c.places = max(0, min(places, 9))
	}
	return c
}

// Text returns a time as text.
func (c Clock) Text(t float64) string {
	const year9999 = 253402300800
	if c.kind != trajectory.Timestamp || !(t >= -62135596800 && t < year9999) {
		return strconv.FormatFloat(t, 'f', c.places, 64)
	}
	seconds := math.Floor(t)
	layout := "2006-01-02 15:04:05"
	if c.places > 0 {
		layout += "." + "000000000"[:c.places]
	}
	return time.Unix(int64(seconds), int64((t-seconds)*1e9)).UTC().Format(layout)
}

// Short returns a time as Text does, without zeros at the end of a fraction.
func (c Clock) Short(t float64) string {
	text := c.Text(t)
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}

// UnitAfter returns a unit as it stands behind a number, "" for none.
func UnitAfter(unit string) string {
	if unit == "" {
		return ""
	}
	return " " + unit
}

// InUnit returns a name with its unit, if there is one.
func InUnit(name, unit string) string {
	if unit == "" {
		return name
	}
	return name + ", " + unit
}

// Counted returns a number of things: "1,234 encounters".
func Counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	if what == "trajectory" {
		return memory.Count(n) + " trajectories"
	}
	return memory.Count(n) + " " + what + "s"
}

// Places returns the number of digits behind the point of a number, or of the seconds of a
// timestamp.
func Places(text string) (n int) {
	mantissa, exponent, _ := strings.Cut(strings.ToLower(text), "e")
	if strings.Contains(text, ":") {
		mantissa, exponent = text, ""
	}
	if _, behind, ok := strings.Cut(mantissa, "."); ok {
		for n < len(behind) && behind[n] >= '0' && behind[n] <= '9' {
			n++
		}
	}
	if power, negative := strings.CutPrefix(exponent, "-"); negative {
		shift := 0
		for _, c := range power {
			shift = min(10*shift+int(c-'0'), 400)
		}
		n += shift
	}
	return n
}
