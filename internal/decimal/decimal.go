// Package decimal reads the numbers of files and flags, which are decimal.
package decimal

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// ErrNoNumber is the cause for text that no spelling makes a number.
var ErrNoNumber = errors.New("not a number")

// Parse reads a decimal number, in files and in flags: a sign or none, digits with a point among,
// before or after them or none, and perhaps e or E with a whole number, as in 12, -0.5, +.5, 7. and
// 6.02e23. The result is the float64 nearest to the text's value.
//
// Nothing else is a number: no other base (0x1p4), no underscore or comma between digits, no space,
// not inf and not nan. A number that rounds to beyond the largest float64 is an error too. The
// error wraps its cause, which does not repeat s.
func Parse(s string) (float64, error) {
	cause := ErrNoNumber
	if isDecimal(s) {
		v, err := strconv.ParseFloat(s, 64)
		if err == nil {
			return v, nil
		}
		cause = errors.New("too large for float64")
	} else if s == "" {
		cause = errors.New("missing")
	} else if isOther(s) {
		cause = otherSpelling(s)
	}
	return 0, fmt.Errorf("decimal: %q: %w", s, cause)
}

// isOther reports whether other programs take s for a number.
func isOther(s string) bool {
	s = strings.ReplaceAll(s, "_", "")
	for _, exponent := range [...]string{"", "p0"} { // p0: the exponent that Go requires after hexadecimal digits
		if _, err := strconv.ParseFloat(s+exponent, 64); err == nil || errors.Is(err, strconv.ErrRange) {
			return true
		}
	}
	return false
}

// otherSpelling returns the cause for a spelling that other programs take for a number.
func otherSpelling(s string) error {
	switch {
	case strings.Contains(s, "_"):
		return errors.New("not a decimal number: underscores are no digits")
	case strings.ContainsAny(s, "xX"):
		return errors.New("not a decimal number: hexadecimal is not read")
	}
	return errors.New("not a finite number")
}

// isDecimal reports whether s has the form that Parse requires.
func isDecimal(s string) bool {
	if s != "" && (s[0] == '-' || s[0] == '+') {
		s = s[1:]
	}
	whole := afterDigits(s)
	count := len(s) - len(whole)
	rest, point := strings.CutPrefix(whole, ".")
	if point {
		end := afterDigits(rest)
		count += len(rest) - len(end)
		rest = end
	}
	if count == 0 || rest == "" {
		return count > 0
	}
	if rest[0] != 'e' && rest[0] != 'E' {
		return false
	}
	rest = rest[1:]
	if rest != "" && (rest[0] == '-' || rest[0] == '+') {
		rest = rest[1:]
	}
	return rest != "" && afterDigits(rest) == ""
}

// afterDigits cuts the digits that s begins with.
func afterDigits(s string) string {
	for s != "" && s[0]-'0' <= 9 {
		s = s[1:]
	}
	return s
}
