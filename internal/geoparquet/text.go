package geoparquet

import (
	"bytes"
	"encoding/hex"
	"fmt"
)

// AppendText appends the well-known binary of a geometry in text to dst: of well-known text, ISO's or PostGIS's (SRID=4326;POINT(1 2)), and of
// well-known binary in hexadecimal digits, as PostgreSQL prints it. A geometry that is neither a point nor a line is appended without its
// positions, which are not looked at. cause says why text is no geometry.
func AppendText(dst, text []byte) (out []byte, cause string) {
	text = bytes.TrimSpace(text)
	digits, isHex := hexDigits(text)
	if !isHex {
		return appendWKT(dst, text)
	}
	from := len(dst)
	dst, err := hex.AppendDecode(dst, digits)
	if err != nil {
		return dst, "hexadecimal digits that are no bytes"
	}
	_, _, _, cause = readShape(dst[from:])
	return dst, cause
}

// hexDigits returns the digits of bytes in text: they begin with the first byte of well-known binary, perhaps behind PostgreSQL's \x.
func hexDigits(text []byte) (digits []byte, ok bool) {
	digits = bytes.TrimPrefix(text, []byte(`\x`))
	return digits, len(digits) >= 2 && digits[0] == '0' && (digits[1] == '0' || digits[1] == '1')
}

// Looks reports whether all texts that are not empty begin as geometries do, by the names of their kinds or by their first bytes, and one of them is
// a geometry.
func Looks(texts [][]byte) bool {
	var scratch []byte
	some := false
	for _, text := range texts {
		if text = bytes.TrimSpace(text); len(text) == 0 {
			continue
		}
		b, cause := AppendText(scratch[:0], text)
		if _, isHex := hexDigits(text); isHex && (cause != "" || !isSized(b)) || !isHex && !isNamed(text) {
			return false
		}
		some, scratch = some || cause == "", b
	}
	return some
}

// isNamed reports whether text begins with the name of a kind of geometry, perhaps behind an SRID.
func isNamed(text []byte) bool {
	s := scanner{b: text}
	if _, _, cause := s.srid(); cause != "" {
		return false
	}
	kind, _ := kindOf(s.word())
	return kind != 0
}

// isSized reports whether well-known binary has as many bytes as its head says; of kinds that are not read, whether its kind is known, and
// there is a number of parts.
func isSized(b []byte) bool {
	s, order, rest, cause := readShape(b)
	switch {
	case cause != "":
		return false
	case s.kind == pointKind:
		return len(rest) == s.bytes()
	case s.kind == lineKind:
		return len(rest) >= 4 && uint64(order.Uint32(rest))*uint64(s.bytes()) == uint64(len(rest)-4)
	}
	return int64(s.kind) < int64(len(kindNames())) && s.kind > 0 && len(rest) >= 4
}

// SRID returns the identifier of the reference system in well-known binary; said is false where it has none.
func SRID(b []byte) (srid uint32, said bool) {
	_, order, rest, cause := readShape(b)
	if cause != "" || order.Uint32(b[1:])&sridFlag == 0 {
		return 0, false
	}
	return order.Uint32(b[len(b)-len(rest)-4:]), true
}

// SRIDOf returns the CRS that an identifier stands for: 4326 is WGS 84 in degrees, 0 and none are unspecified, and of any other the meaning of
// positions is not known.
func SRIDOf(srid uint32, said bool) CRS {
	switch {
	case !said || srid == 0:
		return CRS{}
	case srid == 4326:
		return CRS{Meaning: Degrees, ID: "EPSG:4326"}
	}
	return CRS{Meaning: Other, Name: fmt.Sprintf("SRID %d", srid)}
}
