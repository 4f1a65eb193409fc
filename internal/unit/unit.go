package unit

import (
	"fmt"
	"math/big"
	"strings"
)

// Dimension is the quantity that a unit measures.
type Dimension uint8

const (
	Length Dimension = iota
	Time
	Speed
)

func (d Dimension) String() string { return [...]string{"length", "time", "speed"}[d] }

// Unit is a unit of measure.
type Unit struct {
	name   string
	dim    Dimension
	si     *big.Rat // its value in metres, seconds, or metres a second
	parsec int      // the power of a parsec that si leaves out
	epoch  *big.Rat // for a scale of dates: 1970-01-01T00:00:00Z in the unit; otherwise nil
}

// String returns the unit's name.
func (u Unit) String() string { return u.name }

// IsScale reports whether numbers in the unit are dates, such as mjd, and not durations.
func (u Unit) IsScale() bool { return u.epoch != nil }

// named is a unit of a dimension by its name, with the other names that files have for it.
type named struct {
	name, si string
	also     []string
	parsec   int
	epoch    string
}

// lengths returns the units of length. A parsec is 648,000/pi astronomical units (IAU 2015,
// resolution B2), which is no rational number of metres: it is kept apart.
func lengths() []named {
	return []named{
		{name: "m", si: "1"},
		{name: "km", si: "1000"},
		{name: "ft", si: "0.3048"},
		{name: "ftUS", si: "1200/3937"},
		{name: "nmi", si: "1852"},
		{name: "mi", si: "1609.344"},
		{name: "AU", si: "149597870700", also: []string{"au"}},
		{name: "ly", si: "9460730472580800", also: []string{"lyr"}},
		{name: "pc", si: "1", parsec: 1},
		{name: "kpc", si: "1e3", parsec: 1},
		{name: "Mpc", si: "1e6", parsec: 1},
	}
}

// times returns the units of time. A year is 365.25 days of 86,400 seconds (Julian).
func times() []named {
	return []named{
		{name: "ns", si: "1e-9"},
		{name: "us", si: "1e-6"},
		{name: "ms", si: "1e-3"},
		{name: "s", si: "1"},
		{name: "min", si: "60"},
		{name: "h", si: "3600"},
		{name: "d", si: "86400"},
		{name: "yr", si: "31557600", also: []string{"a"}},
		{name: "kyr", si: "31557600e3"},
		{name: "Myr", si: "31557600e6"},
		{name: "Gyr", si: "31557600e9"},
		{name: "jd", si: "86400", epoch: "2440587.5"},
		{name: "mjd", si: "86400", epoch: "40587"},
	}
}

// speeds returns the units of speed that have a name of their own.
func speeds() []named {
	return []named{
		{name: "kn", si: "1852/3600"},
		{name: "mph", si: "1609.344/3600"},
	}
}

func all(d Dimension) []named {
	switch d {
	case Length:
		return lengths()
	case Time:
		return times()
	}
	return speeds()
}

// Names lists the names of a dimension's units, for messages. Speeds are LENGTH/TIME, too.
func Names(d Dimension) string {
	var names []string
	for _, n := range all(d) {
		names = append(names, n.name)
	}
	if d == Speed {
		names = append(names, "m/s, km/h and other lengths by times")
	}
	return strings.Join(names, ", ")
}

// Find returns the unit of a dimension that has a name. Capitals count: Mpc is no mpc.
func Find(name string, d Dimension) (Unit, error) {
	for _, n := range all(d) {
		if n.is(name) {
			return n.unit(d), nil
		}
	}
	if over, under, ok := strings.Cut(name, "/"); ok && d == Speed {
		return ratio(over, under)
	}
	return Unit{}, fmt.Errorf("%q is no unit of %v: %s%s", name, d, Names(d), Meant(name, d))
}

func (n named) is(name string) bool {
	for _, also := range n.also {
		if name == also {
			return true
		}
	}
	return name == n.name
}

func (n named) unit(d Dimension) Unit {
	u := Unit{name: n.name, dim: d, si: rational(n.si), parsec: n.parsec}
	if n.epoch != "" {
		u.epoch = rational(n.epoch)
	}
	return u
}

// ratio returns the unit of speed of a length a time.
func ratio(over, under string) (Unit, error) {
	l, err := Find(over, Length)
	if err != nil {
		return Unit{}, err
	}
	t, err := Find(under, Time)
	if err != nil {
		return Unit{}, err
	}
	return By(l, t), nil
}

// By returns the unit of speed that a unit of length and one of time make.
func By(l, t Unit) Unit {
	return Unit{name: l.name + "/" + t.name, dim: Speed, si: new(big.Rat).Quo(l.si, t.si), parsec: l.parsec}
}

// rational parses a constant of this package: digits, or a quotient of two.
func rational(s string) *big.Rat {
	over, under, isQuotient := strings.Cut(s, "/")
	r, ok := new(big.Rat).SetString(over)
	if !ok {
		panic("unit: no number: " + s) // our own bug
	}
	if isQuotient {
		r.Quo(r, rational(under))
	}
	return r
}
