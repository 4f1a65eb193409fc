package geoparquet

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"strings"

	"flyby/internal/infile"
)

// notText is the cause for text that is no geometry.
const notText = "neither well-known text nor well-known binary in hexadecimal digits"

// A scanner reads well-known text.
type scanner struct {
	b  []byte
	at int
}

// appendWKT appends the well-known binary of well-known text.
func appendWKT(dst, text []byte) (out []byte, cause string) {
	s := scanner{b: text}
	srid, said, cause := s.srid()
	if cause != "" {
		return dst, cause
	}
	of, free, cause := s.shape()
	if cause != "" {
		return dst, cause
	}
	head := len(dst)
	dst = append(dst, littleEndian, 0, 0, 0, 0)
	if said {
		dst = binary.LittleEndian.AppendUint32(dst, srid)
	}
	switch of.kind {
	case pointKind:
		dst, cause = s.point(dst, &of, free)
	case lineKind:
		dst, cause = s.line(dst, &of, free)
	}
	binary.LittleEndian.PutUint32(dst[head+1:], of.word(said))
	return dst, cause
}

// word returns the number of a kind of geometry and its axes, with the flag of an SRID.
func (s shape) word(srid bool) uint32 {
	word := s.kind
	if s.z {
		word |= zFlag
	}
	if s.m {
		word |= mFlag
	}
	if srid {
		word |= sridFlag
	}
	return word
}

// srid reads SRID=4326; which PostGIS puts before a geometry.
func (s *scanner) srid() (srid uint32, said bool, cause string) {
	const key = "SRID="
	if len(s.b) < len(key) || !strings.EqualFold(infile.TextOf(s.b[:len(key)]), key) {
		return 0, false, ""
	}
	number, _, ended := bytes.Cut(s.b[len(key):], []byte(";"))
	n, err := strconv.ParseUint(infile.TextOf(number), 10, 32)
	if err != nil || !ended {
		return 0, false, "an SRID that is no number: PostGIS writes SRID=4326;POINT(1 2)"
	}
	s.at = len(key) + len(number) + 1
	return uint32(n), true, ""
}

// blanks passes over blanks.
func (s *scanner) blanks() {
	for s.at < len(s.b) && (s.b[s.at] == ' ' || s.b[s.at] == '\t' || s.b[s.at] == '\n' || s.b[s.at] == '\r') {
		s.at++
	}
}

// word reads letters.
func (s *scanner) word() []byte {
	s.blanks()
	from := s.at
	for s.at < len(s.b) && (s.b[s.at]|0x20)-'a' < 26 {
		s.at++
	}
	return s.b[from:s.at]
}

// shape reads the kind of a geometry, such as POINT ZM, and its axes; free says that the number of numbers in a position tells the axes, as
// PostGIS writes them.
func (s *scanner) shape() (of shape, free bool, cause string) {
	name := s.word()
	kind, axes := kindOf(name)
	if kind == 0 {
		return of, false, notText
	}
	of.kind = kind
	if len(axes) == 0 {
		after := s.at
		if axes = s.word(); !isAxes(axes) {
			s.at, axes = after, nil
		}
	}
	of.z = len(axes) > 0 && axes[0]|0x20 == 'z'
	of.m = len(axes) > 0 && axes[len(axes)-1]|0x20 == 'm'
	return of, len(axes) == 0, ""
}

// kindOf returns the kind of geometry of a name, 0 for none, and the axes at its end.
func kindOf(name []byte) (kind uint32, axes []byte) {
	for n := len(name); n > 0 && n >= len(name)-2; n-- {
		if n < len(name) && !isAxes(name[n:]) {
			continue
		}
		for kind, known := range kindNames() {
			if kind > 0 && len(known) == n && strings.EqualFold(infile.TextOf(name[:n]), known) {
				return uint32(kind), name[n:]
			}
		}
	}
	return 0, nil
}

