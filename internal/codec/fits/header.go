package fits

import (
	"bytes"
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"

	"flyby/internal/codec/bigendian"
	"flyby/internal/infile"
)

const (
	// Block is the number of bytes in a block of FITS, of which all parts of a file are multiples.
	Block = 2880
	// Magic begins every file.
	Magic = "SIMPLE  ="

	cardSize   = 80       // bytes of a card of a header
	mostFields = 999      // columns of a table, at most
	mostHeader = 16 << 20 // bytes
)

// A header has the values of a header by their keywords, as they are written, strings
// without their quotes.
type header map[string]string

// add takes a card and reports whether it is the last. cause says what is wrong with it.
func (h header) add(card []byte) (last bool, cause string) {
	key := string(bytes.TrimRight(card[:8], " "))
	if key == "END" {
		return true, ""
	}
	for _, c := range card {
		if c < ' ' || c > '~' {
			return false, fmt.Sprintf("a header with bytes that are no text, in %q", card)
		}
	}
	if string(card[8:10]) != "= " {
		return false, ""
	}
	value := strings.TrimLeft(string(card[10:]), " ")
	if strings.HasPrefix(value, "'") {
		text, ok := quoted(value[1:])
		if !ok {
			return false, fmt.Sprintf("the text of %s does not end", key)
		}
		h[key] = text
		return false, ""
	}
	value, _, _ = strings.Cut(value, "/")
	h[key] = strings.TrimSpace(value)
	return false, ""
}

// quoted reads text up to its closing quote; two quotes are one. Spaces at its end are dropped.
func quoted(s string) (text string, ok bool) {
	var out strings.Builder
	for {
		before, after, found := strings.Cut(s, "'")
		if !found {
			return "", false
		}
		out.WriteString(before)
		if !strings.HasPrefix(after, "'") {
			return strings.TrimRight(out.String(), " "), true
		}
		out.WriteByte('\'')
		s = after[1:]
	}
}

// integer returns a whole number that is not negative. cause says why it is none.
func (h header) integer(key string) (n uint64, cause string) {
	n, err := strconv.ParseUint(h[key], 10, 63)
	if err != nil {
		return 0, fmt.Sprintf("%s is %q, no number of things", key, infile.Shorten(h[key]))
	}
	return n, ""
}

// optional is integer for a key with a default value.
func (h header) optional(key string, missing uint64) (n uint64, cause string) {
	if _, ok := h[key]; !ok {
		return missing, ""
	}
	return h.integer(key)
}

// size returns the bytes of the data after the header, without the padding of the last block.
func (h header) size() (n uint64, cause string) {
	axes, cause := h.optional("NAXIS", 0)
	if cause != "" || axes == 0 {
		return 0, cause
	}
	width, err := strconv.Atoi(h["BITPIX"])
	if err != nil || axes > mostFields || width%8 != 0 || width < -64 || width > 64 {
		return 0, fmt.Sprintf("BITPIX is %q and NAXIS %d", infile.Shorten(h["BITPIX"]), axes)
	}
	n = 1
	for axis := range axes {
		length, cause := h.integer(fmt.Sprintf("NAXIS%d", axis+1))
		if cause != "" {
			return 0, cause
		}
		if axis == 0 && length == 0 && h["GROUPS"] == "T" {
			length = 1
		}
		if n, cause = product(n, length); cause != "" {
			return 0, cause
		}
	}
	heap, cause := h.optional("PCOUNT", 0)
	groups, cause1 := h.optional("GCOUNT", 1)
	if cause+cause1 != "" || heap > math.MaxInt64 {
		return 0, cause + cause1
	}
	if n, cause = product(n+heap, groups); cause != "" {
		return 0, cause
	}
	return product(n, uint64(max(width, -width)/8))
}

// product multiplies sizes.
func product(a, b uint64) (n uint64, cause string) {
	high, n := bits.Mul64(a, b)
	if high > 0 || n > math.MaxInt64/2 {
		return 0, "data of more bytes than 62 bits count"
	}
	return n, ""
}

