package rfc3339

import (
	"errors"
	"fmt"
	"strings"
)

// SplitFraction reads a decimal point and decimals, which it returns without zeros at their end, if s begins with them. rest is what
// follows.
func SplitFraction(s string) (fraction, rest string, err error) {
	if s == "" || s[0] != '.' {
		return "", s, nil
	}
	n := 1
	for n < len(s) && s[n]-'0' <= 9 {
		n++
	}
	if n == 1 {
		return "", s, errors.New("no digit after the decimal point")
	}
	return strings.TrimRight(s[1:n], "0"), s[n:], nil
}

// SplitTail reads the text after the seconds: decimals, returned without zeros at their end, and the offset in seconds.
// known is false without an offset.
func SplitTail(s string) (fraction string, offset int64, known bool, err error) {
	if s != "" && s[0] == '.' {
		if fraction, s, err = SplitFraction(s); err != nil {
			return "", 0, false, err
		}
	}
	switch {
	case s == "Z" || s == "z":
		return fraction, 0, true, nil
	case s == "":
		return fraction, 0, false, nil
	}
	offset, err = offsetBehind(s)
	return fraction, offset, err == nil, err
}

// offsetBehind reads the offset behind a time as databases write it: +01:00, +0100 or +01, UTC or GMT, each perhaps after a blank, or an
// offset of zero with its name: +0000 UTC. Errors quote what was found.
func offsetBehind(s string) (offset int64, err error) {
	text := strings.TrimPrefix(s, " ")
	if isUTC(text) || s != text && (text == "Z" || text == "z") {
		return 0, nil
	}
	word, name, named := strings.Cut(text, " ")
	offset, err = ParseOffset(spelledOut(word))
	switch {
	case err == errNotOffset || err == nil && named && name == "":
		return 0, fmt.Errorf("%q is no offset from UTC such as Z, UTC, +01:00, +0100 or +01", clipped(s))
	case err != nil:
		return 0, fmt.Errorf("%q: %w", word, err)
	case named && !isUTC(name):
		return 0, fmt.Errorf("%q behind its offset is no name of a zone that is read: UTC and GMT are", clipped(name))
	case named && offset != 0:
		return 0, fmt.Errorf("its offset %s is not that of %s", word, name)
	}
	return offset, nil
}

// isUTC reports whether a text is a name of UTC.
func isUTC(s string) bool { return s == "UTC" || s == "GMT" }

// clipped returns the beginning of a text, for an error.
func clipped(s string) string {
	const most = 32
	if len(s) > most {
		return s[:most] + "..."
	}
	return s
}

// spelledOut returns an offset such as +01 or +0100 as +01:00, and other text as it is.
func spelledOut(s string) string {
	switch {
	case len(s) == len("+01") && shaped(s[1:], "dd"):
		return s + ":00"
	case len(s) == len("+0100") && shaped(s[1:], "dddd"):
		return s[:3] + ":" + s[3:]
	}
	return s
}

// errNotOffset is the error of a text that has not the shape of an offset.
var errNotOffset = errors.New("no offset from UTC such as +01:00")

// ParseOffset reads an offset from UTC such as +01:00, in seconds.
func ParseOffset(s string) (offset int64, err error) {
	if len(s) != 6 || (s[0] != '+' && s[0] != '-') || s[3] != ':' ||
		s[1]-'0' > 9 || s[2]-'0' > 9 || s[4]-'0' > 9 || s[5]-'0' > 9 {
		return 0, errNotOffset
	}
	hour, minute := digits(s[1:3]), digits(s[4:6])
	if hour > 23 || minute > 59 {
		return 0, errors.New("no such offset from UTC")
	}
	offset = hour*3600 + minute*60
	if s[0] == '-' {
		offset = -offset
	}
	return offset, nil
}
