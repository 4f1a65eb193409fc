package localtime

import (
	"errors"
	"fmt"
	"strings"

	"flyby/internal/rfc3339"
)

// The parts of a time, the first six in the order of Clock's arguments.
const (
	partYear = iota
	partMonth
	partDay
	partHour
	partMinute
	partSecond
	partHalf // of the day: AM or PM
	parts
)

// mostLayout is the most bytes of a layout.
const mostLayout = 64

// A Layout is the order and form of a time's parts: YYYY, MM, DD, hh, mm and ss, or M, D, h, m and s for parts of one digit or
// two, Mon for an English month's first three letters, AM for AM or PM, each once, with any signs, the letter T and text in quotes between.
// The seconds may be missing, and so may the whole time of day: midnight.
type Layout struct {
	text   string
	fields []layoutField
	last   int  // the part that ends the layout, -1 where a sign ends it
	halves bool // hours are 1 to 12, with AM or PM
}

// A layoutField is a part of a time, or a byte between parts.
type layoutField struct {
	part  int  // -1: none
	width int  // digits; 0: one or two; byName: a word
	fix   byte // the byte, where it is no part

	decimals bool // of the seconds may follow, and then other fields
}

// byName is the width of a part that is written as a word.
const byName = -1

// Layouts describes layouts for users.
const Layouts = "YYYY, MM, DD and perhaps hh, mm and ss, or M, D, h, m, s for one digit or two, Mon for Jan to Dec, AM for AM or PM, each once, between signs, blanks, T or text in quotes"

// ParseLayout reads a layout such as "DD/MM/YYYY hh:mm:ss" or "M/D/YYYY h:m".
func ParseLayout(text string) (*Layout, error) {
	l := &Layout{text: text, last: -1}
	cause := "too long"
	if len(text) <= mostLayout {
		cause = l.parse()
	}
	if cause != "" {
		return nil, fmt.Errorf("localtime: layout %q: %w", text, errors.New(cause))
	}
	return l, nil
}

// parse reads the text. cause is the error in it.
func (l *Layout) parse() (cause string) {
	var seen [parts]bool
	for rest := l.text; rest != ""; {
		fields, n, cause := nextFields(rest)
		if cause != "" {
			return cause
		}
		rest = rest[n:]
		for _, f := range fields {
			switch {
			case f.part >= 0 && seen[f.part]:
				return "knows " + Layouts
			case f.mayBeDigit() && l.last >= 0 && l.fields[len(l.fields)-1].width == 0:
				return "a part of one digit or two needs a sign or a blank behind it"
			}
			l.fields = append(l.fields, f)
			if l.last = f.part; f.part >= 0 {
				seen[f.part] = true
			}
		}
	}
	for i := range l.fields[:max(len(l.fields)-1, 0)] {
		l.fields[i].decimals = l.fields[i].part == partSecond && l.fields[i+1].fix != '.'
	}
	l.halves = seen[partHalf]
	switch {
	case !seen[partYear] || !seen[partMonth] || !seen[partDay] || seen[partHour] != seen[partMinute] || seen[partSecond] && !seen[partMinute]:
		return "must have YYYY, MM and DD, and hh with mm, such as DD/MM/YYYY hh:mm:ss"
	case l.halves && !seen[partHour]:
		return "has AM and no hours hh"
	}
	return ""
}

// mayBeDigit reports whether texts of a field begin with a digit.
func (f *layoutField) mayBeDigit() bool {
	return f.part >= 0 && f.width != byName || f.part < 0 && f.fix-'0' <= 9
}

// nextFields returns the fields that text, which is not empty, begins with, several for text in quotes, and their number of bytes.
func nextFields(text string) (fields []layoutField, n int, cause string) {
	if text[0] == '"' || text[0] == '\'' {
		literal, _, closed := strings.Cut(text[1:], text[:1])
		if !closed || literal == "" {
			return nil, 0, "text in quotes needs a quote at its end, and at least a letter between"
		}
		for i := range len(literal) {
			fields = append(fields, layoutField{part: -1, fix: literal[i]})
		}
		return fields, len(literal) + 2, ""
	}
	f, n := nextField(text)
	if c := f.fix; f.part < 0 && (c != 'T' && isLetter(c) || c >= 0x80 || c-'0' <= 9) {
		return nil, 0, "knows " + Layouts
	}
	return []layoutField{f}, n, ""
}

