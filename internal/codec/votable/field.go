package votable

import (
	"fmt"
	"strconv"
	"strings"

	"flyby/internal/codec/bigendian"
	"flyby/internal/infile"
	"flyby/internal/xmlscan"
)

// mostFields is the most columns of a table.
const mostFields = 10_000

// attribute returns the value of an attribute, "" where it is absent.
func attribute(tag xmlscan.Tag, name string) string {
	for _, a := range tag.Attributes {
		if string(a.Name) == name {
			return string(a.Value)
		}
	}
	return ""
}

// typeOf returns the type of a datatype, and the bytes of an element, 0 for bits.
func typeOf(datatype string) (typ bigendian.Type, size int, ok bool) {
	switch datatype {
	case "boolean":
		return bigendian.Logical, 1, true
	case "bit":
		return bigendian.Other, 0, true
	case "unsignedByte":
		return bigendian.Uint8, 1, true
	case "short":
		return bigendian.Int16, 2, true
	case "int":
		return bigendian.Int32, 4, true
	case "long":
		return bigendian.Int64, 8, true
	case "char":
		return bigendian.Text, 1, true
	case "unicodeChar":
		return bigendian.UTF16, 2, true
	case "float":
		return bigendian.Float32, 4, true
	case "double":
		return bigendian.Float64, 8, true
	case "floatComplex":
		return bigendian.Other, 8, true
	case "doubleComplex":
		return bigendian.Other, 16, true
	}
	return 0, 0, false
}

// field takes a column.
func (r *reader) field(tag xmlscan.Tag) error {
	f := bigendian.Field{Name: attribute(tag, "name"), Unit: attribute(tag, "unit"), Count: 1, Factor: 1}
	datatype, size := attribute(tag, "datatype"), attribute(tag, "arraysize")
	known, fits := false, true
	f.Type, f.Size, known = typeOf(datatype)
	sizes, variable := strings.CutSuffix(size, "*")
	if f.Variable = variable; !variable && size != "" {
		f.Count, fits = elements(sizes)
	}
	if !known || !fits || len(r.fields) == mostFields {
		return r.x.Fail(tag.Line, fmt.Sprintf("column %s of datatype %q and arraysize %q", infile.Shorten(f.Name), infile.Shorten(datatype), infile.Shorten(size)))
	}
	r.fields, r.refs = append(r.fields, f), append(r.refs, attribute(tag, "ref"))
	return nil
}

// elements returns the number of elements of an array, whose axes are written as 2x3.
func elements(sizes string) (n int, ok bool) {
	n = 1
	for axis := range strings.SplitSeq(sizes, "x") {
		length, err := strconv.ParseUint(axis, 10, 31)
		if n *= int(length); err != nil || n > bigendian.MaxRow {
			return 0, false
		}
	}
	return n, true
}

// null takes the integer that stands for a missing value in the last column.
func (r *reader) null(tag xmlscan.Tag) error {
	text := attribute(tag, "null")
	if r.x.Around(tag) != "FIELD" || text == "" || len(r.fields) == 0 {
		return nil
	}
	f := &r.fields[len(r.fields)-1]
	value, err := whole(text)
	if err == nil {
		f.Null, f.HasNull = value, true
	} else if f.IsInteger() {
		return r.x.Fail(tag.Line, fmt.Sprintf("column %s: null is %q, no integer", infile.Shorten(f.Name), infile.Shorten(text)))
	}
	return nil
}

// whole reads an integer as VOTable writes it: in decimal, or as 0x and hexadecimal digits.
func whole(text string) (int64, error) {
	if len(text) > 1 && text[0] == '0' && text[1]|0x20 == 'x' {
		n, err := strconv.ParseUint(text[2:], 16, 64)
		return int64(n), err
	}
	return strconv.ParseInt(text, 10, 64)
}
