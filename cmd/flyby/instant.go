package main

import (
	"errors"
	"math/big"

	"flyby/internal/localtime"
	"flyby/internal/printable"
	measure "flyby/internal/unit"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// errInstant is what is wrong with a text that is no instant.
var errInstant = errors.New("must be a number, a date such as 2024-05-01, or a time such as 2024-05-01T12:00:00Z")

// moment is an instant as flags have it: a number, or a date or time.
type moment struct {
	number  float64
	seconds *big.Rat // since 1970-01-01T00:00:00Z, exactly; nil: a number
}

// parseInstant reads a number, an RFC 3339 time, or a date, which is its midnight. A zone is that of
// times without offset, which are errors where it is empty; dates are UTC's then.
func parseInstant(text, zone string) (moment, error) {
	if t, err := trajectory.Number.Parse(text); err == nil {
		return moment{number: t}, nil
	}
	if !isDated(text) {
		return moment{}, errInstant
	}
	if len(text) == len("2006-01-02") {
		text += "T00:00:00"
		if zone == "" {
			zone = "UTC"
		}
	}
	var r localtime.Reader
	r.Zone, _ = localtime.ParseZone(zone) // others refuse what is none
	seconds, err := r.Exact(text)
	if err != nil {
		return moment{}, errors.Unwrap(err)
	}
	return moment{seconds: seconds}, nil
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

// on is the instant as a time of data, rounded once. cause says why they have none such.
func (a moment) on(kind trajectory.TimeKind, u format.Units) (t float64, cause string) {
	scale, err := measure.Find(u.Time, measure.Time)
	switch {
	case kind == trajectory.Timestamp && a.seconds == nil:
		return 0, "the data have timestamps; give a time such as 2024-05-01T12:00:00Z"
	case a.seconds == nil:
		return a.number, ""
	case kind == trajectory.Timestamp:
		t, _ = a.seconds.Float64()
		return t, ""
	case err != nil || !scale.IsScale():
		return 0, "the times of the data are numbers; give a number, or say with --units ,jd or ,mjd that they are dates"
	case u.Scale != "":
		return 0, "the data have times of the scale " + printable.Text(u.Scale) + ", and this is one of UTC; give a number"
	}
	return measure.Instant(a.seconds, scale), ""
}

// after reports whether an instant is later than another; a number is neither later nor earlier
// than a date.
func (a moment) after(b moment) bool {
	if a.seconds == nil || b.seconds == nil {
		return a.seconds == nil && b.seconds == nil && a.number > b.number
	}
	return a.seconds.Cmp(b.seconds) > 0
}
