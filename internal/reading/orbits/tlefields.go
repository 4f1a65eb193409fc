package orbits

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"time"

	"flyby/internal/infile"
	"flyby/trajectory/format"
)

// fields takes the fields of two lines, by the names that OMM has for them.
func (t *tleReader) fields(first, second []byte) *format.Error {
	number, cause := alpha5(first[2:7])
	if cause != "" {
		return &format.Error{Line: t.firstLine, Column: catalogueNumber, Value: string(first[2:7]), Cause: cause}
	}
	at, cause := epochOf(first[18:32])
	if cause != "" {
		return &format.Error{Line: t.firstLine, Column: "EPOCH", Value: string(first[18:32]), Cause: cause}
	}
	for _, f := range []struct{ name, text string }{
		{catalogueNumber, number},
		{"EPOCH", at},
		{"CLASSIFICATION_TYPE", string(first[7:8])},
		{"OBJECT_ID", designator(string(first[9:17]))},
		{"MEAN_MOTION_DOT", string(first[33:43])},
		{"MEAN_MOTION_DDOT", exponential(string(first[44:52]))},
		{"BSTAR", exponential(string(first[53:61]))},
		{"EPHEMERIS_TYPE", string(first[62:63])},
		{"ELEMENT_SET_NO", string(first[64:68])},
	} {
		t.put(f.name, bytes.TrimSpace([]byte(f.text)), t.firstLine)
	}
	for _, f := range []struct{ name, text string }{
		{"INCLINATION", string(second[8:16])},
		{"RA_OF_ASC_NODE", string(second[17:25])},
		{"ECCENTRICITY", "0." + strings.ReplaceAll(string(second[26:33]), " ", "0")},
		{"ARG_OF_PERICENTER", string(second[34:42])},
		{"MEAN_ANOMALY", string(second[43:51])},
		{"MEAN_MOTION", string(second[52:63])},
		{"REV_AT_EPOCH", string(second[63:68])},
	} {
		t.put(f.name, bytes.TrimSpace([]byte(f.text)), t.l.Line)
	}
	return nil
}

// alpha5 returns the number of the catalogue of five characters, of which the first may be a letter that stands for 10 to 33.
func alpha5(text []byte) (number, cause string) {
	const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ" // neither I nor O
	digits := bytes.TrimLeft(text, " ")
	switch at := strings.IndexByte(letters, text[0]); {
	case at >= 0:
		digits = append([]byte(strconv.Itoa(10+at)), text[1:]...)
	case text[0] == 'I' || text[0] == 'O':
		return "", "the letters I and O are not in Alpha-5: they look like digits"
	}
	n, ok := infile.CatalogueNumber(digits)
	if !ok {
		return "", "must be digits, or in Alpha-5 a letter and four digits"
	}
	return strconv.FormatInt(n, 10), ""
}

// epochOf returns a year of two digits and a day of the year with its fraction as text.
func epochOf(text []byte) (at, cause string) {
	digits := bytes.ReplaceAll(text, []byte(" "), []byte("0"))
	year, err := strconv.ParseUint(string(digits[:2]), 10, 8)
	day, fraction, point := strings.Cut(string(digits[2:]), ".")
	whole, err1 := strconv.ParseUint(day, 10, 16)
	part, err2 := strconv.ParseUint((fraction + strings.Repeat("0", 9))[:9], 10, 32)
	if err != nil || err1 != nil || err2 != nil || !point || len(fraction) > 9 {
		return "", "must be two digits of a year and a day of the year with a point, such as 24001.50000000"
	}
	if year += 1900; year < 1957 {
		year += 100
	}
	first := time.Date(int(year), 1, 1, 0, 0, 0, 0, time.UTC)
	days := uint64(first.AddDate(1, 0, 0).Sub(first).Hours() / 24)
	if whole < 1 || whole > days {
		return "", fmt.Sprintf("no such day: %d has days 1 to %d", year, days)
	}
	const nanos = 86400 // of a part of 1e-9 days is 86.4 microseconds
	ns := time.Duration(part) * nanos
	return first.AddDate(0, 0, int(whole)-1).Add(ns).Format("2006-01-02T15:04:05.999999999"), ""
}

// exponential returns a number whose point and e a TLE leaves out: " 28098-4" is 0.28098e-4.
func exponential(text string) string {
	sign, digits, power := text[:1], text[1:len(text)-2], text[len(text)-2:]
	if strings.TrimSpace(text) == "" {
		return ""
	}
	return strings.TrimSpace(sign) + "0." + strings.ReplaceAll(digits, " ", "0") + "e" + strings.ReplaceAll(power, " ", "+")
}

// designator returns the international designator with the whole year: 98067A is 1998-067A.
func designator(text string) string {
	text = strings.TrimSpace(text)
	year, err := strconv.ParseUint(text[:min(len(text), 2)], 10, 8)
	if err != nil || len(text) < len("98067A") {
		return text
	}
	if year += 1900; year < 1957 {
		year += 100
	}
	return strconv.FormatUint(year, 10) + "-" + text[2:]
}
