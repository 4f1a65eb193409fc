package localtime

import (
	"errors"
	"fmt"
	"strings"

	"flyby/internal/rfc3339"
)

// The parts of a time, in the order of Clock's arguments.
const (
	partYear = iota
	partMonth
	partDay
	partHour
	partMinute
	partSecond
	parts
)

// mostLayout is the most bytes of a layout.
const mostLayout = 64

// A Layout is the order and form of a time's parts: YYYY, MM, DD, hh, mm and ss, or M, D, h, m and s for parts of one digit or
// two, each once, with any signs and the letter T between. The seconds may be missing, and so may the whole time of day:
// midnight.
type Layout struct {
	text   string
	fields []layoutField
	last   int // the part that ends the layout, -1 where a sign ends it
}

// A layoutField is a part of a time, or a byte between parts.
type layoutField struct {
	part  int  // -1: none
	width int  // digits; 0: one or two
	fix   byte // the byte, where it is no part
}

// Layouts describes layouts for users.
const Layouts = "YYYY, MM, DD and perhaps hh, mm and ss, or M, D, h, m, s for one digit or two, each once, between signs, blanks or T"

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
		f, n := nextField(rest)
		rest = rest[n:]
		switch {
		case f.part < 0 && (f.fix != 'T' && isLetter(f.fix) || f.fix >= 0x80 || f.fix-'0' <= 9), f.part >= 0 && seen[f.part]:
			return "knows " + Layouts
		case f.part >= 0 && l.last >= 0 && l.fields[len(l.fields)-1].width == 0:
			return "a part of one digit or two needs a sign or a blank behind it"
		}
		l.fields = append(l.fields, f)
		if l.last = f.part; f.part >= 0 {
			seen[f.part] = true
		}
	}
	if !seen[partYear] || !seen[partMonth] || !seen[partDay] || seen[partHour] != seen[partMinute] || seen[partSecond] && !seen[partMinute] {
		return "must have YYYY, MM and DD, and hh with mm, such as DD/MM/YYYY hh:mm:ss"
	}
	return ""
}

// nextField returns the field that text, which is not empty, begins with, and its number of bytes.
func nextField(text string) (f layoutField, n int) {
	for part, word := range [parts]string{"YYYY", "MM", "DD", "hh", "mm", "ss"} {
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

// split reads the date and time of day at the beginning of a time, as rfc3339.SplitClock does.
func (l *Layout) split(s string) (local int64, tail string, err error) {
	var v [parts]int64
	at := 0
	for _, f := range l.fields {
		if f.part < 0 {
			if at >= len(s) || s[at] != f.fix {
				return 0, "", l.unlike()
			}
			at++
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
	}
	local, err = rfc3339.Clock(v[partYear], v[partMonth], v[partDay], v[partHour], v[partMinute], v[partSecond])
	if tail = s[at:]; tail != "" && tail[0] == '.' && l.last != partSecond {
		return 0, "", l.unlike()
	}
	return local, tail, err
}

// unlike returns the error that a time has another layout.
func (l *Layout) unlike() error { return fmt.Errorf("not a time such as %s", l.text) }
