package localtime

import (
	"cmp"
	"fmt"
	"math/big"

	"flyby/internal/rfc3339"
)

// A Reader reads times. The zero value reads times of RFC 3339. It is for one goroutine at a time;
// copies are independent.
type Reader struct {
	// Zone is the zone of times without an offset from UTC; without a known zone such times are
	// errors.
	Zone Zone
	// Layout is the order of a time's parts; nil: RFC 3339's.
	Layout *Layout
	// Flag is the flag of a command line that says the zone, in errors; "": --tz.
	Flag string
}

// The errors of a time without an offset, and of a date, where no zone is known.
const (
	noZone = "no offset from UTC: end it with Z or such as +01:00, or tell the zone of all as %s UTC does"
	noDate = "a date, whose midnight is that of a zone: tell it as %s UTC does"
)

// NewReader returns a reader of times in a zone, "" for none, and a layout, "" for RFC 3339's.
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
// nearest to the text's value. Decimals may follow the seconds, and an offset or Z the time, which
// then takes precedence over Zone.
//
// Errors of rfc3339.Parse are errors here, too; so is a time that clocks of the zone never showed,
// or showed twice, and a date alone. The error wraps its cause, which does not repeat s.
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
		panic("localtime: no digits: " + fraction) // split returns digits only
	}
	return sec.Add(sec, new(big.Rat).SetInt64(whole)), nil
}

// split returns the floor of the Unix time and the decimals above it.
func (r *Reader) split(s string) (whole int64, fraction string, err error) {
	local, tail, err := r.clock(s)
	if err != nil {
		return 0, "", err
	}
	fraction, offset, known, err := rfc3339.SplitTail(tail)
	switch {
	case err != nil:
		return 0, "", err
	case known:
		whole = local - offset
	case !r.Zone.Known() && len(s) == len("2006-01-02"):
		return 0, "", fmt.Errorf(noDate, cmp.Or(r.Flag, "--tz"))
	case !r.Zone.Known():
		return 0, "", fmt.Errorf(noZone, cmp.Or(r.Flag, "--tz"))
	default:
		if whole, err = r.Zone.Unix(local); err != nil {
			return 0, "", err
		}
	}
	if !rfc3339.InYears(whole) {
		return 0, "", rfc3339.ErrYears
	}
	return whole, fraction, nil
}

// clock reads the date and time of day at the beginning of a time: midnight for a date alone.
func (r *Reader) clock(s string) (local int64, tail string, err error) {
	if r.Layout != nil {
		return r.Layout.split(s)
	}
	if local, ok, err := rfc3339.SplitDate(s); ok {
		return local, "", err
	}
	return rfc3339.SplitClock(s)
}
