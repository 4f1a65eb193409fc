package localtime

import (
	"errors"
	"fmt"
	"math/big"

	"flyby/internal/rfc3339"
)

// A Reader reads times. The zero value reads those of RFC 3339. It is for one goroutine at a time;
// copies are apart.
type Reader struct {
	// Zone is that of times which do not say how far they are from UTC; where it is not known
	// they are errors.
	Zone Zone
	// Layout says where their parts stand; nil: as RFC 3339 has it.
	Layout *Layout
}

// errNoZone is what is wrong with a time of no known zone.
var errNoZone = errors.New("no offset from UTC: end it with Z or such as +01:00, or tell the zone of all as --tz UTC does")

// errDate is what is wrong with a date where a time should be.
var errDate = errors.New("a date without a time of day")

// NewReader returns what reads times of a zone, "" for none, in a layout, "" for that of RFC 3339.
func NewReader(zone, layout string) (r Reader, err error) {
	if zone != "" {
		if r.Zone, err = ParseZone(zone); err != nil {
			return r, err
		}
	}
	if layout != "" {
		r.Layout, err = ParseLayout(layout)
	}
	return r, err
}

// Parse returns the seconds since the Unix epoch of a time, leap seconds not counted: the float64
// nearest to what is written. Decimals may follow the seconds, and an offset or Z the time, which
// then counts more than Zone.
//
// What is an error to rfc3339.Parse is one here; so is a time that clocks of the zone never
// showed, or showed twice, and a date alone. The error wraps its cause, which does not repeat s.
func (r *Reader) Parse(s string) (sec float64, err error) {
	whole, fraction, err := r.split(s)
	if err != nil {
		return 0, fmt.Errorf("localtime: %q: %w", s, err)
	}
	return rfc3339.Join(whole, fraction), nil
}

// Exact is Parse without rounding.
func (r *Reader) Exact(s string) (*big.Rat, error) {
	whole, fraction, err := r.split(s)
	if err != nil {
		return nil, fmt.Errorf("localtime: %q: %w", s, err)
	}
	sec, ok := new(big.Rat).SetString("0." + fraction + "0")
	if !ok {
		panic("localtime: no digits: " + fraction) // which split returns alone
	}
	return sec.Add(sec, new(big.Rat).SetInt64(whole)), nil
}

// split returns the floor of the Unix time and the decimals above it.
func (r *Reader) split(s string) (whole int64, fraction string, err error) {
	var local int64
	var tail string
	if r.Layout != nil {
		local, tail, err = r.Layout.split(s)
	} else {
		local, tail, err = rfc3339.SplitClock(s)
	}
	if err != nil {
		if r.Layout == nil && isDate(s) {
			err = errDate
		}
		return 0, "", err
	}
	fraction, offset, known, err := rfc3339.SplitTail(tail)
	switch {
	case err != nil:
		return 0, "", err
	case known:
		whole = local - offset
	case !r.Zone.Known():
		return 0, "", errNoZone
	default:
		if whole, err = r.Zone.unix(local); err != nil {
			return 0, "", err
		}
	}
	if !rfc3339.InYears(whole) {
		return 0, "", rfc3339.ErrYears
	}
	return whole, fraction, nil
}

// isDate reports whether s is a date as RFC 3339 has it, and nothing else.
func isDate(s string) bool {
	_, _, err := rfc3339.SplitClock(s + "T00:00:00")
	return err == nil && len(s) == len("2006-01-02")
}