// fields returns the columns of a binary table, the bytes of a row and the number of rows.
func (h header) fields() (all []bigendian.Field, width int, rows uint64, cause string) {
	for _, c := range []struct{ key, want string }{{"BITPIX", "8"}, {"NAXIS", "2"}, {"GCOUNT", "1"}} {
		if h[c.key] != c.want {
			return nil, 0, 0, fmt.Sprintf("a binary table whose %s is %q", c.key, infile.Shorten(h[c.key]))
		}
	}
	if h["ZTABLE"] == "T" {
		return nil, 0, 0, "a compressed table; uncompress it with funpack"
	}
	bytes, cause := h.integer("NAXIS1")
	fields, cause1 := h.integer("TFIELDS")
	rows, cause2 := h.integer("NAXIS2")
	if cause += cause1 + cause2; cause != "" {
		return nil, 0, 0, cause
	}
	if fields > mostFields || bytes > bigendian.MaxRow {
		return nil, 0, 0, fmt.Sprintf("a table of %d columns in %d bytes a row", fields, bytes)
	}
	for i := range int(fields) {
		c, cause := h.column(strconv.Itoa(i + 1))
		if cause != "" {
			return nil, 0, 0, cause
		}
		all, width = append(all, c), width+c.Size*c.Count
	}
	if uint64(width) != bytes {
		return nil, 0, 0, fmt.Sprintf("corrupt: rows of %d bytes, whose columns take %d", bytes, width)
	}
	return all, width, rows, ""
}

// typeOf returns the type for a letter of TFORM. Eight bits are an element.
func typeOf(letter byte) (typ bigendian.Type, size int, ok bool) {
	switch letter {
	case 'L':
		return bigendian.Logical, 1, true
	case 'X':
		return bigendian.Other, 1, true
	case 'B':
		return bigendian.Uint8, 1, true
	case 'I':
		return bigendian.Int16, 2, true
	case 'J':
		return bigendian.Int32, 4, true
	case 'K':
		return bigendian.Int64, 8, true
	case 'A':
		return bigendian.Text, 1, true
	case 'E':
		return bigendian.Float32, 4, true
	case 'D':
		return bigendian.Float64, 8, true
	case 'C', 'P':
		return bigendian.Other, 8, true
	case 'M', 'Q':
		return bigendian.Other, 16, true
	}
	return 0, 0, false
}

// column returns a column by its number.
func (h header) column(number string) (c bigendian.Field, cause string) {
	form := h["TFORM"+number]
	digits := len(form) - len(strings.TrimLeft(form, "0123456789"))
	c = bigendian.Field{Name: h["TTYPE"+number], Unit: h["TUNIT"+number], Count: 1, Scale: h["TIMESYS"], Padded: true, Factor: 1}
	ok := digits < len(form) && digits < 9
	if ok && digits > 0 {
		c.Count, _ = strconv.Atoi(form[:digits])
	}
	if ok {
		c.Type, c.Size, ok = typeOf(form[digits])
	}
	if !ok || c.Count > bigendian.MaxRow {
		return c, fmt.Sprintf("TFORM%s is %q", number, infile.Shorten(form))
	}
	if form[digits] == 'X' {
		c.Count = (c.Count + 7) / 8
	}
	for _, of := range []struct {
		key string
		to  *float64
	}{{"TSCAL", &c.Factor}, {"TZERO", &c.Zero}} {
		text, there := h[of.key+number]
		if !there || c.Type == bigendian.Text || c.Type <= bigendian.Logical {
			continue
		}
		if *of.to, cause = infile.ParseFloat([]byte(strings.Replace(text, "D", "E", 1))); cause != "" {
			return c, fmt.Sprintf("%s%s is %q: %s", of.key, number, infile.Shorten(text), cause)
		}
	}
	if text, there := h["TNULL"+number]; there {
		v, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return c, fmt.Sprintf("TNULL%s is %q, no integer", number, infile.Shorten(text))
		}
		c.Null, c.HasNull = v, true
	}
	return c, ""
}
