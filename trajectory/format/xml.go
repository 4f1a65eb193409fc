package format

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"unicode/utf8"
)

// maxTag bounds one tag or comment.
const maxTag = 16 << 20

// An xmlReader yields the tags of an XML document and checks that they nest. It
// knows what data files are made of: elements, attributes, comments, entities of
// single characters. Text between tags is passed over.
type xmlReader struct {
	ctx   context.Context
	src   *source
	buf   []byte // read, not yet passed over
	line  int    // of buf[0], 1-based
	atEnd bool
	open  []xmlOpen
	spent int // bytes at the front of the memory of buf that are passed over
	mem   []byte
}

type xmlOpen struct {
	name string
	line int
}

// An xmlTag is valid until the next call of next.
type xmlTag struct {
	name    []byte
	attrs   []byte // what follows the name
	closing bool   // </name>; an empty <name/> is not followed by one
	line    int
}

// next returns the next tag, or io.EOF at the end of a complete document.
func (x *xmlReader) next() (xmlTag, error) {
	for {
		if err := x.skipText(); err != nil {
			return xmlTag{}, err
		}
		end, err := x.markup()
		if err != nil {
			return xmlTag{}, err
		}
		line, raw := x.line, x.buf[:end]
		x.pass(end)
		if raw[1] == '!' || raw[1] == '?' {
			continue
		}
		return x.tag(raw[1:len(raw)-1], line)
	}
}

// skipText passes over text up to a '<'.
func (x *xmlReader) skipText() error {
	for {
		i := bytes.IndexByte(x.buf, '<')
		text := x.buf
		if i >= 0 {
			text = text[:i]
		}
		if len(x.open) == 0 && len(bytes.TrimSpace(text)) > 0 {
			return x.fail(x.line, "text outside of any element: this is not XML")
		}
		x.pass(len(text))
		if i >= 0 {
			return nil
		}
		if more, err := x.fill(); err != nil {
			return err
		} else if !more {
			if n := len(x.open); n > 0 {
				return x.fail(x.line, fmt.Sprintf("truncated: <%s> of line %d does not end", x.open[n-1].name, x.open[n-1].line))
			}
			return io.EOF
		}
	}
}

// markup returns the length of the markup at x.buf[0].
func (x *xmlReader) markup() (int, error) {
	for {
		if end := markupEnd(x.buf); end > 0 {
			return end, nil
		}
		if len(x.buf) > maxTag {
			return 0, x.fail(x.line, "a tag does not end")
		}
		if more, err := x.fill(); err != nil {
			return 0, err
		} else if !more {
			return 0, x.fail(x.line, "truncated inside a tag")
		}
	}
}

// markupEnd returns the length of the markup that b starts with, 0 if b does not
// hold all of it.
func markupEnd(b []byte) int {
	for _, m := range []struct{ from, to string }{{"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"<?", "?>"}} {
		if bytes.HasPrefix(b, []byte(m.from)) {
			if i := bytes.Index(b[len(m.from):], []byte(m.to)); i >= 0 {
				return len(m.from) + i + len(m.to)
			}
			return 0
		}
	}
	if i := bytes.IndexByte(b, '>'); i < 0 {
		return 0
	} else if bytes.IndexByte(b[:i], '\'') < 0 && bytes.IndexByte(b[:i], '[') < 0 && bytes.Count(b[:i], []byte(`"`))%2 == 0 {
		return i + 1
	}
	quote, depth := byte(0), 0
	for i, c := range b {
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '[':
			depth++
		case c == ']':
			depth--
		case c == '>' && depth <= 0:
			return i + 1
		}
	}
	return 0
}