// isAxes reports whether letters are Z, M or ZM.
func isAxes(letters []byte) bool {
	switch len(letters) {
	case 1:
		return letters[0]|0x20 == 'z' || letters[0]|0x20 == 'm'
	case 2:
		return letters[0]|0x20 == 'z' && letters[1]|0x20 == 'm'
	}
	return false
}

// point reads the position of a point; POINT EMPTY has no numbers.
func (s *scanner) point(dst []byte, of *shape, free bool) (out []byte, cause string) {
	empty, cause := s.begin()
	if cause != "" {
		return dst, cause
	}
	if empty {
		for range of.bytes() / 8 {
			dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(math.NaN()))
		}
		return dst, s.finish()
	}
	dst, n, cause := s.position(dst)
	if cause == "" {
		cause = of.take(n, free)
	}
	if cause == "" && s.b[s.at] == ',' {
		cause = "a point of several positions"
	}
	if s.at++; cause != "" {
		return dst, cause
	}
	return dst, s.finish()
}

// line reads the positions of a line.
func (s *scanner) line(dst []byte, of *shape, free bool) (out []byte, cause string) {
	count := len(dst)
	dst = append(dst, 0, 0, 0, 0)
	empty, cause := s.begin()
	if cause != "" {
		return dst, cause
	}
	for last := empty; !last; s.at++ {
		var n int
		if dst, n, cause = s.position(dst); cause == "" {
			cause = of.take(n, free)
		}
		if cause != "" {
			return dst, cause
		}
		free, last = false, s.b[s.at] == ')'
		binary.LittleEndian.PutUint32(dst[count:], binary.LittleEndian.Uint32(dst[count:])+1)
	}
	return dst, s.finish()
}

// begin reads the parenthesis before positions, or EMPTY. Text with positions ends in a parenthesis, so that no number is at its end.
func (s *scanner) begin() (empty bool, cause string) {
	s.blanks()
	from := s.at
	if strings.EqualFold(infile.TextOf(s.word()), "EMPTY") {
		return true, ""
	}
	if s.at = from; s.at >= len(s.b) || s.b[s.at] != '(' || s.b[len(s.b)-1] != ')' {
		return false, "well-known text that is cut: positions stand in parentheses"
	}
	s.at++
	return false, ""
}

// finish says what stands behind a geometry.
func (s *scanner) finish() (cause string) {
	if s.blanks(); s.at < len(s.b) {
		return "text behind the geometry"
	}
	return ""
}

// take checks the number of numbers in a position, which tells the axes where they are free.
func (s *shape) take(n int, free bool) (cause string) {
	if free {
		s.z, s.m = n > 2, n > 3
	}
	if 8*n != s.bytes() {
		return fmt.Sprintf("%d numbers in a position of a %v", n, *s)
	}
	return ""
}

// position appends the numbers up to a comma or a closing parenthesis.
func (s *scanner) position(dst []byte) (out []byte, n int, cause string) {
	for {
		if s.blanks(); s.b[s.at] == ',' || s.b[s.at] == ')' {
			return dst, n, ""
		}
		x, next, ok := infile.ScanFloat(s.b, s.at)
		if !ok || !endsNumber(s.b[next]) {
			if x, next, cause = s.token(); cause != "" {
				return dst, n, cause
			}
		}
		s.at = next
		dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(x))
		n++
	}
}

// endsNumber reports whether a byte may stand behind a number.
func endsNumber(c byte) bool { return bytes.IndexByte([]byte(" \t\r\n,)"), c) >= 0 }

// token reads a number that ScanFloat does not read, and returns the place behind it.
func (s *scanner) token() (x float64, next int, cause string) {
	next = s.at
	for !endsNumber(s.b[next]) {
		next++
	}
	text := s.b[s.at:next]
	if x, cause = infile.ParseFloat(text); cause != "" {
		cause = fmt.Sprintf("%q: %s", infile.Shorten(string(text)), cause)
	}
	return x, next, cause
}
