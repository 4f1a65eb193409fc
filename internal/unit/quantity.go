package unit

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strings"

	"flyby/internal/decimal"
)

// Quantity is a number with a unit, or without one.
type Quantity struct {
	text  string
	value *big.Rat
	plain float64 // the number without its unit, rounded
	unit  Unit
	has   bool // it has a unit
}

// Parse reads a number as in files, with or without a unit of the dimension behind it: 500m, 0.3
// nmi, 1.5e3. The number is finite. Text that is not a number with letters behind it gets
// decimal.Parse's error.
func Parse(text string, d Dimension) (Quantity, error) {
	digits := strings.TrimRight(text[:numberEnd(text)], " ")
	q := Quantity{text: text}
	if _, err := decimal.Parse(text); err != nil && !isQuantity(text, digits, err) {
		return Quantity{}, errors.Unwrap(err)
	}
	var err error
	if q.plain, err = decimal.Parse(digits); err != nil {
		return Quantity{}, errors.Unwrap(err)
	}
	q.value = exact(digits, q.plain)
	if name := strings.TrimLeft(text[len(digits):], " "); name != "" {
		q.has = true
		if q.unit, err = Find(name, d); err != nil {
			return Quantity{}, err
		}
		if q.unit.IsScale() {
			return Quantity{}, fmt.Errorf("%s is a scale of dates, no unit of a duration", name)
		}
	}
	return q, nil
}

// ParseBound reads a bound, V or <V: a quantity as an upper limit, which strict excludes.
func ParseBound(text string, d Dimension) (q Quantity, strict bool, err error) {
	rest, strict := strings.CutPrefix(text, "<")
	if strict && strings.HasPrefix(rest, "=") {
		return q, strict, errors.New("at most V is V alone, <V is less than V")
	}
	q, err = Parse(strings.TrimLeft(rest, " "), d)
	return q, strict, err
}

// isQuantity reports whether a text that decimal refuses is digits and a name: neither text without
// a number, nor a form that other programs take for a number.
func isQuantity(text, digits string, refusal error) bool {
	name := strings.TrimLeft(text[len(digits):], " ")
	return digits != "" && name != "" && isLetter(name[0]) && errors.Is(refusal, decimal.ErrNoNumber)
}

// isLetter reports whether a name may begin with c, which may be a byte of a letter beyond ASCII.
func isLetter(c byte) bool { return c|' ' >= 'a' && c|' ' <= 'z' || c >= 0x80 }

// numberEnd returns the index after the number that text begins with: the first byte that is not
// part of it. The e of an exponent has a digit or a sign behind it.
func numberEnd(text string) int {
	for i, c := range []byte(text) {
		switch {
		case c >= '0' && c <= '9', c == '.', c == ' ':
		case c == '+', c == '-':
			if i > 0 && text[i-1] != 'e' && text[i-1] != 'E' {
				return i
			}
		case (c == 'e' || c == 'E') && i+1 < len(text) && strings.IndexByte("+-0123456789", text[i+1]) >= 0:
		default:
			return i
		}
	}
	return len(text)
}

// exact returns the value of decimal digits. Digits that round to 0 are 0: with their exponent they
// might take more memory than there is.
func exact(digits string, rounded float64) *big.Rat {
	if rounded == 0 {
		return new(big.Rat)
	}
	r, ok := new(big.Rat).SetString(digits)
	if !ok {
		panic("unit: no rational: " + digits) // our own bug: big takes any number that decimal takes
	}
	return r
}

// HasUnit reports whether the quantity was given with a unit.
func (q Quantity) HasUnit() bool { return q.has }

// Plain returns the number without its unit, as a float64.
func (q Quantity) Plain() float64 { return q.plain }

// String returns the quantity as it was written.
func (q Quantity) String() string { return q.text }

// In returns the quantity in a unit of its dimension, rounded once; a number without a unit is in
// that unit already. A result that rounds to beyond the largest float64 is an error.
func (q Quantity) In(u Unit) (float64, error) {
	if !q.has {
		return q.plain, nil
	}
	v, _ := convert(q.value, q.unit, u).Float64()
	if math.IsInf(v, 0) {
		return 0, fmt.Errorf("%s is too large in %s", q.text, u)
	}
	return v, nil
}

// convert returns a value in another unit, exact where both or neither count in parsecs, otherwise to a
// hundred digits.
func convert(value *big.Rat, from, to Unit) *big.Rat {
	r := new(big.Rat).Mul(value, from.si)
	r.Quo(r, to.si)
	switch {
	case from.parsec > to.parsec:
		r.Mul(r, metresOfParsec())
	case from.parsec < to.parsec:
		r.Quo(r, metresOfParsec())
	}
	return r
}

// pi to a hundred digits.
const pi = "3.141592653589793238462643383279502884197169399375105820974944592307816406286208998628034825342117068"

// metresOfParsec returns a parsec in metres, to a hundred digits.
func metresOfParsec() *big.Rat {
	r := rational("149597870700")
	return r.Mul(r, rational("648000/"+pi))
}

// Instant returns a time in seconds since 1970-01-01T00:00:00Z on the scale of dates u, rounded
// once.
func Instant(seconds *big.Rat, u Unit) float64 {
	r := new(big.Rat).Quo(seconds, u.si)
	v, _ := r.Add(r, u.epoch).Float64()
	return v
}
