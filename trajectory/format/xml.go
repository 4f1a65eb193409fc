package format

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"flyby/internal/infile"
	"flyby/trajectory"
)

// maxTag bounds one tag or comment.
const maxTag = 16 << 20

// An xmlReader yields the tags of an XML document and checks that they nest in one
// root. It knows what data files are made of: elements, attributes, comments, the
// five entities of XML and characters by number. A DOCTYPE is passed over: its entities
// are not known.
type xmlReader struct {
	ctx   context.Context
	src   *infile.Source
	buf   []byte // read, not yet passed over
	line  int    // of buf[0], 1-based
	atEnd bool
	open  []xmlOpen
	root  xmlOpen // line 0 before it begins
	attrs []xmlAttr
	spent int // bytes at the front of the memory of buf that are passed over
	mem   []byte
	text  func(chunk []byte) error // takes the text between tags bit by bit, entities replaced; nil: it is passed over
}

type xmlOpen struct {
	name string
	line int
}

// An xmlTag is valid until the next call of next.
type xmlTag struct {
	name    []byte
	attrs   []xmlAttr
	closing bool // </name>; an empty <name/> is not followed by one
	empty   bool // <name/>
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
			if cause := x.aside(raw); cause != "" {
				return xmlTag{}, x.fail(line, cause)
			}
			if err := x.cdata(raw); err != nil {
				return xmlTag{}, err
			}
			continue
		}
		return x.tag(raw[1:len(raw)-1], line)
	}
}

// aside looks at markup that is no tag. cause says why it cannot stand where it
// does.
func (x *xmlReader) aside(raw []byte) (cause string) {
	switch {
	case bytes.HasPrefix(raw, []byte("<?xml")) && len(raw) > len("<?xml") && isSpace(raw[len("<?xml")]):
		return x.declaration(raw[len("<?xml") : len(raw)-len("?>")])
	case bytes.HasPrefix(raw, []byte("<!DOCTYPE")) && x.root.line > 0:
		return "a DOCTYPE after the root element began"
	case bytes.HasPrefix(raw, []byte("<![CDATA[")) && len(x.open) == 0:
		return outsideText
	case raw[1] == '?', bytes.HasPrefix(raw, []byte("<!--")), bytes.HasPrefix(raw, []byte("<!DOCTYPE")), bytes.HasPrefix(raw, []byte("<![CDATA[")):
		return ""
	}
	return fmt.Sprintf("%s is no markup of XML", infile.Shorten(string(raw)))
}

const outsideText = "text outside of any element: this is not XML"

// declaration refuses a document that says it is not UTF-8: its bytes would be
// taken for other characters.
func (x *xmlReader) declaration(attrs []byte) (cause string) {
	if cause := x.attributes(attrs); cause != "" {
		return cause
	}
	for _, a := range x.attrs {
		encoding := string(a.value)
		if string(a.name) == "encoding" && !strings.EqualFold(encoding, "UTF-8") && !strings.EqualFold(encoding, "US-ASCII") {
			return fmt.Sprintf("declares the encoding %q; convert it to UTF-8", infile.Shorten(encoding))
		}
	}
	return ""
}

// skipText passes over text up to a '<'.
func (x *xmlReader) skipText() error {
	for {
		i := bytes.IndexByte(x.buf, '<')
		text := x.buf
		if i >= 0 {
			text = text[:i]
		}
		if blank := len(text) - len(bytes.TrimLeft(text, " \t\r\n")); len(x.open) == 0 && blank < len(text) {
			x.pass(blank)
			return x.fail(x.line, outsideText)
		}
		end, cause := textEnd(text, i >= 0 || x.atEnd)
		chunk := text[:end]
		x.pass(end)
		if cause != "" {
			return x.fail(x.line, cause)
		}
		if err := x.hand(chunk); err != nil {
			return err
		}
		if i >= 0 {
			return nil
		}
		if more, err := x.fill(); err != nil {
			return err
		} else if !more && len(x.buf) == 0 {
			return x.end()
		}
	}
}

