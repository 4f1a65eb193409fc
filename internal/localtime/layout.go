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

// A Layout says where the parts of a time stand: YYYY, MM, DD, hh, mm and ss, each once and ss
// perhaps not at all, between any signs and the letter T.
type Layout struct {
	text string
	at   [parts]int // where each begins, -1 for none
	fix  [64]byte   // what stands elsewhere, 0 where digits are
	n    int        // bytes
}

// ParseLayout reads a layout such as "DD/MM/YYYY hh:mm:ss".
func ParseLayout(text string) (*Layout, error) {
	l := &Layout{text: text, n: len(text)}
	fail := func(cause string) (*Layout, error) {
		return nil, fmt.Errorf("localtime: layout %q: %w", text, errors.New(cause))
	}
	if len(text) > len(l.fix) {
		return fail("too long")
	}
	copy(l.fix[:], text)
	for part, word := range [parts]string{"YYYY", "MM", "DD", "hh", "mm", "ss"} {
		at := strings.Index(text, word)
		l.at[part] = at
		switch {
		case at < 0 && part != partSecond:
			return fail("must have YYYY, MM, DD, hh, mm and perhaps ss, such as DD/MM/YYYY hh:mm:ss")
		case at >= 0:
			clear(l.fix[at : at+len(word)])
		}
	}
	for _, c := range l.fix[:l.n] {
		if c == 'T' || c != 0 && c < 0x80 && !isLetter(c) && c-'0' > 9 {
			continue
		}
		if c != 0 {
			return fail("knows YYYY, MM, DD, hh, mm and ss, each once, signs, blanks and T")
		}
	}
	return l, nil
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// String returns the text that the layout was read from.
func (l *Layout) String() string { return l.text }

// split reads what a clock shows at the beginning of a time, as rfc3339.SplitClock does.
func (l *Layout) split(s string) (local int64, tail string, err error) {
	if len(s) < l.n {
		return 0, "", fmt.Errorf("not a time such as %s", l.text)
	}
	for i := range l.n {
		if c, fix := s[i], l.fix[i]; fix == 0 && c-'0' > 9 || fix != 0 && c != fix {
			return 0, "", fmt.Errorf("not a time such as %s", l.text)
		}
	}
	var v [parts]int64
	for part, at := range l.at {
		if at >= 0 {
			v[part] = int64(s[at]-'0')*10 + int64(s[at+1]-'0')
		}
	}
	y := l.at[partYear]
	v[partYear] = v[partYear]*100 + int64(s[y+2]-'0')*10 + int64(s[y+3]-'0')
	local, err = rfc3339.Clock(v[partYear], v[partMonth], v[partDay], v[partHour], v[partMinute], v[partSecond])
	tail = s[l.n:]
	if tail != "" && tail[0] == '.' && l.at[partSecond]+2 != l.n {
		return 0, "", fmt.Errorf("not a time such as %s", l.text)
	}
	return local, tail, err
}
