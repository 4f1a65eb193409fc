package infile

import (
	"bytes"
	"math"
	"strconv"
	"strings"
	"unsafe"

	"flyby/internal/decimal"
)

// TextOf views bytes as a string. It must not outlive the next write to b.
func TextOf(b []byte) string {
	return unsafe.String(unsafe.SliceData(b), len(b))
}

// pow10 holds the powers of ten that float64 holds exactly. It is never written.
var pow10 = [...]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

// tens holds the powers of ten below 2^64. It is never written.
var tens = [...]uint64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19}

// Tens returns 10^n for n from 0 to 19.
func Tens(n int) uint64 { return tens[n] }

// MaxMagnitude is the greatest number that ScanFloat reads, with either sign: trajectory.MaxMagnitude.
const MaxMagnitude = 0x1p1000

// ScanFloat reads a decimal number at b[p:], which must be followed by a byte that is part of no number,
// and returns the index after it. The value equals decimal.Parse's. ok is false for text that is not a
// number, is too large for float64 or is beyond MaxMagnitude; the caller finds the cause.
//
// Where mantissa and power of ten are both exact in float64, one multiplication or division rounds
// correctly, and so does Quotient where both fit in 64 bits; otherwise strconv decides.
func ScanFloat(b []byte, p int) (v float64, next int, ok bool) { return ScanScaled(b, p, 0) }

// ScanScaled is ScanFloat for a number of units of which 10^decimals make one: the value is rounded once, after the division.
func ScanScaled(b []byte, p, decimals int) (v float64, next int, ok bool) {
	start := p
	negative := b[p] == '-'
	if negative || b[p] == '+' {
		p++
	}
	mantissa, from := uint64(0), p
	for b[p]-'0' <= 9 {
		mantissa = mantissa*10 + uint64(b[p]-'0')
		p++
	}
	digits, exp := p-from, -decimals
	if b[p] == '.' {
		p++
		from = p
		for b[p]-'0' <= 9 {
			mantissa = mantissa*10 + uint64(b[p]-'0')
			p++
		}
		exp -= p - from
		digits += p - from
	}
	if digits == 0 {
		return 0, start, false
	}
	if b[p]|0x20 == 'e' {
		var e int
		if e, p, ok = scanExponent(b, p+1); !ok {
			return 0, start, false
		}
		exp += e
	}
	switch small := digits <= 19; { // more digits could overflow the mantissa
	case small && mantissa <= 1<<53 && exp <= 0 && exp >= -22:
		v = float64(mantissa) / pow10[-exp]
	case small && mantissa <= 1<<53 && exp > 0 && exp <= 22:
		v = float64(mantissa) * pow10[exp]
	case small && exp < 0 && exp >= -19:
		v = Quotient(mantissa, tens[-exp])
	default:
		v, err := strconv.ParseFloat(scaled(TextOf(b[start:p]), decimals), 64)
		return v, p, err == nil && math.Abs(v) <= MaxMagnitude
	}
	if negative {
		v = -v
	}
	return v, p, true
}

// scanExponent reads a signed decimal at b[p:], large ones cut short.
func scanExponent(b []byte, p int) (e, next int, ok bool) {
	negative := b[p] == '-'
	if negative || b[p] == '+' {
		p++
	}
	from := p
	for b[p]-'0' <= 9 {
		if e < 100_000 {
			e = e*10 + int(b[p]-'0')
		}
		p++
	}
	if negative {
		e = -e
	}
	return e, p, p > from
}

// ParseFloat reads a whole field with spaces around it; cause says why it is not a number.
func ParseFloat(field []byte) (v float64, cause string) {
	v, err := decimal.Parse(TextOf(Trim(field)))
	if err != nil {
		if hasDecimalComma(Trim(field)) {
			return 0, "a decimal comma: numbers are written with a point"
		}
		return 0, Inner(err)
	}
	return v, ""
}

// ParseScaled is ParseFloat for a number of units of which 10^decimals make one: the value is rounded once, after the division.
func ParseScaled(field []byte, decimals int) (v float64, cause string) {
	if v, cause = ParseFloat(field); cause != "" || decimals == 0 {
		return v, cause
	}
	v, _ = strconv.ParseFloat(scaled(string(Trim(field)), decimals), 64) // it is less than the number that was read
	return v, ""
}

// scaled returns the text of a decimal number divided by 10^decimals.
func scaled(number string, decimals int) string {
	if decimals == 0 {
		return number
	}
	exponent := 0
	if at := strings.IndexAny(number, "eE"); at >= 0 {
		exponent, _, _ = scanExponent([]byte(number[at+1:]+" "), 0)
		number = number[:at]
	}
	return number + "e" + strconv.Itoa(exponent-decimals)
}

// hasDecimalComma reports whether a field is a number with a comma in place of the point.
func hasDecimalComma(field []byte) bool {
	if bytes.Count(field, []byte(",")) != 1 {
		return false
	}
	_, err := decimal.Parse(string(bytes.Replace(field, []byte(","), []byte("."), 1)))
	return err == nil
}

// Trim cuts spaces and tabs from both ends.
func Trim(b []byte) []byte {
	for len(b) > 0 && (b[0] == ' ' || b[0] == '\t') {
		b = b[1:]
	}
	for len(b) > 0 && (b[len(b)-1] == ' ' || b[len(b)-1] == '\t') {
		b = b[:len(b)-1]
	}
	return b
}

// ScanInt reads a canonical decimal int64 at b[p:], which some byte must follow:
// no plus sign, no leading zero, no -0.
func ScanInt(b []byte, p int) (v int64, next int, ok bool) {
	negative := b[p] == '-'
	if negative {
		p++
	}
	from, u := p, uint64(0)
	for b[p]-'0' <= 9 {
		u = u*10 + uint64(b[p]-'0')
		p++
	}
	limit := uint64(math.MaxInt64)
	if negative {
		limit++
	}
	digits := p - from
	if digits == 0 || digits > 19 || u > limit || (b[from] == '0' && (digits > 1 || negative)) {
		return 0, p, false
	}
	if negative {
		return -int64(u), p, true
	}
	return int64(u), p, true
}

// ParseInt is ScanInt for a whole string.
func ParseInt(s string) (v int64, ok bool) {
	const longest = len("-9223372036854775808")
	if len(s) == 0 || len(s) > longest {
		return 0, false
	}
	var buf [longest + 1]byte // the last byte stays 0, which ends any number
	copy(buf[:], s)
	v, next, ok := ScanInt(buf[:], 0)
	return v, ok && next == len(s)
}

// Number reads a number, by ScanFloat where the slice has room for a byte after it and that byte is part
// of no number.
func Number(value []byte) (v float64, cause string) {
	if n := len(value); n < cap(value) {
		if v, next, ok := ScanFloat(value[:n+1], 0); ok && next == n {
			return v, ""
		}
	}
	return ParseFloat(value)
}
