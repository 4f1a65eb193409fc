package json

import (
	"bytes"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// mostDeep is the number of lists and objects that may stand inside each other.
const mostDeep = 64

// cutShort is the cause of a value that goes on behind the end of the text.
const cutShort = "the document ends inside of a value"

// skipSpace returns the place of the first byte from a place on that is no white space.
func skipSpace(b []byte, at int) int {
	for at < len(b) && (b[at] == ' ' || b[at] == '\n' || b[at] == '\t' || b[at] == '\r') {
		at++
	}
	return at
}

// skip returns where the value at b[at] ends. cause says what is wrong with it.
func skip(b []byte, at, deep int) (end int, cause string) {
	if at >= len(b) {
		return at, cutShort
	}
	switch c := b[at]; {
	case c == '"':
		return skipText(b, at)
	case c == '{' || c == '[':
		if deep == mostDeep {
			return at, "more than " + strconv.Itoa(mostDeep) + " lists and objects inside each other"
		}
		return skipInner(b, at, deep+1)
	case c == '-' || c-'0' <= 9:
		return skipNumber(b, at)
	}
	for _, word := range []string{"null", "true", "false"} {
		if n := min(len(word), len(b)-at); string(b[at:at+n]) == word[:n] {
			if n < len(word) {
				return at, cutShort
			}
			return at + n, ""
		}
	}
	return at, "no value"
}

// skipInner is skip for a list or an object.
func skipInner(b []byte, at, deep int) (end int, cause string) {
	isObject := b[at] == '{'
	closing := b[at] + 2
	if at = skipSpace(b, at+1); at < len(b) && b[at] == closing {
		return at + 1, ""
	}
	for {
		if isObject {
			if at, cause = skipKey(b, at); cause != "" {
				return at, cause
			}
		}
		if at, cause = skip(b, at, deep); cause != "" {
			return at, cause
		}
		switch at = skipSpace(b, at); {
		case at == len(b):
			return at, cutShort
		case b[at] == closing:
			return at + 1, ""
		case b[at] != ',':
			return at, "no comma behind a value"
		}
		at = skipSpace(b, at+1)
	}
}

// skipKey returns where the value behind a key begins.
func skipKey(b []byte, at int) (value int, cause string) {
	switch {
	case at == len(b):
		return at, cutShort
	case b[at] != '"':
		return at, "no key"
	}
	if at, cause = skipText(b, at); cause != "" {
		return at, cause
	}
	switch at = skipSpace(b, at); {
	case at == len(b):
		return at, cutShort
	case b[at] != ':':
		return at, "no colon behind a key"
	}
	return skipSpace(b, at+1), ""
}

// skipText is skip for a text.
func skipText(b []byte, at int) (end int, cause string) {
	for at++; at < len(b); at++ {
		switch c := b[at]; {
		case c == '"':
			return at + 1, ""
		case c < ' ':
			return at, "a control character inside of a text"
		case c == '\\':
			n, cause := escapeSize(b[at:])
			if cause != "" {
				return at, cause
			}
			at += n - 1
		}
	}
	return at, cutShort
}

// escapeSize returns the number of bytes of the escape that b begins with.
func escapeSize(b []byte) (n int, cause string) {
	if len(b) < 2 {
		return 0, cutShort
	}
	if bytes.IndexByte([]byte(`"\/bfnrt`), b[1]) >= 0 {
		return 2, ""
	}
	const size = 6
	if b[1] != 'u' {
		return 0, "an unknown escape inside of a text"
	}
	for i := 2; i < size; i++ {
		if i >= len(b) {
			return 0, cutShort
		}
		if c := b[i]; c-'0' > 9 && c|0x20-'a' > 5 {
			return 0, "an unknown escape inside of a text"
		}
	}
	return size, ""
}

// skipNumber is skip for a number, which is never the last of a text.
func skipNumber(b []byte, at int) (end int, cause string) {
	digits := func() (n int) {
		for ; at < len(b) && b[at]-'0' <= 9; at++ {
			n++
		}
		return n
	}
	is := func(c byte) bool { return at < len(b) && b[at]|0x20 == c|0x20 }
	if is('-') {
		at++
	}
	from, bad := at, false
	bad = digits() == 0 || at > from+1 && b[from] == '0'
	if is('.') {
		at++
		bad = digits() == 0 || bad
	}
	if is('e') {
		if at++; at < len(b) && (b[at] == '+' || b[at] == '-') {
			at++
		}
		bad = digits() == 0 || bad
	}
	switch {
	case at == len(b):
		return at, cutShort
	case bad:
		return at, "no number of JSON"
	}
	return at, ""
}

// decoded appends the characters of a text without its quotes to dst. Half of a surrogate pair becomes its three bytes, which are no UTF-8.
func decoded(dst, text []byte) []byte {
	for len(text) > 0 {
		n := bytes.IndexByte(text, '\\')
		if n < 0 {
			return append(dst, text...)
		}
		dst, text = append(dst, text[:n]...), text[n:]
		if text[1] != 'u' {
			dst = append(dst, unescaped(text[1]))
			text = text[2:]
			continue
		}
		r := unit(text)
		text = text[6:]
		if low := unit(text); utf16.IsSurrogate(r) && utf16.DecodeRune(r, low) != utf8.RuneError {
			r, text = utf16.DecodeRune(r, low), text[6:]
		}
		if utf16.IsSurrogate(r) {
			dst = append(dst, 0xe0|byte(r>>12), 0x80|byte(r>>6)&0x3f, 0x80|byte(r)&0x3f)
			continue
		}
		dst = utf8.AppendRune(dst, r)
	}
	return dst
}

// unescaped returns the character of an escape of two bytes.
func unescaped(c byte) byte {
	if at := bytes.IndexByte([]byte("bfnrt"), c); at >= 0 {
		return "\b\f\n\r\t"[at]
	}
	return c
}

// unit returns the code unit of the escape that a text begins with, -1 for none.
func unit(text []byte) rune {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return -1
	}
	n, _ := strconv.ParseUint(string(text[2:6]), 16, 16) // skip has seen the digits
	return rune(n)
}

// A member is a key and its value, or an item of a list.
type member struct {
	key   []byte // without quotes, as it is written; nil in a list
	value []byte
	at    int // of the value in the text
}

// members yields what is inside of an object or a list that skip has passed over.
func members(b []byte) func(yield func(member) bool) {
	return func(yield func(member) bool) {
		isObject := b[0] == '{'
		at := skipSpace(b, 1)
		for b[at] != ']' && b[at] != '}' {
			var m member
			if isObject {
				from := at + 1
				at, _ = skipText(b, at)
				m.key = b[from : at-1]
				at, _ = skipKey(b, from-1)
			}
			m.at = at
			at, _ = skip(b, at, 0)
			if m.value = b[m.at:at]; !yield(m) {
				return
			}
			if at = skipSpace(b, at); b[at] == ',' {
				at = skipSpace(b, at+1)
			}
		}
	}
}

// keyText returns a key as its characters.
func keyText(key []byte) string { return string(decoded(nil, key)) }

// inner returns what stands between the quotes of a text.
func inner(text []byte) []byte { return text[1 : len(text)-1] }
