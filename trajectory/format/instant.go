package format

import (
	"errors"
	"fmt"
	"math/big"

	"flyby/internal/localtime"
	"flyby/internal/printable"
	"flyby/internal/rfc3339"
	measure "flyby/internal/unit"
	"flyby/trajectory"
)

// errInstant is the cause of the error about a text that is no instant.
var errInstant = errors.New("must be a number, a date such as 2024-05-01, or a time such as 2024-05-01T12:00:00Z")

// An Instant is an instant as a person names it for data that may have any kind of times: a number, a date or time, or a time of day.
type Instant struct {
	number  float64
	seconds *big.Rat // since 1970-01-01T00:00:00Z, or since midnight, exactly; nil: a number
	ofDay   bool
}

// ParseInstant reads a number, an RFC 3339 time, a date, which is its midnight, or a time of day, 00:05:00, for data whose times are such. zone is the time
// zone of times without offset, like Options.Zone. Where it is empty, such times are errors, and dates
// are UTC's. The error wraps its cause, which does not name the text.
func ParseInstant(text, zone string) (Instant, error) {
	if t, err := trajectory.Number.Parse(text); err == nil {
		return Instant{number: t}, nil
	}
	var r localtime.Reader
	if !isDated(text) {
		seconds, err := r.Exact(text)
		if err != nil || !r.OfDay() {
			return Instant{}, fmt.Errorf("format: time %q: %w", text, errInstant)
		}
		return Instant{seconds: seconds, ofDay: true}, nil
	}
	asked := text
	if len(text) == len("2006-01-02") {
		text += "T00:00:00"
		if zone == "" {
			zone = "UTC"
		}
	}
	r.Zone, _ = localtime.ParseZone(zone) // invalid zones are refused elsewhere
	seconds, err := r.Exact(text)
	if err != nil {
		cause := errors.Unwrap(err)
		if errors.Is(cause, rfc3339.ErrShape) {
			cause = rfc3339.ErrShape // no layout is for instants
		}
		return Instant{}, fmt.Errorf("format: time %q: %w", asked, cause)
	}
	return Instant{seconds: seconds}, nil
}

// isDated reports whether a text begins as a date does.
func isDated(text string) bool {
	const form = "dddd-dd-dd"
	if len(text) < len(form) {
		return false
	}
	for i := range len(form) {
		if isDigit := text[i]-'0' <= 9; isDigit != (form[i] == 'd') || !isDigit && text[i] != form[i] {
			return false
		}
	}
	return true
}

// Number returns the number that the instant is. is tells whether it is a number.
func (a Instant) Number() (number float64, is bool) { return a.number, a.seconds == nil }

// In returns the instant as a time of data, rounded once. The error says why the data have no such time.
func (a Instant) In(kind trajectory.TimeKind, u Units) (t float64, err error) {
	scale, none := measure.Find(u.Time, measure.Time)
	switch {
	case kind == trajectory.Timestamp && a.seconds == nil:
		return 0, errors.New("format: the data have timestamps; give a time such as 2024-05-01T12:00:00Z")
	case a.seconds == nil:
		return a.number, nil
	case a.ofDay && kind == trajectory.Timestamp:
		return 0, errors.New("format: the data have timestamps; give a time with its date, such as 2024-05-01T12:00:00Z")
	case a.ofDay && (none != nil || scale.IsScale()):
		return 0, errors.New("format: the times of the data are not numbers that count from midnight in a known unit; give a number")
	case a.ofDay:
		t, _ = a.seconds.Float64()
		second, _ := measure.Find("s", measure.Time) // it is always found
		return measure.Between(second, scale).Of(t), nil
	case kind == trajectory.Timestamp:
		t, _ = a.seconds.Float64()
		return t, nil
	case none != nil || !scale.IsScale():
		return 0, errors.New("format: the times of the data are numbers; give a number, or say with --units ,jd or ,mjd that they are dates")
	case u.Scale != "":
		return 0, fmt.Errorf("format: the data have times of the scale %s, and this is one of UTC; give a number", printable.Text(u.Scale))
	}
	return measure.Instant(a.seconds, scale), nil
}

// After reports whether an instant is later than another; a number, a date and a time of day are neither later nor earlier
// than one another.
func (a Instant) After(b Instant) bool {
	if a.ofDay != b.ofDay {
		return false
	}
	if a.seconds == nil || b.seconds == nil {
		return a.seconds == nil && b.seconds == nil && a.number > b.number
	}
	return a.seconds.Cmp(b.seconds) > 0
}
