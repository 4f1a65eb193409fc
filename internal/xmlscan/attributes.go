package xmlscan

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"

	"flyby/internal/infile"
)

// MaxAttributes bounds the attributes of one tag.
const MaxAttributes = 1000

// An Attribute is an attribute of a tag. Entities in Value are replaced. A Value without
// entities is part of the text, and Value[:len(Value)+1] ends in its closing quote.
type Attribute struct{ Name, Value []byte }

// attributes reads the text after the name of a tag into x.attrs. cause is the error in it.
func (x *Reader) attributes(b []byte) (cause string) {
	x.attrs = x.attrs[:0]
	if bytes.IndexByte(b, '<') >= 0 {
		return "a < inside of a tag"
	}
	seen := uint64(0) // a bit for each name, which other names may share
	for {
		rest := afterSpace(b)
		switch {
		case len(rest) == 0:
			return ""
		case len(rest) == len(b):
			return "no space before an attribute"
		case len(x.attrs) == MaxAttributes:
			return fmt.Sprintf("more than %d attributes", MaxAttributes)
		}
		var a Attribute
		if a, b, cause = cutAttribute(rest); cause != "" {
			return cause
		}
		bit := uint64(1) << (uint(len(a.Name)+7*int(a.Name[0])+31*int(a.Name[len(a.Name)-1])) % 64)
		if seen&bit != 0 && slices.ContainsFunc(x.attrs, func(other Attribute) bool { return bytes.Equal(other.Name, a.Name) }) {
			return fmt.Sprintf("attribute %s twice", infile.Shorten(string(a.Name)))
		}
		seen |= bit
		x.attrs = append(x.attrs, a)
	}
}

// afterSpace cuts the space that b begins with.
func afterSpace(b []byte) []byte {
	for len(b) > 0 && IsSpace(b[0]) {
		b = b[1:]
	}
	return b
}

// cutAttribute reads the attribute that b begins with.
func cutAttribute(b []byte) (a Attribute, rest []byte, cause string) {
	end := 0
	for end < len(b) && b[end] != '=' && b[end] != '"' && b[end] != '\'' && !IsSpace(b[end]) {
		end++
	}
	a.Name, b = b[:end], afterSpace(b[end:])
	switch {
	case len(b) == 0 || b[0] != '=':
		return a, nil, "an attribute without a value"
	case len(a.Name) == 0:
		return a, nil, "an attribute without a name"
	}
	b = afterSpace(b[1:])
	switch {
	case len(b) == 0 || (b[0] != '"' && b[0] != '\''):
		return a, nil, "an attribute value without quotes"
	}
	if end = bytes.IndexByte(b[1:], b[0]); end < 0 {
		return a, nil, "an attribute value that does not end"
	}
	a.Value, rest = b[1:end+1], b[end+2:]
	if bytes.IndexByte(a.Value, '&') >= 0 {
		a.Value, cause = unescape(a.Value)
	}
	return a, rest, cause
}

// unescape replaces entities.
func unescape(value []byte) (out []byte, cause string) {
	for {
		i := bytes.IndexByte(value, '&')
		if i < 0 {
			return slices.Clip(append(out, value...)), ""
		}
		r, n, cause := reference(value[i:])
		if cause != "" {
			return nil, cause
		}
		out, value = utf8.AppendRune(append(out, value[:i]...), r), value[i+n:]
	}
}

// textEnd returns the number of bytes of text that are known to be free of entities that XML does
// not have. Unless text is whole, an entity that its end may have cut is not counted. cause is the
// error at end, "" for none.
func textEnd(text []byte, whole bool) (end int, cause string) {
	for {
		i := bytes.IndexByte(text[end:], '&')
		if i < 0 {
			return len(text), ""
		}
		end += i
		_, n, cause := reference(text[end:])
		if n == 0 && !whole && len(text)-end < maxReference {
			return end, ""
		}
		if cause != "" {
			return end, cause
		}
		end += n
	}
}

// maxReference bounds an entity with its & and ;.
const maxReference = 64

// reference reads the entity that b begins with, and returns its character and its length, 0 where
// b does not hold its end.
func reference(b []byte) (r rune, n int, cause string) {
	end := bytes.IndexByte(b[:min(len(b), maxReference)], ';')
	if end < 0 {
		return 0, 0, "an & that begins no entity"
	}
	name := string(b[1:end])
	if i := slices.Index([]string{"amp", "lt", "gt", "quot", "apos"}, name); i >= 0 {
		return rune("&<>\"'"[i]), end + 1, ""
	}
	if len(name) < 2 || name[0] != '#' {
		return 0, end + 1, fmt.Sprintf("unknown entity &%s;", name)
	}
	digits, base := name[1:], 10
	if digits[0] == 'x' {
		digits, base = digits[1:], 16
	}
	v, err := strconv.ParseUint(digits, base, 32)
	if err != nil || !isXMLChar(v) {
		return 0, end + 1, fmt.Sprintf("&%s; is no character of XML", name)
	}
	return rune(v), end + 1, ""
}

// isXMLChar reports whether XML 1.0 has a character (its production Char).
func isXMLChar(v uint64) bool {
	return v == '\t' || v == '\n' || v == '\r' || v >= ' ' && v <= 0xd7ff || v >= 0xe000 && v <= 0xfffd || v >= 0x10000 && v <= utf8.MaxRune
}

// IsSpace reports whether a byte is white space of XML.
func IsSpace(c byte) bool {
	return c == ' ' || c == '\t' || c == '\r' || c == '\n'
}
