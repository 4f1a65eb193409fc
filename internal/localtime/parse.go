package localtime

import (
	"cmp"
	"errors"
	"fmt"
	"math/big"

	"flyby/internal/rfc3339"
)

// A Reader reads times. The zero value reads times of RFC 3339, or times of day: the first text of either shape decides which. It is for
// one goroutine at a time; copies are independent.
type Reader struct {
	// Zone is the zone of times without an offset from UTC; without a known zone such times are
	// errors.
	Zone Zone
	// Layout is the order of a time's parts; nil: RFC 3339's.
	Layout *Layout
	// Flag is the flag of a command line that says the zone, in errors; "": --tz.
	Flag string
	// Dates says that times have dates, so that no time of day is read.
	Dates bool

	form form
}

// A form is what times have.
type form uint8

const (
	undecided form = iota
	dated
	ofDay
)

// OfDay reports whether the times that were read are times of day, whose seconds count from the midnight of the first day.
func (r *Reader) OfDay() bool { return r.form == ofDay }

// Decided reports whether a text has decided whether times are times of day.
func (r *Reader) Decided() bool { return r.form != undecided }

// The errors of a time without an offset, and of a date, where no zone is known.
const (
	noZone = "no offset from UTC: end it with Z or such as +01:00, or tell the zone of all as %s UTC does"
	noDate = "a date, whose midnight is that of a zone: tell it as %s UTC does"
)

// The errors of a time of another form than the times before it.
var (
	errOfDay = errors.New("a time of day without its date, where times have dates")
	errDated = errors.New("a time with its date, among times of day")
	errNoDay = errors.New("no time of day such as 00:00:02 or 1:00:00:02, as the times before it are")
)

// errLayout is rfc3339.ErrShape of a text that a layout could read.
var errLayout = fmt.Errorf("%w; --time-layout says another order", rfc3339.ErrShape)

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
// then takes precedence over Zone. Without a layout, a time of day such as 00:00:02, or 1:00:00:02 behind a number of days, is seconds since midnight; where the
// times before have dates it is an error, and so is a date among times of day.
//
// Errors of rfc3339.Parse are errors here, too; so is a time that clocks of the zone never showed,
// or showed twice, and a date alone. The error wraps its cause, which does not repeat s.
func (r *Reader) Parse(s string) (sec float64, err error) {
	whole, fraction, err := r.split(s)
	if err != nil || r.form != dated {
		whole, fraction, err = r.decide(s, whole, fraction, err)
	}
	if err != nil {
		return 0, fmt.Errorf("localtime: %q: %w", s, err)
	}
	return rfc3339.Join(whole, fraction), nil
}

// Exact is Parse without rounding.
func (r *Reader) Exact(s string) (*big.Rat, error) {
	whole, fraction, err := r.split(s)
	if err != nil || r.form != dated {
		whole, fraction, err = r.decide(s, whole, fraction, err)
	}
	if err != nil {
		return nil, fmt.Errorf("localtime: %q: %w", s, err)
	}
	sec, ok := new(big.Rat).SetString("0." + fraction + "0")
	if !ok {
		panic("localtime: no digits: " + fraction) // split returns digits only
	}
	return sec.Add(sec, new(big.Rat).SetInt64(whole)), nil
}

// decide returns what split does, or the time of day, for a text that split refused, or of which it is not known whether it should have a date.
func (r *Reader) decide(s string, whole int64, fraction string, err error) (int64, string, error) {
	switch {
	case r.form == ofDay && err != rfc3339.ErrShape:
		return 0, "", errDated
	case err != rfc3339.ErrShape || r.Layout != nil:
		r.form = dated
		return whole, fraction, err
	}
	whole, fraction, ok, bad := rfc3339.SplitOfDay(s)
	switch {
	case ok && (r.form == dated || r.Dates):
		return 0, "", errOfDay
	case ok && bad == nil:
		r.form = ofDay
		return whole, fraction, nil
	case ok:
		return 0, "", bad
	case r.form == ofDay:
		return 0, "", errNoDay
	case mayHaveLayout(s):
		return 0, "", errLayout
	}
	return 0, "", err
}

// mayHaveLayout reports whether a text has as many digits as the date of a layout has at least, with letters, signs or blanks between.
func mayHaveLayout(s string) bool {
	const least = len("12024") // the day and the year, where the month is a name
	digits := 0
	for i := range len(s) {
		if s[i]-'0' <= 9 {
			digits++
		}
	}
	return digits >= least && digits < len(s)
}

// split returns the floor of the Unix time of a text with a date, and the decimals above it.
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
