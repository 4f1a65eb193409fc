// Package unixtime makes seconds of numbers that count since 1970, in units of decimal parts of a second, each rounded once to float64.
package unixtime

import (
	"math"
	"math/big"
	"slices"
	"strconv"

	"flyby/internal/infile"
	"flyby/internal/rfc3339"
)

// A Unit is a unit in which numbers count from 1970-01-01T00:00:00Z. Numbers become seconds by an exact division, rounded once to
// float64. A nil Unit is the second.
type Unit struct {
	Name   string // as options name it: unixms
	Symbol string // as files say it: ms
	Words  string // for people
	digits int    // decimals of a second
}

// Seconds is the name of the unit of whole seconds; the names of the other units begin with it.
const Seconds = "unix"

// units returns all units.
func units() []Unit {
	return []Unit{{Seconds, "s", "seconds", 0}, {Seconds + "ms", "ms", "milliseconds", 3}, {Seconds + "us", "us", "microseconds", 6}, {Seconds + "ns", "ns", "nanoseconds", 9}}
}

// Names lists the names of all units.
func Names() (names []string) {
	for _, u := range units() {
		names = append(names, u.Name)
	}
	return names
}

// Find returns the unit of a name, nil if there is none.
func Find(name string) *Unit {
	all := units()
	at := slices.IndexFunc(all, func(u Unit) bool { return u.Name == name })
	if at < 0 {
		return nil
	}
	return &all[at]
}

// Decimals returns the number of decimals of a second that whole numbers count.
func (u *Unit) Decimals() int {
	if u == nil {
		return 0
	}
	return u.digits
}

// perSecond returns the units in a second.
func (u *Unit) perSecond() uint64 { return infile.Tens(u.Decimals()) }

// Seconds returns the seconds of a number of units.
func (u *Unit) Seconds(v float64) float64 {
	if u.Decimals() == 0 {
		return v
	}
	return v / float64(u.perSecond()) // both exact: one rounding
}

// Whole returns the seconds of a whole number of units.
func (u *Unit) Whole(n int64) float64 { return infile.Ratio(n, u.perSecond()) }

// Unsigned returns the seconds of a whole number of units beyond int64.
func (u *Unit) Unsigned(n uint64) float64 { return infile.Quotient(n, u.perSecond()) }

// Fraction returns the seconds of n/per units, as of a decimal number.
func (u *Unit) Fraction(n int64, per uint64) float64 {
	v, _ := new(big.Rat).SetFrac(big.NewInt(n), new(big.Int).Mul(new(big.Int).SetUint64(per), new(big.Int).SetUint64(u.perSecond()))).Float64()
	return v
}

// InYears reports whether seconds since 1970 are within the years that are read; what is no finite number is, and is refused elsewhere.
func InYears(sec float64) bool {
	const most = 1 << 62 // within int64
	return math.Abs(sec) < most && rfc3339.InYears(int64(math.Floor(sec))) || math.IsNaN(sec) || math.IsInf(sec, 0)
}

// Beyond returns the number of units whose seconds are not InYears, and the cause of the error, with the unit that the number fits.
func (u *Unit) Beyond(sec float64) (value, cause string) {
	units := sec * float64(u.perSecond())
	words := "seconds"
	if u != nil {
		words = u.Words
	}
	cause = "as " + words + " since 1970 outside the years 0 to 9999"
	if fits := Of(units); fits != nil {
		cause += "; " + fits.Words + " are --units t=" + fits.Name
	}
	return strconv.FormatFloat(units, 'f', -1, 64), cause
}

// Of returns the unit in which a number counts to a time from 1990 to 2100, nil for none.
func Of(v float64) *Unit {
	const from, to = 631152000, 4102444800 // 1990-01-01 and 2100-01-01
	all := units()
	for i := range all {
		if sec := all[i].Seconds(v); sec >= from && sec < to {
			return &all[i]
		}
	}
	return nil
}

// Guess returns the unit in which all of some times count from 1990 to 2100, nil if there is none. mixed says where some count in one unit
// and some in another, "" for all other times.
func Guess(times ...float64) (unit *Unit, mixed string) {
	all := true
	for _, t := range times {
		one := Of(t)
		switch {
		case one == nil:
			all = false
		case unit != nil && *one != *unit:
			return nil, unit.Words + " and " + one.Words
		default:
			unit = one
		}
	}
	if !all {
		return nil, ""
	}
	return unit, ""
}

// Parse reads the text of a number of units with spaces around it; cause says why it is not a number.
func (u *Unit) Parse(field []byte) (sec float64, cause string) {
	return infile.ParseScaled(field, u.Decimals())
}