// hand gives a chunk of text to who takes it. It has whole entities, all of them known.
func (x *xmlReader) hand(chunk []byte) error {
	if x.text == nil || len(chunk) == 0 {
		return nil
	}
	if bytes.IndexByte(chunk, '&') >= 0 {
		chunk, _ = unescape(chunk)
	}
	return x.text(chunk)
}

// cdata hands text on that stands in CDATA, as it is.
func (x *xmlReader) cdata(raw []byte) error {
	from, to := []byte("<![CDATA["), []byte("]]>")
	if x.text == nil || !bytes.HasPrefix(raw, from) {
		return nil
	}
	return x.text(raw[len(from) : len(raw)-len(to)])
}

// start reads the first of the document, and refuses what cannot be XML.
func (x *xmlReader) start() error {
	more, err := x.fill()
	if err != nil {
		return err
	}
	if !more {
		return &infile.Error{File: x.src.Name, Cause: "empty file", Err: trajectory.ErrEmpty}
	}
	if what := x.src.Sniff(x.buf); what != "" {
		return &infile.Error{File: x.src.Name, Cause: "this is " + what}
	}
	x.buf = bytes.TrimPrefix(x.buf, []byte("\xef\xbb\xbf"))
	x.spent = len(x.mem) - len(x.buf)
	return nil
}

// around is the name of the element that a tag, which next returned last, stands in, "" for none.
func (x *xmlReader) around(tag xmlTag) string {
	n := len(x.open)
	if !tag.closing && !tag.empty {
		n-- // itself
	}
	if n == 0 {
		return ""
	}
	return localName(x.open[n-1].name)
}

// localName is a name without the prefix of its namespace.
func localName[T ~string | ~[]byte](name T) string {
	_, after, prefixed := strings.Cut(string(name), ":")
	if prefixed {
		return after
	}
	return string(name)
}

// end is io.EOF where the document is complete.
func (x *xmlReader) end() error {
	if n := len(x.open); n > 0 {
		return x.fail(x.line, fmt.Sprintf("truncated: <%s> of line %d does not end", infile.Shorten(x.open[n-1].name), x.open[n-1].line))
	}
	return io.EOF
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
	empty := !t.closing && len(raw) > 0 && raw[len(raw)-1] == '/'
	if t.empty = empty; empty {
		raw = raw[:len(raw)-1]
	}
	end := bytes.IndexAny(raw, " \t\r\n")
	if end < 0 {
		end = len(raw)
	}
	t.name = raw[:end]
	cause := x.attributes(raw[end:])
	t.attrs = x.attrs
	switch {
	case len(t.name) == 0:
		cause = "a tag without a name: this is not XML"
	case cause != "":
	case t.closing:
		cause = x.close(t)
	default:
		cause = x.begin(t, empty)
	}
	if cause != "" {
		return t, x.fail(line, cause)
	}
	return t, nil
}

// begin opens an element, if it is not empty.
func (x *xmlReader) begin(t xmlTag, empty bool) (cause string) {
	switch {
	case x.root.line == 0:
		x.root = xmlOpen{string(t.name), t.line}
	case len(x.open) == 0:
		return fmt.Sprintf("a second root element <%s>, after <%s> of line %d", infile.Shorten(string(t.name)), infile.Shorten(x.root.name), x.root.line)
	case len(x.open) >= 1000:
		return "elements nested a thousand deep"
	}
	if !empty {
		x.open = append(x.open, xmlOpen{string(t.name), t.line})
	}
	return ""
}

// close closes the innermost element.
func (x *xmlReader) close(t xmlTag) (cause string) {
	n := len(x.open)
	if n == 0 || x.open[n-1].name != string(t.name) || len(t.attrs) > 0 {
		return fmt.Sprintf("</%s> closes nothing", infile.Shorten(string(t.name)))
	}
	x.open = x.open[:n-1]
	return ""
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
	size := x.src.Block()
	x.mem = slices.Grow(x.mem, max(size-from, size/2))
	n, err := x.src.Fill(x.mem[from:cap(x.mem)])
	x.mem = x.mem[:from+n]
	x.buf = x.mem
	x.atEnd = err == io.EOF
	x.src.Progress()
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
	return &infile.Error{File: x.src.Name, Line: line, Cause: cause}
}
