package orbits

import (
	"bytes"
	"fmt"
	"io"

	"flyby/internal/infile"
	"flyby/internal/reading/internal/lines"
	"flyby/trajectory/format"
)

// lineSize is the number of bytes of a line of a TLE.
const lineSize = 69

// A tleReader reads sets of two lines, each perhaps below a line with a name.
type tleReader struct {
	*reader
	l           *lines.Reader
	name, first []byte // lines of the set so far; nil: none
	nameLine    int
	firstLine   int
}

// lines reads all sets.
func (r *reader) lines(l *lines.Reader) error {
	t := &tleReader{reader: r, l: l}
	if err := l.Start(); err != nil {
		return err
	}
	for {
		line, err := l.Next()
		if err == io.EOF {
			return t.alone()
		}
		if err != nil {
			return err
		}
		if line = bytes.TrimRight(line, " \t\r"); len(line) == 0 || line[0] == '#' {
			continue
		}
		if err := t.take(line); err != nil {
			return err
		}
	}
}

// take takes a line.
func (t *tleReader) take(line []byte) error {
	switch {
	case isLine(line, '2') && t.first != nil:
		return t.pair(line)
	case isLine(line, '2'):
		t.name = nil
		return t.feed.Bad(t.l.Line, &format.Error{Cause: "line 2 of a set, and no line 1 before it"})
	case t.first != nil, t.name != nil && !isLine(line, '1'):
		if err := t.alone(); err != nil {
			return err
		}
	}
	if isLine(line, '1') {
		t.first, t.firstLine = bytes.Clone(line), t.l.Line
		return nil
	}
	t.name, t.nameLine = bytes.Clone(bytes.TrimPrefix(line, []byte("0 "))), t.l.Line
	return nil
}

// alone deals with lines of a set that does not end.
func (t *tleReader) alone() error {
	name, first := t.name, t.first
	t.name, t.first = nil, nil
	switch {
	case first != nil:
		return t.feed.Bad(t.firstLine, &format.Error{Cause: "line 1 of a set, and no line 2 behind it"})
	case name != nil:
		return t.feed.Bad(t.nameLine, &format.Error{Cause: fmt.Sprintf("%q: neither a line of a TLE, which begins with 1 or 2 and a blank, nor a name before such lines", infile.Shorten(string(name)))})
	}
	return nil
}

// pair takes the second line of a set.
func (t *tleReader) pair(second []byte) error {
	line := t.firstLine
	if t.name != nil {
		line = t.nameLine
	}
	t.begin(line)
	name, first := t.name, t.first
	t.name, t.first = nil, nil
	for i, text := range [][]byte{first, second} {
		at := t.firstLine
		if i > 0 {
			at = t.l.Line
		}
		if cause := faultOfLine(text, i+1); cause != "" {
			return t.feed.Bad(at, &format.Error{Cause: cause})
		}
	}
	if a, b := first[2:7], second[2:7]; !bytes.Equal(a, b) {
		return t.feed.Bad(t.l.Line, &format.Error{Cause: fmt.Sprintf("line 2 is of object %s, and line 1 of object %s", bytes.TrimSpace(b), bytes.TrimSpace(a))})
	}
	if len(name) > 0 {
		t.put("OBJECT_NAME", bytes.TrimSpace(name), t.nameLine)
	}
	if bad := t.fields(first, second); bad != nil {
		return t.feed.Bad(bad.Line, bad)
	}
	return t.end()
}

// faultOfLine returns the fault of a line in its form, "" for none.
func faultOfLine(line []byte, number int) (cause string) {
	switch n := len(line); {
	case n < lineSize:
		return fmt.Sprintf("line %d of a set is cut short: %d of %d characters", number, n, lineSize)
	case n > lineSize:
		return fmt.Sprintf("line %d of a set has %d characters, and %d are its own", number, n, lineSize)
	}
	blanks := []int{2, 9, 18, 33, 44, 53, 62, 64}
	if number == 2 {
		blanks = []int{2, 8, 17, 26, 34, 43, 52}
	}
	for _, at := range blanks {
		if line[at-1] != ' ' {
			return fmt.Sprintf("line %d of a set: %q where column %d is blank: the line is shifted, or damaged", number, line[at-1], at)
		}
	}
	sum := 0
	for _, c := range line[:lineSize-1] {
		if c >= '0' && c <= '9' {
			sum += int(c - '0')
		} else if c == '-' {
			sum++
		}
	}
	if said := line[lineSize-1]; said != byte('0'+sum%10) {
		return fmt.Sprintf("line %d of a set: its checksum is %d, and the line says %q", number, sum%10, said)
	}
	return ""
}