// tag reads what stands between < and >, and keeps track of what is open.
func (x *xmlReader) tag(raw []byte, line int) (xmlTag, error) {
	t := xmlTag{line: line}
	if len(raw) > 0 && raw[0] == '/' {
		t.closing, raw = true, raw[1:]
	}
	empty := len(raw) > 0 && raw[len(raw)-1] == '/'
	if empty {
		raw = raw[:len(raw)-1]
	}
	end := bytes.IndexAny(raw, " \t\r\n")
	if end < 0 {
		end = len(raw)
	}
	t.name, t.attrs = raw[:end], raw[end:]
	switch n := len(x.open); {
	case len(t.name) == 0:
		return t, x.fail(line, "a tag without a name: this is not XML")
	case t.closing && (n == 0 || x.open[n-1].name != string(t.name)):
		return t, x.fail(line, fmt.Sprintf("</%s> closes nothing", shorten(string(t.name))))
	case t.closing:
		x.open = x.open[:n-1]
	case !empty && n >= 1000:
		return t, x.fail(line, "elements nested a thousand deep")
	case !empty:
		x.open = append(x.open, xmlOpen{string(t.name), line})
	}
	return t, nil
}

// attr cuts the first attribute off attrs; ok is false if there is none left or,
// with cause, if it is broken.
func (t *xmlTag) attr() (name, value []byte, ok bool, cause string) {
	b := bytes.TrimLeft(t.attrs, " \t\r\n")
	if len(b) == 0 {
		return nil, nil, false, ""
	}
	eq := bytes.IndexByte(b, '=')
	if eq < 0 {
		return nil, nil, false, "an attribute without a value"
	}
	name = bytes.TrimRight(b[:eq], " \t\r\n")
	b = bytes.TrimLeft(b[eq+1:], " \t\r\n")
	if len(b) == 0 || (b[0] != '"' && b[0] != '\'') {
		return nil, nil, false, "an attribute value without quotes"
	}
	end := bytes.IndexByte(b[1:], b[0])
	if end < 0 {
		return nil, nil, false, "an attribute value that does not end"
	}
	t.attrs = b[end+2:]
	value = b[1 : end+1]
	if bytes.IndexByte(value, '&') >= 0 {
		value = unescape(value)
	}
	return name, value, true, ""
}

// unescape replaces the entities of single characters; unknown ones stay.
func unescape(value []byte) []byte {
	var out []byte
	for {
		i := bytes.IndexByte(value, '&')
		if i < 0 {
			return append(out, value...)
		}
		out, value = append(out, value[:i]...), value[i:]
		end := bytes.IndexByte(value, ';')
		r, ok := rune(0), false
		if end > 0 {
			r, ok = entity(string(value[1:end]))
		}
		if !ok {
			end, r = 0, '&'
		}
		out, value = utf8.AppendRune(out, r), value[end+1:]
	}
}

func entity(name string) (r rune, ok bool) {
	if i := slices.Index([]string{"amp", "lt", "gt", "quot", "apos"}, name); i >= 0 {
		return rune("&<>\"'"[i]), true
	}
	if len(name) < 2 || name[0] != '#' {
		return 0, false
	}
	digits, base := name[1:], 10
	if digits[0] == 'x' {
		digits, base = digits[1:], 16
	}
	v, err := strconv.ParseUint(digits, base, 32)
	return rune(v), err == nil && v > 0 && v <= utf8.MaxRune
}

// fill reads more. more is false at the end of the data.
func (x *xmlReader) fill() (more bool, err error) {
	if x.atEnd {
		return false, nil
	}
	if err := x.ctx.Err(); err != nil {
		return false, err
	}
	if x.spent > 0 {
		x.mem = x.mem[:copy(x.mem, x.buf)]
		x.spent = 0
	}
	from := len(x.mem)
	x.mem = slices.Grow(x.mem, max(blockSize-from, blockSize/2))
	n, err := x.src.read(x.mem[from:cap(x.mem)])
	x.mem = x.mem[:from+n]
	x.buf = x.mem
	x.atEnd = err == io.EOF
	x.src.progress()
	if err != nil && err != io.EOF {
		return false, err
	}
	return n > 0, nil
}

// pass drops the first n bytes.
func (x *xmlReader) pass(n int) {
	x.line += bytes.Count(x.buf[:n], []byte("\n"))
	x.buf, x.spent = x.buf[n:], x.spent+n
}

func (x *xmlReader) fail(line int, cause string) error {
	return &Error{File: x.src.name, Line: line, Cause: cause}
}