// nextField returns the field that text, which is not empty and begins with no quote, begins with, and its number of bytes.
func nextField(text string) (f layoutField, n int) {
	for word, part := range map[string]int{"Mon": partMonth, "AM": partHalf, "PM": partHalf} {
		if strings.HasPrefix(text, word) {
			return layoutField{part: part, width: byName}, len(word)
		}
	}
	for part, word := range [...]string{"YYYY", "MM", "DD", "hh", "mm", "ss"} {
		switch {
		case strings.HasPrefix(text, word):
			return layoutField{part: part, width: len(word)}, len(word)
		case part != partYear && text[0] == word[0]:
			return layoutField{part: part}, 1
		}
	}
	return layoutField{part: -1, fix: text[0]}, 1
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// String returns the text that the layout was read from.
func (l *Layout) String() string { return l.text }

// split reads the date and time of day at the beginning of a time, as rfc3339.SplitClock does. tail begins with the decimals of
// the seconds, wherever these stand.
func (l *Layout) split(s string) (local int64, tail string, err error) {
	var v [parts]int64
	decimals := ""
	at := 0
	for i := range l.fields {
		f := &l.fields[i]
		if f.part < 0 {
			if at >= len(s) || s[at] != f.fix {
				return 0, "", l.unlike()
			}
			at++
			continue
		}
		if f.width == byName {
			n := 0
			if v[f.part], n = readWord(f.part, s[at:]); n == 0 {
				return 0, "", l.unlike()
			}
			at += n
			continue
		}
		from, most := at, max(f.width, 2)
		for at < len(s) && at-from < most && s[at]-'0' <= 9 {
			v[f.part] = v[f.part]*10 + int64(s[at]-'0')
			at++
		}
		if at-from < max(f.width, 1) {
			return 0, "", l.unlike()
		}
		if f.decimals && at < len(s) && s[at] == '.' {
			_, rest, err := rfc3339.SplitFraction(s[at:])
			if err != nil {
				return 0, "", err
			}
			decimals, at = s[at:len(s)-len(rest)], len(s)-len(rest)
		}
	}
	if l.halves && (v[partHour] < 1 || v[partHour] > 12) {
		return 0, "", errHalves
	} else if l.halves {
		v[partHour] = v[partHour]%12 + v[partHalf]
	}
	local, err = rfc3339.Clock(v[partYear], v[partMonth], v[partDay], v[partHour], v[partMinute], v[partSecond])
	if tail = s[at:]; tail != "" && tail[0] == '.' && l.last != partSecond {
		return 0, "", l.unlike()
	}
	return local, decimals + tail, err
}

// readWord reads a month, or AM and PM as hours to be added, in capital letters or not; n is 0 where s begins with none.
func readWord(part int, s string) (v int64, n int) {
	if part == partHalf {
		if len(s) < 2 || s[1]|0x20 != 'm' || s[0]|0x20 != 'a' && s[0]|0x20 != 'p' {
			return 0, 0
		}
		if s[0]|0x20 == 'p' {
			v = 12
		}
		return v, 2
	}
	const months, letters = "janfebmaraprmayjunjulaugsepoctnovdec", 3
	if len(s) < letters {
		return 0, 0
	}
	for at := 0; at < len(months); at += letters {
		if s[0]|0x20 == months[at] && s[1]|0x20 == months[at+1] && s[2]|0x20 == months[at+2] {
			return int64(at/letters) + 1, letters
		}
	}
	return 0, 0
}

// errHalves is the error of an hour that no clock of twelve hours shows.
var errHalves = errors.New("no such time of day: hours with AM or PM are 1 to 12")

// unlike returns the error that a time has another layout.
func (l *Layout) unlike() error { return fmt.Errorf("not a time such as %s", l.text) }
